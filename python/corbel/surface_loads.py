# SPDX-License-Identifier: MIT
"""Loads and joints on whole surfaces: the part of Simulation that takes surface identifiers."""
from . import check
from .joint import Joint
from .routine import routine
from .series import TimeSeries, amplitude

__all__ = ["SurfaceLoads"]


class SurfaceLoads:
    """Surfaces are faces of convexes and meshes that carry the identifier."""

    @routine("Simulation.surface_load")
    def surface_load(self, body, surface, direction, value, *, follower=False):
        """A force per area. value: number or TimeSeries [Pa]; direction: three numbers, "normal" (outward), "tangent1" (the
        steepest descent in the face, x if it is horizontal) or "tangent2" (tangent1 × tangent2 = normal).

        By default a dead load: directions and areas of the referential faces. follower: those of the moving, deforming ones.
        """
        kind = "CONVECTED" if check.boolean("follower", follower) else "SPATIAL"
        self._engine.surface_load(self._own("body", body), kind, check.integer("surface", surface),
                                  _direction(direction), amplitude("value", value))

    @routine("Simulation.pressure")
    def pressure(self, body, surface, value):
        """A pressure that stays normal to the surface; value > 0 presses on the body: number or TimeSeries [Pa]."""
        inward = value.scaled(-1) if isinstance(value, TimeSeries) else -check.number("value", value)
        self.surface_load(body, surface, "normal", inward, follower=True)

    @routine("Simulation.fix_surface")
    def fix_surface(self, body, surface, direction=None) -> list[Joint]:
        """Holds all corners of the faces of a surface (of a rigid body three that are far apart), altogether or in one direction
        as in surface_load: that of the surface where each point is now."""
        direction = None if direction is None else _direction(direction)
        made = self._engine.fix_surface(self._own("body", body), check.integer("surface", surface), direction)
        return [self._joint(number, body) for number in made]


def _direction(direction):
    if isinstance(direction, str):
        return check.choice("direction", direction.lower(), ("normal", "tangent1", "tangent2")).upper()
    return check.direction("direction", direction)
