# SPDX-License-Identifier: MIT
"""Bodies of a simulation: making, finding and removing them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

from .. import _engine, check
from ..annotations import Vector
from ..body import Body
from ..errors import InputError
from ..joint import Joint
from ..lookup import find_body
from ..materials import Material
from ..routine import routine
from ..shapes import Shape

if TYPE_CHECKING:
    from .simulation import Simulation

ORIGIN = (0, 0, 0)


@routine("Simulation.rigid")
def rigid(sim: Simulation, shape: Shape, material: Material, *, label: str = "", velocity: Vector = ORIGIN,
          angular_velocity: Vector = ORIGIN) -> Body:
    """A rigid body. velocity [m/s] of its mass centre, angular_velocity [rad/s]."""
    velocities = check.vector("velocity", velocity), check.vector("angular_velocity", angular_velocity)
    body = _add(sim, "RIGID", shape, material, label)
    body.set_velocity(*velocities)
    return body


@routine("Simulation.obstacle")
def obstacle(sim: Simulation, shape: Shape, material: Material, *, label: str = "") -> Body:
    """A body that no load and no contact moves; only its own joints do (move, fix_…, set_…)."""
    return _add(sim, "OBSTACLE", shape, material, label)


@routine("Simulation.finite_element")
def finite_element(sim: Simulation, shape: Shape, material: Material, *, mesh: Shape | None = None, form: str = "BC", label: str = "",
                   scheme: str = "DEF_LIM", damping: float = 0.0, mass_damping: float = 0.0, velocity: Vector = ORIGIN,
                   angular_velocity: Vector = ORIGIN) -> Body:
    """A body of finite elements, linear tetrahedra, pyramids, wedges and hexahedra of Saint Venant–Kirchhoff material.

    shape: one mesh; or convex pieces (corbel.mesh_to_convex makes them of a mesh) inside of another `mesh`, whose motion
    they follow: they have mass, stiffness and contacts, the rest of that mesh has not. form: "BC", small strains in axes that turn with the body, "TL", exact for large strains,
    or "LINEAR", small strains and small rotations in fixed axes, up to about 3 degrees; scheme: "DEF_LIM" linearly implicit, "DEF_IMP" implicit (form "TL"), "DEF_EXP" explicit, whose step is limited
    (Body.critical_step); damping η [s]: force −η K u; mass_damping α [1/s]: force −α M u. Equal meshes of equal
    materials, wherever they lie, share their matrices.
    """
    around = None if mesh is None else _one_mesh("mesh", mesh)
    if around is None:
        own = _one_mesh("shape", shape)
    else:
        parts = list(check.instance("shape", shape, Shape, "a shape").parts)
    form = check.choice("form", form, _engine.finite_element_forms())

    def add(engine_material: _engine.BulkMaterial, name: str) -> _engine.Body:
        if around is None:
            return sim._engine.add_finite_element(own, engine_material, form, name)
        return sim._engine.add_finite_element_around(parts, around, engine_material, form, name)

    return _deformable(sim, add, material, label, scheme, damping, mass_damping, velocity, angular_velocity)


@routine("Simulation.pseudo_rigid")
def pseudo_rigid(sim: Simulation, shape: Shape, material: Material, *, label: str = "", scheme: str = "DEF_LIM", damping: float = 0.0,
                 mass_damping: float = 0.0, velocity: Vector = ORIGIN, angular_velocity: Vector = ORIGIN) -> Body:
    """A body that strains homogeneously: x = F (X − center) + position, of Saint Venant–Kirchhoff material.

    scheme: "DEF_LIM", "DEF_IMP" or "DEF_EXP"; damping η [s] and mass_damping α [1/s] as of finite_element.
    """
    parts = list(check.instance("shape", shape, Shape, "a shape").parts)
    return _deformable(sim, lambda m, name: sim._engine.add_pseudo_rigid(parts, m, name), material, label, scheme, damping,
                       mass_damping, velocity, angular_velocity)


@routine("Simulation.body")
def body(sim: Simulation, which: str | int) -> Body:
    """The body with this label or id; an error if several have the label."""
    return find_body(sim.bodies, which, removed=[b for b in sim._bodies.values() if not b.alive])


@routine("Simulation.remove")
def remove(sim: Simulation, item: Body | Joint) -> None:
    """Takes a body (with its joints and loads) or a joint out of the simulation."""
    if isinstance(item, Joint):
        _remove_joint(sim, item)
    else:
        sim._engine.remove_body(engine_body(sim, "item", item, "a body or a joint"))
    sim._changes += 1


@routine("Simulation.templates")
def templates(sim: Simulation) -> list[dict[str, int]]:
    """What equal finite-element bodies share: nodes, elements, bodies (how many), factorizations so far, columns of the
    inverse that are kept (in nodes), bytes."""
    return sim._engine.templates()


# ---- for the other topics


def engine_body(sim: Simulation, name: str, body: Body, expected: str = "a body") -> _engine.Body:
    """Of the argument `name`, after a check that it is a body of this simulation."""
    if isinstance(body, str):
        expected += f"; sim.body({check.shown(body)}) returns the one with this label"
    check.instance(name, body, Body, expected)
    if body.simulation is not sim:
        raise InputError(f"argument '{name}': got a body of another simulation")
    return body._body


# ---- parts


def _add(sim: Simulation, kind: str, shape: Shape, material: Material, label: str) -> Body:
    check.instance("shape", shape, Shape, "a shape")
    check.instance("material", material, Material, "a material")
    return _keep(sim, sim._engine.add_body(kind, list(shape.parts), material._material, check.text("label", label)))


def _keep(sim: Simulation, made: _engine.Body) -> Body:
    sim._changes += 1
    sim._bodies[made.id] = Body(sim, made)
    return sim._bodies[made.id]


def _deformable(sim: Simulation, add: Callable[[_engine.BulkMaterial, str], _engine.Body], material: Material, label: str, scheme: str,
                damping: float, mass_damping: float, velocity: Vector, spin: Vector) -> Body:
    """Everything is checked before the body is made, but for the scheme: which there are depends on the body."""
    check.instance("material", material, Material, "a material")
    dampings = check.number("damping", damping, at_least=0), check.number("mass_damping", mass_damping, at_least=0)
    velocities = check.vector("velocity", velocity), check.vector("angular_velocity", spin)
    check.text("scheme", scheme)
    made = add(material._material, check.text("label", label))
    try:
        made.scheme = scheme
    except InputError:
        sim._engine.remove_body(made)
        raise
    made.damping = dampings
    made.set_initial_velocity(*velocities)
    return _keep(sim, made)


def _one_mesh(name: str, shape: Any) -> _engine.Mesh:
    parts = check.instance(name, shape, Shape, "a shape of one mesh").parts
    if len(parts) != 1 or not isinstance(parts[0], _engine.Mesh):
        raise InputError(f"argument '{name}': got {shape!r}, expected a shape of one mesh")
    return parts[0]


def _remove_joint(sim: Simulation, joint: Joint) -> None:
    if joint.simulation is not sim:
        raise InputError("argument 'item': got a joint of another simulation")
    numbers = joint.ids
    if not numbers:
        raise InputError(f"joint {joint.id} is no longer there: it was removed, its body was removed, or it broke; "
                         "`alive` of a joint tells whether it is there")
    for number in numbers:
        sim._engine.remove_joint(number)
