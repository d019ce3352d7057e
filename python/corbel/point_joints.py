# SPDX-License-Identifier: MIT
"""Joints on points of bodies: the part of Simulation that holds, moves, links and springs them."""
import math

import numpy as np

from . import check
from .joint import Joint
from .routine import routine, user_function
from .series import TimeSeries, amplitude

UPDATES = ("FIXED", "CONV1", "CONV2")


class PointJoints:
    """Points are referential, directions spatial."""

    @routine("Simulation.fix_point")
    def fix_point(self, body, point, *, strength=math.inf) -> Joint:
        """Holds a point of the body where it is, until that takes more than strength [N]."""
        return self._joint(self._engine.fix_point(
            self._own("body", body), check.vector("point", point), _strength(strength)), body)

    @routine("Simulation.fix_direction")
    def fix_direction(self, body, point, direction) -> Joint:
        """Holds a point of the body in one direction."""
        return self._joint(self._engine.fix_direction(
            self._own("body", body), check.vector("point", point), check.direction("direction", direction)), body)

    @routine("Simulation.set_displacement")
    def set_displacement(self, body, point, direction, value) -> Joint:
        """Moves a point along a direction; value: TimeSeries [m]. With a matrix (3, 3) for direction, its columns an
        orthonormal base, and three values the point is moved along all of them."""
        for series in value if _is_base(direction) else (value,):
            check.instance("value", series, TimeSeries, "a time series")
        return self._prescribe("displacement", body, point, direction, value)

    @routine("Simulation.set_velocity")
    def set_velocity(self, body, point, direction, value) -> Joint:
        """Moves a point along a direction; value: number or TimeSeries [m/s]; along three as set_displacement."""
        return self._prescribe("velocity", body, point, direction, value)

    @routine("Simulation.set_acceleration")
    def set_acceleration(self, body, point, direction, value) -> Joint:
        """Moves a point along a direction; value: number or TimeSeries [m/s²]; along three as set_displacement."""
        return self._prescribe("acceleration", body, point, direction, value)

    def _prescribe(self, kind, body, point, direction, value):
        body, point, own = self._own("body", body), check.vector("point", point), body
        if _is_base(direction):
            check.instance("value", value, (list, tuple), "three numbers or time series")
            if len(value) != 3:
                raise check.wrong_value("value", value, "three numbers or time series")
            base = np.array([check.vector("direction", row) for row in direction])
            made = self._engine.prescribe3(body, point, base, kind, tuple(amplitude("value", v) for v in value))
        else:
            made = self._engine.prescribe(body, point, check.direction("direction", direction), kind, amplitude("value", value))
        return self._joint(made, own)

    @routine("Simulation.rigid_link")
    def rigid_link(self, body1, body2, point1, point2, *, strength=math.inf) -> Joint:
        """Keeps the distance of two points, until that takes a tension of more than strength [N]; one body may be None, its
        point is then fixed in space. Coincident points are tied together, and break in any direction."""
        ends = [None if b is None else self._own(n, b) for n, b in (("body1", body1), ("body2", body2))]
        number = self._engine.rigid_link(*ends, check.vector("point1", point1), check.vector("point2", point2),
                                         _strength(strength))
        return self._joint(number, *(b for b in (body1, body2) if b is not None))

    @routine("Simulation.spring")
    def spring(self, body1, point1, body2, point2, function, *, limits=None, direction=None, update="FIXED") -> Joint:
        """A spring between two points; body2 may be None, its point is then fixed in space.

        function (stroke, velocity) → force [N] on point2 along n, and the opposite on point1. stroke [m] = n·(point2 −
        point1) less its first value, velocity [m/s] its rate; a spring that resists returns −k·stroke. n is the line of the
        points, or the direction, which stays (update "FIXED") or turns with body1 ("CONV1") or body2 ("CONV2").
        limits (smin ≤ 0, smax ≥ 0): the stroke stops there.
        """
        call = user_function(check.function("function", function))
        ends = self._own("body1", body1), None if body2 is None else self._own("body2", body2)
        smin, smax = _limits(limits)
        number = self._engine.spring(
            ends[0], check.vector("point1", point1), ends[1], check.vector("point2", point2),
            lambda stroke, velocity: check.number("function", call(stroke, velocity), infinite=True), smin, smax,
            None if direction is None else check.direction("direction", direction), check.choice("update", update, UPDATES))
        self._calls_functions = True
        return self._joint(number, *(b for b in (body1, body2) if b is not None))

    def _joint(self, number, *bodies):
        self._changes += 1
        return Joint(self, number, bodies)


def _strength(value) -> float:
    return check.number("strength", value, at_least=0, infinite=True)


def _limits(limits):
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


def _is_base(direction) -> bool:
    return isinstance(direction, (list, tuple, np.ndarray)) and len(direction) == 3 and np.ndim(direction) == 2
