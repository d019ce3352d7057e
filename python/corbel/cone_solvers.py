# SPDX-License-Identifier: MIT
"""Solvers of all constraints at once, and the portfolio of all of them. Each ends when both residuals of the solution are
within `tolerance`; which one to use: docs/solvers.md."""
import math

from . import _engine, check
from .routine import routine
from .solvers import Solver

__all__ = ["Admm", "Auto", "InteriorPoint", "Newton"]


MOST_MEMORY = 1000  # of Anderson acceleration


class ConeSolver(Solver):
    """What they have in common: `stages` says what was tried in the last solve."""

    # As the user calls them, what power of the tolerance is meant, and what to use instead.
    _accuracy, _power, _limit, _instead = "tolerance", 1, "max_iterations", "corbel.Auto()"
    _is_portfolio = False

    @property
    def text(self) -> str:
        """One line for the result file."""
        return f"{type(self).__name__}: " + ", ".join(f"{name} {_shown(getattr(self, name))}" for name in self._options)

    @property
    def advice(self) -> str:
        """What to try when steps do not converge."""
        others = "" if self._is_portfolio else f"{self._instead}, a larger {self._limit} (now {self.max_iterations}), "
        return f"try {others}a smaller time step, or a larger {self._accuracy} (now {self.tolerance ** self._power:g})"

    @property
    def failure_text(self) -> str:
        """Why the last solve did not converge, what was tried, and what to try."""
        absolute, scaled = self.residual
        return (f"the residuals are {absolute:.3g} (absolute) and {scaled:.3g} (scaled), required {self.tolerance:g}; "
                f"tried {_tried(self.stages)}; {self.advice}")

    def __repr__(self):
        options = ", ".join(f"{name}={_shown(getattr(self, name))}" for name in self._options)
        return f"{type(self).__name__}({options}; last: {self.status}, {self.iterations} iterations)"


def _shown(value) -> str:
    return repr(value) if isinstance(value, str) else f"{value:g}"


def _tried(stages) -> str:
    """'gauss_seidel (60 iterations, residual 2e-3), newton (…)', each method once with its best point."""
    methods = {}
    for stage in stages:
        iterations, best = methods.get(stage["method"], (0, math.inf))
        methods[stage["method"]] = iterations + stage["iterations"], min(best, max(stage["residual"]))
    return ", ".join(f"{method} ({iterations} iterations" + (f", residual {best:.2g})" if math.isfinite(best) else ")")
                     for method, (iterations, best) in methods.items()) or "nothing"


class Auto(ConeSolver):
    """The portfolio, the default solver: Gauss–Seidel while it converges fast enough, then ADMM, Newton's
    method and interior point, each from the best point so far.

    tolerance: both residuals at most; most_sweeps: of Gauss–Seidel, while their slope promises the end; last_resort:
    iterations of ADMM and sweeps of Gauss–Seidel when all else failed; effort: factorizations of Newton's method and
    interior points after which no further one is begun.
    """

    @routine("Auto")
    def __init__(self, tolerance=1e-5, *, most_sweeps=150, last_resort=1000, effort=150):
        super().__init__(_engine.Auto(_positive("tolerance", tolerance), _count("most_sweeps", most_sweeps),
                                      _count("last_resort", last_resort), _count_or_none("effort", effort)))

    _is_portfolio = True


class Newton(ConeSolver):
    """Semismooth Newton's method with a proximal term: fast and exact from a good start, as runs have it.

    tolerance: both residuals at most; max_iterations: each a factorization; epsilon: proximal term at the start, relative to
    the mobility of the contacts; delta: its least value; fall_back: Auto with the same tolerance where the method failed;
    inner: "direct", by factorizations, "krylov", matrix-free GMRES, or "automatic", direct up to 10⁵ constraints
    and where W is assembled; locdyn: the part of W due to deformable bodies, "assembled" in blocks, "implicit" matrix-free, through
    the bodies, or "automatic", implicit where one of them has more than 300 constraints
    or all blocks would take more than 576 MB.
    """

    @routine("Newton")
    def __init__(self, tolerance=1e-8, max_iterations=200, *, epsilon=0.1, delta=0.0, fall_back=False, inner="automatic",
                 locdyn="automatic"):
        super().__init__(_engine.Newton(_positive("tolerance", tolerance), _count("max_iterations", max_iterations),
                                        _positive("epsilon", epsilon), _not_negative("delta", delta),
                                        check.boolean("fall_back", fall_back)))
        self._solver.inner = _inner("inner", inner)
        self._solver.locdyn = _locdyn("locdyn", locdyn)

    _is_portfolio = property(lambda self: self.fall_back)


