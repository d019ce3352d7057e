# SPDX-License-Identifier: MIT
"""SURFACE_MATERIAL and BULK_MATERIAL."""
from .. import check
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
    def __init__(self, solfec, surf1=None, surf2=None, model="SIGNORINI_COULOMB", label=None, friction=0.0, cohesion=0.0,
                 restitution=0.0, spring=0.0, dashpot=0.0, hpow=1.0, impact="NEWTON"):
        check.instance("solfec", solfec, SOLFEC, "a SOLFEC object")
        surfaces = [None if s is None else check.integer(n, s) for n, s in (("surf1", surf1), ("surf2", surf2))]
        surfaces.sort(key=lambda s: ANY_SURFACE if s is None else s)
        label = solfec._label("SURFACE_MATERIAL", label)
        self._material = SurfaceMaterial(solfec._simulation, label, tuple(surfaces), friction=friction, restitution=restitution,
                                         cohesion=cohesion, spring=spring, dashpot=dashpot, hpow=hpow, model=model, impact=impact)
        solfec._surface_materials[label] = self

    surf1 = property(lambda self: _surface(self._material.surfaces[0]))
    surf2 = property(lambda self: _surface(self._material.surfaces[1]))
    label = property(lambda self: self._material.label)

    @property
    def impact(self):
        return self._material.impact

    @impact.setter
    @routine("SURFACE_MATERIAL")
    def impact(self, value):
        self._material.impact = value

    def __repr__(self):
        return f"SURFACE_MATERIAL({self._material!r})"


def _surface_member(name):
    @routine("SURFACE_MATERIAL")
    def write(self, value):
        self._material._set(name, value)

    return property(lambda self: getattr(self._material, name), write)


for _name in ("model", "friction", "cohesion", "restitution", "spring", "dashpot", "hpow"):
    setattr(SURFACE_MATERIAL, _name, _surface_member(_name))


def _surface(number):
    return ANY_SURFACE if number is None else number


class BULK_MATERIAL(Members):
    """BULK_MATERIAL (solfec | model, label, young, poisson, density, tensile, fields, fracene)."""

    @routine("BULK_MATERIAL")
    def __init__(self, solfec, model="KIRCHHOFF", label=None, young=1e9, poisson=0.25, density=1e3, tensile=float("inf"),
                 fields=None, fracene=float("inf")):
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

    label = property(lambda self: self._material.label)
    model = property(lambda self: "KIRCHHOFF", lambda self, value: _check_bulk_model(value))

    def __repr__(self):
        return f"BULK_MATERIAL({self._material!r})"


def _bulk_member(name):
    @routine("BULK_MATERIAL")
    def write(self, value):
        setattr(self._material, name, value)

    return property(lambda self: getattr(self._material, name), write)


for _name in ("young", "poisson", "density"):
    setattr(BULK_MATERIAL, _name, _bulk_member(_name))


@routine("BULK_MATERIAL")
def _check_bulk_model(model):
    if check.choice("model", model, ("KIRCHHOFF", "TSANG_MARSDEN")) == "TSANG_MARSDEN":
        raise unavailable("BULK_MATERIAL", "model 'TSANG_MARSDEN'", "'KIRCHHOFF'")


def bulk_material(solfec, material) -> BULK_MATERIAL:
    """An object or a label."""
    if isinstance(material, str):
        known = solfec._bulk_materials
        if material not in known:
            labels = ", ".join(f"'{m}'" for m in known) or "none yet"
            raise InputError(f"argument 'material': there is no bulk material '{material}'.{closest(material, known)} "
                             f"Known: {labels}")
        return known[material]
    return check.instance("material", material, BULK_MATERIAL, "a BULK_MATERIAL object or its label")
