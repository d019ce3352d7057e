# SPDX-License-Identifier: MIT
"""MATERIAL, called APPLY_BULKMAT in 2020: the material of a part of a body."""
from .. import check
from ..errors import InputError
from ..routine import routine
from .body import body as checked_body
from .materials import bulk_material
from .model import SOLFEC


def _apply(solfec, body, volid, material):
    check.instance("solfec", solfec, SOLFEC, "a SOLFEC object")
    if checked_body("body", body)._solfec is not solfec:
        raise InputError("argument 'body': it belongs to another SOLFEC object")
    with check.names(volume="volid"):
        body._body.set_material(check.integer("volid", volid), bulk_material(solfec, material)._material)


@routine("MATERIAL")
def MATERIAL(solfec, body, volid, material):
    """MATERIAL (solfec, body, volid, material): of the elements with this volume identifier of a FINITE_ELEMENT body."""
    _apply(solfec, body, volid, material)


@routine("APPLY_BULKMAT")
def APPLY_BULKMAT(solfec, body, volid, material):
    """APPLY_BULKMAT (solfec, body, volid, material): the same as MATERIAL."""
    _apply(solfec, body, volid, material)
