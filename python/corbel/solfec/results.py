# SPDX-License-Identifier: MIT
"""DURATION, FORWARD, BACKWARD, SEEK, DISPLACEMENT, VELOCITY, STRESS, ENERGY, TIMING."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import check
from ..stress import von_mises
from ..routine import routine
from .body import BODY
from .body import body as checked_body
from .energies import KINDS, energy
from .model import SOLFEC
from .unavailable import unavailable

if TYPE_CHECKING:
    from ..annotations import Vector

# The timers of Solfec in terms of the stages of the step.
TIMINGS = {"TIMINT": ("predict", "advance"), "CONUPD": (), "CONDET": ("detect",), "LOCDYN": ("localize",),
           "CONSOL": ("solve",), "PARBAL": ()}


def checked_solfec(value: Any) -> SOLFEC:
    return check.instance("solfec", value, SOLFEC, "a SOLFEC object")


@routine("DURATION")
def DURATION(solfec: SOLFEC) -> float | tuple[float, float]:
    """DURATION (solfec): (t0, t1) in READ mode, the current time in WRITE mode."""
    if checked_solfec(solfec).mode == "WRITE":
        return solfec.time
    times = solfec._stored().times
    return float(times[0]), float(times[-1])


@routine("SEEK")
def SEEK(solfec: SOLFEC, time: float) -> None:
    """SEEK (solfec, time): to the frame nearest to the time; ignored in WRITE mode."""
    time = check.number("time", time)
    if checked_solfec(solfec).mode == "READ":
        solfec._show(solfec._stored().frame_at(time))


@routine("FORWARD")
def FORWARD(solfec: SOLFEC, steps: int, corotated_displacements: str = "FALSE") -> None:
    """FORWARD (solfec, steps): frames ahead, to the last at most; ignored in WRITE mode."""
    if check.choice("corotated_displacements", corotated_displacements, ("FALSE", "TRUE")) == "TRUE":
        raise unavailable("FORWARD", "co-rotated displacements")
    _move(solfec, check.integer("steps", steps, at_least=0))


@routine("BACKWARD")
def BACKWARD(solfec: SOLFEC, steps: int) -> None:
    """BACKWARD (solfec, steps): frames back, to the first at most; ignored in WRITE mode."""
    _move(solfec, -check.integer("steps", steps, at_least=0))


def _move(solfec: SOLFEC, frames: int) -> None:
    if checked_solfec(solfec).mode == "READ":
        solfec._show(solfec._frame + frames)


@routine("DISPLACEMENT")
def DISPLACEMENT(body: BODY, point: Vector) -> tuple[float, ...]:
    """DISPLACEMENT (body, point): of a referential point."""
    return tuple(checked_body("body", body)._body.displacement_of(point).tolist())


@routine("VELOCITY")
def VELOCITY(body: BODY, point: Vector) -> tuple[float, ...]:
    """VELOCITY (body, point): of a referential point."""
    return tuple(checked_body("body", body)._body.velocity_of(point).tolist())


@routine("STRESS")
def STRESS(body: BODY, point: Vector) -> tuple[float, ...]:
    """STRESS (body, point): the Cauchy stress at a referential point, (sx, sy, sz, sxy, sxz, syz, mises)."""
    stress = checked_body("body", body)._body.stress_at(point)
    return tuple(stress_components(stress).tolist())


def stress_components(stress: np.ndarray) -> np.ndarray:
    """(…, 3, 3) → (…, 7), the order of STRESS."""
    indices = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    return np.stack([stress[..., i, j] for i, j in indices] + [von_mises(stress)], axis=-1)


@routine("ENERGY")
def ENERGY(solfec: SOLFEC, object: Any = None) -> tuple[float, ...]:
    """ENERGY (solfec | object): (kinetic, internal, external, contact, friction) of a SOLFEC, a BODY or a list of BODY."""
    checked_solfec(solfec)
    object = solfec if object is None else object
    energies = [body._body.energy() for body in bodies_of(object, "object")] + _of_removed(solfec, object)
    return tuple(float(sum(energy(e, kind) for e in energies)) for kind in KINDS)


def _of_removed(solfec: SOLFEC, object: Any) -> list[dict[str, float]]:
    """Work done on bodies that were deleted since counts as before."""
    removed = solfec._simulation._engine.removed_energies()
    if not isinstance(object, SOLFEC):
        wanted = {item._body.id for item in (object if isinstance(object, (list, tuple)) else [object])}
        removed = {number: energy for number, energy in removed.items() if number in wanted}
    return [{**energy, "kinetic": 0.0, "internal": 0.0} for energy in removed.values()]


def bodies_of(object: Any, name: str) -> list[BODY]:
    if isinstance(object, SOLFEC):
        return object.bodies
    items = object if isinstance(object, (list, tuple)) else [object]
    for item in items:
        check.instance(name, item, BODY, "a SOLFEC object, a BODY or a list of BODY")
    return [item for item in items if item._body.alive]


@routine("TIMING")
def TIMING(solfec: SOLFEC, kind: str) -> float:
    """TIMING (solfec, kind): wall seconds since the previous frame."""
    stages = TIMINGS[check.choice("kind", kind, tuple(TIMINGS))]
    seconds = checked_solfec(solfec)._simulation._engine.stage_seconds()
    return float(sum(seconds[stage] for stage in stages))
