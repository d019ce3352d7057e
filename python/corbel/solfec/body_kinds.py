# SPDX-License-Identifier: MIT
"""The kinds of bodies that BODY makes, and the arguments each takes."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .. import check
from ..errors import InputError
from .shapes import MESH
from .unavailable import unavailable

if TYPE_CHECKING:
    from ..body import Body
    from ..materials import Material
    from ..shapes import Shape
    from ..simulation import Simulation

KINDS = ("RIGID", "PSEUDO_RIGID", "FINITE_ELEMENT", "OBSTACLE")
FORMS = ("TL", "BC", "BC-MODAL", "BC-RO", "FEM_O1", "FEM_O2")
LATER_FORMS = {"FEM_O2": "second order elements (form 'FEM_O2')", "BC-MODAL": "reduced form 'BC-MODAL'",
               "BC-RO": "reduced form 'BC-RO'"}


def finite_element_form(form: str | None, formulation: str | None) -> str:
    """'TL' or 'BC' of what was given; the manual's 'FEM_O1' is 'TL'."""
    if form is not None and formulation is not None:
        raise InputError("give either 'form' or 'formulation'")
    name, value = ("form", form) if formulation is None else ("formulation", formulation)
    value = "TL" if value is None else check.choice(name, value, FORMS)
    if value in LATER_FORMS:
        raise unavailable("BODY", LATER_FORMS[value], "'TL' or 'BC'")
    return "TL" if value == "FEM_O1" else value


def add_body(simulation: Simulation, kind: str, shape: Shape, material: Material, label: str, form: str | None,
             formulation: str | None, mesh: MESH | None) -> Body:
    """The body of a simulation."""
    if kind == "FINITE_ELEMENT":
        form = finite_element_form(form, formulation)
        around = None if mesh is None else check.instance("mesh", mesh, MESH, "a MESH object")._get()
        made = simulation.finite_element(shape, material, mesh=around, form=form, label=label, scheme="DEF_EXP")
        if mesh is not None:
            mesh._take("BODY")
        return made
    for name, value in (("form", form), ("formulation", formulation)):  # of no effect
        if value is not None:
            check.choice(name, value, FORMS)
    if mesh is not None:
        check.instance("mesh", mesh, MESH, "a MESH object")
    if kind == "PSEUDO_RIGID":
        return simulation.pseudo_rigid(shape, material, label=label, scheme="DEF_EXP")
    if kind == "RIGID":
        return simulation.rigid(shape, material, label=label)
    return simulation.obstacle(shape, material, label=label)
