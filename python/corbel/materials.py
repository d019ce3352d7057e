# SPDX-License-Identifier: MIT
"""Materials of volumes and of pairs of surfaces."""
from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Callable

from . import _engine, check
from .engine_members import EngineOption, EngineValue
from .members import Members
from .routine import routine

if TYPE_CHECKING:
    from .simulation import Simulation

__all__ = ["Material", "SurfaceMaterial"]


def _constant(name: str, value: Any) -> float:
    if (number := check.number(name, value, above=0)) > check.LARGEST:
        raise check.wrong_value(name, value, f"a number of at most {check.LARGEST:g}", "Are the units correct?")
    return number


class Material(Members):
    """A solid: density [kg/m³], Young's modulus [Pa], Poisson's ratio. Rigid bodies use the density only.

    A new density acts on bodies created afterwards.
    """

    @routine("Material")
    def __init__(self, density: float = 1e3, *, young: float = 1e9, poisson: float = 0.25, label: str = "") -> None:
        self._material = _engine.BulkMaterial(
            check.text("label", label), _constant("young", young),
            check.number("poisson", poisson), _constant("density", density))

    label = EngineValue[str]("_material", "name")
    density = EngineOption[float]("_material", _constant, "[kg/m³]")
    young = EngineOption[float]("_material", _constant, "Young's modulus [Pa]")
    poisson = EngineOption[float]("_material", check.number, "Poisson's ratio")

    def __copy__(self) -> Material:
        return copy.deepcopy(self)  # a material can change, so a copy is one of its own

    def __repr__(self) -> str:
        name = f"'{self.label}', " if self.label else ""
        return f"Material({name}density {self.density:g} kg/m³)"


CONTACT_MODELS = ("SIGNORINI_COULOMB", "SPRING_DASHPOT")
IMPACT_LAWS = ("NEWTON", "POISSON")


# member: (its check, what it is), in the order of the engine
_MEMBERS: dict[str, tuple[Callable[[str, Any], Any], str]] = {
    "friction": (check.not_negative, "Coulomb coefficient"),
    "restitution": (check.fraction, "ratio of normal velocities after and before an impact (impact 'NEWTON'), or of impulses ('POISSON')"),
    "cohesion": (check.not_negative, "strength of contacts made at t = 0 [Pa]"),
    "spring": (check.not_negative, "stiffness of a contact point [N/m^hpow]"),
    "dashpot": (check.number, "damping of a contact point [N s/m]; negative: critical"),
    "hpow": (check.positive, "power of the penetration"),
    "model": (lambda name, value: check.choice(name, value, CONTACT_MODELS), "'SIGNORINI_COULOMB' or 'SPRING_DASHPOT'"),
    "impact": (lambda name, value: check.choice(name, value, IMPACT_LAWS),
               "'NEWTON', or 'POISSON': the law of the restitution that never adds kinetic energy (docs/restitution.md)"),
}


class SurfaceMaterial(Members):
    """The law of contacts between two surfaces, made by Simulation.surface_material; changes act at once."""

    label: str
    surfaces: tuple[int | None, int | None]  # None: any
    friction: float
    restitution: float
    cohesion: float
    spring: float
    dashpot: float
    hpow: float
    model: str
    impact: str

    def __init__(self, simulation: Simulation, label: str, surfaces: tuple[int | None, int | None], **members: Any) -> None:
        self._simulation = simulation
        self._freeze(label=label, surfaces=surfaces)
        self._members: dict[str, Any] = {name: checked(name, members[name]) for name, (checked, _) in _MEMBERS.items()}
        self._index = simulation._engine.surface_material(label, *surfaces, *self._members.values())

    def _set(self, name: str, value: Any) -> None:
        members = self._members | {name: _MEMBERS[name][0](name, value)}
        self._simulation._engine.set_surface_material(self._index, *members.values())
        self._members = members

    def __repr__(self) -> str:
        pair = " with ".join("any" if s is None else str(s) for s in self.surfaces)
        own = {"friction", "cohesion", *(("restitution",) if self.model == "SIGNORINI_COULOMB" else ("spring", "dashpot"))}
        values = ", ".join(f"{name} {self._members[name]:g}" for name in _MEMBERS if name in own)
        return f"SurfaceMaterial('{self.label}', surfaces {pair}, {values})"


def _member(name: str, doc: str) -> property:
    @routine("SurfaceMaterial")
    def write(self: SurfaceMaterial, value: Any) -> None:
        self._set(name, value)

    return property(lambda self: self._members[name], write, doc=doc)


for _name, (_, _doc) in _MEMBERS.items():
    setattr(SurfaceMaterial, _name, _member(_name, _doc))
