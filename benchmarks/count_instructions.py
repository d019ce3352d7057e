#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Instructions per stage of short runs, counted by valgrind's callgrind: unlike seconds they are the same on a busy machine.

    python3 benchmarks/count_instructions.py [--program FILE] [--compare BEFORE.json] [scene ...] > AFTER.json

Runs each scene of benchmark_instructions (default: all) under callgrind and prints JSON: for each scene the instructions of the whole run, of all steps,
of each stage, and a hash of the final state. A stage is what the functions called by time_step or static_step take, themselves and all they
call (STAGES); what belongs to none of them is `other`, and its largest parts are named so that no stage is lost when a function gets another name.
With --compare a table of ratios goes to stderr.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCENES = ["arch", "cubes", "pseudo_rigid", "tl", "bc", "bricks", "mixed", "joints", "statics"]

# Functions that a step calls, without namespaces and arguments.
STEPS = {"time_step", "static_step"}
STAGES = {
    "predict": {"predict", "apply_loads", "split_off_springs", "measure_balance", "limit_moves", "start_joints", "drive_obstacles",
                "StaticPasses"},
    "detect": {"find_contacts", "find_contacts_at_rest", "detect", "are_deep", "shorten", "hold", "make", "join", "start_reactions",
               "start_contacts", "reuse"},
    "localize": {"localize", "joints_of"},
    "solve": {"solve_with_impacts", "solve", "residual"},
    "advance": {"find_end_velocities", "update_velocities", "advance", "break_overloaded", "move", "keep_outcome",
                "join_springs", "end_static_step", "find_drive_reactions"},
}
RECORD = {"write_frame", "frame"}  # called by Simulation


def short_name(name):
    """time_step of corbel::time_step(corbel::Model&, double)."""
    while True:  # templates within templates
        shorter = re.sub(r"<[^<>]*>", "", name)
        if shorter == name:
            break
        name = shorter
    return re.sub(r"\(.*", "", name.replace("(anonymous namespace)::", "")).split("::")[-1].strip()


def read_calls(text):
    """From a file of callgrind: {function: instructions of itself}, {(caller, callee): instructions of all calls}."""
    names, own, calls = {}, defaultdict(int), defaultdict(int)

    def resolve(word):
        number, name = re.match(r"\((\d+)\)(?: (.*))?", word).groups()
        if name is not None:
            names[number] = name
        return names[number]

    caller = callee = None
    of_call = False
    for line in text.splitlines():
        if line.startswith("fn="):
            caller = resolve(line[3:])
        elif line.startswith("cfn="):
            callee = resolve(line[4:])
        elif line.startswith("calls="):
            of_call = True
        elif re.match(r"[\d+*-]", line):
            cost = int(line.split()[-1])
            if of_call:
                calls[caller, callee] += cost
                of_call = False
            else:
                own[caller] += cost
    return own, calls


def inclusive(own, calls, wanted):
    """Of all functions with such short names that call each other at most in one place."""
    return sum(cost for name, cost in own.items() if short_name(name) in wanted) + sum(
        cost for (caller, callee), cost in calls.items() if short_name(caller) in wanted and short_name(callee) not in wanted)


def count(own, calls):
    stages = {stage: 0 for stage in STAGES}
    other = defaultdict(int)
    for (caller, callee), cost in calls.items():
        if short_name(caller) not in STEPS:
            continue
        name = short_name(callee)
        stage = next((s for s, functions in STAGES.items() if name in functions), None)
        if stage:
            stages[stage] += cost
        else:
            other[name] += cost
    steps = inclusive(own, calls, STEPS)
    stages["record"] = sum(cost for (caller, callee), cost in calls.items()
                           if short_name(callee) in RECORD and "Simulation::" in caller and short_name(caller) not in RECORD)
    largest = sorted(other, key=other.get, reverse=True)[:5]
    return {
        "run": inclusive(own, calls, {"run"}),
        "steps": steps,
        "stages": stages,
        "other": steps - sum(cost for stage, cost in stages.items() if stage != "record"),
        "largest_others": {name: other[name] for name in largest if other[name] > 0},
    }


def run(program, scene):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        command = ["setarch", "-R", "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", "--collect-atstart=no",
                   "--toggle-collect=corbel::Simulation::run(*", str(program), scene]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        result = count(*read_calls(out.read_text()))
    [report] = json.loads(done.stdout)
    for key in ("steps", "contacts_max", "state_hash"):
        result["number_of_steps" if key == "steps" else key] = report[key]
    return result


def compare(before, after):
    columns = ["steps", *STAGES, "record", "other"]
    print(f"{'after / before':15}" + "".join(f"{column:>10}" for column in columns), file=sys.stderr)
    for scene, now in after.items():
        if scene not in before:
            continue
        then = before[scene]
        row = ""
        for column in columns:
            a, b = (x["stages"].get(column, x.get(column)) for x in (now, then))
            row += f"{a / b:10.3f}" if b else f"{'-':>10}"
        same = "" if now["state_hash"] == then["state_hash"] else "   the states differ"
        print(f"{scene:15}{row}{same}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", type=Path, default=ROOT / "build/release/benchmarks/benchmark_instructions")
    parser.add_argument("--compare", type=Path, help="JSON of an earlier run")
    parser.add_argument("scenes", nargs="*", metavar="scene", help="of " + ", ".join(SCENES))
    arguments = parser.parse_args()
    results = {scene: run(arguments.program, scene) for scene in arguments.scenes or SCENES}
    print(json.dumps(results, indent=2))
    if arguments.compare:
        compare(json.loads(arguments.compare.read_text()), results)


if __name__ == "__main__":
    main()
