# SPDX-License-Identifier: MIT
"""Prescribed motion of whole obstacles and of surfaces: shaking tables, drums, plates that press."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Sequence, Union

import numpy as np

from .. import check
from ..annotations import Numbers, Vector
from ..body import Body
from ..errors import InputError
from ..joint import Drive, Joint, JointGroup
from ..routine import routine, user_function
from ..series import Amplitude, TimeSeries, amplitude
from .bodies import engine_body

if TYPE_CHECKING:
    from .simulation import Simulation

TRANSLATIONS = ("velocity", "displacement", "acceleration")
VECTOR = "three numbers, TimeSeries or functions of time, or a function of time that returns three numbers"

Motion = Union[Sequence[Amplitude | Callable[[float], float]], np.ndarray, Callable[[float], Numbers]]


@routine("Simulation.move")
def move(sim: Simulation, item: Body, *, velocity: Motion | None = None, displacement: Motion | None = None,
         acceleration: Motion | None = None, angular_velocity: Motion | None = None, about: Vector | None = None,
         surface: int | None = None) -> Joint:
    """Prescribes the motion of a whole obstacle, or with surface= of all nodes of that surface of a finite-element body.

    One of velocity [m/s], displacement d [m] (of which d(t) − d(start) is imposed) and acceleration [m/s²], or none: no translation;
    angular_velocity [rad/s] in space axes, None: no rotation. Each is three numbers, TimeSeries or functions of time, or
    one function of time that returns three numbers. The axis of rotation passes through the point `about`, given where it
    is now, which moves with the translation; by default the mass centre of the obstacle, or the mean of the nodes.
    Obstacles follow exactly; nodes to second order in the step. After the end of a series the displacement stays, the
    velocity stays, and an acceleration is zero. Until the joint that is returned is removed nothing else may move the obstacle.
    """
    body = engine_body(sim, "item", item)
    kind, translation = _translation(sim, velocity=velocity, displacement=displacement, acceleration=acceleration)
    omega = None if angular_velocity is None else _vector(sim, "angular_velocity", angular_velocity)
    if translation is None and omega is None:
        raise InputError("no motion was given, expected velocity=, displacement= or acceleration=, angular_velocity=, or one of "
                         "those with it. To hold an obstacle where it is: velocity=(0, 0, 0)")
    if about is not None and omega is None:
        raise InputError("argument 'about': got a point without angular_velocity=; it is the point the body turns about")
    center = None if about is None else check.vector("about", about)
    if surface is None:
        _refuse_whole(item)
        with check.names(body="item"):
            number = sim._engine.move_obstacle(body, center or item.position, kind, translation, omega)
        sim._changes += 1
        return Drive(sim, number, (item,))
    made = sim._engine.move_surface(body, check.integer("surface", surface), center, kind, translation, omega)
    sim._changes += 1
    return JointGroup(sim, made, (item,))


def _refuse_whole(item: Body) -> None:
    if item.kind == "OBSTACLE":
        return
    advice = {"FINITE_ELEMENT": "give surface=, the identifier of the surface whose nodes are to be moved",
              "RIGID": "make it an obstacle, or move points of it by set_displacement, set_velocity or set_acceleration"}
    raise InputError(f"argument 'item': got body {item.id} of kind {item.kind}, expected an obstacle, or a finite-element body with "
                     f"surface=; {advice.get(item.kind, advice['RIGID'])}")


def _translation(sim: Simulation, **given: Any) -> tuple[str, Any]:
    """(kind, what the engine takes), ('', None) where there is none."""
    named = {name: value for name, value in given.items() if value is not None}
    if len(named) > 1:
        raise InputError(f"got {' and '.join(named)}, expected only one of {', '.join(TRANSLATIONS)}: each prescribes the whole translation")
    for name, value in named.items():
        taken = _vector(sim, name, value)
        if name == "displacement":
            _refuse_constant(value)
        return name, taken
    return "", None


def _vector(sim: Simulation, name: str, value: Any) -> Any:
    """Three amplitudes, or a function of time."""
    if isinstance(value, TimeSeries) or check.is_number(value):
        raise check.wrong_type(name, value, f"{VECTOR}; along x: ({name}, 0, 0)")
    if callable(value):
        return _function(sim, name, [value])
    check.instance(name, value, (list, tuple, np.ndarray), VECTOR)
    if len(value) != 3:
        raise check.wrong_value(name, value, VECTOR)
    if any(callable(v) and not isinstance(v, TimeSeries) for v in value):
        return _function(sim, name, [v if callable(v) else _constant(check.number(name, v)) for v in value])
    return tuple(amplitude(name, v) for v in value)


def _function(sim: Simulation, name: str, functions: list[Callable[[float], Any]]) -> Callable[[float], np.ndarray]:
    calls = [user_function(f) for f in functions]
    sim._calls_functions = True
    if len(calls) == 1:
        return lambda t: np.array(check.numbers(name, calls[0](t), count=3, expected=f"three numbers from the function, at t = {t:g}"))
    return lambda t: np.array([check.number(name, call(t)) for call in calls])


def _refuse_constant(displacement: Any) -> None:
    """Imposed is the change of the displacement since the start, and a plain number has none."""
    for axis, value in zip("xyz", () if callable(displacement) else displacement):
        if check.is_number(value) and value != 0:
            raise InputError(f"argument 'displacement': got the constant {value:g} along {axis}, expected a TimeSeries or a function of time, or 0. "
                             "Displacements are relative to their value at the start, so that a constant moves nothing; a TimeSeries that starts "
                             f"at 0 moves by {value:g} m within a second: corbel.TimeSeries([(0, 0), (1, {value:g})])")


def _constant(value: float) -> Callable[[float], float]:
    return lambda t: value
