# SPDX-License-Identifier: MIT
"""Contact problems by themselves: from a file or from arrays, to any solver."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Union

import numpy as np

from . import _engine, check
from .annotations import Numbers, Path, Rows
from .engine_members import EngineValue
from .errors import InputError
from .members import Members
from .routine import closest, routine

__all__ = ["ContactProblem", "Solution", "Stage", "load_problem", "solver_names"]

Matrix = Union[np.ndarray, list[list[float]], tuple[Any, Any, Any]]  # dense, or (rows, columns, values) of the entries


def solver_names() -> list[str]:
    """Solvers that ContactProblem.solve and `corbel solve` know."""
    return _engine.solver_names()


def default_solver() -> str:
    """'auto' where there is one."""
    names = solver_names()
    return "auto" if "auto" in names else names[0]


class Stage(NamedTuple):
    """One method that was tried, of solvers that try several."""
    method: str
    iterations: int
    seconds: float
    absolute: float
    scaled: float


@dataclass(frozen=True)
class Solution:
    """What a solver found. reactions and velocities: one row (T1, T2, N) a contact; residuals: (absolute, scaled), both judged
    by the same measure for all solvers; converged: both are within the tolerance, and status is then "OK" and else not;
    round_off: what round-off alone may leave of the absolute residual, ε |R| / |q|."""
    solver: str
    tolerance: float
    reactions: np.ndarray
    velocities: np.ndarray
    residuals: tuple[float, float]
    status: str
    iterations: int
    seconds: float
    stages: list[Stage] = field(default_factory=list)
    change_history: list[float] = field(default_factory=list)
    residual_history: list[tuple[float, float]] = field(default_factory=list)
    round_off: float = 0.0

    @property
    def converged(self) -> bool:
        """Both residuals are within the tolerance."""
        return _within(self.residuals, self.tolerance)

    @property
    def reason(self) -> str:
        """Why the tolerance is not met, "" where it is."""
        if self.converged:
            return ""
        if self.residuals[1] <= self.tolerance < 10 * self.round_off:
            return (f"the scaled residual meets the tolerance; the absolute one is lost in round-off, ε |R| / |q| = {self.round_off:.1e} "
                    f"for reactions of this size. A tolerance of {10 * self.round_off:.0e} can be met")
        return "the tolerance is not met"


class ContactProblem(Members):
    """u = W r + q with Coulomb friction mu in each contact; rows ordered (T1, T2, N), unlike in FCLIB files.

    W: 3n×3n numbers, or (rows, columns, values) of its entries; q: n×3; mu: n numbers ≥ 0.
    """

    @routine("ContactProblem")
    def __init__(self, W: Matrix, q: Rows, mu: Numbers) -> None:
        friction, free = _array("mu", mu), _array("q", q)
        n = friction.size
        if free.size != 3 * n:
            raise check.wrong_value("q", free, f"{n} rows of three numbers")
        self._problem = _engine.make_problem(*_entries(W, 3 * n), free.reshape(n, 3), friction.reshape(n))

    @classmethod
    def _of(cls, problem: _engine.ContactProblem) -> ContactProblem:
        made = cls.__new__(cls)
        made._problem = problem
        return made

    contacts = EngineValue[int]("_problem", "how many", "size")
    q = EngineValue[np.ndarray]("_problem", "free velocities, n×3 [m/s]")
    mu = EngineValue[np.ndarray]("_problem", "friction, n")
    entries = EngineValue[tuple[np.ndarray, np.ndarray, np.ndarray]]("_problem", "(rows, columns, values) of W that are not zero")
    asymmetry = EngineValue[float]("_problem", "‖W − Wᵀ‖/‖W‖ of the file")
    notes = EngineValue[list[str]]("_problem", "what a user should know of the file, a sentence each")
    title = EngineValue[str]("_problem", "of the file")
    description = EngineValue[str]("_problem", "of the file")
    immovable = EngineValue[list[int]]("_problem", "contacts whose row of W is zero: they carry no impulse")
    is_global = EngineValue[bool]("_problem", "the file holds masses, not W")
    solution = EngineValue[np.ndarray | None]("_problem", "reactions of the file, None where it has none")
    guesses = EngineValue[list[np.ndarray]]("_problem", "reactions to start from, of the file")

    @property
    def W(self) -> np.ndarray:
        """Dense, 3n×3n."""
        W = np.zeros((3 * self.contacts, 3 * self.contacts))
        rows, columns, values = self.entries
        W[rows, columns] = values
        return W

    @routine("ContactProblem.solve")
    def solve(self, solver: str | None = None, *, tolerance: float = 1e-8, max_iterations: int | None = None, start: Rows | None = None,
              threads: int = 0) -> Solution:
        """solver: one of corbel.solver_names(), None for the default; tolerance: of both residuals; max_iterations: None for
        what suits the solver; start: reactions to start from, None for zeros; threads: 0 takes all cores."""
        name = default_solver() if solver is None else checked_solver(solver)
        tolerance = check.number("tolerance", tolerance, above=0)
        limit = 0 if max_iterations is None else check.integer("max_iterations", max_iterations, at_least=1)
        begin = np.zeros((self.contacts, 3)) if start is None else _array("start", start)
        reactions, report = self._problem.solve(name, tolerance, limit, begin, check.integer("threads", threads, at_least=0))
        residuals = self._problem.residual(reactions)
        return Solution(name, tolerance, reactions, self._problem.velocities(reactions), residuals,
                        _status(report["status"], _within(residuals, tolerance)), report["iterations"], report["seconds"],
                        [Stage(*stage) for stage in report["stages"]], report["change_history"], report["residual_history"],
                        self._round_off(reactions))

    def _round_off(self, reactions: np.ndarray) -> float:
        """The natural residual R − P(R − U) of the absolute measure cannot be known better than ε |R|."""
        free = float(np.linalg.norm(self.q))
        return float(np.finfo(float).eps * np.linalg.norm(reactions) / (free if free > 0 else 1.0))

    @routine("ContactProblem.residuals")
    def residuals(self, reactions: Rows) -> tuple[float, float]:
        """(absolute, scaled) of any reactions, n×3."""
        return self._problem.residual(_array("reactions", reactions))

    @routine("ContactProblem.save")
    def save(self, path: Path, reactions: Rows | None = None, *, title: str | None = None, description: str | None = None) -> None:
        """Writes a local problem of FCLIB, and its solution when reactions are given."""
        found = None if reactions is None else _array("reactions", reactions)
        self._problem.write(check.path("path", path), self.title if title is None else check.text("title", title),
                            self.description if description is None else check.text("description", description),
                            self._problem.math_info, found)

    def __repr__(self) -> str:
        return f"ContactProblem({self.contacts} contacts{', ' + self.title if self.title else ''})"


@routine("load_problem")
def load_problem(path: Path) -> ContactProblem:
    """A frictional contact problem from an FCLIB file (HDF5), local or global."""
    return ContactProblem._of(_engine.read_fclib(check.path("path", path)))


def _within(residuals: tuple[float, float], tolerance: float) -> bool:
    return max(residuals) <= tolerance  # False for NaN


def _status(said: str, converged: bool) -> str:
    """A solver judges by criteria of its own on the way; what it found is judged by the residuals alone."""
    return "OK" if converged else said if said != "OK" else "DIVERGED"


def checked_solver(name: Any) -> str:
    name = check.text("solver", name)
    if name not in solver_names():
        raise InputError(f"argument 'solver': got '{name}', expected one of {', '.join(solver_names())}.{closest(name, solver_names())}")
    return name


def _array(name: str, values: Any) -> np.ndarray:
    try:
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise check.wrong_type(name, values, "an array of numbers") from None
    if not np.isfinite(array).all():
        raise check.wrong_value(name, values, "finite numbers")
    return array


def _entries(W: Any, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(rows, columns, values), indices checked."""
    if not isinstance(W, tuple):
        W = _array("W", W)
        if W.shape != (size, size):
            raise check.wrong_value("W", W, f"an array of shape ({size}, {size})")
        rows, columns = np.nonzero(W)
        return rows, columns, W[rows, columns]
    if len(W) != 3:
        raise check.wrong_value("W", W, "(rows, columns, values)")
    rows, columns, values = np.asarray(W[0]), np.asarray(W[1]), _array("W", W[2])
    if not (rows.shape == columns.shape == values.shape and rows.ndim == 1):
        raise check.wrong_value("W", W, "(rows, columns, values) of one length")
    for index in (rows, columns):
        if index.size and not (np.issubdtype(index.dtype, np.integer) and 0 <= index.min() and index.max() < size):
            raise InputError(f"argument 'W': got indices outside, expected integers from 0 to {size - 1}")
    return rows, columns, values
