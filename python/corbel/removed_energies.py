# SPDX-License-Identifier: MIT
"""Energies of bodies that were removed: sums keep the work that was done on them, and `removed` is the energy they took along."""
from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Mapping, TypeVar

import numpy as np

if TYPE_CHECKING:
    from .stored_motion import StoredBody

Energy = TypeVar("Energy", float, np.ndarray)  # [J] now, or over the frames

AT_REMOVAL = "energies at removal"  # of a stored body: the next six and the energy it began with [J]
PARTS = ("kinetic", "internal", "external", "contact", "friction", "damping")
KEPT = ("external", "contact", "friction", "damping", "numerical")


def with_removed(sums: Mapping[str, Energy], removed: Iterable[Mapping[str, Energy]]) -> dict[str, Energy]:
    """Sums over the bodies that are there, and energies of bodies as they were removed → sums over both."""
    both = {**sums, "removed": 0.0 * sums["kinetic"]}
    for energy in removed:
        for name in KEPT:
            both[name] = both[name] + energy[name]
        both["removed"] = both["removed"] + energy["kinetic"] + energy["internal"]
    return both


def stored(body: StoredBody, is_gone: np.ndarray) -> dict[str, np.ndarray]:
    """Of a body of a result file, over its frames: zero but where it is gone."""
    *values, start = body.properties[AT_REMOVAL]
    energy = dict(zip(PARTS, values))
    energy["numerical"] = values[0] + values[1] - start - sum(values[2:])
    return {name: np.where(is_gone, value, 0.0) for name, value in energy.items()}
