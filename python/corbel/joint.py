# SPDX-License-Identifier: MIT
"""A joint of a simulation: a constraint that the user put on points of bodies."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import check
from ._engine import Constraint
from .members import Members

if TYPE_CHECKING:
    from .body import Body
    from .simulation import Simulation

__all__ = ["Joint", "JointGroup", "Drive"]


class Joint(Members):
    """Made by Simulation.fix_point and its relatives."""

    simulation: Simulation
    id: int
    bodies: tuple[Body, ...]

    def __init__(self, simulation: Simulation, number: int, bodies: tuple[Body, ...]) -> None:
        self._freeze(simulation=simulation, id=number, bodies=bodies)

    @property
    def record(self) -> Constraint | None:
        """The joint as it is in the last step (kind, reaction, U, V, point, frame, gap); None once it was removed."""
        return self.simulation._joint_record(self.id)

    @property
    def alive(self) -> bool:
        """False once the joint was removed, its body was removed, or it broke."""
        return self.record is not None

    @property
    def reaction(self) -> np.ndarray | None:
        """Average force over the last step on the first body, in space axes, (3,) [N]."""
        record = self.record
        return None if record is None else record.frame @ record.reaction

    @property
    def ids(self) -> list[int]:
        """Of the joints of the engine that are still there."""
        return [self.id] if self.alive else []

    def remove(self) -> None:
        """Takes the joint out of the simulation."""
        self.simulation.remove(self)

    def __repr__(self) -> str:
        record = self.record
        return f"Joint({self.id}, {'removed' if record is None else record.kind})"


class Drive(Joint):
    """Moves an obstacle as a whole. `reaction` is the force it takes: contacts and joints on the obstacle in balance, without inertia."""

    @property
    def moment(self) -> np.ndarray | None:
        """About the point that follows the translation, which is `record.point`: what it takes beside `reaction`, in space axes, (3,) [N m]."""
        record = self.record
        if record is None:
            return None
        sim, own, about = self.simulation, self.bodies[0].id, record.point
        # Contacts act where they were found: under the mid-point rule in the middle of the step, else at its end.
        found = about - 0.5 * sim.step * record.U if sim.analysis == "dynamic" and sim.rule == "MIDPOINT" else about
        total = np.zeros(3)
        for c in sim.constraints:
            if c.joint != self.id and own in (c.master, c.slave):
                center = about if c.joint else found
                arm, force = (c.point - center, c.frame @ c.reaction) if c.master == own else (c.point2 - center, -c.frame @ c.reaction)
                total -= np.cross(arm, force)
        return total


class JointGroup(Joint):
    """Joints on all nodes of a surface that were made, and are removed, together; `record` is that of the first."""

    def __init__(self, simulation: Simulation, numbers: list[int], bodies: tuple[Body, ...]) -> None:
        super().__init__(simulation, numbers[0], bodies)
        self._numbers = numbers

    @property
    def joints(self) -> list[Joint]:
        """One for each node."""
        return [Joint(self.simulation, number, self.bodies) for number in self._numbers]

    @property
    def ids(self) -> list[int]:
        return [joint.id for joint in self.joints if joint.alive]

    @property
    def alive(self) -> bool:
        return bool(self.ids)

    @property
    def reaction(self) -> np.ndarray | None:
        """Sum over the nodes, in space axes, (3,) [N]."""
        forces = [force for joint in self.joints if (force := joint.reaction) is not None]
        return sum(forces, np.zeros(3)) if forces else None

    def __repr__(self) -> str:
        return f"JointGroup({check.counted(len(self.ids), 'joint', 'joints')})" if self.alive else "JointGroup(removed)"
