# SPDX-License-Identifier: MIT
"""NEWTON_SOLVER, TEST_SOLVER and SICONOS_SOLVER of the program of 2020, over Newton and Auto of the package."""
import math

from .. import check
from ..cone_solvers import Auto, Newton
from ..routine import routine
from .session import say_once
from .solvers import LanguageSolver

RELATIVE_DELTAS = ("OFF", "avgWii", "minWii", "maxWii")
MOST_BEFORE_FALL_BACK = 100  # factorizations, where gsflag is 'ON': a start that needs more is none for Newton's method


def _positive(name, value):
    return check.number(name, value, above=0)


def _not_negative(name, value):
    return check.number(name, value, at_least=0)


def _count(name, value):
    return check.integer(name, value, at_least=1)


def _part(name, value):
    value = check.number(name, value, above=0)
    if value > 1:
        raise check.wrong_value(name, value, "a number > 0 and <= 1")
    return value


def _flag(name, value):
    return "ON" if check.flag(name, value) else "OFF"


def _choice(*words):
    return lambda name, value: check.choice(name, value, words)


def tolerance(meritval) -> float:
    """The merit of Solfec is the square of the residual used here; what lies beyond round-off or says nothing is cut off."""
    return min(max(math.sqrt(meritval), 1e-12), 1e-2)


class NewtonLike(LanguageSolver):
    """Arguments are kept as members by name and checked; `_solver` follows those that have an effect."""

    _checks = {}  # argument: check
    _instead = "gsflag 'ON'"

    def _keep(self, arguments):
        for name in self._checks:
            self._set(name, arguments[name])
        self._solver = Newton()
        self._apply()

    def _set(self, name, value):
        object.__setattr__(self, "_" + name, self._checks[name](name, value))

    def _apply(self):
        solver = self._solver
        solver._accuracy, solver._power, solver._limit, solver._instead = "meritval", 2, "maxiter", self._instead
        solver.tolerance = tolerance(self._meritval)
        solver.fall_back = self._gsflag == "ON"
        solver.max_iterations = min(self._maxiter, MOST_BEFORE_FALL_BACK) if solver.fall_back else self._maxiter
        solver.delta = self._delta
        solver.locdyn = "implicit" if self._locdyn == "OFF" else "automatic"

    iters = property(lambda self: self._solver.iterations)
    merhist = property(lambda self: [max(r) ** 2 for r in self._solver.residual_history])
    # Mostly the inner systems are solved directly, and products with W are not counted where they are not.
    mvhist = property(lambda self: [0] * len(self._solver.residual_history))

    def __repr__(self):
        return f"{type(self).__name__}({self._solver!r})"


class NEWTON_SOLVER(NewtonLike):
    """NEWTON_SOLVER (| meritval, maxiter, locdyn, linver, linmaxiter, maxmatvec, epsilon, delta, theta, omega, gsflag, reldelta).

    Newton's method with direct inner solves, or matrix-free where locdyn is 'OFF'; where it fails and gsflag is 'ON', the portfolio (corbel.Auto) goes on.
    """

    _checks = {"meritval": _positive, "maxiter": _count, "locdyn": _flag, "linver": _choice("GMRES", "DIAG"), "linmaxiter": _count,
               "maxmatvec": _count, "epsilon": _positive, "delta": _not_negative, "theta": _part, "omega": _positive,
               "gsflag": _flag, "reldelta": _choice(*RELATIVE_DELTAS)}

    @routine("NEWTON_SOLVER")
    def __init__(self, meritval=1E-8, maxiter=1000, locdyn="ON", linver="GMRES", linmaxiter=10, maxmatvec=10000, epsilon=0.25,
                 delta=0.0, theta=0.25, omega=1E-10, gsflag="ON", reldelta="OFF"):
        self._keep(locals())


class TEST_SOLVER(NewtonLike):
    """TEST_SOLVER (| meritval, maxiter, maxmatvec, linmaxiter, epsilon, delta, omega): Newton's method alone."""

    _checks = {"meritval": _positive, "maxiter": _count, "maxmatvec": _count, "linmaxiter": _count, "epsilon": _positive,
               "delta": _not_negative, "omega": _positive}
    _gsflag, _instead, _locdyn = "OFF", "NEWTON_SOLVER", "ON"

    @routine("TEST_SOLVER")
    def __init__(self, meritval=1E-8, maxiter=1000, maxmatvec=1000, linmaxiter=10, epsilon=0.25, delta=0.51E-7, omega=1E-9):
        self._keep(locals())


class SICONOS_SOLVER(LanguageSolver):
    """SICONOS_SOLVER (| epsilon, maxiter, verbose): the portfolio (corbel.Auto) with this tolerance, not Siconos."""

    @routine("SICONOS_SOLVER")
    def __init__(self, epsilon=1E-4, maxiter=1000, verbose="OFF"):
        self._solver = Auto(_positive("epsilon", epsilon), last_resort=_count("maxiter", maxiter))
        self._solver._accuracy = "epsilon"
        self._verbose = _flag("verbose", verbose)
        say_once("SICONOS_SOLVER uses the solver portfolio of Corbel (Auto), not Siconos")

    def __repr__(self):
        return f"SICONOS_SOLVER({self._solver!r})"


def _member(owner, name, write=True):
    @routine(owner)
    def assign(self, value):
        self._set(name, value)
        self._apply()

    return property(lambda self: getattr(self, "_" + name), assign if write else None)


def _siconos_member(name, of_solver, checked):
    @routine("SICONOS_SOLVER")
    def assign(self, value):
        setattr(self._solver, of_solver, checked(name, value))

    return property(lambda self: getattr(self._solver, of_solver), assign)


@routine("NEWTON_SOLVER")
def _write_itershist(self, value):
    self._solver._solver.record_iterations = check.flag("itershist", value)


def _read_itershist(self):
    engine = self._solver._solver
    return list(engine.iteration_history) if engine.record_iterations else None


for _name in NEWTON_SOLVER._checks:
    if _name != "reldelta":
        setattr(NEWTON_SOLVER, _name, _member("NEWTON_SOLVER", _name))
NEWTON_SOLVER.itershist = property(_read_itershist, _write_itershist)
for _name in ("meritval", "maxiter", "linmaxiter"):
    setattr(TEST_SOLVER, _name, _member("TEST_SOLVER", _name))
SICONOS_SOLVER.epsilon = _siconos_member("epsilon", "tolerance", _positive)
SICONOS_SOLVER.maxiter = _siconos_member("maxiter", "last_resort", _count)
