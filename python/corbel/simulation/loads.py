# SPDX-License-Identifier: MIT
"""Loads: forces, torques and functions on bodies, forces per area on surfaces (faces of convexes and meshes with an identifier), gravity."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Sequence

import numpy as np

from .. import check
from ..annotations import Numbers, Vector
from ..body import Body
from ..routine import routine, user_function
from ..series import Amplitude, TimeSeries, amplitude
from .bodies import engine_body

if TYPE_CHECKING:
    from .simulation import Simulation


@routine("Simulation.force")
def force(sim: Simulation, body: Body, point: Vector, direction: Vector, value: Amplitude, *, convected: bool = False) -> None:
    """A force at a referential point. value: number or TimeSeries [N]; convected: the direction turns with the body."""
    sim._engine.force(engine_body(sim, "body", body), _kind("convected", convected), check.vector("point", point),
                      check.direction("direction", direction), amplitude("value", value))


@routine("Simulation.torque")
def torque(sim: Simulation, body: Body, direction: Vector, value: Amplitude, *, convected: bool = False) -> None:
    """value: number or TimeSeries [N m]; convected: the direction turns with the body."""
    sim._engine.torque(engine_body(sim, "body", body), _kind("convected", convected), check.direction("direction", direction),
                       amplitude("value", value))


@routine("Simulation.force_function")
def force_function(sim: Simulation, body: Body, function: Callable[[np.ndarray, np.ndarray, float, float], Numbers]) -> None:
    """A load from a function (q, u, t, h) → nine numbers: spatial force, spatial torque, torque in body axes; of a body
    that deforms as many numbers as its u, the force conjugate to it."""
    call = user_function(check.function("function", function))
    loaded = engine_body(sim, "body", body)
    count = loaded.callback_force_size()
    expected = f"{count if loaded.deforms else 'nine'} numbers from the force function"
    sim._engine.callback_force(loaded, lambda *state: check.numbers("function", call(*state), count=count, expected=expected))
    sim._calls_functions = True


@routine("Simulation.surface_load")
def surface_load(sim: Simulation, body: Body, surface: int, direction: str | Vector, value: Amplitude, *, follower: bool = False) -> None:
    """A force per area. value: number or TimeSeries [Pa]; direction: three numbers, "normal" (outward), "tangent1" (the
    steepest descent in the face, x if it is horizontal) or "tangent2" (tangent1 × tangent2 = normal).

    By default a dead load: directions and areas of the referential faces. follower: those of the moving, deforming ones.
    """
    kind = _kind("follower", follower)
    sim._engine.surface_load(engine_body(sim, "body", body), kind, check.integer("surface", surface), surface_direction(direction),
                             amplitude("value", value))


@routine("Simulation.pressure")
def pressure(sim: Simulation, body: Body, surface: int, value: Amplitude) -> None:
    """A pressure that stays normal to the surface; value > 0 presses on the body: number or TimeSeries [Pa]."""
    inward: Amplitude = value.scaled(-1) if isinstance(value, TimeSeries) else -check.number("value", value)
    surface_load(sim, body, surface, "normal", inward, follower=True)


def set_gravity(sim: Simulation, name: str, gravity: Sequence[Amplitude] | np.ndarray) -> None:
    """name: of the argument, for messages."""
    check.instance(name, gravity, (list, tuple, np.ndarray), "three numbers or time series")
    if len(gravity) != 3:
        raise check.wrong_value(name, gravity, "three numbers or time series")
    sim._engine.gravity = tuple(amplitude(name, g) for g in gravity)
    sim._gravity = tuple(gravity)


def surface_direction(direction: str | Vector) -> str | list[float]:
    """As the engine takes it."""
    if isinstance(direction, str):
        return check.choice("direction", direction.lower(), ("normal", "tangent1", "tangent2")).upper()
    return check.direction("direction", direction)


def _kind(name: str, turns: Any) -> str:
    """Whether a load turns with the body."""
    return "CONVECTED" if check.boolean(name, turns) else "SPATIAL"
