# SPDX-License-Identifier: MIT
"""HISTORY: values over time, from the result file."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import check
from ..errors import InputError
from ..results import Results
from ..routine import routine
from .energies import HISTORY_KINDS, energy
from .history_points import body_id, point_value
from .model import SOLFEC
from .results import TIMINGS, checked_solfec
from .unavailable import unavailable

if TYPE_CHECKING:
    from .._engine import Constraint

CONTACT_ENTITIES = ("GAP", "R", "CR", "U", "CU")
SOLVER_WORDS = {"GSITERS": "iterations", "NTITERS": "iterations", "MERIT": "residual_scaled", "STEP": "step", "CONS": "constraints", "BODS": "bodies"}
LIST: type = type([])  # HISTORY has an argument of that name
LATER_WORDS = ("GSINIT", "GSRUN", "GSCOM", "GSMCOM", "LININIT", "LINUPD", "LINMV", "LINPRE", "LINRUN", "LINCOM", "NEWCONS",
               "NEWBODS", "GSCOLORS", "GSBOT", "GSMID", "GSTOP", "GSINN", "BSITERS")


@routine("HISTORY")
def HISTORY(solfec: SOLFEC, list: Any, t0: float, t1: float, skip: int = 1, progress: str = "OFF") -> tuple[list[float], ...]:
    """HISTORY (solfec, list, t0, t1 | skip): (times, values1, …) for

    (body or label, point, 'CX' … 'VZ', 'SX' … 'SYZ' or 'MISES'), (object, energy kind), (object, contact entity),
    (object, direction, pair, contact entity), or a string: a timing, 'GSITERS', 'NTITERS', 'MERIT', 'STEP', 'CONS', 'BODS'.
    In WRITE mode it needs a RUN before it.
    """
    results = _results(checked_solfec(solfec))
    t0, t1 = check.number("t0", t0), check.number("t1", t1)
    if t1 < t0:
        raise check.wrong_value("t1", t1, f"a time >= t0 = {t0:g}")
    skip = check.integer("skip", skip, at_least=1)
    check.flag("progress", progress)
    items = [list] if _is_item(list) else check.instance("list", list, (tuple, LIST), "an item or a list of items")
    slack = 1e-3 * solfec.step
    frames = np.flatnonzero((results.times >= t0 - slack) & (results.times <= t1 + slack))[::skip]
    series = [results.times] + [_values(results, solfec, item) for item in items]
    return tuple(values[frames].astype(float).tolist() for values in series)


def _results(solfec: SOLFEC) -> Results:
    if solfec.mode == "READ":
        solfec._compare()
        return solfec._stored()
    if solfec._simulation.steps == 0 or not os.path.isfile(solfec._simulation.output_file):
        raise InputError("there are no results yet: RUN the analysis first")
    return Results(solfec._simulation.output_file)


def _is_item(value: Any) -> bool:
    """A string, or a tuple that ends with a word and does not start with another item."""
    if not isinstance(value, tuple):
        return isinstance(value, str)
    return (len(value) in (2, 3, 4) and isinstance(value[-1], str) and not isinstance(value[0], tuple)
            and not _all_words(value))


def _all_words(value: Any) -> bool:
    words = (*TIMINGS, *SOLVER_WORDS, *LATER_WORDS)
    return all(isinstance(v, str) and v in words for v in value)


def _values(results: Results, solfec: SOLFEC, item: Any) -> np.ndarray:
    if isinstance(item, str):
        return _word(results, item)
    if not _is_item(item):
        expected = "(body, point, entity), (object, kind), (object, direction, pair, entity) or a string"
        raise check.wrong_type("list", item, expected)
    if len(item) == 3:
        return point_value(results, solfec, *item)
    if len(item) == 2 and item[1] in HISTORY_KINDS:
        return energy(results.energies(_ids(results, item[0])), item[1])
    object, direction, pair, entity = item if len(item) == 4 else (item[0], None, None, item[1])
    check.choice("list", entity, CONTACT_ENTITIES if len(item) == 4 else (*HISTORY_KINDS, *CONTACT_ENTITIES))
    ids = None if isinstance(object, SOLFEC) else set(_ids(results, object))
    pair = None if pair is None else _known_pair(solfec, pair)
    return _contact_values(results, ids, direction, pair, entity)


def _word(results: Results, word: str) -> np.ndarray:
    if word in LATER_WORDS:
        raise unavailable("HISTORY", f"history of '{word}'")
    check.choice("list", word, (*TIMINGS, *SOLVER_WORDS))
    if word in TIMINGS:
        seconds = results.seconds()
        return sum((seconds[stage] for stage in TIMINGS[word]), np.zeros(len(results)))
    return results.solver()[SOLVER_WORDS[word]]


def _ids(results: Results, object: Any) -> list[int]:
    if isinstance(object, SOLFEC):
        return [body.id for body in results.bodies]
    several: Any = object if isinstance(object, (tuple, LIST)) else [object]
    return [body_id(results, body) for body in several]


def _known_pair(solfec: SOLFEC, pair: Any) -> set:
    """Two surface identifiers that bodies have: of others the history would be zero without a word."""
    pair = set(check.integers("pair", pair, count=2))
    known = solfec._simulation._engine.surface_ids()
    if pair - known:
        raise InputError(f"argument 'pair': got surface {', '.join(map(str, sorted(pair - known)))}, which no body has, expected two of "
                         f"{', '.join(map(str, sorted(known)))}")
    return pair


def _contact_values(results: Results, ids: Any, direction: Any, pair: Any, entity: str) -> np.ndarray:
    """GAP: smallest; R, CR: sum; U, CU: average. GAP, CR, CU cover contacts only, R and U joints as well.

    Along the normal, or along a direction: then on those of the bodies (ids) that are slaves the sign turns.
    """
    n = None if direction is None else np.array(check.direction("direction", direction)) / np.linalg.norm(direction)
    joints_too = entity in ("R", "U") and pair is None

    def chosen(c: Constraint) -> bool:
        return ((c.kind == "CONTACT" or joints_too) and (ids is None or c.master in ids or c.slave in ids)
                and (pair is None or {c.master_surface, c.slave_surface} == pair))

    def component(c: Constraint) -> float:
        local = c.reaction if entity in ("R", "CR") else c.U
        return local[2] if n is None else (1 if ids is None or c.master in ids else -1) * n @ (c.frame @ local)

    values = []
    for frame in results._loaded:
        found = [c for c in frame["constraints"] if chosen(c)]
        if entity == "GAP":
            values.append(min((c.gap for c in found), default=0.0))
        else:
            total = sum(component(c) for c in found)
            values.append(total / max(len(found), 1) if entity in ("U", "CU") else total)
    return np.array(values, float)