class Admm(ConeSolver):
    """Alternating directions with Anderson acceleration: one factorization, for symmetric problems of any rank.

    tolerance: both residuals at most; max_iterations: each one solution with the factor; rho: penalty at the start, relative
    to the mobility of the contacts; relaxation: between 0 and 2; memory: past iterations of the acceleration, at most 1000.
    """

    @routine("Admm")
    def __init__(self, tolerance=1e-8, max_iterations=1000, *, rho=0.1, relaxation=1.6, memory=10):
        super().__init__(_engine.Admm(_positive("tolerance", tolerance), _count("max_iterations", max_iterations),
                                      _positive("rho", rho), _relaxation("relaxation", relaxation), _memory("memory", memory)))


class InteriorPoint(ConeSolver):
    """Interior points over friction cones, and Newton's method from where they end: needs no good start.

    tolerance: both residuals at most; max_iterations: each a factorization; theta: share of the sliding velocity in the
    linearization, 1 fastest, 0 most cautious; polish_iterations, polish_epsilon: of Newton's method at the end.
    """

    @routine("InteriorPoint")
    def __init__(self, tolerance=1e-8, max_iterations=60, *, theta=1.0, polish_iterations=60, polish_epsilon=1e-3):
        super().__init__(_engine.InteriorPoint(
            _positive("tolerance", tolerance), _count("max_iterations", max_iterations), _part("theta", theta),
            check.integer("polish_iterations", polish_iterations, at_least=0), _positive("polish_epsilon", polish_epsilon)))


def _positive(name, value):
    return check.number(name, value, above=0)


def _not_negative(name, value):
    return check.number(name, value, at_least=0)


def _part(name, value):
    return check.number(name, value, at_least=0, at_most=1)


def _count(name, value):
    return check.integer(name, value, at_least=1)


def _memory(name, value):
    """Each of them is a vector as long as all impulses; more than a few dozen never helped."""
    if (value := _count(name, value)) > MOST_MEMORY:
        raise check.wrong_value(name, value, f"an integer in [1, {MOST_MEMORY}]")
    return value


def _inner(name, value):
    return check.choice(name, value, ("automatic", "direct", "krylov"))


def _locdyn(name, value):
    return check.choice(name, value, ("automatic", "assembled", "implicit"))


def _count_or_none(name, value):
    return check.integer(name, value, at_least=0)


def _relaxation(name, value):
    value = check.number(name, value, above=0)
    if value >= 2:
        raise check.wrong_value(name, value, "a number between 0 and 2")
    return value


def _option(owner, name, checked):
    @routine(owner.__name__)
    def write(self, value):
        setattr(self._solver, name, checked(name, value))

    return property(lambda self: getattr(self._solver, name), write)


def _options(owner, **checks):
    """Read and write members of the solver `owner`."""
    owner._options = tuple(checks)
    for name, checked in checks.items():
        setattr(owner, name, _option(owner, name, checked))


_options(Auto, tolerance=_positive, most_sweeps=_count, last_resort=_count, effort=_count_or_none)
_options(Newton, tolerance=_positive, max_iterations=_count, epsilon=_positive, delta=_not_negative, fall_back=check.boolean,
         inner=_inner, locdyn=_locdyn)
_options(Admm, tolerance=_positive, max_iterations=_count, rho=_positive, relaxation=_relaxation, memory=_memory)
_options(InteriorPoint, tolerance=_positive, max_iterations=_count, theta=_part, polish_iterations=_count_or_none,
         polish_epsilon=_positive)
