# SPDX-License-Identifier: MIT
"""Materials of volumes and of pairs of surfaces."""
import copy

from . import _engine, check
from .members import Members
from .routine import routine

__all__ = ["Material", "SurfaceMaterial"]


def _constant(name, value):
    if (number := check.number(name, value, above=0)) > check.LARGEST:
        raise check.wrong_value(name, value, f"a number of at most {check.LARGEST:g}", "Are the units correct?")
    return number


class Material(Members):
    """A solid: density [kg/m³], Young's modulus [Pa], Poisson's ratio. Rigid bodies use the density only.

    A new density acts on bodies created afterwards.
    """

    @routine("Material")
    def __init__(self, density=1e3, *, young=1e9, poisson=0.25, label=""):
        self._material = _engine.BulkMaterial(
            check.text("label", label), _constant("young", young),
            check.number("poisson", poisson), _constant("density", density))

    @property
    def label(self) -> str:
        return self._material.label

    @property
    def density(self) -> float:
        return self._material.density

    @density.setter
    @routine("Material")
    def density(self, value):
        self._material.density = _constant("density", value)

    @property
    def young(self) -> float:
        return self._material.young

    @young.setter
    @routine("Material")
    def young(self, value):
        self._material.young = _constant("young", value)

    @property
    def poisson(self) -> float:
        return self._material.poisson

    @poisson.setter
    @routine("Material")
    def poisson(self, value):
        self._material.poisson = check.number("poisson", value)

    def __copy__(self):
        return copy.deepcopy(self)  # a material can change, so a copy is one of its own

    def __repr__(self):
        name = f"'{self.label}', " if self.label else ""
        return f"Material({name}density {self.density:g} kg/m³)"


CONTACT_MODELS = ("SIGNORINI_COULOMB", "SPRING_DASHPOT")
IMPACT_LAWS = ("NEWTON", "POISSON")


def _positive(name, value):
    return check.number(name, value, above=0)


def _not_negative(name, value):
    return check.number(name, value, at_least=0)


# member: (its check, what it is), in the order of the engine
_MEMBERS = {
    "friction": (_not_negative, "Coulomb coefficient"),
    "restitution": (lambda name, value: check.number(name, value, at_least=0, at_most=1),
                    "ratio of normal velocities after and before an impact (impact 'NEWTON'), or of impulses ('POISSON')"),
    "cohesion": (_not_negative, "strength of contacts made at t = 0 [Pa]"),
    "spring": (_not_negative, "stiffness of a contact point [N/m^hpow]"),
    "dashpot": (check.number, "damping of a contact point [N s/m]; negative: critical"),
    "hpow": (_positive, "power of the penetration"),
    "model": (lambda name, value: check.choice(name, value, CONTACT_MODELS), "'SIGNORINI_COULOMB' or 'SPRING_DASHPOT'"),
    "impact": (lambda name, value: check.choice(name, value, IMPACT_LAWS),
               "'NEWTON', or 'POISSON': the law of the restitution that never adds kinetic energy (docs/restitution.md)"),
}


class SurfaceMaterial(Members):
    """The law of contacts between two surfaces, made by Simulation.surface_material; changes act at once."""

    def __init__(self, simulation, label, surfaces, **members):
        self._simulation = simulation
        self._freeze(label=label, surfaces=surfaces)
        self._members = {name: checked(name, members[name]) for name, (checked, _) in _MEMBERS.items()}
        self._index = simulation._engine.surface_material(label, *surfaces, *self._members.values())

    def _set(self, name, value):
        members = self._members | {name: _MEMBERS[name][0](name, value)}
        self._simulation._engine.set_surface_material(self._index, *members.values())
        self._members = members

    def __repr__(self):
        pair = " with ".join("any" if s is None else str(s) for s in self.surfaces)
        own = {"friction", "cohesion", *(("restitution",) if self.model == "SIGNORINI_COULOMB" else ("spring", "dashpot"))}
        values = ", ".join(f"{name} {self._members[name]:g}" for name in _MEMBERS if name in own)
        return f"SurfaceMaterial('{self.label}', surfaces {pair}, {values})"


def _member(name, doc):
    @routine("SurfaceMaterial")
    def write(self, value):
        self._set(name, value)

    return property(lambda self: self._members[name], write, doc=doc)


for _name, (_, _doc) in _MEMBERS.items():
    setattr(SurfaceMaterial, _name, _member(_name, _doc))
