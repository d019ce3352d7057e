# SPDX-License-Identifier: MIT
"""What is drawn: the bodies of a simulation or of frames of results, and those of them that were chosen."""
from __future__ import annotations

import functools
from typing import Any, Callable, Iterable, Sequence

import numpy as np

from .. import _engine, check
from ..body import Body
from ..errors import InputError
from ..lookup import name_of
from ..replay import knows_stress, stand_in
from ..results import Results
from ..routine import closest, user_function
from ..simulation import Simulation
from ..stored_motion import StoredBody
from .surfaces import FIELDS, Moment, Surfaces


def moments_of(source: Simulation | Results, time: Any, field: str | None) -> tuple[list[float], list[list[Moment]]]:
    """Times and, for each, a list of Moment."""
    if isinstance(source, Simulation):
        if time is not None:
            raise InputError("argument 'time': a simulation is drawn in its current state; open its results for other times")
        stored = [StoredBody(d) for d in source._engine.body_descriptions()]
        return [source.time], [[Moment(b, e.q, e.u, functools.partial(_itself, e)) for b, e in zip(stored, source._engine.bodies)]]
    if not len(source):
        raise InputError(f"'{source.path}' contains no frame")
    if time is None:
        indices = [len(source) - 1]
    else:
        several = isinstance(time, (list, tuple, np.ndarray))
        indices = [_frame_near(source, t) for t in (check.numbers("time", time, at_least=1) if several else [check.number("time", time)])]
    return [source.times[i] for i in indices], [_stored(source, i, field) for i in indices]


def _frame_near(results: Results, time: float) -> int:
    """Times between frames are those of the nearest; what was not computed is not drawn."""
    times = results.times
    interval = np.diff(times).max() if len(times) > 1 else results.frame(0)["h"]
    if not times[0] - 0.501 * interval <= time <= times[-1] + 0.501 * interval:
        raise InputError(f"argument 'time': got {time:g}, expected a time in the stored range, t = {times[0]:g} … {times[-1]:g} s of '{results.path}'")
    return results.frame_at(time)


def _stored(results: Results, index: int, field: str | None) -> list[Moment]:
    by_id = {body.id: body for body in results.bodies}
    return [Moment(by_id[r["id"]], r["q"], r["u"], functools.partial(_in_state, by_id[r["id"]], r["q"], r["u"], field))
            for r in results.frame(index)["bodies"]]


def _itself(body: _engine.Body) -> _engine.Body:
    return body


def _in_state(body: StoredBody, q: np.ndarray, u: np.ndarray, field: str | None) -> _engine.Body:
    if field == "von_mises" and not knows_stress(body):
        raise InputError(f"argument 'field': the file names no material of body {body.id} (format 4), so its stress is not known; "
                         "use 'displacement' or 'speed'")
    made = stand_in(body)
    made.restore(q, u)
    return made


def chooser(bodies: Any, source: Simulation | Results) -> Callable[[StoredBody], bool]:
    """Function of a body: drawn or not."""
    if bodies is None:
        return lambda body: True
    if callable(bodies):
        return user_function(bodies)
    if not isinstance(bodies, (list, tuple)):
        raise check.wrong_type("bodies", bodies, "a list of labels, ids or bodies, or a function of a body")
    ids = {source.body(b.id if hasattr(b, "id") else b).id for b in bodies}
    return lambda body: body.id in ids


def nothing_drawn(source: Simulation | Results, chosen: Callable[[StoredBody], bool], times: Sequence[float]) -> InputError:
    """None of the bodies is there at any of the times; of results it is known when they were."""
    bodies = [] if isinstance(source, Simulation) else [body for body in source.bodies if chosen(body)]
    reasons = [f"{name_of(body)} was removed at t = {body.removed:g} s" if body.removed <= min(times) else
               f"{name_of(body)} was added at t = {body.added:g} s" for body in bodies[:5]]
    return InputError("there is no body to draw" + (f" at t = {', '.join(f'{t:g}' for t in times)} s: {'; '.join(reasons)}" if reasons else ""))


def check_field(field: str, panels: Iterable[Surfaces]) -> None:
    """A colour bar needs values."""
    if any(np.isfinite(p.values).any() or np.isfinite(p.ball_values).any() for p in panels):
        return
    if all(body.kind == "OBSTACLE" for p in panels for body in p.bodies):
        raise InputError(f"argument 'field': got '{field}', but only obstacles are drawn, which have no field; omit it")
    others = " or ".join(f"'{name}'" for name in FIELDS if name != "von_mises")
    raise InputError(f"argument 'field': got '{field}', which only deformable bodies (finite_element, pseudo_rigid) have, and none is drawn, expected {others}")


def check_labels(name: str, labels: Iterable[str], bodies: Iterable[Body | StoredBody]) -> None:
    """Labels that no body has are refused, with the nearest one that there is."""
    known = sorted({body.label for body in bodies if body.label})
    for label in labels:
        if label not in known:
            raise InputError(f"argument '{name}': there is no body with the label {check.shown(label)}.{closest(str(label), known)}")
