# SPDX-License-Identifier: MIT
"""Limits of a run, and the model check before it."""
import math

from . import check
from .inspection import Inspection
from .routine import routine


class Limits:
    """The part of a Simulation that limits the run."""

    extents = property(lambda self: self._engine.extents,
                       doc="lowest and highest corner; bodies whose box lies entirely outside are removed. None: no limit")
    max_penetration = property(lambda self: self._engine.max_penetration,
                               doc="a larger penetration ends the run with a RunError [m]; inf or None: no limit")
    strict = property(lambda self: self._engine.strict,
                      doc="True: problems found by inspect() raise an error instead of a warning")

    @extents.setter
    @routine("Simulation.extents")
    def extents(self, value):
        self._engine.extents = None if value is None else corners("extents", value)

    @max_penetration.setter
    @routine("Simulation.max_penetration")
    def max_penetration(self, value):
        value = math.inf if value is None else value
        self._engine.max_penetration = check.number("max_penetration", value, above=0, infinite=True)

    @routine("Simulation.certificate")
    def certificate(self, *, residual=None, penetration=None, energy=None):
        """Bounds that end a run with a RunError, after the frame of that step is written. None: no bound.

        residual: of both residuals of a step; penetration: the same as max_penetration [m]; energy: of what the time
        integration adds or loses, as a part of all energies. Results.certificate() tells what a run reached.
        """
        bounds = {name: math.inf if value is None else check.number(name, value, above=0, infinite=True)
                  for name, value in (("residual", residual), ("penetration", penetration), ("energy", energy))}
        self._engine.max_residual = bounds["residual"]
        self._engine.max_penetration = bounds["penetration"]
        self._engine.max_energy_balance = bounds["energy"]

    @strict.setter
    @routine("Simulation.strict")
    def strict(self, value):
        self._engine.strict = check.boolean("strict", value)

    @routine("Simulation.inspect")
    def inspect(self) -> Inspection:
        """Bodies that overlap, bodies outside of the extents, strange sizes. The first run begins with it and warns."""
        return Inspection(self)


def corners(name, value):
    """Six numbers, or two points, as (low, high)."""
    flat = check.numbers(name, value, count=6, expected="six numbers: xmin, ymin, zmin, xmax, ymax, zmax")
    for axis, low, high in zip("xyz", flat[:3], flat[3:]):
        if not low < high:
            raise check.InputError(f"argument '{name}': got {low:g} to {high:g} along {axis} in {tuple(flat)}, "
                                   "expected minima below maxima: xmin, ymin, zmin, xmax, ymax, zmax")
    return flat[:3], flat[3:]
