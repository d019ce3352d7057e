# SPDX-License-Identifier: MIT
"""A body of a simulation: what it is, where it is, how it moves."""
import numpy as np

from . import check
from .deformable import Deformable
from .errors import InputError
from .kinematics import spatial_spin
from .lookup import name_of
from .members import Members
from .routine import routine

__all__ = ["Body"]


class Body(Deformable, Members):
    """A body, made by Simulation.rigid, obstacle, pseudo_rigid or finite_element.

    Points given to its methods are referential: coordinates of the shape it was made from.
    """

    def __init__(self, simulation, engine_body):
        self._freeze(simulation=simulation, id=engine_body.id, label=engine_body.label)  # ids: 1, 2, … in creation order
        self._made = engine_body

    @property
    def _body(self):
        """Of the engine; raises in other threads while the simulation runs, and once the body was removed."""
        if not self.alive:
            raise InputError(f"{name_of(self)} was removed from its simulation; it can no longer be used")
        return self._made

    @property
    def alive(self) -> bool:
        """False once the body was removed."""
        self.simulation._thread.check()
        return self._made.alive

    kind = property(lambda self: self._body.kind, doc="'RIGID', 'OBSTACLE', 'PSEUDO_RIGID' or 'FINITE_ELEMENT'")
    material = property(lambda self: self._body.material, doc="label of the material")
    mass = property(lambda self: self._body.mass, doc="[kg]")
    volume = property(lambda self: self._body.volume, doc="[m³]")
    center = property(lambda self: self._body.center, doc="referential mass centre, (3,) [m]")
    position = property(lambda self: self._body.mass_center, doc="current mass centre, (3,) [m]")
    velocity = property(lambda self: self._body.center_velocity, doc="of the mass centre, (3,) [m/s]")

    @property
    def inertia(self) -> np.ndarray:
        """Inertia tensor about the centre, referential, (3, 3) [kg m²]."""
        tensor = self._body.tensor
        return np.trace(tensor) * np.eye(3) - tensor if self._body.deforms else tensor

    @property
    def rotation(self) -> np.ndarray:
        """(3, 3): x = rotation (X − center) + position; of a body of form 'BC' that of its axes. Others have none."""
        return self._body.rotation

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
    def q(self, value):
        with check.names(conf="q"):
            self._body.q = check.bounded("q", check.numbers("q", value, count=len(self._body.q)))

    @property
    def u(self) -> np.ndarray:
        """Velocity. Rigid, (6,): angular velocity in body axes [rad/s], then velocity of the mass centre [m/s];
        pseudo-rigid, (12,), and finite elements, (3n,): rates of q."""
        return self._body.u

    @u.setter
    @routine("Body.u")
    def u(self, value):
        with check.names(velo="u"):
            self._body.u = check.bounded("u", check.numbers("u", value, count=len(self._body.u)))

    @property
    def scheme(self) -> str:
        """'RIG_POS', 'RIG_NEG' (default) or 'RIG_IMP'; of bodies that deform 'DEF_LIM' (default), 'DEF_IMP' or 'DEF_EXP'."""
        return self._body.scheme

    @scheme.setter
    @routine("Body.scheme")
    def scheme(self, value):
        self._body.scheme = check.text("scheme", value)

    @property
    def rotation_enabled(self) -> bool:
        """False: the body keeps its orientation. Of rigid bodies."""
        return self._body.rotation_enabled

    @rotation_enabled.setter
    @routine("Body.rotation_enabled")
    def rotation_enabled(self, value):
        self._body.rotation_enabled = check.boolean("rotation_enabled", value)

    @routine("Body.position_of")
    def position_of(self, point) -> np.ndarray:
        """Current position of a referential point, (3,) [m]."""
        return self._body.position(check.vector("point", point))

    @routine("Body.displacement_of")
    def displacement_of(self, point) -> np.ndarray:
        """Current minus referential position, (3,) [m]."""
        return self.position_of(point) - check.vector("point", point)

    @routine("Body.velocity_of")
    def velocity_of(self, point) -> np.ndarray:
        """Current velocity of a referential point, (3,) [m/s]."""
        return self._body.velocity(check.vector("point", point))

    @routine("Body.set_velocity")
    def set_velocity(self, linear=(0, 0, 0), angular=(0, 0, 0)):
        """linear: of the mass centre [m/s]; angular: in body axes [rad/s]."""
        self._body.set_initial_velocity(check.vector("linear", linear), check.vector("angular", angular))

    @routine("Body.set_characteristics")
    def set_characteristics(self, mass, volume, center, inertia):
        """Overwrites mass [kg], volume [m³], referential mass centre (3,) [m] and inertia about it (3, 3) [kg m²] of a rigid
        body."""
        given = (check.number("mass", mass, above=0), check.number("volume", volume, above=0),
                 check.vector("center", center), check.matrix("inertia", inertia))
        with check.names(tensor="inertia"):
            self._body.set_characteristics(*given)

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

    def __repr__(self):
        if not self.alive:
            return f"Body({self.id}, removed)"
        name = f" '{self.label}'" if self.label else ""
        x = ", ".join(f"{c:.4g}" for c in self.position)
        kind = f"{self.kind} {self.form}, {len(self._body.q) // 3} nodes" if self.form else self.kind
        return f"Body({self.id}{name}, {kind}, mass {self.mass:.4g} kg, at ({x}))"
