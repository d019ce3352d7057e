# SPDX-License-Identifier: MIT
"""`corbel compare DIR`: all solvers on all problems of a folder, as tables and performance profiles."""
import argparse
import glob
import os
from typing import Iterable

from .. import comparison, profiles
from ..comparison import Record
from ..errors import FileError, InputError
from ..routine import closest
from ..trouble import exit_code

WITHIN = 1.2  # of the fastest


def main(words: list[str]) -> int:
    """0: at least one solve; 2: bad input."""
    options = _parser().parse_args(words)
    try:
        return _compare(options)
    except (OSError, InputError, KeyboardInterrupt) as error:
        return exit_code(error)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="corbel compare", description="Solves all problems of a folder with all solvers.")
    parser.add_argument("folder", nargs="+", metavar="DIR", help="folders with FCLIB files (*.hdf5), or files")
    parser.add_argument("--solvers", metavar="A,B", help=f"of {', '.join(comparison.all_solvers())} (default: all)")
    parser.add_argument("--tolerance", type=float, nargs="+", default=[1e-4, 1e-8], metavar="T", help="default: 1e-4 1e-8")
    parser.add_argument("--seconds", type=float, default=60.0, help="limit for each solve (default: %(default)g)")
    parser.add_argument("--max-iterations", type=int, metavar="N", help="default: depends on the solver")
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="of each solve (default: all cores; Siconos has one)")
    parser.add_argument("--out", default="comparison", metavar="DIR", help="folder for tables and pictures (default: %(default)s)")
    return parser


def _compare(options: argparse.Namespace) -> int:
    for name, value in (("--tolerance", min(options.tolerance)), ("--seconds", options.seconds)):
        if not value > 0:
            raise InputError(f"{name}: got {value:g}, expected a number > 0")
    if options.threads < 0:
        raise InputError(f"--threads: got {options.threads}, expected a number >= 0, 0 for all cores")
    paths = problem_files(options.folder)
    solvers = chosen_solvers(options.solvers)
    print(f"{len(paths)} files, {len(solvers)} solvers, at most {options.seconds:g} s each")
    records, refused = comparison.compare(paths, solvers, options.tolerance, seconds=options.seconds,
                                          max_iterations=options.max_iterations, threads=options.threads, report=print_record)
    for path, reason in refused.items():
        print(f"rejected: {reason}")
    if not records:
        raise InputError("no problem could be read")
    save(options.out, records, refused, options.tolerance, options.threads)
    for tolerance in options.tolerance:
        print_summary(records, tolerance)
    print(f"tables and pictures are in {options.out}")
    return 0


def problem_files(folders: Iterable[str]) -> list[str]:
    paths: list[str] = []
    for folder in folders:
        found = sorted(glob.glob(os.path.join(folder, "*.hdf5"))) if os.path.isdir(folder) else [folder]
        if not found or not os.path.exists(folder):
            raise FileError(f"there are no *.hdf5 files in '{folder}'")
        paths += found
    return paths


def chosen_solvers(text: str | None) -> list[str]:
    known = comparison.all_solvers()
    chosen = known if text is None else [name for name in text.split(",") if name]
    for name in chosen:
        if name not in known:
            raise InputError(f"--solvers: got '{name}', expected some of {', '.join(known)}.{closest(name, known)}")
    return chosen


def save(folder: str, records: list[Record], refused: dict[str, str], tolerances: Iterable[float], threads: int) -> None:
    """comparison.json, comparison.csv, profile_<tolerance>.png"""
    os.makedirs(folder, exist_ok=True)
    comparison.write_json(os.path.join(folder, "comparison.json"), records, refused, threads)
    comparison.write_csv(os.path.join(folder, "comparison.csv"), records)
    for tolerance in tolerances:
        profiles.draw(records, tolerance, os.path.join(folder, f"profile_{tolerance:.0e}.png"))


def print_record(r: Record) -> None:
    outcome = f"{r.seconds:10.4f} s {r.iterations:8d} iterations" if r.solved else f"not solved: {r.status}"
    print(f"{r.problem[:34]:<34} {r.contacts:6d} {r.tolerance:7.0e} {r.solver:<16} {r.absolute:9.1e} {r.scaled:9.1e} {outcome}", flush=True)


def print_summary(records: list[Record], tolerance: float) -> None:
    table = profiles.costs(records, tolerance, "seconds")
    solvable = len(next(iter(profiles.ratios(table).values())))
    print(f"\ntolerance {tolerance:g}: {solvable} of {len({r.problem for r in records})} problems solved by some solver")
    for solver, row in table.items():
        solved = sum(cost < float("inf") for cost in row.values())
        print(f"  {solver:<16} solved {solved:3d}   fastest or within {WITHIN}x of it: "
              f"{100 * profiles.share_within(table, solver, WITHIN):5.1f} %")
