# SPDX-License-Identifier: MIT
"""Limits of a run, and the model check before it."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .. import check
from ..inspection import Inspection
from ..routine import routine

if TYPE_CHECKING:
    from .simulation import Simulation


@routine("Simulation.certificate")
def certificate(sim: Simulation, *, residual: float | None = None, penetration: float | None = None, energy: float | None = None) -> None:
    """Bounds that end a run with a RunError, after the frame of that step is written. None: no bound.

    residual: of both residuals of a step; penetration: the same as max_penetration [m]; energy: of what the time
    integration adds or loses, as a part of all energies. Results.certificate() tells what a run reached.
    """
    bounds = [bound(name, value) for name, value in (("residual", residual), ("penetration", penetration), ("energy", energy))]
    sim._engine.max_residual, sim._engine.max_penetration, sim._engine.max_energy_balance = bounds


@routine("Simulation.inspect")
def inspect(sim: Simulation) -> Inspection:
    """Bodies that overlap, bodies outside of the extents, strange sizes. The first run begins with it and warns."""
    return Inspection(sim)


def bound(name: str, value: Any) -> float:
    """None: no bound."""
    return math.inf if value is None else check.number(name, value, above=0, infinite=True)


def corners(name: str, value: Any) -> tuple[list[float], list[float]]:
    """Six numbers, or two points, as (low, high)."""
    flat = check.numbers(name, value, count=6, expected="six numbers: xmin, ymin, zmin, xmax, ymax, zmax")
    for axis, low, high in zip("xyz", flat[:3], flat[3:]):
        if not low < high:
            raise check.InputError(f"argument '{name}': got {low:g} to {high:g} along {axis} in {tuple(flat)}, "
                                   "expected minima below maxima: xmin, ymin, zmin, xmax, ymax, zmax")
    return flat[:3], flat[3:]
