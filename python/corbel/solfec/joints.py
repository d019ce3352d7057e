# SPDX-License-Identifier: MIT
"""FIX_…, SET_…, PUT_RIGID_LINK and PUT_SPRING, with and without `solfec` as first argument."""
from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any, Callable, Sequence, TypeVar, cast

from .. import check
from ..errors import InputError
from ..routine import routine
from ..series import TimeSeries
from .body import BODY
from .body import body as _body
from .constraint import CONSTRAINT
from .loads import surface_direction
from .model import SOLFEC
from .unavailable import unavailable

if TYPE_CHECKING:
    from ..annotations import Numbers, Vector
    from ..joint import Joint
    from ..series import Amplitude


Function = TypeVar("Function", bound=Callable[..., Any])


def optional_solfec(function: Function) -> Function:
    """The manual of 2010 has `solfec` first, the program of 2020 has not."""
    call = routine(function.__name__)(function)

    @functools.wraps(function)
    def either(*args: Any, **kwargs: Any) -> Any:
        solfec = kwargs.pop("solfec", None)
        if args and isinstance(args[0], SOLFEC):
            solfec, args = args[0], args[1:]
        if solfec is not None:
            _check_owner(function.__name__, solfec, args, kwargs)
        return call(*args, **kwargs)

    setattr(either, "__signature__", inspect.signature(function))
    return cast(Function, either)


