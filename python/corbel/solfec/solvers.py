# SPDX-License-Identifier: MIT
"""GAUSS_SEIDEL_SOLVER, with the arguments of the manual of 2010 and of the program of 2020."""
from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any, Callable, Sequence

from .. import check
from ..engine_members import EngineValue
from ..routine import routine
from ..solvers import GaussSeidel, Solver
from .callbacks import NOTHING, data_arguments, going_on, of_simulation
from .members import Members

if TYPE_CHECKING:
    from ..simulation import Simulation

FAILURES = ("CONTINUE", "EXIT", "CALLBACK")
# EXACT is ours, and what is used where a deck names none; DE_SAXE_AND_FENG is how the manual of 2010 writes it.
DIAGONAL_SOLVERS = {"EXACT": "exact", "SEMISMOOTH_NEWTON": "semismooth_newton", "PROJECTED_GRADIENT": "projected_gradient",
                    "DE_SAXCE_FENG": "de_saxce_feng", "DE_SAXE_AND_FENG": "de_saxce_feng",
                    "PROJECTED_NEWTON": "projected_newton"}
VARIANTS = ("FULL", "MIDDLE_JACOBI", "BOUNDARY_JACOBI", "SIMPLIFIED")


class LanguageSolver(Members):
    """What RUN takes: `_solver` of the package, and what to do after a step that did not converge."""

    _solver: Solver

    def _on_failure(self) -> str | Callable[[Simulation], Any]:
        return "continue"


