# SPDX-License-Identifier: MIT
"""MATERIAL, called APPLY_BULKMAT in 2020: the material of a part of a body."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .. import check
from ..errors import InputError
from ..routine import routine
from .body import body as checked_body
from .materials import bulk_material
from .model import SOLFEC

if TYPE_CHECKING:
    from .body import BODY
    from .materials import BULK_MATERIAL


def _apply(solfec: SOLFEC, body: BODY, volid: int, material: BULK_MATERIAL | str) -> None:
    check.instance("solfec", solfec, SOLFEC, "a SOLFEC object")
    if checked_body("body", body)._solfec is not solfec:
        raise InputError("argument 'body': it belongs to another SOLFEC object")
    with check.names(volume="volid"):
        body._body.set_material(check.integer("volid", volid), bulk_material(solfec, material)._material)


@routine("MATERIAL")
def MATERIAL(solfec: SOLFEC, body: BODY, volid: int, material: BULK_MATERIAL | str) -> None:
    """MATERIAL (solfec, body, volid, material): of the elements with this volume identifier of a FINITE_ELEMENT body."""
    _apply(solfec, body, volid, material)


@routine("APPLY_BULKMAT")
def APPLY_BULKMAT(solfec: SOLFEC, body: BODY, volid: int, material: BULK_MATERIAL | str) -> None:
    """APPLY_BULKMAT (solfec, body, volid, material): the same as MATERIAL."""
    _apply(solfec, body, volid, material)
