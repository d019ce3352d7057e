# SPDX-License-Identifier: MIT
"""FIX_…, SET_… and PUT_RIGID_LINK, with and without `solfec` as first argument."""
import functools
import inspect

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


def optional_solfec(function):
    """The manual of 2010 has `solfec` first, the program of 2020 has not."""
    call = routine(function.__name__)(function)

    @functools.wraps(function)
    def either(*args, **kwargs):
        solfec = kwargs.pop("solfec", None)
        if args and isinstance(args[0], SOLFEC):
            solfec, args = args[0], args[1:]
        if solfec is not None:
            _check_owner(function.__name__, solfec, args, kwargs)
        return call(*args, **kwargs)

    either.__signature__ = inspect.signature(function)
    return either


def _check_owner(name, solfec, args, kwargs):
    for value in (*args, *kwargs.values()):
        if isinstance(value, BODY) and value._solfec is not solfec:
            raise InputError(f"{name}: body {value.id} belongs to another SOLFEC object")


def _made(solfec, joint) -> CONSTRAINT:
    solfec._joints[joint.id] = made = CONSTRAINT(solfec, joint=joint)
    return made


def _infinite(name, strength):
    if check.number("strength", strength, at_least=0, infinite=True) != float("inf"):
        raise unavailable(name, "constraints of limited strength", "DELETE in a CALLBACK")


@optional_solfec
def FIX_POINT(body, point, strength=float("inf")):
    """FIX_POINT (body, point): holds a referential point."""
    _infinite("FIX_POINT", strength)
    solfec = _body("body", body)._solfec
    return _made(solfec, solfec._simulation.fix_point(body._body, point))


@optional_solfec
def FIX_DIRECTION(body, point, direction, body2=None, point2=None):
    """FIX_DIRECTION (body, point, direction): holds a referential point along a spatial direction."""
    if body2 is not None or point2 is not None:
        raise unavailable("FIX_DIRECTION", "relative directions between two bodies (body2, point2)")
    solfec = _body("body", body)._solfec
    return _made(solfec, solfec._simulation.fix_direction(body._body, point, direction))


@optional_solfec
def FIX_SURFACE(body, surfid, direction=None):
    """FIX_SURFACE (body, surfid | direction): a list of constraints that hold the points of a surface, altogether or along a
    direction: (x, y, z), 'NORMAL', 'TANGENT1' or 'TANGENT2'."""
    solfec = _body("body", body)._solfec
    with check.names(surface="surfid"):
        joints = solfec._simulation.fix_surface(body._body, check.integer("surfid", surfid), surface_direction(direction))
    return [_made(solfec, joint) for joint in joints]


@optional_solfec
def SET_DISPLACEMENT(body, point, direction, tms):
    """SET_DISPLACEMENT (body, point, direction, tms)."""
    check.instance("tms", tms, TimeSeries, "a TIME_SERIES object")
    solfec = _body("body", body)._solfec
    return _made(solfec, solfec._simulation.set_displacement(body._body, point, direction, tms))


@optional_solfec
def SET_VELOCITY(body, point, direction, value):
    """SET_VELOCITY (body, point, direction, value): a number or a TIME_SERIES."""
    solfec = _body("body", body)._solfec
    return _made(solfec, solfec._simulation.set_velocity(body._body, point, direction, value))


@optional_solfec
def SET_ACCELERATION(body, point, direction, tms):
    """SET_ACCELERATION (body, point, direction, tms)."""
    check.instance("tms", tms, TimeSeries, "a TIME_SERIES object")
    solfec = _body("body", body)._solfec
    return _made(solfec, solfec._simulation.set_acceleration(body._body, point, direction, tms))


@optional_solfec
def PUT_RIGID_LINK(body1, body2, point1, point2, strength=float("inf")):
    """PUT_RIGID_LINK (body1, body2, point1, point2): one body may be None, its point is then fixed in space."""
    _infinite("PUT_RIGID_LINK", strength)
    ends = [b and _body(n, b) for n, b in (("body1", body1), ("body2", body2))]
    if not any(ends):
        raise InputError("arguments 'body1' and 'body2': got None twice, expected at least one BODY")
    solfec = next(b for b in ends if b)._solfec
    joint = solfec._simulation.rigid_link(*(b and b._body for b in ends), point1, point2)
    return _made(solfec, joint)
