# SPDX-License-Identifier: MIT
"""NEWTON_SOLVER, TEST_SOLVER and SICONOS_SOLVER of the program of 2020: the portfolio (Auto of the package) with their tolerance."""
from __future__ import annotations

import math
from typing import Any, Callable

from .. import check
from ..cone_solvers import Auto
from ..engine_members import EngineValue
from ..routine import routine
from .session import say_once
from .solvers import LanguageSolver

RELATIVE_DELTAS = ("OFF", "avgWii", "minWii", "maxWii")
MOST_FACTORIZATIONS = 150  # of Auto by itself


def _part(name: str, value: Any) -> float:
    value = check.number(name, value, above=0)
    if value > 1:
        raise check.wrong_value(name, value, "a number > 0 and <= 1")
    return value


def _flag(name: str, value: Any) -> str:
    return "ON" if check.flag(name, value) else "OFF"


def _choice(*words: str) -> Callable[[str, Any], str]:
    return lambda name, value: check.choice(name, value, words)


def tolerance(meritval: float) -> float:
    """The merit of Solfec is the square of the residual used here; what lies beyond round-off or says nothing is cut off."""
    return min(max(math.sqrt(meritval), 1e-12), 1e-2)


class NewtonLike(LanguageSolver):
    """Arguments are kept as members by name and checked; `_solver` follows those that have an effect."""

    _checks: dict[str, Callable[[str, Any], Any]] = {}  # argument: check
    _solver: Auto
    _meritval: float
    _maxiter: int
    _locdyn: str

    def _keep(self, arguments: dict[str, Any]) -> None:
        for name in self._checks:
            self._set(name, arguments[name])
        self._solver = Auto()
        self._apply()

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, "_" + name, self._checks[name](name, value))

    def _apply(self) -> None:
        solver = self._solver
        solver._accuracy, solver._power = "meritval", 2
        solver.tolerance = tolerance(self._meritval)
        solver.effort = min(self._maxiter, MOST_FACTORIZATIONS)
        solver.locdyn = "implicit" if self._locdyn == "OFF" else "automatic"

    meritval: float
    maxiter: int
    linmaxiter: int
    iters = EngineValue[int]("_solver", "iterations of the last solve", "iterations")

    @property
    def merhist(self) -> list[float]:
        """The merit that each method of the last solve reached; where the start was good enough, that of the start."""
        return [max(stage["residual"]) ** 2 for stage in self._solver.stages] or [max(self._solver.residual) ** 2]

    @property
    def mvhist(self) -> list[int]:
        """Products with W are not counted."""
        return [0] * len(self.merhist)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._solver!r})"


class NEWTON_SOLVER(NewtonLike):
    """NEWTON_SOLVER (| meritval, maxiter, locdyn, linver, linmaxiter, maxmatvec, epsilon, delta, theta, omega, gsflag, reldelta).

    The portfolio (corbel.Auto), both residuals at most √meritval, with at most maxiter factorizations; W of deformable bodies by products where locdyn is 'OFF'.
    """

    locdyn: str
    linver: str
    maxmatvec: int
    epsilon: float
    delta: float
    theta: float
    omega: float
    gsflag: str
    itershist: list[int] | None
    _checks = {"meritval": check.positive, "maxiter": check.count, "locdyn": _flag, "linver": _choice("GMRES", "DIAG"), "linmaxiter": check.count,
               "maxmatvec": check.count, "epsilon": check.positive, "delta": check.not_negative, "theta": _part, "omega": check.positive,
               "gsflag": _flag, "reldelta": _choice(*RELATIVE_DELTAS)}

    @routine("NEWTON_SOLVER")
    def __init__(self, meritval: float = 1E-8, maxiter: int = 1000, locdyn: str = "ON", linver: str = "GMRES", linmaxiter: int = 10,
                 maxmatvec: int = 10000, epsilon: float = 0.25, delta: float = 0.0, theta: float = 0.25, omega: float = 1E-10, gsflag: str = "ON", reldelta: str = "OFF") -> None:
        self._keep(locals())


class TEST_SOLVER(NewtonLike):
    """TEST_SOLVER (| meritval, maxiter, maxmatvec, linmaxiter, epsilon, delta, omega): as NEWTON_SOLVER."""

    _checks = {"meritval": check.positive, "maxiter": check.count, "maxmatvec": check.count, "linmaxiter": check.count, "epsilon": check.positive,
               "delta": check.not_negative, "omega": check.positive}
    _locdyn = "ON"

    @routine("TEST_SOLVER")
    def __init__(self, meritval: float = 1E-8, maxiter: int = 1000, maxmatvec: int = 1000, linmaxiter: int = 10, epsilon: float = 0.25,
                 delta: float = 0.51E-7, omega: float = 1E-9) -> None:
        self._keep(locals())


class SICONOS_SOLVER(LanguageSolver):
    """SICONOS_SOLVER (| epsilon, maxiter, verbose): the portfolio (corbel.Auto) with this tolerance, not Siconos."""

    epsilon: float
    maxiter: int

    @routine("SICONOS_SOLVER")
    def __init__(self, epsilon: float = 1E-4, maxiter: int = 1000, verbose: str = "OFF") -> None:
        self._solver = Auto(check.positive("epsilon", epsilon), last_resort=check.count("maxiter", maxiter))
        self._solver._accuracy = "epsilon"
        self._verbose = _flag("verbose", verbose)
        say_once("SICONOS_SOLVER uses the solver portfolio of Corbel (Auto), not Siconos")

    def __repr__(self) -> str:
        return f"SICONOS_SOLVER({self._solver!r})"


def _member(owner: str, name: str, write: bool = True) -> property:
    @routine(owner)
    def assign(self: Any, value: Any) -> None:
        self._set(name, value)
        self._apply()

    return property(lambda self: getattr(self, "_" + name), assign if write else None)


def _siconos_member(name: str, of_solver: str, checked: Callable[[str, Any], Any]) -> property:
    @routine("SICONOS_SOLVER")
    def assign(self: Any, value: Any) -> None:
        setattr(self._solver, of_solver, checked(name, value))

    return property(lambda self: getattr(self._solver, of_solver), assign)


@routine("NEWTON_SOLVER")
def _write_itershist(self: Any, value: Any) -> None:
    self._solver._solver.record_iterations = check.flag("itershist", value)


def _read_itershist(self: Any) -> list[int] | None:
    engine = self._solver._solver
    return list(engine.iteration_history) if engine.record_iterations else None


for _name in NEWTON_SOLVER._checks:
    if _name != "reldelta":
        setattr(NEWTON_SOLVER, _name, _member("NEWTON_SOLVER", _name))
setattr(NEWTON_SOLVER, "itershist", property(_read_itershist, _write_itershist))
for _name in ("meritval", "maxiter", "linmaxiter"):
    setattr(TEST_SOLVER, _name, _member("TEST_SOLVER", _name))
setattr(SICONOS_SOLVER, "epsilon", _siconos_member("epsilon", "tolerance", check.positive))
setattr(SICONOS_SOLVER, "maxiter", _siconos_member("maxiter", "last_resort", check.count))