class GAUSS_SEIDEL_SOLVER(LanguageSolver):
    """GAUSS_SEIDEL_SOLVER (epsilon, maxiter | meritval, failure, diagepsilon, diagmaxiter, diagsolver, data, callback).

    The manual of 2010 has no meritval: with a string in third place the arguments are those of 2010.
    """

    epsilon: float
    maxiter: int
    diagepsilon: float
    diagmaxiter: int
    meritval: float
    reverse: str
    innerloops: int
    diagsolver: str
    history: str
    itershist: list[int] | None
    variant: str
    _solver: GaussSeidel
    _callback: Callable[[], bool] | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if len(args) > 2 and isinstance(args[2], str):
            self._manual_2010(*args, **kwargs)
        else:
            self._program_2020(*args, **kwargs)

    @routine("GAUSS_SEIDEL_SOLVER")
    def _manual_2010(self, epsilon: float, maxiter: int, failure: str = "CONTINUE", diagepsilon: float | None = None,
                     diagmaxiter: int | None = None, diagsolver: str = "EXACT", data: Any = NOTHING,
                     callback: Callable[..., Any] | None = None) -> None:
        self._program_2020(epsilon, maxiter, 1.0, failure, diagepsilon, diagmaxiter, diagsolver, data, callback)

    @routine("GAUSS_SEIDEL_SOLVER")
    def _program_2020(self, epsilon: float, maxiter: int, meritval: float = 1.0, failure: str = "CONTINUE",
                      diagepsilon: float | None = None, diagmaxiter: int | None = None, diagsolver: str = "EXACT", data: Any = NOTHING,
                      callback: Callable[..., Any] | None = None) -> None:
        epsilon = check.number("epsilon", epsilon, above=0)
        maxiter = check.integer("maxiter", maxiter, at_least=1)
        meritval = check.number("meritval", meritval, above=0)
        if diagepsilon is None:
            diagepsilon = max(0.01 * min(epsilon, meritval, 1e-4), sys.float_info.epsilon)
        if diagmaxiter is None:
            diagmaxiter = max(100, maxiter // 100)
        self._failure = check.choice("failure", failure, FAILURES)
        self._variant, self._innerloops = "FULL", 1
        # The merit of Solfec is the square of the residual used here.
        self._solver = GaussSeidel(epsilon, maxiter, residual_tolerance=math.sqrt(meritval),
                                   block_epsilon=check.number("diagepsilon", diagepsilon, above=0),
                                   block_max_iterations=check.integer("diagmaxiter", diagmaxiter, at_least=1))
        # As in Solfec, other methods come to the help of one that fails only where failures are not to be heard of.
        self._solver.block_fallback = self._failure == "CONTINUE"
        self.diagsolver = diagsolver
        self._solver._limit, self._solver._block_limit = "maxiter", "diagmaxiter"
        self._callback = None if callback is None else going_on(
            "callback", check.function("callback", callback), self, *data_arguments(data))

    error = EngineValue[str]("_solver", "how the last solve ended", "status")
    iters = EngineValue[int]("_solver", "iterations of the last solve", "iterations")

    @property
    def failure(self) -> str:
        return self._failure

    @property
    def rerhist(self) -> list[float]:
        """Relative changes in the last solve."""
        return list(self._solver.change_history)

    @property
    def merhist(self) -> list[float] | None:
        """The merit of every iteration of the last solve, None unless history is 'ON'."""
        if not self._solver.record_residuals:
            return None
        return [max(residual) ** 2 for residual in self._solver.residual_history]

    def _on_failure(self) -> str | Callable[[Simulation], Any]:
        """What running.run is to do after a step that did not converge."""
        if self._failure == "CONTINUE":
            return "continue"
        callback = self._callback
        if self._failure == "EXIT" or callback is None:
            return "raise"
        return of_simulation(callback)

    def __repr__(self) -> str:
        return f"GAUSS_SEIDEL_SOLVER({self._solver!r}, failure '{self._failure}')"


def _number(name: str, member: str, checked: Callable[[str, Any], Any]) -> property:
    @routine("GAUSS_SEIDEL_SOLVER")
    def write(self: Any, value: Any) -> None:
        setattr(self._solver, member, checked(name, value))

    return property(lambda self: getattr(self._solver, member), write)


def _word(name: str, allowed: Sequence[str]) -> property:
    @routine("GAUSS_SEIDEL_SOLVER")
    def write(self: Any, value: Any) -> None:
        setattr(self, "_" + name, check.choice(name, value, allowed))

    return property(lambda self: getattr(self, "_" + name), write)


@routine("GAUSS_SEIDEL_SOLVER")
def _write_reverse(self: Any, value: Any) -> None:
    self._solver.reverse = check.flag("reverse", value)


@routine("GAUSS_SEIDEL_SOLVER")
def _write_diagsolver(self: Any, value: Any) -> None:
    self._diagsolver = check.choice("diagsolver", value, tuple(DIAGONAL_SOLVERS))
    self._solver.block_method = DIAGONAL_SOLVERS[value]


@routine("GAUSS_SEIDEL_SOLVER")
def _write_history(self: Any, value: Any) -> None:
    self._solver.record_residuals = check.flag("history", value)


@routine("GAUSS_SEIDEL_SOLVER")
def _write_itershist(self: Any, value: Any) -> None:
    self._solver.record_iterations = check.flag("itershist", value)


@routine("GAUSS_SEIDEL_SOLVER")
def _write_innerloops(self: Any, value: Any) -> None:
    self._innerloops = check.count("innerloops", value)


@routine("GAUSS_SEIDEL_SOLVER")
def _write_meritval(self: Any, value: Any) -> None:
    self._solver.residual_tolerance = math.sqrt(check.positive("meritval", value))


_MEMBERS = {
    "epsilon": _number("epsilon", "epsilon", check.positive),
    "maxiter": _number("maxiter", "max_iterations", check.count),
    "diagepsilon": _number("diagepsilon", "block_epsilon", check.positive),
    "diagmaxiter": _number("diagmaxiter", "block_max_iterations", check.count),
    "meritval": property(lambda self: self._solver.residual_tolerance ** 2, _write_meritval),
    "reverse": property(lambda self: "ON" if self._solver.reverse else "OFF", _write_reverse),
    "innerloops": property(lambda self: self._innerloops, _write_innerloops),
    "diagsolver": property(lambda self: self._diagsolver, _write_diagsolver),
    "history": property(lambda self: "ON" if self._solver.record_residuals else "OFF", _write_history),
    "itershist": property(lambda self: list(self._solver.iteration_history) if self._solver.record_iterations else None,
                          _write_itershist),
    # Of sweeps in several processes: kept, as is innerloops, and without effect.
    "variant": _word("variant", VARIANTS),
}
for _name, _property in _MEMBERS.items():
    setattr(GAUSS_SEIDEL_SOLVER, _name, _property)
