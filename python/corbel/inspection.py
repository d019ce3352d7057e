# SPDX-License-Identifier: MIT
"""Result of a model check."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .members import Members

if TYPE_CHECKING:
    from .body import Body
    from .simulation import Simulation

__all__ = ["Inspection"]


class Inspection(Members):
    """overlaps: (body, body, depth [m]) of bodies that overlap, deepest first; outside: bodies outside of the extents;
    inverted: bodies with elements of inverted node numbering; scale: remarks on sizes;
    surfaces: remarks on surface identifiers that no body has. As text: a line for each, at most ten."""

    overlaps: list[tuple[Body, Body, float]]
    outside: list[Body]
    inverted: list[Body]
    scale: list[str]
    surfaces: list[str]

    def __init__(self, simulation: Simulation) -> None:
        found = simulation._engine.inspect()
        bodies = simulation._bodies
        self._freeze(overlaps=[(bodies[a], bodies[b], depth) for a, b, depth in found.overlaps],
                     outside=[bodies[number] for number in found.outside],
                     inverted=[bodies[number] for number in found.inverted],
                     scale=list(found.scale),
                     surfaces=list(found.surfaces))
        self._lines = found.lines()

    @property
    def clean(self) -> bool:
        """Nothing was found."""
        return not self._lines

    def __str__(self) -> str:
        return "\n".join(self._lines) or "no problems found"

    def __repr__(self) -> str:
        return (f"Inspection({len(self.overlaps)} overlaps, {len(self.outside)} bodies outside, "
                f"{len(self.inverted)} with inverted elements, {len(self.scale)} remarks on sizes, {len(self.surfaces)} on surfaces)")
