# SPDX-License-Identifier: MIT
"""The run of a simulation: callbacks, failures of the solver, Ctrl-C, the report."""
import gc
import os
import sys

from . import check
from ._engine import ResultReader
from .command_line import command_line
from .cone_solvers import Auto
from .errors import InputError, Interrupted, RunError
from .log import warn
from .open_files import open_files
from .interrupt_guard import InterruptGuard
from .routine import user_function
from .solvers import Solver


def run(simulation, duration, solver=None, *, callback=None, every=0.0, on_failure="continue", quiet=None):
    """Runs and returns a report (outcome, time, steps, wall_seconds, iterations, unconverged_steps, …).

    duration [s]: the number of steps is rounded up, steps are never shortened.
    solver: by default Auto(), in quasi-static analysis with a tenth of static_tolerance. callback(simulation) is called every `every` simulated seconds (0: after each
    step); False stops the run. on_failure: what to do after a step whose solve did not converge: "continue" (it is
    counted in the report), "raise" a RunError, or a function of the simulation that returns False to stop.
    quiet: True for no progress and no report, False for both; by default as `corbel run` was told, and in plain Python
    both on a terminal and one line at the end elsewhere. Steps that did not converge are warned of in any case.
    Ctrl-C completes the step (one that takes long is undone), writes its frame and raises Interrupted (a KeyboardInterrupt).
    """
    solver = _default_solver(simulation) if solver is None else check.instance("solver", solver, Solver, "a solver such as Auto()")
    duration = check.number("duration", duration)  # what is left to an instant reached already is zero, or less by round-off
    every = check.number("every", every, at_least=0)
    if every > 0 and callback is None:
        raise InputError(f"argument 'every': got {every:g} without callback=; it is the simulated time [s] between calls of the callback. "
                         "The time between frames is output_interval of the simulation")
    show = _how_much(quiet)
    engine = simulation._engine
    if command_line.resume and not simulation._resumed and simulation.steps == 0 and \
            ResultReader.is_valid(simulation.output_file):
        raise InputError(f"'{simulation.output_file}' exists and corbel run was called with -c (continue): call resume() of the "
                         "simulation before its first run, or run without -c to recompute")
    engine.solver_text = solver.text
    release_output(simulation)
    failures = []
    sys.stdout.flush()
    open_files.own(simulation)
    with open_files.writing(simulation.output_file), simulation._thread.running(), InterruptGuard() as guard:
        report = engine.run(solver._solver, duration, _user_hook(simulation, "callback", callback, guard), every,
                            _step_hook(simulation, guard),
                            _failure_hook(simulation, on_failure, failures, guard), "auto" if show == "all" else "none")
    simulation._freeze(report=report)
    _say(report, show)
    if failures:
        reason = unbalanced_text(simulation, report) if report.passes else solver.failure_text
        raise RunError(f"the solver did not converge at t = {engine.time:g} s: {reason}. The run was stopped")
    if report.unconverged_steps and not callable(on_failure):
        warn(unconverged_text(simulation, report, solver))
    if report.uncertified_steps:
        warn(uncertified_text(report))
    if guard.interrupted or report.outcome == "interrupted":
        raise Interrupted(f"interrupted at t = {engine.time:g} s; the results so far are kept")
    return report


def _how_much(quiet) -> str:
    """What a run prints: 'all', 'line' or 'nothing'."""
    if quiet is None:
        return "nothing" if command_line.is_quiet() else "line" if command_line.is_brief() else "all"
    return "nothing" if check.boolean("quiet", quiet) else "all"


def _say(report, show):
    lines = report.outline().rstrip().splitlines()
    if show != "nothing":
        print("\n".join(lines if show == "all" else lines[:1]), flush=True)


def _default_solver(simulation):
    # Contacts are solved as a whole in each pass: forces balance no better than their solver does.
    return Auto(max(0.1 * simulation.static_tolerance, 1e-12)) if simulation.analysis == "quasi_static" else Auto()


def unbalanced_text(simulation, report) -> str:
    return (f"worst force imbalance {report.worst_imbalance:.1e} (static_tolerance {simulation.static_tolerance:g}), constraint violation "
            f"{report.worst_misfit:.1e}, residual {max(report.worst_residual, report.worst_residual_absolute):.1e}; try more static_passes (now "
            f"{simulation.static_passes}), a solver with a smaller tolerance, or smaller load increments")


def uncertified_text(report) -> str:
    return (f"{report.uncertified_steps} of {report.steps} steps converged by the criterion of the solver but are not certified: their residuals are "
            f"up to {max(report.worst_residual, report.worst_residual_absolute):.1e}; try corbel.Auto(), a smaller epsilon, or residual_tolerance")


def unconverged_text(simulation, report, solver) -> str:
    if report.passes:
        return f"{report.unconverged_steps} of {report.steps} steps did not reach equilibrium: {unbalanced_text(simulation, report)}"
    return (f"{report.unconverged_steps} of {report.steps} steps did not converge; worst residual {report.worst_residual:.1e} "
            f"(absolute {report.worst_residual_absolute:.1e}); {solver.advice}")


def release_output(simulation):
    """An earlier simulation may still have the result file open: one that nobody holds any more is collected, one that
    somebody holds is closed."""
    if not simulation._engine.is_writing and os.path.exists(simulation.output_file):
        gc.collect()
        open_files.take_over(simulation)


def _user_hook(simulation, name, function, guard):
    """() → go on?"""
    if function is None:
        return None
    call = user_function(check.function(name, function))
    return lambda: call(simulation) is not False and not guard.interrupted


def _step_hook(simulation, guard):
    """Ctrl-C in a force function is heeded after the step."""
    return (lambda: not guard.interrupted) if simulation._calls_functions else None


def _failure_hook(simulation, on_failure, failures, guard):
    if callable(on_failure):
        return _user_hook(simulation, "on_failure", on_failure, guard)
    if check.choice("on_failure", on_failure, ("continue", "raise")) == "continue":
        return None

    def stop():
        failures.append(simulation.time)
        return False

    return stop
