# SPDX-License-Identifier: MIT
"""Performance profiles: the share of problems that a solver solves within a factor of the best solver of each."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Iterable

import numpy as np

if TYPE_CHECKING:
    from .comparison import Record

Table = dict[str, dict[str, float]]  # solver, problem: cost


def costs(records: Iterable[Record], tolerance: float, measure: str) -> Table:
    """{solver: {problem: cost}} at one tolerance, infinite where it was not solved; measure: 'seconds' or 'iterations'."""
    table: Table = {}
    for r in records:
        if r.tolerance == tolerance:
            cost = max(getattr(r, measure), 1 if measure == "iterations" else 1e-9)
            table.setdefault(r.solver, {})[r.problem] = cost if r.solved else math.inf
    return table


def ratios(table: Table) -> dict[str, np.ndarray]:
    """{solver: cost relative to the best, ascending} over the problems that anybody solved."""
    names = sorted({p for row in table.values() for p in row})
    best = {p: min(row.get(p, math.inf) for row in table.values()) for p in names}
    solved = [p for p in names if best[p] < math.inf]
    return {solver: np.sort([row.get(p, math.inf) / best[p] for p in solved]) for solver, row in table.items()}


def share_within(table: Table, solver: str, factor: float) -> float:
    """The share of solved problems on which the solver is within a factor of the fastest."""
    own = ratios(table)[solver]
    return float(np.mean(own <= factor)) if own.size else math.nan


def draw(records: Iterable[Record], tolerance: float, path: str) -> None:
    """Two profiles beside each other, time and iterations, as a picture."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, 2, figsize=(12, 4.5), sharey=True)
    for axis, measure in zip(axes, ("seconds", "iterations")):
        found = ratios(costs(records, tolerance, measure))
        finite = [r[np.isfinite(r)].max() for r in found.values() if np.isfinite(r).any()]
        widest = 1.5 * max([10.0, *finite])
        for k, (solver, own) in enumerate(found.items()):
            steps = np.arange(1, own.size + 1) / max(own.size, 1)
            reached = np.isfinite(own)
            x, y = [1.0, *own[reached], widest], [0.0, *steps[reached]]
            axis.step(x, [*y, y[-1]], where="post", label=solver, linestyle=("-", "--", ":")[k // 10 % 3])
        axis.set(xscale="log", xlim=(1, widest), ylim=(0, 1.02), xlabel=f"{measure} relative to the best", title=f"{measure}, tolerance {tolerance:g}")
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("share of problems solved")
    axes[1].legend(loc="lower right", fontsize="small")
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)
