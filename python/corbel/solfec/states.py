# SPDX-License-Identifier: MIT
"""INITIALIZE_STATE and RIGID_TO_FEM: states taken over from the results of another deck."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from .. import check
from ..errors import InputError
from ..kinematics import rotations, spatial_spin
from ..results import Results
from ..routine import routine
from .results import checked_solfec
from .session import say

if TYPE_CHECKING:
    from ..annotations import Path
    from .body import BODY
    from .model import SOLFEC


@routine("INITIALIZE_STATE")
def INITIALIZE_STATE(solfec: SOLFEC, path: Path, time: float, subset: str | Sequence[str] | None = None) -> None:
    """INITIALIZE_STATE (solfec, path, time | subset): conf and velo from other results, at the frame nearest to the time; of bodies
    with the same identifier or, with a subset (a regular expression or a list of them), of those whose labels match."""
    for body, record in _matches("INITIALIZE_STATE", solfec, path, time, subset):
        if (record["kind"], len(record["q"])) != (body.kind, len(body.conf)):
            raise InputError(f"argument 'path': body {record['id']} there is of kind {record['kind']} with {len(record['q'])} numbers of "
                             f"configuration, here {body.kind} with {len(body.conf)}")
        body.conf, body.velo = record["q"], record["u"]


@routine("RIGID_TO_FEM")
def RIGID_TO_FEM(path: Path, time: float, solfec: SOLFEC, subset: str | Sequence[str] | None = None) -> None:
    """RIGID_TO_FEM (path, time, solfec | subset): bodies of finite elements take the place and the motion that rigid bodies have in
    other results; matched as by INITIALIZE_STATE."""
    for body, record in _matches("RIGID_TO_FEM", solfec, path, time, subset):
        if not body._body.form or record["kind"] not in ("RIGID", "OBSTACLE"):
            continue
        q, u, X = record["q"], record["u"], body._body.reference_nodes
        arms = (X - body._body.center) @ rotations(q).T
        body.conf, body.velo = arms + q[9:], u[3:] + np.cross(spatial_spin(q, u), arms)


def _matches(routine_name: str, solfec: SOLFEC, path: Path, time: float, subset: str | Sequence[str] | None) -> list[tuple[BODY, dict[str, Any]]]:
    """(BODY, its record in the frame) of all that match; none in READ mode."""
    results, time = Results(check.path("path", path)), check.number("time", time)
    patterns = _patterns(subset)
    if checked_solfec(solfec).mode == "READ":
        say(f"{routine_name} has no effect in READ mode")
        return []
    records = {r["id"]: r for r in results.frame(results.frame_at(time))["bodies"]}
    by_label = {stored.label: stored for stored in results.bodies if stored.label and stored.id in records}
    by_id = {stored.id: stored for stored in results.bodies if stored.id in records}
    pairs = [(body, by_id.get(body.id) if patterns is None else by_label.get(body.label)) for body in reversed(solfec.bodies)
             if patterns is None or any(p.search(body.label) for p in patterns)]
    return [(body, records[stored.id]) for body, stored in pairs if stored is not None]


def _patterns(subset: str | Sequence[str] | None) -> list[re.Pattern[str]] | None:
    if subset is None:
        return None
    texts = [subset] if isinstance(subset, str) else check.instance("subset", subset, (list, tuple), "a regular expression or a list of them")
    try:
        return [re.compile(check.text("subset", text)) for text in texts]
    except re.error as error:
        raise InputError(f"argument 'subset': not a regular expression: {error}") from None
