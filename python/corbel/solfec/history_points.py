# SPDX-License-Identifier: MIT
"""Entities of HISTORY at points of bodies: positions, displacements, velocities, stresses."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import check
from ..errors import InputError
from ..replay import replay
from .body import BODY
from .results import stress_components

if TYPE_CHECKING:
    from ..annotations import Vector
    from ..results import Results
    from .model import SOLFEC

QUANTITIES = {"C": "position", "D": "displacement", "V": "velocity"}
POINT_ENTITIES = {letter + "XYZ"[i]: (what, i) for letter, what in QUANTITIES.items() for i in range(3)}
STRESSES = ("SX", "SY", "SZ", "SXY", "SXZ", "SYZ", "MISES")


def point_value(results: Results, solfec: SOLFEC, body: BODY | str, point: Vector, entity: str) -> np.ndarray:
    """Over all frames of the results."""
    check.choice("list", entity, (*POINT_ENTITIES, *STRESSES))
    number, point = body_id(results, body), check.vector("point", point)
    if entity in STRESSES:
        return _stress(results, solfec, number, point)[:, STRESSES.index(entity)]
    what, i = POINT_ENTITIES[entity]
    return results.history(number, what, point=point)[:, i]


def body_id(results: Results, body: BODY | str) -> int:
    if isinstance(body, str):
        return results.body(body).id
    return check.instance("list", body, BODY, "a BODY object or its label").id


def _stress(results: Results, solfec: SOLFEC, number: int, point: list[float]) -> np.ndarray:
    """The materials are those of the deck, so the body must be there."""
    body = solfec._bodies.get(number)
    if body is None or not body._body.alive:
        raise InputError(f"argument 'list': body {number} was deleted; its stresses are not in the results")
    engine = body._body._body
    engine.stress(point)  # says what is wrong with the body or the point
    return stress_components(replay(engine, *results._states[number], lambda b: b.stress(point)))
