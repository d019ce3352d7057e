# SPDX-License-Identifier: MIT
"""GRAVITY, FORCE, TORQUE, LOAD, PRESSURE."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Sequence

import numpy as np

from .. import check
from ..errors import InputError
from ..routine import routine
from ..series import TimeSeries
from ..simulation.loads import set_gravity
from .body import body as checked_body
from .callbacks import NOTHING, data_arguments
from .model import SOLFEC

if TYPE_CHECKING:
    from ..annotations import Vector
    from ..series import Amplitude
    from .body import BODY


@routine("GRAVITY")
def GRAVITY(solfec: SOLFEC, vector: Sequence[Amplitude] | np.ndarray | None = None, value: Amplitude | None = None, *,
            direction: Vector | None = None) -> None:
    """GRAVITY (solfec, vector) of three numbers or TIME_SERIES, or GRAVITY (solfec, direction, value)."""
    check.instance("solfec", solfec, SOLFEC, "a SOLFEC object")
    if (vector is None) == (direction is None):
        raise InputError("give either a vector of three, or a direction and a value")
    if value is None:
        given: Any = vector if direction is None else direction
        return set_gravity(solfec._simulation, "vector" if direction is None else "direction", given)
    n = np.array(check.direction("direction", vector if direction is None else direction))
    n /= np.linalg.norm(n)
    if isinstance(value, TimeSeries):
        return set_gravity(solfec._simulation, "value", [value.scaled(c) if c else 0 for c in n])
    return set_gravity(solfec._simulation, "value", check.number("value", value) * n)


@routine("FORCE")
def FORCE(body: BODY, kind: str, point: Vector, direction: Vector, value: Amplitude | Callable[..., Any], data: Any = NOTHING) -> None:
    """FORCE (body, kind, point, direction, value | data): value is a number, a TIME_SERIES or a callback."""
    body = checked_body("body", body)
    convected = check.choice("kind", kind, ("SPATIAL", "CONVECTED")) == "CONVECTED"
    simulation = body._solfec._simulation
    if not callable(value) or isinstance(value, TimeSeries):
        return simulation.force(body._body, point, direction, value, convected=convected)
    leading = data_arguments(data)
    return simulation.force_function(
        body._body, lambda q, u, t, h: value(*leading, tuple(q.tolist()), tuple(u.tolist()), t, h))


@routine("TORQUE")
def TORQUE(body: BODY, kind: str, direction: Vector, value: Amplitude) -> None:
    """TORQUE (body, kind, direction, value): value is a number or a TIME_SERIES."""
    body = checked_body("body", body)
    convected = check.choice("kind", kind, ("SPATIAL", "CONVECTED")) == "CONVECTED"
    return body._solfec._simulation.torque(body._body, direction, value, convected=convected)


def surface_direction(direction: Any) -> Any:
    """Of a surface: a vector, or a name in capitals."""
    if isinstance(direction, str):
        check.choice("direction", direction, ("NORMAL", "TANGENT1", "TANGENT2"))
    return direction


@routine("LOAD")
def LOAD(body: BODY, kind: str, surfid: int, direction: str | Vector, value: Amplitude) -> None:
    """LOAD (body, kind, surfid, direction, value): force per area; direction (x, y, z), 'NORMAL', 'TANGENT1' or 'TANGENT2'."""
    body = checked_body("body", body)
    follower = check.choice("kind", kind, ("SPATIAL", "CONVECTED")) == "CONVECTED"
    with check.names(surface="surfid"):
        body._solfec._simulation.surface_load(body._body, check.integer("surfid", surfid), surface_direction(direction), value,
                                              follower=follower)


@routine("PRESSURE")
def PRESSURE(body: BODY, surfid: int, value: Amplitude) -> None:
    """PRESSURE (body, surfid, value): value times the outward normal of the deformed surface, so value < 0 compresses."""
    LOAD(body, "CONVECTED", surfid, "NORMAL", value)
