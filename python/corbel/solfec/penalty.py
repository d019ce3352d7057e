# SPDX-License-Identifier: MIT
"""EXPLICIT_SOLVER of the manual of 2010 and PENALTY_SOLVER, which took its place."""
from __future__ import annotations

from .. import check
from ..routine import routine
from ..solvers import Penalty
from .solvers import LanguageSolver


class EXPLICIT_SOLVER(LanguageSolver):
    """EXPLICIT_SOLVER (): every contact by its spring and dashpot, once per step (manual, Section 6.1.2)."""

    @routine("EXPLICIT_SOLVER")
    def __init__(self) -> None:
        self._solver = Penalty("MANUAL")

    def __repr__(self) -> str:
        return "EXPLICIT_SOLVER()"


class PENALTY_SOLVER(LanguageSolver):
    """PENALTY_SOLVER (| variant): 'IMPLICIT' or 'EXPLICIT'."""

    _solver: Penalty

    @routine("PENALTY_SOLVER")
    def __init__(self, variant: str = "IMPLICIT") -> None:
        self._solver = Penalty(check.choice("variant", variant, ("IMPLICIT", "EXPLICIT")))

    def __repr__(self) -> str:
        return f"PENALTY_SOLVER('{self._solver.variant}')"
