# SPDX-License-Identifier: MIT
"""A body of a simulation: what it is, where it is, how it moves, and what its material does."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _engine, check
from .annotations import Rows, Vector
from .engine_members import EngineSetting, EngineValue
from .errors import InputError
from .kinematics import spatial_spin
from .lookup import name_of
from .materials import Material
from .members import Members
from .routine import routine
from .stress import von_mises

if TYPE_CHECKING:
    from .simulation import Simulation

__all__ = ["Body"]


class Body(Members):
    """A body, made by Simulation.rigid, obstacle, pseudo_rigid or finite_element.

    Points given to its methods are referential: coordinates of the shape it was made from. Members that a kind of body has not
    raise InputError.
    """

    simulation: Simulation
    id: int  # 1, 2, … in creation order
    label: str

    def __init__(self, simulation: Simulation, engine_body: _engine.Body) -> None:
        self._freeze(simulation=simulation, id=engine_body.id, label=engine_body.label)
        self._made = engine_body

    @property
    def _body(self) -> _engine.Body:
        """Of the engine; raises in other threads while the simulation runs, and once the body was removed."""
        if not self.alive:
            raise InputError(f"{name_of(self)} was removed from its simulation; it can no longer be used")
        return self._made

    @property
    def alive(self) -> bool:
        """False once the body was removed."""
        self.simulation._thread.check()
        return self._made.alive

    # ---- what it is

    kind = EngineValue[str]("_body", "'RIGID', 'OBSTACLE', 'PSEUDO_RIGID' or 'FINITE_ELEMENT'")
    form = EngineValue[str]("_body", "'BC', 'TL' or 'LINEAR' of finite elements, '' of other bodies")
    material = EngineValue[str]("_body", "label of the material")
    mass = EngineValue[float]("_body", "[kg]")
    volume = EngineValue[float]("_body", "[m³]")
    center = EngineValue[np.ndarray]("_body", "referential mass centre, (3,) [m]")

    @property
    def inertia(self) -> np.ndarray:
        """Inertia tensor about the centre, referential, (3, 3) [kg m²]."""
        tensor = self._body.tensor
        return np.trace(tensor) * np.eye(3) - tensor if self._body.deforms else tensor

    @routine("Body.set_characteristics")
    def set_characteristics(self, mass: float, volume: float, center: Vector, inertia: Rows) -> None:
        """Overwrites mass [kg], volume [m³], referential mass centre (3,) [m] and inertia about it (3, 3) [kg m²] of a rigid
        body."""
        given = (check.positive("mass", mass), check.positive("volume", volume), check.vector("center", center),
                 check.matrix("inertia", inertia))
        with check.names(tensor="inertia"):
            self._body.set_characteristics(*given)

    scheme = EngineSetting[str, str](
        "_body", check.text, "'RIG_POS', 'RIG_NEG' (default) or 'RIG_IMP'; of bodies that deform 'DEF_LIM' (default), 'DEF_IMP' or 'DEF_EXP'")
    critical_step = EngineValue[float]("_body", "longest step the scheme can take [s]; infinite for implicit ones")
    rotation_enabled = EngineSetting[bool, bool]("_body", check.boolean, "False: the body keeps its orientation. Of rigid bodies.")
    self_contact = EngineSetting[bool, bool]("_body", check.boolean, "True: elements of the body that are no neighbours may touch each other.")

    # ---- where it is and how it moves

    position = EngineValue[np.ndarray]("_body", "current mass centre, (3,) [m]", "mass_center")
    velocity = EngineValue[np.ndarray]("_body", "of the mass centre, (3,) [m/s]", "center_velocity")
    rotation = EngineValue[np.ndarray](
        "_body", "(3, 3): x = rotation (X − center) + position; of a body of form 'BC' that of its axes, which form 'LINEAR' does not turn. Others have none.")

    @property
    def angular_velocity(self) -> np.ndarray:
        """In space axes, (3,) [rad/s]; of rigid bodies and obstacles."""
        if self._body.deforms:
            raise InputError(f"body {self.id} of kind {self.kind} has no single angular velocity, because it deforms")
        return spatial_spin(self._body.q, self._body.u)

    @property
    def q(self) -> np.ndarray:
        """Configuration. Rigid, (12,): rotation column by column, then the current mass centre; pseudo-rigid, (12,): the
        same with the deformation gradient; finite elements, (3n,): current x, y, z of the nodes."""
        return self._body.q

    @q.setter
    @routine("Body.q")
    def q(self, value: np.ndarray) -> None:
        with check.names(conf="q"):
            self._body.q = _state("q", value, len(self._body.q))

    @property
    def u(self) -> np.ndarray:
        """Velocity. Rigid, (6,): angular velocity in body axes [rad/s], then velocity of the mass centre [m/s];
        pseudo-rigid, (12,), and finite elements, (3n,): rates of q."""
        return self._body.u

    @u.setter
    @routine("Body.u")
    def u(self, value: np.ndarray) -> None:
        with check.names(velo="u"):
            self._body.u = _state("u", value, len(self._body.u))

    @routine("Body.set_velocity")
    def set_velocity(self, linear: Vector = (0, 0, 0), angular: Vector = (0, 0, 0)) -> None:
        """linear: of the mass centre [m/s]; angular: in body axes [rad/s]."""
        self._body.set_initial_velocity(check.vector("linear", linear), check.vector("angular", angular))

    @routine("Body.position_of")
    def position_of(self, point: Vector) -> np.ndarray:
        """Current position of a referential point, (3,) [m]."""
        return self._body.position(check.vector("point", point))

    @routine("Body.displacement_of")
    def displacement_of(self, point: Vector) -> np.ndarray:
        """Current minus referential position, (3,) [m]."""
        return self.position_of(point) - check.vector("point", point)

    @routine("Body.velocity_of")
    def velocity_of(self, point: Vector) -> np.ndarray:
        """Current velocity of a referential point, (3,) [m/s]."""
        return self._body.velocity(check.vector("point", point))

    def energy(self) -> dict[str, float]:
        """kinetic, internal, external, contact, friction, damping, numerical [J]. The first two are of now; external (loads and
        joints), contact, friction and damping are work done since t = 0; numerical is what the time integration added."""
        return self._body.energy()

    def linear_momentum(self) -> np.ndarray:
        """(3,) [kg m/s]."""
        return self._body.linear_momentum()

    def angular_momentum(self) -> np.ndarray:
        """About the origin, (3,) [kg m²/s]."""
        return self._body.angular_momentum()

    # ---- of bodies that deform

    @property
    def nodes(self) -> np.ndarray:
        """Current coordinates of the nodes, (n, 3) [m]; finite elements only."""
        return self._per_node(self._body.q)

    @property
    def node_velocities(self) -> np.ndarray:
        """(n, 3) [m/s]; finite elements only."""
        return self._per_node(self._body.u)

    def _per_node(self, numbers: np.ndarray) -> np.ndarray:
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
    def damping(self, value: float) -> None:
        self._body.damping = check.not_negative("damping", value), self.mass_damping

    @property
    def mass_damping(self) -> float:
        """Mass-proportional damping α [1/s]: the force −α M u."""
        return self._body.damping[1]

    @mass_damping.setter
    @routine("Body.mass_damping")
    def mass_damping(self, value: float) -> None:
        self._body.damping = self.damping, check.not_negative("mass_damping", value)

    @routine("Body.stress_at")
    def stress_at(self, point: Vector) -> np.ndarray:
        """Cauchy stress at a referential point, (3, 3) [Pa]; at a node the mean of the elements around it."""
        return self._body.stress(check.vector("point", point))

    @routine("Body.von_mises_at")
    def von_mises_at(self, point: Vector) -> float:
        """Von Mises norm of the stress at a referential point [Pa]."""
        return float(von_mises(self.stress_at(point)))

    @routine("Body.nodal_stress")
    def nodal_stress(self) -> np.ndarray:
        """Cauchy stress at all nodes, means of the elements around them, (n, 3, 3) [Pa]; finite elements only."""
        return self._body.nodal_stress()

    @routine("Body.set_material")
    def set_material(self, volume: int, material: Material) -> None:
        """Another material for the elements with this volume id; finite elements only."""
        check.instance("material", material, Material, "a material")
        self._body.set_material(check.integer("volume", volume), material._material)

    def __repr__(self) -> str:
        if not self.alive:
            return f"Body({self.id}, removed)"
        name = f" '{self.label}'" if self.label else ""
        x = ", ".join(f"{c:.4g}" for c in self.position)
        kind = f"{self.kind} {self.form}, {len(self._body.q) // 3} nodes" if self.form else self.kind
        return f"Body({self.id}{name}, {kind}, mass {self.mass:.4g} kg, at ({x}))"


def _state(name: str, value: Any, count: int) -> np.ndarray:
    return np.array(check.bounded(name, check.numbers(name, value, count=count)))
