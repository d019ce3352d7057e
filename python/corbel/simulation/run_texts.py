# SPDX-License-Identifier: MIT
"""What is said of steps that did not converge, and what to try."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .. import check
from .._engine import RunReport
from ..solvers import Solver

if TYPE_CHECKING:
    from .simulation import Simulation


def static_failure_text(sim: Simulation, report: RunReport) -> str:
    """Steps without balance, steps with inverted elements, or both."""
    texts = [inverted_text(report)] if report.inverted_steps else []
    if report.inverted_steps < report.unconverged_steps or report.worst_imbalance > sim.static_tolerance:
        texts.append(unbalanced_text(sim, report))
    return "; ".join(texts)


def inverted_text(report: RunReport) -> str:
    first = next(strain for strain in report.strains if strain.inverted)
    label = f" '{first.label}'" if first.label else ""
    return (f"{check.counted(report.inverted_steps, 'step ends', 'steps end')} with inverted elements, first at t = {first.time:g} s: "
            f"{'' if first.element < 0 else f'element {first.element} of '}body {first.body}{label} {first.text}. Forces may balance there, but that is no state of a "
            "solid; try smaller load steps, less load, or a finer mesh")


def unheld_text(report: RunReport) -> str:
    return f"{report.unheld}; add friction, or fix a point or direction, if that motion matters"


def unbalanced_text(sim: Simulation, report: RunReport) -> str:
    return (f"{report.static_failure}; worst force imbalance {report.worst_imbalance:.1e} beyond round-off (static_tolerance {sim.static_tolerance:g}), constraint violation "
            f"{report.worst_misfit:.1e}, residual {max(report.worst_residual, report.worst_residual_absolute):.1e}; try more static_passes (now "
            f"{sim.static_passes}), a solver with a smaller tolerance, or smaller load increments")


def uncertified_text(report: RunReport) -> str:
    return (f"{report.uncertified_steps} of {report.steps} steps converged by the criterion of the solver but are not certified: their residuals are "
            f"up to {max(report.worst_residual, report.worst_residual_absolute):.1e}; try corbel.Auto(), a smaller epsilon, or residual_tolerance")


def unconverged_text(sim: Simulation, report: RunReport, solver: Solver) -> str:
    if report.passes:
        return f"{report.unconverged_steps} of {report.steps} steps did not reach equilibrium: {static_failure_text(sim, report)}"
    return (f"{report.unconverged_steps} of {report.steps} steps did not converge; worst residual {report.worst_residual:.1e} "
            f"(absolute {report.worst_residual_absolute:.1e}); {solver.advice}")
