# SPDX-License-Identifier: MIT
"""BODY: a solid body of any kind."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import check
from ..engine_members import EngineValue
from ..routine import routine
from ..shapes import Shape
from .body_kinds import KINDS, add_body
from .materials import bulk_material
from .members import Members
from .model import SOLFEC
from .shapes import MESH, shape_objects
from .unavailable import unavailable

if TYPE_CHECKING:
    from ..annotations import Numbers
    from .constraint import CONSTRAINT
    from .materials import BULK_MATERIAL
    from .shapes import Shapes

_AFFINE = ("deformation gradient in column-major order, then the mass centre", "their rates")
_RIGID = ("rotation in column-major order, then the mass centre", "referential angular, then linear velocity")
_NODES = ("current coordinates x, y, z of the nodes", "velocities x, y, z of the nodes")
MEANINGS = {"RIGID": _RIGID, "OBSTACLE": _RIGID, "PSEUDO_RIGID": _AFFINE, "FINITE_ELEMENT": _NODES}  # of conf and velo


class BODY(Members):
    """BODY (solfec, kind, shape, material | label, form, mesh, base); `formulation` is accepted for `form`.

    form, mesh and base concern finite elements and are ignored for other kinds.
    """

    @routine("BODY")
    def __init__(self, solfec: SOLFEC, kind: str, shape: Shapes, material: BULK_MATERIAL | str, label: str | None = None,
                 form: str | None = None, mesh: MESH | None = None, base: Any = None, *, formulation: str | None = None) -> None:
        self._solfec = check.instance("solfec", solfec, SOLFEC, "a SOLFEC object")
        check.choice("kind", kind, KINDS)
        bulk = bulk_material(solfec, material)._material
        label = "" if label is None else check.text("label", label)
        objects = shape_objects("shape", shape)
        whole = Shape(part for s in objects for part in s._get().parts)
        self._body = add_body(solfec._simulation, kind, whole, bulk, label, form, formulation, mesh)
        for s in objects:
            s._take("BODY")
        self._display_points: list[tuple[str, tuple[float, ...]]] = []
        self._unused_damping = {"damping": 0.0, "mass_damping": 0.0}  # of rigid bodies, without effect
        solfec._bodies[self._body.id] = self

    kind = EngineValue[str]("_body", "'RIGID', 'OBSTACLE', 'PSEUDO_RIGID' or 'FINITE_ELEMENT'")
    label = EngineValue[str]("_body", "'' where none was given")
    id = EngineValue[int]("_body", "1, 2, … in the order of creation")
    material = EngineValue[str]("_body", "label of the material")
    mass = EngineValue[float]("_body", "[kg]")
    volume = EngineValue[float]("_body", "[m³]")
    damping: float  # stiffness-proportional [s]; has no effect on rigid bodies
    mass_damping: float  # [1/s]
    fracturecheck: str

    @property
    def center(self) -> tuple[float, ...]:
        """Referential mass centre."""
        return tuple(self._body.center.tolist())

    @property
    def tensor(self) -> tuple[float, ...]:
        """Column by column: inertia, of bodies that deform the Euler tensor."""
        return tuple(self._body._body.tensor.T.ravel().tolist())

    @property
    def display_points(self) -> list[tuple[str, tuple[float, ...]]]:
        return list(self._display_points)

    @property
    def ncon(self) -> int:
        return len(self.constraints)

    @property
    def constraints(self) -> list[CONSTRAINT]:
        return [c for c in self._solfec.constraints if self in c._bodies()]

    @property
    def conf(self) -> tuple[float, ...]:
        return tuple(self._body.q.tolist())

    @conf.setter
    @routine("BODY")
    def conf(self, value: Numbers) -> None:
        self._body._body.q = np.array(check.bounded("conf", check.numbers("conf", value, **self._numbers(0))))

    @property
    def velo(self) -> tuple[float, ...]:
        return tuple(self._body.u.tolist())

    @velo.setter
    @routine("BODY")
    def velo(self, value: Numbers) -> None:
        self._body._body.u = np.array(check.bounded("velo", check.numbers("velo", value, **self._numbers(1))))

    def _numbers(self, i: int) -> dict:
        """How many numbers conf (0) and velo (1) have, and what they are."""
        count = len(self.velo if i else self.conf)
        return {"count": count, "expected": f"{count} numbers: {MEANINGS[self.kind][i]}"}

    @property
    def scheme(self) -> str:
        return self._body.scheme

    @scheme.setter
    @routine("BODY")
    def scheme(self, value: str) -> None:
        self._body.scheme = "DEF_EXP" if value == "DEFAULT" and self._body._body.deforms else value

    @property
    def mesh(self) -> MESH | None:
        """The mesh of a body of finite elements, as it was given; None of other kinds."""
        return MESH._of(Shape([self._body._body.reference_mesh])) if self._body.form else None

    @property
    def selfcontact(self) -> str:
        return "ON" if self._body.self_contact else "OFF"

    @selfcontact.setter
    @routine("BODY")
    def selfcontact(self, value: str) -> None:
        on = check.flag("selfcontact", value)
        if on or self._body.form:
            self._body.self_contact = on

    @property
    def disable_rotation(self) -> str:
        return "OFF" if self._body.rotation_enabled else "ON"

    @disable_rotation.setter
    @routine("BODY")
    def disable_rotation(self, value: str) -> None:
        self._body.rotation_enabled = not check.flag("disable_rotation", value)

    def __repr__(self) -> str:
        return f"BODY({self._body!r})"


def _off(name: str, what: str) -> property:
    @routine("BODY")
    def write(self: BODY, value: Any) -> None:
        if check.flag(name, value):
            raise unavailable(f"BODY.{name}", what)

    return property(lambda self: "OFF", write)


def _damping(name: str) -> property:
    @routine("BODY")
    def write(self: BODY, value: Any) -> None:
        if self._body._body.deforms:
            setattr(self._body, name, value)
        else:
            self._unused_damping[name] = check.number(name, value, at_least=0)

    def read(self: BODY) -> Any:
        return getattr(self._body, name) if self._body._body.deforms else self._unused_damping[name]

    return property(read, write)


setattr(BODY, "damping", _damping("damping"))
setattr(BODY, "mass_damping", _damping("mass_damping"))
setattr(BODY, "fracturecheck", _off("fracturecheck", "fracture: it concerns finite element bodies"))


def body(name: str, value: Any) -> BODY:
    """A BODY that still exists."""
    check.instance(name, value, BODY, "a BODY object")
    if not value._body.alive:
        raise check.InputError(f"argument '{name}': body {value.id} was deleted")
    return value
