# SPDX-License-Identifier: MIT
"""Materials of volumes and of pairs of surfaces."""
from . import _engine, check
from .routine import routine

__all__ = ["Material", "SurfaceMaterial"]


class Material:
    """A solid: density [kg/m³], Young's modulus [Pa], Poisson's ratio. Rigid bodies use the density only.

    A new density acts on bodies created afterwards.
    """

    @routine("Material")
    def __init__(self, density=1e3, *, young=1e9, poisson=0.25, label=""):
        self._material = _engine.BulkMaterial(
            check.text("label", label), check.number("young", young, above=0),
            check.number("poisson", poisson), check.number("density", density, above=0))

    @property
    def label(self) -> str:
        return self._material.label

    @property
    def density(self) -> float:
        return self._material.density

    @density.setter
    @routine("Material")
    def density(self, value):
        self._material.density = check.number("density", value, above=0)

    @property
    def young(self) -> float:
        return self._material.young

    @young.setter
    @routine("Material")
    def young(self, value):
        self._material.young = check.number("young", value, above=0)

    @property
    def poisson(self) -> float:
        return self._material.poisson

    @poisson.setter
    @routine("Material")
    def poisson(self, value):
        self._material.poisson = check.number("poisson", value)

    def __repr__(self):
        name = f"'{self.label}', " if self.label else ""
        return f"Material({name}density {self.density:g} kg/m³)"


class SurfaceMaterial:
    """Friction and restitution between two surfaces, made by Simulation.surface_material; changes act at once."""

    def __init__(self, simulation, label, surfaces, friction, restitution, impact="NEWTON"):
        self._simulation = simulation
        self.label = label
        self.surfaces = surfaces
        self._friction, self._restitution = _checked(friction, restitution)
        self._index = simulation._engine.surface_material(label, *surfaces, self._friction, self._restitution)
        self._set_impact(impact)

    @property
    def friction(self) -> float:
        """Coulomb coefficient."""
        return self._friction

    @friction.setter
    @routine("SurfaceMaterial")
    def friction(self, value):
        self._set(value, self._restitution)

    @property
    def restitution(self) -> float:
        """Ratio of normal velocities after and before an impact (impact 'NEWTON'), or of impulses ('POISSON')."""
        return self._restitution

    @restitution.setter
    @routine("SurfaceMaterial")
    def restitution(self, value):
        self._set(self._friction, value)

    @property
    def impact(self) -> str:
        """'NEWTON', or 'POISSON': the law of the restitution that never adds kinetic energy (docs/restitution.md)."""
        return self._impact

    @impact.setter
    @routine("SurfaceMaterial")
    def impact(self, value):
        self._set_impact(value)

    def _set_impact(self, value):
        self._impact = check.choice("impact", value, ("NEWTON", "POISSON"))
        self._simulation._engine.set_impact_law(self._index, self._impact)

    def _set(self, friction, restitution):
        self._friction, self._restitution = _checked(friction, restitution)
        self._simulation._engine.set_surface_material(self._index, self._friction, self._restitution)

    def __repr__(self):
        pair = " with ".join("any" if s is None else str(s) for s in self.surfaces)
        return (f"SurfaceMaterial('{self.label}', surfaces {pair}, friction {self.friction:g}, "
                f"restitution {self.restitution:g})")


def _checked(friction, restitution):
    return check.number("friction", friction, at_least=0), check.number("restitution", restitution, at_least=0, at_most=1)
