# SPDX-License-Identifier: MIT
"""Solvers of all constraints at once, and the portfolio of all of them. Each ends when both residuals of the solution are
within `tolerance`; which one to use: docs/solvers.md."""
import math
from typing import Any

from . import _engine, check
from .engine_members import EngineOption
from .routine import routine
from .solvers import Solver

__all__ = ["Admm", "Auto", "InteriorPoint", "Newton"]


RESTING, IMPACTS = 1e-5, 1e-4  # tolerances of Auto where the user gives none
MOST_MEMORY = 1000  # of Anderson acceleration


class ConeSolver(Solver):
    """What they have in common: `stages` says what was tried in the last solve."""

    tolerance: EngineOption[float]
    max_iterations: EngineOption[int]  # Auto has none

    # As the user calls them, what power of the tolerance is meant, and what to use instead.
    _accuracy, _power, _limit, _instead = "tolerance", 1, "max_iterations", "corbel.Auto()"

    @property
    def _is_portfolio(self) -> bool:
        """Has it tried the other methods already?"""
        return False

    @classmethod
    def _options(cls) -> tuple[str, ...]:
        """Names in the order of the definition of the class."""
        return tuple(name for kind in cls.__mro__ for name, member in vars(kind).items() if isinstance(member, EngineOption))

    @property
    def text(self) -> str:
        """One line for the result file."""
        return f"{type(self).__name__}: " + ", ".join(f"{name} {_shown(getattr(self, name))}" for name in self._options())

    @property
    def advice(self) -> str:
        """What to try when steps do not converge."""
        others = "" if self._is_portfolio else f"{self._instead}, a larger {self._limit} (now {self.max_iterations}), "
        return f"try {others}a smaller time step, or a larger {self._accuracy} (now {self.tolerance ** self._power:g})"

    @property
    def failure_text(self) -> str:
        """Why the last solve did not converge, what was tried, and what to try."""
        absolute, scaled = self.residual
        return (f"the residuals are {absolute:.3g} (absolute) and {scaled:.3g} (scaled), required {self._solver.required or self.tolerance:g}; "
                f"tried {_tried(self.stages)}; {self.advice}")

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={_shown(getattr(self, name))}" for name in self._options())
        return f"{type(self).__name__}({options}; last: {self.status}, {self.iterations} iterations)"


def _shown(value: Any) -> str:
    return repr(value) if isinstance(value, str) else f"{value:g}"


def _tried(stages: list[dict[str, Any]]) -> str:
    """'gauss_seidel (60 iterations, residual 2e-3), newton (…)', each method once with its best point."""
    methods: dict[str, tuple[int, float]] = {}
    for stage in stages:
        iterations, best = methods.get(stage["method"], (0, math.inf))
        methods[stage["method"]] = iterations + stage["iterations"], min(best, max(stage["residual"]))
    return ", ".join(f"{method} ({iterations} iterations" + (f", residual {best:.2g})" if math.isfinite(best) else ")")
                     for method, (iterations, best) in methods.items()) or "nothing"


def _memory(name: str, value: Any) -> int:
    """Each of them is a vector as long as all impulses; more than a few dozen never helped."""
    if (value := check.count(name, value)) > MOST_MEMORY:
        raise check.wrong_value(name, value, f"an integer in [1, {MOST_MEMORY}]")
    return value


def _inner(name: str, value: Any) -> str:
    return check.choice(name, value, ("automatic", "direct", "krylov"))


def _locdyn(name: str, value: Any) -> str:
    return check.choice(name, value, ("automatic", "assembled", "implicit"))


def _count_or_none(name: str, value: Any) -> int:
    return check.integer(name, value, at_least=0)


def _relaxation(name: str, value: Any) -> float:
    value = check.positive(name, value)
    if value >= 2:
        raise check.wrong_value(name, value, "a number between 0 and 2")
    return value


class Auto(ConeSolver):
    """The portfolio, the default solver: projected Gauss–Seidel with momentum while that promises to be the cheapest, then Newton's method,
    ADMM and interior point.

    tolerance: both residuals at most, in all steps; None: 1e-5, and 1e-4 in steps of dynamics in which a contact approaches
    faster than 10 h|g|; most_sweeps: with momentum at most, while they gain; last_resort:
    iterations of ADMM and sweeps of Gauss–Seidel when all else failed; effort: factorizations of Newton's method and
    interior points after which no further one is begun, fewer where each takes more than 20 ms; locdyn: as of Newton.
    """

    @routine("Auto")
    def __init__(self, tolerance: float | None = None, *, most_sweeps: int = 20000, last_resort: int = 1000, effort: int = 150,
                 locdyn: str = "automatic") -> None:
        given = tolerance is not None
        super().__init__(_engine.Auto(check.positive("tolerance", tolerance) if given else RESTING, 0.0 if given else IMPACTS,
                                      check.count("most_sweeps", most_sweeps), check.count("last_resort", last_resort), _count_or_none("effort", effort)))
        self.locdyn = locdyn

    tolerance = EngineOption[float]("_solver", check.positive, "both residuals at most")
    impact_tolerance = EngineOption[float]("_solver", check.not_negative, "the same in steps with impacts; 0: no other")
    locdyn = EngineOption[str]("_solver", _locdyn, "the part of W due to deformable bodies: 'automatic', 'assembled' or 'implicit'")
    most_sweeps = EngineOption[int]("_solver", check.count, "with momentum at most, while they gain")
    last_resort = EngineOption[int]("_solver", check.count, "iterations of ADMM and sweeps of Gauss–Seidel when all else failed")
    effort = EngineOption[int]("_solver", _count_or_none, "factorizations after which no further stage that factorizes is begun")

    @property
    def _is_portfolio(self) -> bool:
        return True


