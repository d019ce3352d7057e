# SPDX-License-Identifier: MIT
"""BODY: a rigid body or an obstacle."""
from .. import check
from ..routine import routine
from ..shapes import Shape
from .materials import bulk_material
from .members import Members
from .model import SOLFEC
from .shapes import MESH, shape_objects
from .unavailable import unavailable

KINDS = ("RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT", "OBSTACLE")
FORMS = ("TL", "BC", "BC-MODAL", "BC-RO", "FEM_O1", "FEM_O2")


class BODY(Members):
    """BODY (solfec, kind, shape, material | label, form, mesh, base); `formulation` is accepted for `form`.

    form, mesh and base concern finite elements and are ignored for rigid bodies and obstacles.
    """

    _unavailable = ("mesh",)

    @routine("BODY")
    def __init__(self, solfec, kind, shape, material, label=None, form=None, mesh=None, base=None, *, formulation=None):
        self._solfec = check.instance("solfec", solfec, SOLFEC, "a SOLFEC object")
        _check_kind(kind, form, formulation, mesh)
        material = bulk_material(solfec, material)._material
        label = "" if label is None else check.text("label", label)
        objects = shape_objects("shape", shape)
        whole = Shape(part for s in objects for part in s._get().parts)
        add = solfec._simulation.rigid if kind == "RIGID" else solfec._simulation.obstacle
        self._body = add(whole, material, label=label)
        for s in objects:
            s._take("BODY")
        self._display_points, self._damping = [], 0.0
        solfec._bodies[self._body.id] = self

    kind = property(lambda self: self._body.kind)
    label = property(lambda self: self._body.label)
    id = property(lambda self: self._body.id)
    material = property(lambda self: self._body.material)
    mass = property(lambda self: self._body.mass)
    volume = property(lambda self: self._body.volume)
    center = property(lambda self: tuple(self._body.center.tolist()))
    tensor = property(lambda self: tuple(self._body.inertia.T.ravel().tolist()))
    display_points = property(lambda self: list(self._display_points))
    ncon = property(lambda self: len(self.constraints))

    @property
    def constraints(self):
        return [c for c in self._solfec.constraints if self in c._bodies()]

    @property
    def conf(self):
        return tuple(self._body.q.tolist())

    @conf.setter
    @routine("BODY")
    def conf(self, value):
        expected = "12 numbers: rotation column by column, then the mass centre"
        self._body._body.q = check.numbers("conf", value, count=12, expected=expected)

    @property
    def velo(self):
        return tuple(self._body.u.tolist())

    @velo.setter
    @routine("BODY")
    def velo(self, value):
        expected = "6 numbers: referential angular, then linear velocity"
        self._body._body.u = check.numbers("velo", value, count=6, expected=expected)

    @property
    def scheme(self):
        return self._body.scheme

    @scheme.setter
    @routine("BODY")
    def scheme(self, value):
        self._body.scheme = value

    @property
    def damping(self):
        return self._damping

    @damping.setter
    @routine("BODY")
    def damping(self, value):
        """Has no effect on rigid bodies."""
        self._damping = check.number("damping", value, at_least=0)

    @property
    def disable_rotation(self):
        return "OFF" if self._body.rotation_enabled else "ON"

    @disable_rotation.setter
    @routine("BODY")
    def disable_rotation(self, value):
        self._body.rotation_enabled = not check.flag("disable_rotation", value)

    def __repr__(self):
        return f"BODY({self._body!r})"


def _check_kind(kind, form, formulation, mesh):
    if check.choice("kind", kind, KINDS) in ("PSEUDO_RIGID", "FINITE_ELEMENT"):
        what = "pseudo-rigid bodies" if kind == "PSEUDO_RIGID" else "finite element bodies"
        raise unavailable("BODY", f"{what} (kind '{kind}')", "'RIGID' or 'OBSTACLE'")
    for name, value in (("form", form), ("formulation", formulation)):
        if value is not None:
            check.choice(name, value, FORMS)
    if mesh is not None:
        check.instance("mesh", mesh, MESH, "a MESH object")


def _off(name, what):
    @routine("BODY")
    def write(self, value):
        if check.flag(name, value):
            raise unavailable(f"BODY.{name}", what)

    return property(lambda self: "OFF", write)


BODY.selfcontact = _off("selfcontact", "self-contact: it concerns finite element bodies")
BODY.fracturecheck = _off("fracturecheck", "fracture: it concerns finite element bodies")


def body(name, value) -> BODY:
    """A BODY that still exists."""
    check.instance(name, value, BODY, "a BODY object")
    if not value._body.alive:
        raise check.InputError(f"argument '{name}': body {value.id} was deleted")
    return value
