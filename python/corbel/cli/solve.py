# SPDX-License-Identifier: MIT
"""`corbel solve problem.hdf5`: one contact problem, one solver, one readable report."""
import argparse
import signal

import numpy as np

from ..errors import FileError, InputError
from ..exit_codes import RUN_FAILED
from ..problems import ContactProblem, default_solver, load_problem, solver_names
from ..trouble import exit_code

NOT_SOLVED = RUN_FAILED
RANK_SIZE = 600  # rows of W up to which its rank takes less than a second


def main(words: list[str]) -> int:
    """0: both residuals are within the tolerance; 1: they are not; 2: bad input."""
    options = _parser().parse_args(words)
    try:
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as of jobs in the background
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends a long solve at once: there is nothing to save
        return _solve(options)
    except (FileError, InputError, TypeError) as error:
        return exit_code(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="corbel solve", description="Solves a frictional contact problem (FCLIB file).")
    parser.add_argument("problem", help="FCLIB file (HDF5), local or global")
    parser.add_argument("--solver", default=default_solver(), metavar="NAME", help=f"one of {', '.join(solver_names())} (default: %(default)s)")
    parser.add_argument("--tolerance", type=float, default=1e-8, metavar="T", help="of both residuals (default: %(default)g)")
    parser.add_argument("--max-iterations", type=int, metavar="N", help="default: depends on the solver")
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="default: all cores")
    parser.add_argument("--out", metavar="FILE", help="write the problem with its solution to this FCLIB file")
    return parser


def _solve(options: argparse.Namespace) -> int:
    problem = load_problem(options.problem)
    _print("problem", options.problem + (f": {problem.title}" if problem.title else ""))
    _print("", describe(problem))
    for note in problem.notes:
        _print("note", note)
    solution = problem.solve(options.solver, tolerance=options.tolerance, max_iterations=options.max_iterations,
                             threads=options.threads)
    _print("solver", f"{solution.solver}, tolerance {solution.tolerance:g} for both residuals")
    for stage in solution.stages:
        _print("stage", f"{stage.method}: {stage.iterations} iterations, {stage.seconds:.3g} s, "
                        f"residuals {stage.absolute:.2e} and {stage.scaled:.2e}")
    _print("status", solution.status + ("" if solution.converged else f": {solution.reason}"))
    _print("residuals", f"absolute {solution.residuals[0]:.2e}, scaled {solution.residuals[1]:.2e}")
    _print("iterations", f"{solution.iterations} in {solution.seconds:.3g} s")
    if options.out:
        problem.save(options.out, solution.reactions)
        _print("written", options.out)
    return 0 if solution.converged else NOT_SOLVED


def describe(problem: ContactProblem) -> str:
    """Contacts, friction, form, symmetry and, where that is cheap, rank."""
    mu = problem.mu
    friction = "" if not mu.size else f", friction {_span(mu.min(), mu.max())}"
    symmetry = "symmetric" if problem.asymmetry < 1e-10 else f"unsymmetric by {problem.asymmetry:.1e}"
    size = 3 * problem.contacts
    rank = f", rank {np.linalg.matrix_rank(problem.W, tol=_rank_tolerance(problem))} of {size}" if 0 < size <= RANK_SIZE else ""
    return f"{problem.contacts} contacts{friction}, {'global' if problem.is_global else 'local'} form, W {symmetry}{rank}"


def _rank_tolerance(problem: ContactProblem) -> float:
    """Singular values below a part of 1e-9 of the largest are round-off of whoever wrote the file."""
    return float(1e-9 * np.linalg.norm(problem.W, 2))


def _span(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _print(label: str, text: str) -> None:
    print(f"{label:<11}{text}")
