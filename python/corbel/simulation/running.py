# SPDX-License-Identifier: MIT
"""The run of a simulation: callbacks, failures of the solver, Ctrl-C, the report; and its result file."""
from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Any, Callable

from .. import check
from .._engine import ResultReader, RunReport
from ..annotations import Path
from ..command_line import command_line
from ..cone_solvers import Auto
from ..errors import InputError, Interrupted, RunError
from ..log import warn
from ..open_files import open_files
from ..routine import routine, user_function
from ..solvers import Solver
from .interrupt_guard import InterruptGuard
from .run_texts import static_failure_text, uncertified_text, unconverged_text, unheld_text

if TYPE_CHECKING:
    from .simulation import Simulation

Hook = Callable[[], bool]  # go on?


@routine("Simulation.run")
def run(sim: Simulation, duration: float, solver: Solver | None = None, *, callback: Callable[[Simulation], Any] | None = None,
        every: float = 0.0, on_failure: str | Callable[[Simulation], Any] = "continue", quiet: bool | None = None) -> RunReport:
    """Advances by a duration and returns a report (outcome, time, steps, wall_seconds, iterations, unconverged_steps, …).

    duration [s]: the number of steps is rounded up, steps are never shortened.
    solver: by default Auto(), in quasi-static analysis with a tenth of static_tolerance. callback(simulation) is called every `every` simulated seconds (0: after each
    step); False stops the run. on_failure: what to do after a step whose solve did not converge: "continue" (it is
    counted in the report), "raise" a RunError, or a function of the simulation that returns False to stop.
    quiet: True for no progress and no report, False for both; by default as `corbel run` was told, and in plain Python
    both on a terminal and one line at the end elsewhere. Steps that did not converge are warned of in any case.
    Ctrl-C completes the step (one that takes long is undone), writes its frame and raises Interrupted (a KeyboardInterrupt).
    """
    method: Solver = _default_solver(sim) if solver is None else check.instance("solver", solver, Solver, "a solver such as Auto()")
    duration = check.number("duration", duration)  # what is left to an instant reached already is zero, or less by round-off
    every = check.number("every", every, at_least=0)
    if every > 0 and callback is None:
        raise InputError(f"argument 'every': got {every:g} without callback=; it is the simulated time [s] between calls of the callback. "
                         "The time between frames is output_interval of the simulation")
    show = _how_much(quiet)
    engine = sim._engine
    if command_line.resume and not sim._resumed and sim.steps == 0 and \
            ResultReader.is_valid(sim.output_file):
        raise InputError(f"'{sim.output_file}' exists and corbel run was called with -c (continue): call resume() of the "
                         "simulation before its first run, or run without -c to recompute")
    engine.solver_text = method.text
    release_output(sim)
    failures: list[float] = []
    sys.stdout.flush()
    open_files.own(sim)
    with open_files.writing(sim.output_file), sim._thread.running(), InterruptGuard() as guard:
        report = engine.run(method._solver, duration, _user_hook(sim, "callback", callback, guard), every,
                            _step_hook(sim, guard),
                            _failure_hook(sim, on_failure, failures, guard), "auto" if show == "all" else "none")
    sim._freeze(report=report)
    _say(report, show)
    if failures:
        reason = static_failure_text(sim, report) if report.passes else method.failure_text
        raise RunError(f"the solver did not converge at t = {engine.time:g} s: {reason}. The run was stopped")
    if report.unconverged_steps and not callable(on_failure):
        warn(unconverged_text(sim, report, method))
    if report.uncertified_steps:
        warn(uncertified_text(report))
    if report.unheld:
        warn(unheld_text(report))
    if guard.interrupted or report.outcome == "interrupted":
        raise Interrupted(f"interrupted at t = {engine.time:g} s; the results so far are kept")
    return report


def _how_much(quiet: Any) -> str:
    """What a run prints: 'all', 'line' or 'nothing'."""
    if quiet is None:
        return "nothing" if command_line.is_quiet() else "line" if command_line.is_brief() else "all"
    return "nothing" if check.boolean("quiet", quiet) else "all"


def _say(report: RunReport, show: str) -> None:
    lines = report.outline().rstrip().splitlines()
    if show != "nothing":
        print("\n".join(lines if show == "all" else lines[:1]), flush=True)


def _default_solver(sim: Simulation) -> Solver:
    # Contacts are solved as a whole in each pass: forces balance no better than their solver does.
    return Auto(max(0.1 * sim.static_tolerance, 1e-12)) if sim.analysis == "quasi_static" else Auto()


def _user_hook(sim: Simulation, name: str, function: Callable[[Simulation], Any] | None, guard: InterruptGuard) -> Hook | None:
    if function is None:
        return None
    call = user_function(check.function(name, function))
    return lambda: call(sim) is not False and not guard.interrupted


def _step_hook(sim: Simulation, guard: InterruptGuard) -> Hook | None:
    """Ctrl-C in a force function is heeded after the step."""
    return (lambda: not guard.interrupted) if sim._calls_functions else None


def _failure_hook(sim: Simulation, on_failure: Any, failures: list[float], guard: InterruptGuard) -> Hook | None:
    if callable(on_failure):
        return _user_hook(sim, "on_failure", on_failure, guard)
    if check.choice("on_failure", on_failure, ("continue", "raise")) == "continue":
        return None

    def stop() -> bool:
        failures.append(sim.time)
        return False

    return stop


# ---- the result file


@routine("Simulation.resume")
def resume(sim: Simulation, *, drop_damaged: bool = False) -> None:
    """Takes over the last frame of the output file; runs then go on from there and append to it. Bodies and joints must
    have been made as for the run that wrote it, those too that were added between its runs; those it removed are removed.
    Another shape, mass or material under the same number is refused, other settings (friction, gravity) are warned of. After a
    refusal the simulation is unchanged, and run() does not overwrite the file.
    drop_damaged: where frames at the end of a file are damaged, delete them and go on after the others."""
    release_output(sim)
    sim._engine.resume(check.boolean("drop_damaged", drop_damaged))
    open_files.own(sim)
    sim._resumed = True
    sim._changes += 1


@routine("Simulation.close")
def close(sim: Simulation) -> None:
    """Completes the result file and lets go of it. What is in memory can still be looked at; runs need resume() first.
    `with Simulation(…) as sim:` closes at the end of the block."""
    sim._engine.close()


@routine("Simulation.dump_problem")
def dump_problem(sim: Simulation, path: Path, *, compact: bool = False) -> None:
    """Writes the contact problem of the last step, with its solution, as an FCLIB file that load_problem reads; joints are
    eliminated. compact: in the global form with M = I where all bodies are rigid and there are no joints, a smaller file."""
    sim._engine.dump_problem(check.path("path", path), check.boolean("compact", compact))


def release_output(sim: Simulation) -> None:
    """An earlier simulation may still have the result file open: one that nobody holds any more is collected, one that
    somebody holds is closed."""
    if not sim._engine.is_writing and os.path.exists(sim.output_file):
        gc.collect()
        open_files.take_over(sim)
