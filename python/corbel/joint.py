# SPDX-License-Identifier: MIT
"""A joint of a simulation: a constraint that the user put on points of bodies."""
import numpy as np

from .members import Members

__all__ = ["Joint"]


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

    def remove(self):
        self.simulation.remove(self)

    def __repr__(self):
        record = self.record
        return f"Joint({self.id}, {'removed' if record is None else record.kind})"
