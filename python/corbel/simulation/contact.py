# SPDX-License-Identifier: MIT
"""Contact: its laws on pairs of surfaces, and pairs of bodies, objects and surfaces that are left out."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from .. import check
from ..annotations import Vector
from ..body import Body
from ..materials import SurfaceMaterial
from ..routine import routine
from .bodies import engine_body

if TYPE_CHECKING:
    from .simulation import Simulation


@routine("Simulation.surface_material")
def surface_material(sim: Simulation, friction: float = 0.0, restitution: float = 0.0, *, cohesion: float = 0.0, spring: float = 0.0,
                     dashpot: float = 0.0, hpow: float = 1.0, model: str = "SIGNORINI_COULOMB", impact: str = "NEWTON",
                     surfaces: int | Sequence[int] | None = None, label: str = "SURFACE_MATERIAL") -> SurfaceMaterial:
    """The law of contacts.

    friction: Coulomb's coefficient; restitution in [0, 1]; cohesion [Pa]: strength of contacts that are there at t = 0;
    model: "SIGNORINI_COULOMB", rigid contact, or "SPRING_DASHPOT", a force spring·depth^hpow − dashpot·rate in each
    contact point, with a critical dashpot when that is negative. The Penalty solver takes all contacts by their spring.
    impact: "NEWTON" or "POISSON", see SurfaceMaterial.impact.
    surfaces: None for all, one surface id for that surface with any other, or two ids. The same pair again
    overwrites it.
    """
    return SurfaceMaterial(sim, check.text("label", label), _pair(surfaces), friction=friction, restitution=restitution,
                           cohesion=cohesion, spring=spring, dashpot=dashpot, hpow=hpow, model=model, impact=impact)


def _pair(surfaces: Any) -> tuple[int | None, int | None]:
    if surfaces is None or check.is_number(surfaces):
        return (None if surfaces is None else check.integer("surfaces", surfaces)), None
    first, second = check.integers("surfaces", surfaces, count=2, expected="None, one surface id or two")
    return first, second


@routine("Simulation.exclude_contact")
def exclude_contact(sim: Simulation, body1: Body, body2: Body) -> None:
    """No contact between these two bodies."""
    sim._engine.exclude_contact(engine_body(sim, "body1", body1), engine_body(sim, "body2", body2))


@routine("Simulation.exclude_objects")
def exclude_objects(sim: Simulation, body1: Body, point1: Vector, body2: Body, point2: Vector) -> None:
    """No contact between the spheres, ellipsoids, convexes or mesh elements that contain these referential points."""
    sim._engine.exclude_objects(engine_body(sim, "body1", body1), check.vector("point1", point1),
                                engine_body(sim, "body2", body2), check.vector("point2", point2))


@routine("Simulation.exclude_surfaces")
def exclude_surfaces(sim: Simulation, surface1: int, surface2: int) -> None:
    """No contact between surfaces of these ids, of whatever bodies."""
    sim._engine.exclude_surfaces(check.integer("surface1", surface1), check.integer("surface2", surface2))
