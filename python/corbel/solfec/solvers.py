# SPDX-License-Identifier: MIT
"""GAUSS_SEIDEL_SOLVER, with the arguments of the manual of 2010 and of the program of 2020."""
import math
import sys

from .. import check
from ..routine import routine, user_function
from ..solvers import GaussSeidel
from .callbacks import expanded
from .members import Members
from .unavailable import unavailable

FAILURES = ("CONTINUE", "EXIT", "CALLBACK")
DIAGONAL_SOLVERS = ("SEMISMOOTH_NEWTON", "PROJECTED_GRADIENT", "DE_SAXCE_FENG", "DE_SAXE_AND_FENG", "PROJECTED_NEWTON")
VARIANTS = ("FULL", "MIDDLE_JACOBI", "BOUNDARY_JACOBI", "SIMPLIFIED")


class GAUSS_SEIDEL_SOLVER(Members):
    """GAUSS_SEIDEL_SOLVER (epsilon, maxiter | meritval, failure, diagepsilon, diagmaxiter, diagsolver, data, callback).

    The manual of 2010 has no meritval: a string in third place is `failure`, and those behind it move up by one.
    """

    @routine("GAUSS_SEIDEL_SOLVER")
    def __init__(self, epsilon, maxiter, meritval=1.0, failure=None, diagepsilon=None, diagmaxiter=None, diagsolver=None,
                 data=None, callback=None):
        if isinstance(meritval, str):  # 2010
            late = [failure, diagepsilon, diagmaxiter, diagsolver, data]
            if isinstance(failure, str):
                raise check.wrong_type("diagepsilon", failure, "a number: behind a failure string in third place")
            meritval, failure = 1.0, meritval
            moved = _move_up(late, data, callback)
            diagepsilon, diagmaxiter, diagsolver, data, callback = moved
        self._failure = check.choice("failure", "CONTINUE" if failure is None else failure, FAILURES)
        self._meritval = check.number("meritval", meritval, above=0)
        self._solver = _solver(epsilon, maxiter, self._meritval, diagepsilon, diagmaxiter)
        self._diagsolver = check.choice("diagsolver", diagsolver or "SEMISMOOTH_NEWTON", DIAGONAL_SOLVERS)
        self._callback = None if callback is None else user_function(expanded(check.function("callback", callback), (self,), data))
        self._variant, self._history, self._innerloops = "FULL", "OFF", 1
