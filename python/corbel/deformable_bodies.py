# SPDX-License-Identifier: MIT
"""The making of bodies that deform, and what equal ones share."""
from . import _engine, check
from .body import Body
from .errors import InputError
from .materials import Material
from .routine import routine
from .shapes import Shape


class DeformableBodies:
    """Part of Simulation."""

    @routine("Simulation.finite_element")
    def finite_element(self, shape, material, *, mesh=None, form="BC", label="", scheme="DEF_LIM", damping=0.0, mass_damping=0.0,
                       velocity=(0, 0, 0), angular_velocity=(0, 0, 0)) -> Body:
        """A body of finite elements, linear tetrahedra, pyramids, wedges and hexahedra of Saint Venant–Kirchhoff material.

        shape: one mesh; or convex pieces (corbel.mesh_to_convex makes them of a mesh) inside of another `mesh`, whose motion
        they follow: they have mass, stiffness and contacts, the rest of that mesh has not. form: "BC", small strains in axes that turn with the body, or "TL", exact for large strains;
        scheme: "DEF_LIM" linearly implicit, "DEF_IMP" implicit (form "TL"), "DEF_EXP" explicit, whose step is limited
        (Body.critical_step); damping η [s]: force −η K u; mass_damping α [1/s]: force −α M u. Equal meshes of equal
        materials, wherever they lie, share their matrices.
        """
        around = None if mesh is None else one_mesh("mesh", mesh)
        parts = one_mesh("shape", shape) if mesh is None else list(check.instance("shape", shape, Shape, "a shape").parts)
        form = check.choice("form", form, ("BC", "TL"))

        def add(m, name):
            if around is None:
                return self._engine.add_finite_element(parts, m, form, name)
            return self._engine.add_finite_element_around(parts, around, m, form, name)

        return self._deformable(add, material, label, scheme, damping, mass_damping, velocity, angular_velocity)

    @routine("Simulation.pseudo_rigid")
    def pseudo_rigid(self, shape, material, *, label="", scheme="DEF_LIM", damping=0.0, mass_damping=0.0, velocity=(0, 0, 0),
                     angular_velocity=(0, 0, 0)) -> Body:
        """A body that strains homogeneously: x = F (X − center) + position, of Saint Venant–Kirchhoff material.

        scheme: "DEF_LIM", "DEF_IMP" or "DEF_EXP"; damping η [s] and mass_damping α [1/s] as of finite_element.
        """
        parts = list(check.instance("shape", shape, Shape, "a shape").parts)
        return self._deformable(lambda m, name: self._engine.add_pseudo_rigid(parts, m, name), material, label, scheme, damping,
                                mass_damping, velocity, angular_velocity)

    def _deformable(self, add, material, label, scheme, damping, mass_damping, velocity, spin) -> Body:
        """Everything is checked before the body is made, but for the scheme: which there are depends on the body."""
        check.instance("material", material, Material, "a material")
        damping = check.number("damping", damping, at_least=0), check.number("mass_damping", mass_damping, at_least=0)
        velocity = check.vector("velocity", velocity), check.vector("angular_velocity", spin)
        check.text("scheme", scheme)
        made = add(material._material, check.text("label", label))
        try:
            made.scheme = scheme
        except InputError:
            self._engine.remove_body(made)
            raise
        made.damping = damping
        made.set_initial_velocity(*velocity)
        return self._keep(made)

    @routine("Simulation.templates")
    def templates(self) -> list[dict]:
        """What equal finite-element bodies share: nodes, elements, bodies (how many), factorizations so far, columns of the
        inverse that are kept (in nodes), bytes."""
        return self._engine.templates()

    @property
    def compliance_memory(self) -> int:
        """Bytes that the columns of one template may take; columns beyond are solved for anew in each step."""
        return self._engine.compliance_memory

    @compliance_memory.setter
    @routine("Simulation.compliance_memory")
    def compliance_memory(self, value):
        self._engine.compliance_memory = int(check.number("compliance_memory", value, at_least=0))


def one_mesh(name, shape) -> _engine.Mesh:
    parts = check.instance(name, shape, Shape, "a shape of one mesh").parts
    if len(parts) != 1 or not isinstance(parts[0], _engine.Mesh):
        raise InputError(f"argument '{name}': got {shape!r}, expected a shape of one mesh")
    return parts[0]
