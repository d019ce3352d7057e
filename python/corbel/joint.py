# SPDX-License-Identifier: MIT
"""A joint of a simulation: a constraint that the user put on points of bodies."""
import numpy as np

from . import check
from .members import Members

__all__ = ["Joint", "JointGroup"]


class Joint(Members):
    """Made by Simulation.fix_point and its relatives."""

    def __init__(self, simulation, number, bodies):
        self._freeze(simulation=simulation, id=number, bodies=bodies)

    @property
    def record(self):
        """The joint as it is in the last step (kind, reaction, U, V, point, frame, gap); None once it was removed."""
        return self.simulation._joint_record(self.id)

    @property
    def alive(self) -> bool:
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

    def remove(self):
        self.simulation.remove(self)

    def __repr__(self):
        record = self.record
        return f"Joint({self.id}, {'removed' if record is None else record.kind})"


class JointGroup(Joint):
    """Joints on all nodes of a surface that were made, and are removed, together; `record` is that of the first."""

    def __init__(self, simulation, numbers, bodies):
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
        forces = [joint.reaction for joint in self.joints if joint.alive]
        return sum(forces) if forces else None

    def __repr__(self):
        return f"JointGroup({check.counted(len(self.ids), 'joint', 'joints')})" if self.alive else "JointGroup(removed)"
