# SPDX-License-Identifier: MIT
"""What bodies that deform have besides what all bodies have: nodes, stresses, damping."""
import numpy as np

from . import check
from .errors import InputError
from .materials import Material
from .routine import routine

__all__ = ["Deformable", "von_mises"]


def von_mises(stress) -> np.ndarray:
    """Von Mises norm of stresses (…, 3, 3): √(3/2 s:s) with the deviator s [Pa]."""
    stress = np.asarray(stress, float)
    deviator = stress - np.trace(stress, axis1=-2, axis2=-1)[..., None, None] / 3 * np.eye(3)
    return np.sqrt(1.5 * np.sum(deviator**2, axis=(-2, -1)))


class Deformable:
    """Part of Body. Members that a kind of body has not raise InputError."""

    form = property(lambda self: self._body.form, doc="'TL' or 'BC' of finite elements, '' of other bodies")
    critical_step = property(lambda self: self._body.critical_step,
                             doc="longest step the scheme can take [s]; infinite for implicit ones")

    @property
    def nodes(self) -> np.ndarray:
        """Current coordinates of the nodes, (n, 3) [m]; finite elements only."""
        return self._per_node(self._body.q)

    @property
    def node_velocities(self) -> np.ndarray:
        """(n, 3) [m/s]; finite elements only."""
        return self._per_node(self._body.u)

    def _per_node(self, numbers) -> np.ndarray:
        if not self.form:
            raise InputError(f"body {self.id} is of kind {self.kind}, expected a finite-element body")
        return numbers.reshape(-1, 3)

    @property
    def reference_nodes(self) -> np.ndarray:
        """Coordinates of the nodes of the mesh the body was made from, (n, 3) [m]."""
        return self._body.reference_mesh.nodes

    @property
    def elements(self) -> list[list[int]]:
        """Node numbers of each element; finite elements only."""
        return self._body.reference_mesh.elements

    @property
    def damping(self) -> float:
        """Stiffness-proportional damping η [s]: the force −η K u."""
        return self._body.damping[0]

    @damping.setter
    @routine("Body.damping")
    def damping(self, value):
        self._body.damping = check.number("damping", value, at_least=0), self.mass_damping

    @property
    def mass_damping(self) -> float:
        """Mass-proportional damping α [1/s]: the force −α M u."""
        return self._body.damping[1]

    @mass_damping.setter
    @routine("Body.mass_damping")
    def mass_damping(self, value):
        self._body.damping = self.damping, check.number("mass_damping", value, at_least=0)

    @property
    def self_contact(self) -> bool:
        """True: elements of the body that are no neighbours may touch each other."""
        return self._body.self_contact

    @self_contact.setter
    @routine("Body.self_contact")
    def self_contact(self, value):
        self._body.self_contact = check.boolean("self_contact", value)

    @routine("Body.stress_at")
    def stress_at(self, point) -> np.ndarray:
        """Cauchy stress at a referential point, (3, 3) [Pa]; at a node the mean of the elements around it."""
        return self._body.stress(check.vector("point", point))

    @routine("Body.von_mises_at")
    def von_mises_at(self, point) -> float:
        """Von Mises norm of the stress at a referential point [Pa]."""
        return float(von_mises(self.stress_at(point)))

    @routine("Body.nodal_stress")
    def nodal_stress(self) -> np.ndarray:
        """Cauchy stress at all nodes, means of the elements around them, (n, 3, 3) [Pa]; finite elements only."""
        return self._body.nodal_stress()

    @routine("Body.set_material")
    def set_material(self, volume, material):
        """Another material for the elements with this volume id; finite elements only."""
        check.instance("material", material, Material, "a material")
        self._body.set_material(check.integer("volume", volume), material._material)
