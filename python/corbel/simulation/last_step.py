# SPDX-License-Identifier: MIT
"""Joints and contacts as they are in the last step, read from the engine once."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._engine import Constraint

if TYPE_CHECKING:
    from .simulation import Simulation


def moment(sim: Simulation) -> tuple[int, float, int]:
    """Changes whenever constraints may have changed."""
    return sim.steps, sim.time, sim._changes


def constraints(sim: Simulation) -> list[Constraint]:
    return _read(sim)[0]


def joint_record(sim: Simulation, number: int) -> Constraint | None:
    return _read(sim)[1].get(number)


def _read(sim: Simulation) -> tuple[list[Constraint], dict[int, Constraint]]:
    """(all constraints, those of joints by the number of the joint; of a joint with several rows the first)"""
    now = moment(sim)
    if sim._seen is None or sim._seen[0] != now:
        every = sim._engine.constraints()
        sim._seen = now, every, {c.joint: c for c in reversed(every) if c.joint}
    return sim._seen[1:]