class Newton(ConeSolver):
    """Semismooth Newton's method with a proximal term: fast and exact from a good start, as runs have it.

    tolerance: both residuals at most; max_iterations: each a factorization; epsilon: proximal term at the start, relative to
    the mobility of the contacts; delta: its least value; fall_back: Auto with the same tolerance where the method failed;
    inner: "direct", by factorizations, "krylov", matrix-free GMRES, or "automatic", direct up to 10⁵ constraints
    and where W is assembled; locdyn: the part of W due to deformable bodies, "assembled" in blocks, "implicit" matrix-free, through
    the bodies, or "automatic", implicit where one of them has more than 300 contacts, or 1000 constraints,
    or all blocks would take more than 576 MB.
    """

    @routine("Newton")
    def __init__(self, tolerance: float = 1e-8, max_iterations: int = 200, *, epsilon: float = 0.1, delta: float = 0.0,
                 fall_back: bool = False, inner: str = "automatic", locdyn: str = "automatic") -> None:
        super().__init__(_engine.Newton(check.positive("tolerance", tolerance), check.count("max_iterations", max_iterations),
                                        check.positive("epsilon", epsilon), check.not_negative("delta", delta),
                                        check.boolean("fall_back", fall_back)))
        self.inner, self.locdyn = inner, locdyn

    tolerance = EngineOption[float]("_solver", check.positive, "both residuals at most")
    max_iterations = EngineOption[int]("_solver", check.count, "each a factorization")
    epsilon = EngineOption[float]("_solver", check.positive, "proximal term at the start, relative to the mobility of the contacts")
    delta = EngineOption[float]("_solver", check.not_negative, "least proximal term")
    fall_back = EngineOption[bool]("_solver", check.boolean, "Auto with the same tolerance where the method failed")
    inner = EngineOption[str]("_solver", _inner, "inner systems by factorizations ('direct') or by GMRES ('krylov')")
    locdyn = EngineOption[str]("_solver", _locdyn, "W of deformable bodies in blocks ('assembled') or matrix-free ('implicit')")

    @property
    def _is_portfolio(self) -> bool:
        return self.fall_back


class Admm(ConeSolver):
    """Alternating directions with Anderson acceleration: one factorization, for symmetric problems of any rank.

    tolerance: both residuals at most; max_iterations: each one solution with the factor; rho: penalty at the start, relative
    to the mobility of the contacts; relaxation: between 0 and 2; memory: past iterations of the acceleration, at most 1000.
    """

    @routine("Admm")
    def __init__(self, tolerance: float = 1e-8, max_iterations: int = 1000, *, rho: float = 0.1, relaxation: float = 1.6,
                 memory: int = 10) -> None:
        super().__init__(_engine.Admm(check.positive("tolerance", tolerance), check.count("max_iterations", max_iterations),
                                      check.positive("rho", rho), _relaxation("relaxation", relaxation), _memory("memory", memory)))

    tolerance = EngineOption[float]("_solver", check.positive, "both residuals at most")
    max_iterations = EngineOption[int]("_solver", check.count, "each one solution with the factor")
    rho = EngineOption[float]("_solver", check.positive, "penalty at the start, relative to the mobility of the contacts")
    relaxation = EngineOption[float]("_solver", _relaxation, "between 0 and 2")
    memory = EngineOption[int]("_solver", _memory, "past iterations of the acceleration, at most 1000")


class InteriorPoint(ConeSolver):
    """Interior points over friction cones, and Newton's method from where they end: needs no good start.

    tolerance: both residuals at most; max_iterations: each a factorization; theta: share of the sliding velocity in the
    linearization, 1 fastest, 0 most cautious; polish_iterations, polish_epsilon: of Newton's method at the end.
    """

    @routine("InteriorPoint")
    def __init__(self, tolerance: float = 1e-8, max_iterations: int = 60, *, theta: float = 1.0, polish_iterations: int = 60,
                 polish_epsilon: float = 1e-3) -> None:
        super().__init__(_engine.InteriorPoint(
            check.positive("tolerance", tolerance), check.count("max_iterations", max_iterations), check.fraction("theta", theta),
            _count_or_none("polish_iterations", polish_iterations), check.positive("polish_epsilon", polish_epsilon)))

    tolerance = EngineOption[float]("_solver", check.positive, "both residuals at most")
    max_iterations = EngineOption[int]("_solver", check.count, "each a factorization")
    theta = EngineOption[float]("_solver", check.fraction, "share of the sliding velocity in the linearization")
    polish_iterations = EngineOption[int]("_solver", _count_or_none, "of Newton's method at the end")
    polish_epsilon = EngineOption[float]("_solver", check.positive, "proximal term of Newton's method at the end")