def _check_owner(name: str, solfec: SOLFEC, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    for value in (*args, *kwargs.values()):
        if isinstance(value, BODY) and value._solfec is not solfec:
            raise InputError(f"{name}: body {value.id} belongs to another SOLFEC object")


def _made(solfec: SOLFEC, joint: Joint) -> CONSTRAINT:
    solfec._joints[joint.id] = made = CONSTRAINT(solfec, joint=joint)
    return made


@optional_solfec
def FIX_POINT(body: BODY, point: Vector, strength: float = float("inf")) -> CONSTRAINT:
    """FIX_POINT (body, point | strength): holds a referential point; deleted when its reaction exceeds the strength."""
    solfec = _body("body", body)._solfec
    return _made(solfec, solfec._simulation.fix_point(body._body, point, strength=strength))


@optional_solfec
def FIX_DIRECTION(body: BODY, point: Vector, direction: Vector, body2: BODY | None = None, point2: Vector | None = None) -> CONSTRAINT:
    """FIX_DIRECTION (body, point, direction): holds a referential point along a spatial direction."""
    if body2 is not None or point2 is not None:
        raise unavailable("FIX_DIRECTION", "relative directions between two bodies (body2, point2)")
    solfec = _body("body", body)._solfec
    return _made(solfec, solfec._simulation.fix_direction(body._body, point, direction))


@optional_solfec
def FIX_SURFACE(body: BODY, surfid: int, direction: str | Vector | None = None) -> list[CONSTRAINT]:
    """FIX_SURFACE (body, surfid | direction): a list of constraints that hold the points of a surface, altogether or along a
    direction: (x, y, z), 'NORMAL', 'TANGENT1' or 'TANGENT2'."""
    solfec = _body("body", body)._solfec
    with check.names(surface="surfid"):
        joints = solfec._simulation.fix_surface(body._body, check.integer("surfid", surfid), surface_direction(direction))
    return [_made(solfec, joint) for joint in joints]


@optional_solfec
def SET_DISPLACEMENT(body: BODY, point: Vector, direction: Vector, tms: TimeSeries) -> CONSTRAINT:
    """SET_DISPLACEMENT (body, point, direction, tms)."""
    check.instance("tms", tms, TimeSeries, "a TIME_SERIES object")
    solfec = _body("body", body)._solfec
    return _made(solfec, solfec._simulation.set_displacement(body._body, point, direction, tms))


@optional_solfec
def SET_VELOCITY(body: BODY, point: Vector, direction: Vector, value: Amplitude) -> CONSTRAINT:
    """SET_VELOCITY (body, point, direction, value): a number or a TIME_SERIES."""
    solfec = _body("body", body)._solfec
    return _made(solfec, solfec._simulation.set_velocity(body._body, point, direction, value))


@optional_solfec
def SET_ACCELERATION(body: BODY, point: Vector, direction: Vector, tms: TimeSeries) -> CONSTRAINT:
    """SET_ACCELERATION (body, point, direction, tms)."""
    check.instance("tms", tms, TimeSeries, "a TIME_SERIES object")
    solfec = _body("body", body)._solfec
    return _made(solfec, solfec._simulation.set_acceleration(body._body, point, direction, tms))


@optional_solfec
def PUT_RIGID_LINK(body1: BODY | None, body2: BODY | None, point1: Vector, point2: Vector, strength: float = float("inf")) -> CONSTRAINT:
    """PUT_RIGID_LINK (body1, body2, point1, point2 | strength): one body may be None, its point is then fixed in space;
    deleted when its tension exceeds the strength."""
    ends = [b and _body(n, b) for n, b in (("body1", body1), ("body2", body2))]
    if not any(ends):
        raise InputError("arguments 'body1' and 'body2': got None twice, expected at least one BODY")
    solfec = next(b for b in ends if b)._solfec
    joint = solfec._simulation.rigid_link(*(b and b._body for b in ends), point1, point2, strength=strength)
    return _made(solfec, joint)


@optional_solfec
def PUT_SPRING(body1: BODY, point1: Vector, body2: BODY, point2: Vector, function: Callable[[float, float], float], limits: Sequence[float],
               direction: Vector | None = None, update: str = "FIXED") -> CONSTRAINT:
    """PUT_SPRING (body1, point1, body2, point2, function, limits | direction, update): force = function (stroke, velocity),
    stroke = n·(point2 − point1) less its first value, acts on point2 along n; update 'FIXED', 'CONV1' or 'CONV2'."""
    solfec = _body("body1", body1)._solfec
    joint = solfec._simulation.spring(body1._body, point1, _body("body2", body2)._body, point2, function, limits=limits,
                                      direction=direction, update=update)
    return _made(solfec, joint)


def _motion3(body: BODY, point: Vector, base: Numbers, tms: Sequence[TimeSeries], setter: str) -> CONSTRAINT:
    solfec = _body("body", body)._solfec
    vectors = check.numbers("base", base, count=9, expected="a tuple of 9 numbers: three base vectors one after another")
    check.instance("tms", tms, (tuple, list), "a tuple of three TIME_SERIES objects")
    for series in tms:
        check.instance("tms", series, TimeSeries, "a tuple of three TIME_SERIES objects")
    columns = [[vectors[3 * k + i] for k in range(3)] for i in range(3)]
    with check.names(direction="base", value="tms"):
        return _made(solfec, getattr(solfec._simulation, setter)(body._body, point, columns, tms))


@optional_solfec
def SET_DISPLACEMENT3(body: BODY, point: Vector, base: Numbers, tms: Sequence[TimeSeries]) -> CONSTRAINT:
    """SET_DISPLACEMENT3 (body, point, base, tms): along the three vectors of base, one after another in a tuple of 9."""
    return _motion3(body, point, base, tms, "set_displacement")


@optional_solfec
def SET_VELOCITY3(body: BODY, point: Vector, base: Numbers, tms: Sequence[TimeSeries]) -> CONSTRAINT:
    """SET_VELOCITY3 (body, point, base, tms): along the three vectors of base, one after another in a tuple of 9."""
    return _motion3(body, point, base, tms, "set_velocity")


@optional_solfec
def SET_ACCELERATION3(body: BODY, point: Vector, base: Numbers, tms: Sequence[TimeSeries]) -> CONSTRAINT:
    """SET_ACCELERATION3 (body, point, base, tms): along the three vectors of base, one after another in a tuple of 9."""
    return _motion3(body, point, base, tms, "set_acceleration")
