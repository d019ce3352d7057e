# SPDX-License-Identifier: MIT
"""The run of a simulation: callbacks, failures of the solver, Ctrl-C, the report."""
import gc
import os
import sys

from . import check
from .errors import Interrupted, RunError
from .routine import user_function
from .solvers import GaussSeidel


def run(simulation, duration, solver=None, *, callback=None, every=0.0, on_failure="continue", quiet=None):
    """Runs and returns a report (outcome, time, steps, wall_seconds, iterations, unconverged_steps, …).

    solver: GaussSeidel() by default. callback(simulation) is called every `every` simulated seconds (0: after each
    step); False stops the run. on_failure: what to do after a step whose solve did not converge: "continue" (it is
    counted in the report), "raise" a RunError, or a function of the simulation that returns False to stop.
    quiet: no progress and no report on the screen; by default so unless it is a terminal.
    Ctrl-C finishes the step, writes its frame and raises Interrupted (a KeyboardInterrupt).
    """
    solver = GaussSeidel() if solver is None else check.instance("solver", solver, GaussSeidel, "a GaussSeidel solver")
    duration = check.number("duration", duration, above=0)
    every = check.number("every", every, at_least=0)
    quiet = not sys.stdout.isatty() if quiet is None else check.boolean("quiet", quiet)
    failures = []
    engine = simulation._engine
    engine.solver_text = solver.text
    release_output(simulation)
    sys.stdout.flush()
    report = engine.run(solver._solver, duration, _hook(simulation, "callback", callback), every,
                        _failure_hook(simulation, on_failure, failures), "none" if quiet else "auto")
    simulation.report = report
    if not quiet:
        print(report.outline().rstrip(), flush=True)
    if failures:
        raise RunError(f"the solver did not converge at t = {engine.time:g} s ({solver.status} after {solver.iterations} "
                       f"iterations, relative change {solver.relative_change:.3g}); the run was stopped")
    if report.outcome == "interrupted":
        raise Interrupted(f"interrupted at t = {engine.time:g} s; the results so far are kept")
    return report


def release_output(simulation):
    """An earlier simulation that nobody holds any more may still have the result file open."""
    if simulation.steps == 0 and os.path.exists(simulation.output_file):
        gc.collect()


def _hook(simulation, name, function):
    if function is None:
        return None
    call = user_function(check.function(name, function))
    return lambda: call(simulation) is not False


def _failure_hook(simulation, on_failure, failures):
    if callable(on_failure):
        return _hook(simulation, "on_failure", on_failure)
    if check.choice("on_failure", on_failure, ("continue", "raise")) == "continue":
        return None

    def stop():
        failures.append(simulation.time)
        return False

    return stop
