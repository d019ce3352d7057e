# SPDX-License-Identifier: MIT
"""Solvers of contact, friction and joints; those of all constraints at once are in cone_solvers.py."""
import sys
from typing import Any

from . import _engine, check
from .engine_members import EngineOption, EngineValue
from .members import Members
from .routine import routine

__all__ = ["GaussSeidel", "Penalty"]

PENALTY_VARIANTS = ("IMPLICIT", "EXPLICIT", "MANUAL")

BLOCK_METHODS = ("exact", "semismooth_newton", "projected_gradient", "de_saxce_feng", "projected_newton")


class Solver(Members):
    """What all solvers have in common; `_solver` is the engine's."""

    def __init__(self, solver: _engine.Solver) -> None:
        self._solver = solver

    status = EngineValue[str]("_solver", "of the last step solved: 'OK', 'DIVERGED', …")
    iterations = EngineValue[int]("_solver", "in the last step solved")
    relative_change = EngineValue[float]("_solver", "of the reactions in the last iteration")
    residual = EngineValue[tuple[float, float]]("_solver", "(absolute, scaled) of the last step solved")
    change_history = EngineValue[list[float]]("_solver", "relative changes in the last step solved")
    residual_history = EngineValue[list[tuple[float, float]]]("_solver", "(absolute, scaled) of iterations in which they were evaluated")
    stages = EngineValue[list[dict[str, Any]]]("_solver", "what was tried in the last step: method, iterations, seconds, residual")
    iteration_history = EngineValue[list[int]]("_solver", "iterations of every solve since record_iterations was set")

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


def _method(name: str, value: Any) -> str:
    return check.choice(name, value, BLOCK_METHODS)


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
    def __init__(self, epsilon: float = 1e-4, max_iterations: int = 1000, *, residual_tolerance: float = 1.0,
                 block_epsilon: float | None = None, block_max_iterations: int | None = None, reverse: bool = False,
                 block_method: str = "exact", block_fallback: bool = True, record_residuals: bool = False) -> None:
        epsilon = check.positive("epsilon", epsilon)
        max_iterations = check.count("max_iterations", max_iterations)
        tolerance = check.positive("residual_tolerance", residual_tolerance)
        if block_epsilon is None:
            block_epsilon = max(0.01 * min(epsilon, tolerance, 1e-4), sys.float_info.epsilon)
        if block_max_iterations is None:
            block_max_iterations = max(100, max_iterations // 100)
        super().__init__(_engine.GaussSeidel(
            epsilon, max_iterations, tolerance, check.positive("block_epsilon", block_epsilon),
            check.count("block_max_iterations", block_max_iterations), check.boolean("reverse", reverse)))
        self.block_method, self.block_fallback, self.record_residuals = block_method, block_fallback, record_residuals

    epsilon = EngineOption[float]("_solver", check.positive, "relative change of the reactions in a sweep at which to stop")
    max_iterations = EngineOption[int]("_solver", check.count, "sweeps at most")
    residual_tolerance = EngineOption[float]("_solver", check.positive, "largest accepted residual; 1 and more: not tested")
    block_epsilon = EngineOption[float]("_solver", check.positive, "as epsilon, of the solves of single constraints")
    block_max_iterations = EngineOption[int]("_solver", check.count, "as max_iterations, of the solves of single constraints")
    reverse = EngineOption[bool]("_solver", check.boolean, "every other sweep backwards")
    block_method = EngineOption[str]("_solver", _method, "how a frictional contact is solved")
    block_fallback = EngineOption[bool]("_solver", check.boolean, "where block_method does not converge the others are tried")
    record_residuals = EngineOption[bool]("_solver", check.boolean, "fill residual_history")
    record_iterations = EngineOption[bool]("_solver", check.boolean, "fill iteration_history; assigning it empties that")

    @property
    def text(self) -> str:
        """One line for the result file."""
        return (f"Gauss-Seidel: epsilon {self.epsilon:g}, at most {self.max_iterations} iterations"
                + (f", residual {self.residual_tolerance:g}" if self.residual_tolerance < 1 else "")
                + (", reverse" if self.reverse else "")
                + (f", blocks by {self.block_method}" if self.block_method != "exact" else ""))

    _limit, _block_limit = "max_iterations", "block_max_iterations"  # as the user calls them

    @property
    def advice(self) -> str:
        """What to try when steps do not converge."""
        return f"try a larger {self._limit} (now {self.max_iterations}), a smaller time step, or a larger epsilon (now {self.epsilon:g})"

    @property
    def failure_text(self) -> str:
        """Why the last solve did not converge, and what to try."""
        change = f"the relative change is {self.relative_change:.3g}, required {self.epsilon:g}"
        if self.residual_tolerance < 1:
            change += f", the residual {max(self.residual):.3g}, required {self.residual_tolerance:g}"
        if self.status == "DIVERGED":
            return f"{self._limit} = {self.max_iterations} was reached ({change}); {self.advice}"
        return (f"a single constraint could not be solved ({self.status} after {self.iterations} iterations; {change}); "
                f"try a smaller time step or a larger {self._block_limit}")

    def __repr__(self) -> str:
        return (f"GaussSeidel(epsilon={self.epsilon:g}, max_iterations={self.max_iterations}; "
                f"last: {self.status}, {self.iterations} iterations)")


def _variant(name: str, value: Any) -> str:
    return check.choice(name, value, PENALTY_VARIANTS)


class Penalty(Solver):
    """Every contact by the spring and dashpot of its surface material, once per step; joints by Gauss–Seidel afterwards.

    variant: "IMPLICIT", the mean penetration of the step, for any step of a single contact; "EXPLICIT", penetration and
    velocity as they are; "MANUAL", the spring explicit and the dashpot implicit (Solfec manual, section 6.1.2).
    iterations and residual are those of the joints.
    """

    @routine("Penalty")
    def __init__(self, variant: str = "IMPLICIT") -> None:
        super().__init__(_engine.Penalty(_variant("variant", variant)))

    variant = EngineOption[str]("_solver", _variant, "'IMPLICIT', 'EXPLICIT' or 'MANUAL'")

    @property
    def text(self) -> str:
        """One line for the result file."""
        return f"penalty: {self.variant.lower()}"

    def __repr__(self) -> str:
        return f"Penalty('{self.variant}')"
