# SPDX-License-Identifier: MIT
"""What is looked after in every step: EXTENTS and UNPHYSICAL_PENETRATION."""
import itertools

import numpy as np

from ..errors import RunError


class Extents:
    """Deletes bodies whose box lies outside."""

    def __init__(self, solfec, low, high):
        self.bodies = solfec._bodies
        self.low, self.high = np.array(low), np.array(high)

    def __call__(self, simulation):
        for body in simulation.bodies:
            low, high = current_box(self.bodies[body.id])
            if np.any(low > self.high) or np.any(high < self.low):
                simulation.remove(body)


class Penetration:
    """Stops the run when a contact is deeper than allowed."""

    def __init__(self, depth):
        self.depth = depth

    def __call__(self, simulation):
        deepest = max((-c.gap for c in simulation.contacts), default=0.0)
        if deepest > self.depth:
            raise RunError(f"UNPHYSICAL_PENETRATION: a contact is {deepest:g} deep at t = {simulation.time:g}, "
                           f"the bound is {self.depth:g}")


def current_box(body):
    """The box of the body's referential box in its current place: contains the body."""
    low, high = body._bounds
    corners = np.array(list(itertools.product(*zip(low, high)))) - body._body.center
    x = corners @ body._body.rotation.T + body._body.position
    return x.min(axis=0), x.max(axis=0)
