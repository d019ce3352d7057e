# SPDX-License-Identifier: MIT
"""SURFACE_MATERIAL and BULK_MATERIAL."""
from __future__ import annotations

from typing import Any

from .. import check
from ..engine_members import EngineValue
from ..errors import InputError
from ..materials import Material, SurfaceMaterial
from ..routine import closest, routine
from .members import Members
from .model import SOLFEC
from .unavailable import unavailable

ANY_SURFACE = 2147483647  # what surf1 and surf2 read when they were not given


class SURFACE_MATERIAL(Members):
    """SURFACE_MATERIAL (solfec | surf1, surf2, model, label, friction, cohesion, restitution, spring, dashpot, hpow,
    impact): impact, ours and not Solfec's, is 'NEWTON' or 'POISSON'."""

    @routine("SURFACE_MATERIAL")
    def __init__(self, solfec: SOLFEC, surf1: int | None = None, surf2: int | None = None, model: str = "SIGNORINI_COULOMB",
                 label: str | None = None, friction: float = 0.0, cohesion: float = 0.0, restitution: float = 0.0, spring: float = 0.0,
                 dashpot: float = 0.0, hpow: float = 1.0, impact: str = "NEWTON") -> None:
        check.instance("solfec", solfec, SOLFEC, "a SOLFEC object")
        given = [None if s is None else check.integer(n, s) for n, s in (("surf1", surf1), ("surf2", surf2))]
        low, high = sorted(given, key=lambda s: ANY_SURFACE if s is None else s)
        label = solfec._label("SURFACE_MATERIAL", label)
        self._material = SurfaceMaterial(solfec._simulation, label, (low, high), friction=friction, restitution=restitution,
                                         cohesion=cohesion, spring=spring, dashpot=dashpot, hpow=hpow, model=model, impact=impact)
        solfec._surface_materials[label] = self

    label = EngineValue[str]("_material", "name")
    model: str
    friction: float
    cohesion: float
    restitution: float
    spring: float
    dashpot: float
    hpow: float

    @property
    def surf1(self) -> int:
        return _surface(self._material.surfaces[0])

    @property
    def surf2(self) -> int:
        return _surface(self._material.surfaces[1])

    @property
    def impact(self) -> str:
        return self._material.impact

    @impact.setter
    @routine("SURFACE_MATERIAL")
    def impact(self, value: str) -> None:
        self._material.impact = value

    def __repr__(self) -> str:
        return f"SURFACE_MATERIAL({self._material!r})"


def _surface_member(name: str) -> property:
    @routine("SURFACE_MATERIAL")
    def write(self: Any, value: Any) -> None:
        self._material._set(name, value)

    return property(lambda self: getattr(self._material, name), write)


for _name in ("model", "friction", "cohesion", "restitution", "spring", "dashpot", "hpow"):
    setattr(SURFACE_MATERIAL, _name, _surface_member(_name))


def _surface(number: int | None) -> int:
    return ANY_SURFACE if number is None else number


@routine("BULK_MATERIAL")
def _check_bulk_model(model: Any) -> None:
    if check.choice("model", model, ("KIRCHHOFF", "TSANG_MARSDEN")) == "TSANG_MARSDEN":
        raise unavailable("BULK_MATERIAL", "model 'TSANG_MARSDEN'", "'KIRCHHOFF'")


class BULK_MATERIAL(Members):
    """BULK_MATERIAL (solfec | model, label, young, poisson, density, tensile, fields, fracene)."""

    @routine("BULK_MATERIAL")
    def __init__(self, solfec: SOLFEC, model: str = "KIRCHHOFF", label: str | None = None, young: float = 1e9, poisson: float = 0.25,
                 density: float = 1e3, tensile: float = float("inf"), fields: Any = None, fracene: float = float("inf")) -> None:
        check.instance("solfec", solfec, SOLFEC, "a SOLFEC object")
        _check_bulk_model(model)
        if fields is not None:
            raise unavailable("BULK_MATERIAL", "fields", "a material without them")
        check.number("tensile", tensile, at_least=0, infinite=True)
        check.number("fracene", fracene, at_least=0, infinite=True)
        label = solfec._label("BULK_MATERIAL", label)
        self._material = Material(density, young=young, poisson=poisson, label=label)
        if label in solfec._bulk_materials:  # the same label again: new data for all who hold the old object
            solfec._bulk_materials[label]._material = self._material
        solfec._bulk_materials[label] = self

    label = EngineValue[str]("_material", "name")
    young: float
    poisson: float
    density: float

    @property
    def model(self) -> str:
        return "KIRCHHOFF"

    @model.setter
    def model(self, value: str) -> None:
        _check_bulk_model(value)

    def __repr__(self) -> str:
        return f"BULK_MATERIAL({self._material!r})"


def _bulk_member(name: str) -> property:
    @routine("BULK_MATERIAL")
    def write(self: Any, value: Any) -> None:
        setattr(self._material, name, value)

    return property(lambda self: getattr(self._material, name), write)


for _name in ("young", "poisson", "density"):
    setattr(BULK_MATERIAL, _name, _bulk_member(_name))


def bulk_material(solfec: SOLFEC, material: BULK_MATERIAL | str) -> BULK_MATERIAL:
    """An object or a label."""
    if isinstance(material, str):
        known = solfec._bulk_materials
        if material not in known:
            labels = ", ".join(f"'{m}'" for m in known) or "none yet"
            raise InputError(f"argument 'material': there is no bulk material '{material}'.{closest(material, known)} "
                             f"Known: {labels}")
        return known[material]
    return check.instance("material", material, BULK_MATERIAL, "a BULK_MATERIAL object or its label")
