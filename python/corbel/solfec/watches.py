# SPDX-License-Identifier: MIT
"""What SOLFEC looks after itself in every step: EXTENTS and UNPHYSICAL_PENETRATION, besides the user's CALLBACK."""
import itertools

import numpy as np

from ..errors import RunError


class Extents:
    """Deletes bodies whose box lies outside."""

    def __init__(self, low, high):
        self.low, self.high = np.array(low), np.array(high)

    def __call__(self, solfec):
        for body in solfec.bodies:
            low, high = current_box(body)
            if np.any(low > self.high) or np.any(high < self.low):
                solfec._simulation.remove(body._body)


class Penetration:
    """Stops the run when a contact is deeper than allowed."""

    def __init__(self, depth):
        self.depth = depth

    def __call__(self, solfec):
        deepest = max((-c.gap for c in solfec._simulation.contacts), default=0.0)
        if deepest > self.depth:
            raise RunError(f"UNPHYSICAL_PENETRATION: a contact is {deepest:g} deep at t = {solfec.time:g}, the bound is {self.depth:g}")


def current_box(body):
    """The box of the body's referential box in its current place: contains the body."""
    low, high = body._bounds
    corners = np.array(list(itertools.product(*zip(low, high)))) - body._body.center
    x = corners @ body._body.rotation.T + body._body.position
    return x.min(axis=0), x.max(axis=0)


def callback_of(solfec):
    """(function, interval) for running.run: the user's callback alone, or on its own clock behind the watches."""
    asked, interval = solfec._callback or (None, 0.0)
    if not solfec._watches:
        return (asked and (lambda simulation: asked())), interval
    clock = Clock(solfec, interval)

    def each_step(simulation):
        for watch in solfec._watches:
            watch(solfec)
        return asked() if asked and clock.rings() else True

    return each_step, 0.0


class Clock:
    """Rings at the end of the first step that reaches the next instant."""

    def __init__(self, solfec, interval):
        self.solfec, self.interval = solfec, interval
        self.next = solfec.time + interval

    def rings(self) -> bool:
        slack = 1e-3 * self.solfec.step  # sums of steps carry round-off
        if self.solfec.time < self.next - slack:
            return False
        while self.next <= self.solfec.time + slack:
            self.next += self.interval
        return True
