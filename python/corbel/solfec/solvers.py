# SPDX-License-Identifier: MIT
"""GAUSS_SEIDEL_SOLVER, with the arguments of the manual of 2010 and of the program of 2020."""
import math
import sys

from .. import check
from ..routine import routine
from ..solvers import GaussSeidel
from .callbacks import NOTHING, data_arguments, going_on
from .members import Members

FAILURES = ("CONTINUE", "EXIT", "CALLBACK")
# EXACT is ours, and what is used where a deck names none; DE_SAXE_AND_FENG is how the manual of 2010 writes it.
DIAGONAL_SOLVERS = {"EXACT": "exact", "SEMISMOOTH_NEWTON": "semismooth_newton", "PROJECTED_GRADIENT": "projected_gradient",
                    "DE_SAXCE_FENG": "de_saxce_feng", "DE_SAXE_AND_FENG": "de_saxce_feng",
                    "PROJECTED_NEWTON": "projected_newton"}
VARIANTS = ("FULL", "MIDDLE_JACOBI", "BOUNDARY_JACOBI", "SIMPLIFIED")


class LanguageSolver(Members):
    """What RUN takes: `_solver` of the package, and what to do after a step that did not converge."""

    def _on_failure(self):
        return "continue"


class GAUSS_SEIDEL_SOLVER(LanguageSolver):
    """GAUSS_SEIDEL_SOLVER (epsilon, maxiter | meritval, failure, diagepsilon, diagmaxiter, diagsolver, data, callback).

    The manual of 2010 has no meritval: with a string in third place the arguments are those of 2010.
    """

    def __init__(self, *args, **kwargs):
        setup = self._manual_2010 if len(args) > 2 and isinstance(args[2], str) else self._program_2020
        setup(*args, **kwargs)

    @routine("GAUSS_SEIDEL_SOLVER")
    def _manual_2010(self, epsilon, maxiter, failure="CONTINUE", diagepsilon=None, diagmaxiter=None,
                     diagsolver="EXACT", data=NOTHING, callback=None):
        self._program_2020(epsilon, maxiter, 1.0, failure, diagepsilon, diagmaxiter, diagsolver, data, callback)

    @routine("GAUSS_SEIDEL_SOLVER")
    def _program_2020(self, epsilon, maxiter, meritval=1.0, failure="CONTINUE", diagepsilon=None, diagmaxiter=None,
                      diagsolver="EXACT", data=NOTHING, callback=None):
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

    failure = property(lambda self: self._failure)
    error = property(lambda self: self._solver.status)
    iters = property(lambda self: self._solver.iterations)
    rerhist = property(lambda self: list(self._solver.change_history))

    @property
    def merhist(self):
        """The merit of every iteration of the last solve, None unless history is 'ON'."""
        if not self._solver.record_residuals:
            return None
        return [max(residual) ** 2 for residual in self._solver.residual_history]

    def _on_failure(self):
        """What running.run is to do after a step that did not converge."""
        if self._failure == "CONTINUE":
            return "continue"
        if self._failure == "EXIT" or self._callback is None:
            return "raise"
        return lambda simulation: self._callback()

    def __repr__(self):
        return f"GAUSS_SEIDEL_SOLVER({self._solver!r}, failure '{self._failure}')"


def _number(name, member, checked):
    @routine("GAUSS_SEIDEL_SOLVER")
    def write(self, value):
        setattr(self._solver, member, checked(name, value))

    return property(lambda self: getattr(self._solver, member), write)


def _word(name, allowed):
    @routine("GAUSS_SEIDEL_SOLVER")
    def write(self, value):
        setattr(self, "_" + name, check.choice(name, value, allowed))

    return property(lambda self: getattr(self, "_" + name), write)


def _positive(name, value):
    return check.number(name, value, above=0)


def _count(name, value):
    return check.integer(name, value, at_least=1)


@routine("GAUSS_SEIDEL_SOLVER")
def _write_reverse(self, value):
    self._solver.reverse = check.flag("reverse", value)


@routine("GAUSS_SEIDEL_SOLVER")
def _write_diagsolver(self, value):
    self._diagsolver = check.choice("diagsolver", value, tuple(DIAGONAL_SOLVERS))
    self._solver.block_method = DIAGONAL_SOLVERS[value]


@routine("GAUSS_SEIDEL_SOLVER")
def _write_history(self, value):
    self._solver.record_residuals = check.flag("history", value)


@routine("GAUSS_SEIDEL_SOLVER")
def _write_itershist(self, value):
    self._solver.record_iterations = check.flag("itershist", value)


@routine("GAUSS_SEIDEL_SOLVER")
def _write_innerloops(self, value):
    self._innerloops = _count("innerloops", value)


@routine("GAUSS_SEIDEL_SOLVER")
def _write_meritval(self, value):
    self._solver.residual_tolerance = math.sqrt(_positive("meritval", value))


GAUSS_SEIDEL_SOLVER.epsilon = _number("epsilon", "epsilon", _positive)
GAUSS_SEIDEL_SOLVER.maxiter = _number("maxiter", "max_iterations", _count)
GAUSS_SEIDEL_SOLVER.diagepsilon = _number("diagepsilon", "block_epsilon", _positive)
GAUSS_SEIDEL_SOLVER.diagmaxiter = _number("diagmaxiter", "block_max_iterations", _count)
GAUSS_SEIDEL_SOLVER.meritval = property(lambda self: self._solver.residual_tolerance ** 2, _write_meritval)
GAUSS_SEIDEL_SOLVER.reverse = property(lambda self: "ON" if self._solver.reverse else "OFF", _write_reverse)
GAUSS_SEIDEL_SOLVER.innerloops = property(lambda self: self._innerloops, _write_innerloops)
GAUSS_SEIDEL_SOLVER.diagsolver = property(lambda self: self._diagsolver, _write_diagsolver)
GAUSS_SEIDEL_SOLVER.history = property(lambda self: "ON" if self._solver.record_residuals else "OFF", _write_history)
GAUSS_SEIDEL_SOLVER.itershist = property(
    lambda self: list(self._solver.iteration_history) if self._solver.record_iterations else None, _write_itershist)
# Of sweeps in several processes: kept, as is innerloops, and without effect.
GAUSS_SEIDEL_SOLVER.variant = _word("variant", VARIANTS)
