# SPDX-License-Identifier: MIT
"""Solvers on problems: who solves what, in how many seconds and iterations.

Every solve runs in a process of its own that ends with it: a solver that crashes, calls exit or does not come back within its
seconds is an outcome like any other. Time is measured inside, around the solve alone, and every answer is judged by the same two
residuals. Solves shorter than a tenth of a second are repeated and the fastest counts.
"""
import csv
import importlib
import json
import math
import os
import select
import signal
import time
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO, Callable, Iterable, NoReturn, Sequence

from . import problems

REPEAT_BELOW = 0.1  # [s] in all
MOST_REPEATS = 5
GRACE = 5.0  # [s] to start and to read the file

FIELDS = ("problem", "contacts", "solver", "tolerance", "solved", "status", "absolute", "scaled", "iterations", "seconds", "stages")


@dataclass
class Record:
    """One solver on one problem. status: that of the solver, 'TIMEOUT', or 'CRASHED'."""
    problem: str
    contacts: int
    solver: str
    tolerance: float
    solved: bool
    status: str
    absolute: float
    scaled: float
    iterations: int
    seconds: float
    stages: str = ""


def all_solvers() -> list[str]:
    """Our own and, where they were built, those of Siconos."""
    return problems.solver_names() + siconos_solvers()


def siconos_solvers() -> list[str]:
    module = _siconos()
    return module.solver_names() if module else []


def _siconos() -> Any:
    try:
        return importlib.import_module("._siconos", __package__)
    except ImportError:
        return None


def look_at(path: str) -> dict[str, Any]:
    """{'contacts': n, 'about': text}, or {'error': why the file is refused}."""
    found = _in_child(lambda: _describe(path), seconds=60)
    return found if found is not None else {"error": "reading it did not end"}


def measure(path: str, solver: str, tolerance: float, *, contacts: int = 0, max_iterations: int | None = None, seconds: float = 60.0,
            threads: int = 0) -> Record:
    found = _in_child(lambda: _best_of(path, solver, tolerance, max_iterations, seconds, threads), seconds + GRACE)
    name = os.path.splitext(os.path.basename(path))[0]
    if found is None or "error" in found:
        status = "TIMEOUT" if found is None else found["error"]
        return Record(name, contacts, solver, tolerance, False, status, math.nan, math.nan, 0, seconds)
    absolute, scaled = found["residuals"]
    late = found["seconds"] > seconds
    return Record(name, contacts, solver, tolerance, max(absolute, scaled) <= tolerance and not late,
                  "TIMEOUT" if late else found["status"], absolute, scaled, found["iterations"], found["seconds"], found["stages"])


def compare(paths: Iterable[str], solvers: Sequence[str], tolerances: Sequence[float], *, seconds: float = 60.0,
            max_iterations: int | None = None, threads: int = 0,
            report: Callable[[Record], None] = lambda record: None) -> tuple[list[Record], dict[str, str]]:
    """(records, {file: why it was refused}); report is called after each solve. threads of each solve: 0 takes all cores; Siconos
    has one."""
    records: list[Record] = []
    refused: dict[str, str] = {}
    for path in paths:
        about = look_at(path)
        if "error" in about:
            refused[path] = about["error"]
            continue
        for tolerance in tolerances:
            for solver in solvers:
                records.append(measure(path, solver, tolerance, contacts=about["contacts"], max_iterations=max_iterations,
                                       seconds=seconds, threads=threads))
                report(records[-1])
    return records, refused


def write_json(path: str, records: Iterable[Record], refused: dict[str, str], threads: int = 0) -> None:
    with open(path, "w", encoding="utf-8") as file:
        rows = [{k: None if isinstance(v, float) and not math.isfinite(v) else v for k, v in asdict(r).items()} for r in records]
        json.dump({"threads": threads, "records": rows, "refused": refused}, file, indent=1)


def write_csv(path: str, records: Iterable[Record]) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS)
        writer.writeheader()
        writer.writerows(asdict(r) for r in records)


# ---- what a child does


def _describe(path: str) -> dict[str, Any]:
    return {"contacts": problems.load_problem(path).contacts}


def _best_of(path: str, solver: str, tolerance: float, max_iterations: int | None, seconds: float, threads: int) -> dict[str, Any]:
    solve = _siconos_solve if solver in siconos_solvers() else _own_solve
    problem = problems.load_problem(path)
    best: dict[str, Any] = {}
    spent = 0.0
    for _ in range(MOST_REPEATS):
        found = solve(problem, path, solver, tolerance, max_iterations, threads)
        spent += found["seconds"]
        if not best or found["seconds"] < best["seconds"]:
            best = found
        if spent > min(REPEAT_BELOW, seconds):
            break
    return best


def _own_solve(problem: problems.ContactProblem, path: str, solver: str, tolerance: float, max_iterations: int | None,
               threads: int) -> dict[str, Any]:
    found = problem.solve(solver, tolerance=tolerance, max_iterations=max_iterations, threads=threads)
    return _outcome(found.status, found.residuals, found.iterations, found.seconds, [s.method for s in found.stages])


def _siconos_solve(problem: problems.ContactProblem, path: str, solver: str, tolerance: float, max_iterations: int | None,
                   threads: int) -> dict[str, Any]:
    flat, report = _siconos().solve_file(path, solver, tolerance, max_iterations or 0)
    reactions = [flat[k:k + 3] for k in range(0, len(flat), 3)]
    return _outcome(report["status"], problem.residuals(reactions), report["iterations"], report["seconds"],
                    [s[0] for s in report["stages"]])


def _outcome(status: str, residuals: Iterable[float], iterations: int, seconds: float, methods: Iterable[str]) -> dict[str, Any]:
    return {"status": status, "residuals": list(residuals), "iterations": iterations, "seconds": seconds, "stages": " > ".join(methods)}


# ---- processes


def _in_child(work: Callable[[], dict[str, Any]], seconds: float) -> dict[str, Any] | None:
    """What work() returns (plain values) in a child process; {'error': text} when it fails or crashes, None when it does not end
    in time."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        _answer(work, write_end)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as pipe:
        answer = _wait(pipe, seconds)
    if answer is None:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if answer is None:
        return None
    return json.loads(answer) if answer else {"error": f"CRASHED ({_end_of(status)})"}


def _answer(work: Callable[[], dict[str, Any]], write_end: int) -> NoReturn:
    """In the child: never returns."""
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            answer = work()
        except Exception as error:
            answer = {"error": str(error)}
        with os.fdopen(write_end, "wb") as pipe:
            pipe.write(json.dumps(answer).encode())
    finally:
        os._exit(0)


def _wait(pipe: BinaryIO, seconds: float) -> bytes | None:
    """All that the child writes until it closes the pipe; None when that takes longer."""
    end, answer = time.monotonic() + seconds, b""
    while True:
        if not select.select([pipe], [], [], max(0.0, end - time.monotonic()))[0]:
            return None
        part = os.read(pipe.fileno(), 1 << 16)
        if not part:
            return answer
        answer += part


def _end_of(status: int) -> str:
    return f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"exit {os.waitstatus_to_exitcode(status)}"
