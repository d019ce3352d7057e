# SPDX-License-Identifier: MIT
"""EXPLICIT_SOLVER of the manual of 2010 and PENALTY_SOLVER, which took its place."""
from .. import check
from ..routine import routine
from ..solvers import Penalty
from .solvers import LanguageSolver


class EXPLICIT_SOLVER(LanguageSolver):
    """EXPLICIT_SOLVER (): every contact by its spring and dashpot, once per step (manual, Section 6.1.2)."""

    @routine("EXPLICIT_SOLVER")
    def __init__(self):
        self._solver = Penalty("MANUAL")

    def __repr__(self):
        return "EXPLICIT_SOLVER()"


class PENALTY_SOLVER(LanguageSolver):
    """PENALTY_SOLVER (| variant): 'IMPLICIT' or 'EXPLICIT'."""

    @routine("PENALTY_SOLVER")
    def __init__(self, variant="IMPLICIT"):
        self._solver = Penalty(check.choice("variant", variant, ("IMPLICIT", "EXPLICIT")))

    def __repr__(self):
        return f"PENALTY_SOLVER('{self._solver.variant}')"
