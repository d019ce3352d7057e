# SPDX-License-Identifier: MIT
"""All solvers on public contact problems and on dumps of our own scenes: seconds and iterations to each tolerance.

    PYTHONPATH=build/release/python python3 benchmarks/solvers.py [--fclib FOLDER] [--scenes wall,cubes_5] [--out FOLDER]

Prints one line a solve, then per tolerance how many problems each solver solved and how often it was the fastest or within 1.2x of the
fastest. OUT gets comparison.json, comparison.csv and the profiles.
"""
import argparse
import os
import subprocess
import sys

from corbel import comparison
from corbel.cli.compare import WITHIN, chosen_solvers, print_record, print_summary, problem_files, save
from corbel.profiles import costs, share_within

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fclib", default=os.path.join(ROOT, "..", "shared", "data", "fclib"), help="folder of public problems")
    parser.add_argument("--scenes", default="", help="names, separated by commas; 'none' leaves them out (default: all)")
    parser.add_argument("--dumper", default=os.path.join(ROOT, "build/release/benchmarks/benchmark_dump_problems"))
    parser.add_argument("--solvers", help="names, separated by commas (default: all)")
    parser.add_argument("--tolerance", type=float, nargs="+", default=[1e-4, 1e-8])
    parser.add_argument("--seconds", type=float, default=60.0, help="limit for each solve")
    parser.add_argument("--out", default="out/solvers")
    return parser.parse_args()


def dump_scenes(options) -> list[str]:
    """Problems of our own scenes, made anew."""
    if options.scenes == "none":
        return []
    names = [name for name in options.scenes.split(",") if name]
    made = subprocess.run([options.dumper, os.path.join(options.out, "problems"), *names], check=True, capture_output=True, text=True)
    return [line for line in made.stdout.splitlines() if line.endswith(".hdf5")]


def print_verdict(records, tolerance):
    """What the portfolio is for."""
    table = costs(records, tolerance, "seconds")
    if "auto" in table:
        missed = sorted({r.problem for r in records if r.tolerance == tolerance and r.solved}
                        - {p for p, cost in table["auto"].items() if cost < float("inf")})
        print(f"  auto is the fastest or within {WITHIN}x of it on {100 * share_within(table, 'auto', WITHIN):.0f} %; "
              f"others solve and it does not: {', '.join(missed) or 'none'}")


def main():
    options = arguments()
    os.makedirs(options.out, exist_ok=True)
    public = problem_files([options.fclib]) if os.path.isdir(options.fclib) else []
    if not public:
        print(f"no public problems: there is no {options.fclib}", file=sys.stderr)
    records, refused = comparison.compare(public + dump_scenes(options), chosen_solvers(options.solvers), options.tolerance,
                                          seconds=options.seconds, report=print_record)
    for reason in refused.values():
        print(f"refused: {reason}")
    if not records:
        sys.exit("no problem was solved")
    save(options.out, records, refused, options.tolerance, threads=0)
    for tolerance in options.tolerance:
        print_summary(records, tolerance)
        print_verdict(records, tolerance)


if __name__ == "__main__":
    main()
