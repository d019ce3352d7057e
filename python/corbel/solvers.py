# SPDX-License-Identifier: MIT
"""Solvers of contact, friction and joints; those of all constraints at once are in cone_solvers.py."""
import sys

from . import _engine, check
from .members import Members
from .routine import routine

__all__ = ["GaussSeidel", "Penalty"]

PENALTY_VARIANTS = ("IMPLICIT", "EXPLICIT", "MANUAL")

BLOCK_METHODS = ("exact", "semismooth_newton", "projected_gradient", "de_saxce_feng", "projected_newton")


class Solver(Members):
    """What all solvers have in common. status, iterations, relative_change, residual, change_history, residual_history and
    stages tell about the last step solved; `_solver` is the engine's."""

    def __init__(self, solver):
        self._solver = solver

    @property
    def text(self) -> str:
        """One line for the result file."""
        return type(self).__name__

    @property
    def advice(self) -> str:
        """What to try when steps do not converge."""
        return "try a smaller time step"

    @property
    def failure_text(self) -> str:
        """Why the last solve did not converge, and what to try."""
        return f"{self.status} after {self.iterations} iterations, residual {max(self.residual):.3g}; {self.advice}"


class GaussSeidel(Solver):
    """Block Gauss–Seidel: sweeps over the constraints, each solved with all others held.

    epsilon: relative change of the reactions in a sweep at which to stop; max_iterations: sweeps at most;
    residual_tolerance: largest accepted residual, in addition to epsilon (≥ 1: not tested); block_epsilon,
    block_max_iterations: of the solves of single constraints; reverse: every other sweep backwards.
    block_method: how a frictional contact is solved, "exact" or one of the methods of Solfec: "semismooth_newton",
    "projected_gradient", "de_saxce_feng", "projected_newton"; block_fallback: where that does not converge the others
    are tried, the exact one last. record_residuals: fill residual_history, which costs a sweep each.
    All can be changed between runs. iteration_history has the iterations of every solve since record_iterations was set
    to True.
    """

    @routine("GaussSeidel")
    def __init__(self, epsilon=1e-4, max_iterations=1000, *, residual_tolerance=1.0, block_epsilon=None,
                 block_max_iterations=None, reverse=False, block_method="exact", block_fallback=True,
                 record_residuals=False):
        epsilon = check.number("epsilon", epsilon, above=0)
        max_iterations = check.integer("max_iterations", max_iterations, at_least=1)
        tolerance = check.number("residual_tolerance", residual_tolerance, above=0)
        if block_epsilon is None:
            block_epsilon = max(0.01 * min(epsilon, tolerance, 1e-4), sys.float_info.epsilon)
        if block_max_iterations is None:
            block_max_iterations = max(100, max_iterations // 100)
        super().__init__(_engine.GaussSeidel(
            epsilon, max_iterations, tolerance, check.number("block_epsilon", block_epsilon, above=0),
            check.integer("block_max_iterations", block_max_iterations, at_least=1), check.boolean("reverse", reverse)))
        self._solver.block_method = _method("block_method", block_method)
        self._solver.block_fallback = check.boolean("block_fallback", block_fallback)
        self._solver.record_residuals = check.boolean("record_residuals", record_residuals)

    @property
    def text(self) -> str:
        """One line for the result file."""
        s = self._solver
        return (f"Gauss-Seidel: epsilon {s.epsilon:g}, at most {s.max_iterations} iterations"
                + (f", residual {s.residual_tolerance:g}" if s.residual_tolerance < 1 else "")
                + (", reverse" if s.reverse else "")
                + (f", blocks by {s.block_method}" if s.block_method != "exact" else ""))

    _limit, _block_limit = "max_iterations", "block_max_iterations"  # as the user calls them

    @property
    def advice(self) -> str:
        """What to try when steps do not converge."""
        return f"try a larger {self._limit} (now {self.max_iterations}), a smaller time step, or a larger epsilon (now {self.epsilon:g})"

    @property
    def failure_text(self) -> str:
        """Why the last solve did not converge, and what to try."""
        s = self._solver
        change = f"the relative change is {s.relative_change:.3g}, required {s.epsilon:g}"
        if s.residual_tolerance < 1:
            change += f", the residual {max(s.residual):.3g}, required {s.residual_tolerance:g}"
        if s.status == "DIVERGED":
            return f"{self._limit} = {s.max_iterations} was reached ({change}); {self.advice}"
        return (f"a single constraint could not be solved ({s.status} after {s.iterations} iterations; {change}); "
                f"try a smaller time step or a larger {self._block_limit}")

    def __repr__(self):
        return (f"GaussSeidel(epsilon={self.epsilon:g}, max_iterations={self.max_iterations}; "
                f"last: {self.status}, {self.iterations} iterations)")


class Penalty(Solver):
    """Every contact by the spring and dashpot of its surface material, once per step; joints by Gauss–Seidel afterwards.

    variant: "IMPLICIT", the mean penetration of the step, for any step of a single contact; "EXPLICIT", penetration and
    velocity as they are; "MANUAL", the spring explicit and the dashpot implicit (Solfec manual, section 6.1.2).
    iterations and residual are those of the joints.
    """

    @routine("Penalty")
    def __init__(self, variant="IMPLICIT"):
        super().__init__(_engine.Penalty(check.choice("variant", variant, PENALTY_VARIANTS)))

    @property
    def variant(self) -> str:
        return self._solver.variant

    @variant.setter
    @routine("Penalty")
    def variant(self, value):
        self._solver.variant = check.choice("variant", value, PENALTY_VARIANTS)

    @property
    def text(self) -> str:
        return f"penalty: {self.variant.lower()}"

    def __repr__(self):
        return f"Penalty('{self.variant}')"


def _method(name, value):
    return check.choice(name, value, BLOCK_METHODS)


def _option(name, checked):
    def read(self):
        return getattr(self._solver, name)

    @routine("GaussSeidel")
    def write(self, value):
        setattr(self._solver, name, checked(name, value))

    return property(read, write)


def _positive(name, value):
    return check.number(name, value, above=0)


def _count(name, value):
    return check.integer(name, value, at_least=1)


for _name, _checked in {"epsilon": _positive, "max_iterations": _count, "residual_tolerance": _positive,
                        "block_epsilon": _positive, "block_max_iterations": _count, "reverse": check.boolean,
                        "block_method": _method, "block_fallback": check.boolean, "record_residuals": check.boolean,
                        "record_iterations": check.boolean}.items():
    setattr(GaussSeidel, _name, _option(_name, _checked))
for _name in ("status", "iterations", "relative_change", "residual", "change_history", "residual_history", "stages",
              "iteration_history"):
    setattr(Solver, _name, property(lambda self, name=_name: getattr(self._solver, name)))
