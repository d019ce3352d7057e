# SPDX-License-Identifier: MIT
"""Joints on points of bodies, which hold, move, link and spring them. Points are referential, directions spatial."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Sequence

import numpy as np

from .. import check
from ..annotations import Rows, Vector
from ..body import Body
from ..joint import Joint
from ..routine import routine, user_function
from ..series import Amplitude, TimeSeries, amplitude
from .bodies import engine_body
from .loads import surface_direction

if TYPE_CHECKING:
    from .simulation import Simulation

UPDATES = ("FIXED", "CONV1", "CONV2")


@routine("Simulation.fix_point")
def fix_point(sim: Simulation, body: Body, point: Vector, *, strength: float = math.inf) -> Joint:
    """Holds a point of the body where it is, until that takes more than strength [N]."""
    return made_joint(sim, sim._engine.fix_point(engine_body(sim, "body", body), check.vector("point", point), _strength(strength)), body)


@routine("Simulation.fix_direction")
def fix_direction(sim: Simulation, body: Body, point: Vector, direction: Vector) -> Joint:
    """Holds a point of the body in one direction."""
    return made_joint(sim, sim._engine.fix_direction(
        engine_body(sim, "body", body), check.vector("point", point), check.direction("direction", direction)), body)


@routine("Simulation.fix_surface")
def fix_surface(sim: Simulation, body: Body, surface: int, direction: str | Vector | None = None) -> list[Joint]:
    """Holds all corners of the faces of a surface (of a rigid body three that are far apart), altogether or in one direction
    as in surface_load: that of the surface where each point is now."""
    along = None if direction is None else surface_direction(direction)
    made = sim._engine.fix_surface(engine_body(sim, "body", body), check.integer("surface", surface), along)
    return [made_joint(sim, number, body) for number in made]


@routine("Simulation.set_displacement")
def set_displacement(sim: Simulation, body: Body, point: Vector, direction: Rows, value: TimeSeries | Sequence[TimeSeries]) -> Joint:
    """Moves a point along a direction; value: TimeSeries [m]. With a matrix (3, 3) for direction, its columns an
    orthonormal base, and three values the point is moved along all of them."""
    every: Any = value if _is_base(direction) else (value,)
    for series in every:
        check.instance("value", series, TimeSeries, "a time series")
    return _prescribe(sim, "displacement", body, point, direction, value)


@routine("Simulation.set_velocity")
def set_velocity(sim: Simulation, body: Body, point: Vector, direction: Rows, value: Amplitude | Sequence[Amplitude]) -> Joint:
    """Moves a point along a direction; value: number or TimeSeries [m/s]; along three as set_displacement."""
    return _prescribe(sim, "velocity", body, point, direction, value)


@routine("Simulation.set_acceleration")
def set_acceleration(sim: Simulation, body: Body, point: Vector, direction: Rows, value: Amplitude | Sequence[Amplitude]) -> Joint:
    """Moves a point along a direction; value: number or TimeSeries [m/s²]; along three as set_displacement."""
    return _prescribe(sim, "acceleration", body, point, direction, value)


@routine("Simulation.rigid_link")
def rigid_link(sim: Simulation, body1: Body | None, body2: Body | None, point1: Vector, point2: Vector, *,
               strength: float = math.inf) -> Joint:
    """Keeps the distance of two points, until that takes a tension of more than strength [N]; one body may be None, its
    point is then fixed in space. Coincident points are tied together, and break in any direction."""
    ends = [None if b is None else engine_body(sim, n, b) for n, b in (("body1", body1), ("body2", body2))]
    number = sim._engine.rigid_link(ends[0], ends[1], check.vector("point1", point1), check.vector("point2", point2), _strength(strength))
    return made_joint(sim, number, body1, body2)


@routine("Simulation.spring")
def spring(sim: Simulation, body1: Body, point1: Vector, body2: Body | None, point2: Vector, function: Callable[[float, float], float], *,
           limits: Sequence[float] | None = None, direction: Vector | None = None, update: str = "FIXED") -> Joint:
    """A spring between two points; body2 may be None, its point is then fixed in space.

    function (stroke, velocity) → force [N] on point2 along n, and the opposite on point1. stroke [m] = n·(point2 −
    point1) less its first value, velocity [m/s] its rate; a spring that resists returns −k·stroke. n is the line of the
    points, or the direction, which stays (update "FIXED") or turns with body1 ("CONV1") or body2 ("CONV2").
    limits (smin ≤ 0, smax ≥ 0): the stroke stops there.
    """
    call = user_function(check.function("function", function))
    ends = engine_body(sim, "body1", body1), None if body2 is None else engine_body(sim, "body2", body2)
    smin, smax = _limits(limits)
    number = sim._engine.spring(
        ends[0], check.vector("point1", point1), ends[1], check.vector("point2", point2),
        lambda stroke, velocity: check.number("function", call(stroke, velocity), infinite=True), smin, smax,
        None if direction is None else check.direction("direction", direction), check.choice("update", update, UPDATES))
    sim._calls_functions = True
    return made_joint(sim, number, body1, body2)


def made_joint(sim: Simulation, number: int, *bodies: Body | None) -> Joint:
    """The joint of the engine with this number, on the bodies that are not None."""
    sim._changes += 1
    return Joint(sim, number, tuple(body for body in bodies if body is not None))


def _prescribe(sim: Simulation, kind: str, body: Body, point: Vector, direction: Rows, value: Any) -> Joint:
    own, X = engine_body(sim, "body", body), check.vector("point", point)
    if not _is_base(direction):
        return made_joint(sim, sim._engine.prescribe(own, X, check.direction("direction", direction), kind, amplitude("value", value)), body)
    check.instance("value", value, (list, tuple), "three numbers or time series")
    if len(value) != 3:
        raise check.wrong_value("value", value, "three numbers or time series")
    base = np.array([check.vector("direction", row) for row in direction])
    return made_joint(sim, sim._engine.prescribe3(own, X, base, kind, tuple(amplitude("value", v) for v in value)), body)


def _strength(value: Any) -> float:
    return check.number("strength", value, at_least=0, infinite=True)


def _limits(limits: Any) -> tuple[float, float]:
    """(smin, smax); None: none."""
    if limits is None:
        return -math.inf, math.inf
    check.instance("limits", limits, (list, tuple), "two numbers (smin, smax)")
    if len(limits) != 2:
        raise check.wrong_value("limits", limits, "two numbers (smin, smax)")
    smin, smax = (check.number("limits", s, infinite=True) for s in limits)
    if smin > 0 or smax < 0:
        raise check.wrong_value("limits", limits, "(smin, smax) with smin <= 0 <= smax")
    return smin, smax


def _is_base(direction: Any) -> bool:
    return isinstance(direction, (list, tuple, np.ndarray)) and len(direction) == 3 and np.ndim(direction) == 2
