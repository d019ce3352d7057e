# SPDX-License-Identifier: MIT
"""`corbel solve` and `corbel compare` as a user types them."""
import csv
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import time

import numpy as np
import pytest

import corbel
from corbel import comparison, profiles
from corbel.comparison import Record

APP = os.environ.get("CORBEL_APP", "corbel")
DATA = pathlib.Path(__file__).resolve().parents[1] / "data" / "fclib"
STACKS = str(DATA / "Box_Stacks-i0122-82-5.hdf5")


def call(*arguments, cwd=None):
    return subprocess.run([APP, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, timeout=300)


# ---- solve


def test_a_report_and_a_solution(tmp_path):
    out = tmp_path / "solution.hdf5"
    result = call("solve", STACKS, "--solver", "gauss_seidel", "--tolerance", "1e-9", "--out", out)
    assert result.returncode == 0, result.stderr
    for words in ("82 contacts, friction 0.3, global form, W symmetric", "status     OK", "residuals  absolute", "iterations"):
        assert words in result.stdout
    solved = corbel.load_problem(out)
    assert max(solved.residuals(solved.solution)) <= 1e-9


def test_the_exit_code_tells_whether_the_tolerance_is_met():
    result = call("solve", STACKS, "--solver", "gauss_seidel", "--max-iterations", 3, "--tolerance", "1e-9")
    assert result.returncode == 1
    assert "the tolerance is not met" in result.stdout


@pytest.mark.parametrize("solver", corbel.solver_names())
@pytest.mark.parametrize("tolerance", ["1e-2", "1e-6", "1e-12"])
def test_status_exit_code_and_residuals_agree(solver, tolerance):
    result = call("solve", DATA / "CubeH8.hdf5", "--solver", solver, "--tolerance", tolerance, "--max-iterations", 60)
    if result.returncode == 2:
        assert "friction" in result.stderr  # of methods for contacts without it
        return
    lines = dict(line.split(None, 1) for line in result.stdout.splitlines() if line.split(None, 1)[0] in ("status", "residuals"))
    worst = max(float(lines["residuals"].split()[i].rstrip(",")) for i in (1, 3))
    assert (result.returncode == 0) == lines["status"].startswith("OK") == (worst <= float(tolerance))


def test_gauss_seidel_ends_when_the_residuals_are_met():
    """Two contacts that agree slowly, beside one that opens fast: their impulses still change when what is left is nothing beside |q|."""
    W = np.eye(9)
    W[3:6, 6:9] = W[6:9, 3:6] = -0.999 * np.eye(3)
    problem = corbel.ContactProblem(W, [[0, 0, 1e6], [0, 0, -1], [0, 0, -1]], [0.3] * 3)
    found = problem.solve("gauss_seidel", tolerance=1e-5, max_iterations=100)
    assert found.converged and found.status == "OK" and found.reason == ""
    assert found.change_history[-1] > 1e-3 and found.iterations < 100


def test_an_absolute_residual_below_round_off_is_said():
    """One contact slides with R = 1e9: R − P(R − U) is known to ε R = 2e-7, some 1e-4 of q."""
    W = 1e-12 * np.array([[2, 0.3, 0.1], [0.3, 1.5, -0.2], [0.1, -0.2, 1]])
    problem = corbel.ContactProblem(W, [[2e-3, 1e-3, -1e-3]], [0.3])
    found = problem.solve("gauss_seidel", tolerance=1e-8, max_iterations=300)
    assert found.round_off == pytest.approx(np.finfo(float).eps * np.linalg.norm(found.reactions) / np.linalg.norm(problem.q))
    assert found.residuals[1] < 1e-8 < found.residuals[0] < found.round_off
    assert found.status == "DIVERGED" and "the absolute one is lost in round-off" in found.reason and "1e-03" in found.reason
    assert problem.solve("gauss_seidel", tolerance=1e-3).status == "OK"


@pytest.mark.parametrize("arguments, words", [
    (["no.hdf5"], "does not exist"),
    ([str(DATA / "Chute-ndof-768-nc-4-3.hdf5")], "rolling friction"),
    ([STACKS, "--solver", "magic"], "magic"),
    ([STACKS, "--tolerance", "-1"], "tolerance"),
    ([STACKS, "--tolerance", "nonsense"], "--tolerance"),
    ([STACKS, "--max-iterations", "0"], "max_iterations"),
    ([], "problem"),
])
def test_bad_input(arguments, words):
    result = call("solve", *arguments)
    assert result.returncode == 2 and words in result.stderr
    assert "Traceback" not in result.stderr


def test_help_names_the_solvers():
    result = call("solve", "--help")
    assert result.returncode == 0
    assert [name for name in corbel.solver_names() if name not in result.stdout] == []


# ---- compare


def test_tables_and_pictures(tmp_path):
    for name in ("Box_Stacks-i0122-82-5", "CubeH8", "Chute-ndof-768-nc-4-3"):
        shutil.copy(DATA / f"{name}.hdf5", tmp_path)
    out = tmp_path / "out"
    result = call("compare", tmp_path, "--tolerance", "1e-3", "1e-6", "--out", out, "--seconds", 20)
    assert result.returncode == 0, result.stderr
    assert "rolling friction" in result.stdout and "fastest or within 1.2x" in result.stdout
    table = json.loads((out / "comparison.json").read_text())
    solvers = comparison.all_solvers()
    assert len(table["records"]) == 2 * 2 * len(solvers) and len(table["refused"]) == 1
    own = [r for r in table["records"] if r["solver"] == "gauss_seidel"]
    assert all(r["solved"] and max(r["absolute"], r["scaled"]) <= r["tolerance"] and r["seconds"] > 0 for r in own)
    rows = list(csv.DictReader((out / "comparison.csv").open()))
    assert [(r["problem"], r["solver"]) for r in rows] == [(r["problem"], r["solver"]) for r in table["records"]]
    for tolerance in ("1e-03", "1e-06"):
        assert (out / f"profile_{tolerance}.png").read_bytes().startswith(b"\x89PNG")


def test_only_some_solvers(tmp_path):
    result = call("compare", STACKS, "--solvers", "gauss_seidel", "--tolerance", "1e-3", "--out", tmp_path / "out")
    assert result.returncode == 0
    assert {r["solver"] for r in json.loads((tmp_path / "out/comparison.json").read_text())["records"]} == {"gauss_seidel"}


def wall_problem(path):
    """More than the 2000 contacts from which sweeps are coloured and done in threads."""
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -10))
    sim.surface_material(friction=0.5)
    stone = sim.material(2000)
    sim.obstacle(corbel.box(low=(-1, -1, -1), high=(20, 2, 0)), stone)
    for j in range(16):
        for i in range(18):
            x = i + 0.5 * (j % 2)
            sim.rigid(corbel.box(low=(x, 0, 0.5 * j), high=(x + 1, 0.5, 0.5 * j + 0.5)), stone)
    sim.run(1e-3, corbel.GaussSeidel(1e-1), quiet=True)
    sim.dump_problem(path, compact=True)
    assert corbel.load_problem(path).contacts > 2000
    return path


def test_threads_change_no_bits(tmp_path):
    problem = wall_problem(str(tmp_path / "wall.hdf5"))
    rows = []
    for threads in (1, 2):
        out = tmp_path / str(threads)
        result = call("compare", problem, "--solvers", "anderson_gauss_seidel,auto", "--tolerance", "1e-3", "--threads", threads, "--out", out)
        assert result.returncode == 0, result.stderr
        table = json.loads((out / "comparison.json").read_text())
        assert table["threads"] == threads
        rows.append([(r["solver"], r["iterations"], r["absolute"], r["scaled"]) for r in table["records"]])
    assert rows[0] == rows[1] and len(rows[0]) == 2


@pytest.mark.parametrize("arguments, words", [
    ([str(DATA), "--threads", "-1"], "--threads"),
    (["nowhere"], "nowhere"), ([str(DATA), "--solvers", "magic"], "magic"), ([str(DATA), "--seconds", "0"], "--seconds"),
    ([str(DATA / "Chute-ndof-768-nc-4-3.hdf5")], "no problem"),
])
def test_bad_comparisons(arguments, words, tmp_path):
    result = call("compare", *arguments, cwd=tmp_path)
    assert result.returncode == 2 and words in result.stderr and "Traceback" not in result.stderr


# ---- the parts


def test_work_that_fails_or_does_not_end_is_an_outcome():
    assert comparison._in_child(lambda: {"a": 1}, 20) == {"a": 1}
    assert comparison._in_child(lambda: 1 / 0, 20) == {"error": "division by zero"}
    assert comparison._in_child(lambda: os.kill(os.getpid(), signal.SIGKILL), 20) == {"error": "CRASHED (signal 9)"}
    assert comparison._in_child(lambda: os._exit(3), 20) == {"error": "CRASHED (exit 3)"}
    begin = time.monotonic()
    assert comparison._in_child(lambda: time.sleep(60), 0.2) is None
    assert time.monotonic() - begin < 10


def record(problem, solver, seconds, solved=True):
    return Record(problem, 1, solver, 1e-4, solved, "OK", 0.0, 0.0, 10, seconds)


def test_profiles_by_hand():
    """a: best on p, 3 times the best on q; b: 2 times on p, best on q; r: only b; s: nobody."""
    records = [record("p", "a", 1), record("p", "b", 2), record("q", "a", 3), record("q", "b", 1),
               record("r", "a", 5, False), record("r", "b", 9), record("s", "a", 1, False), record("s", "b", 1, False)]
    table = profiles.costs(records, 1e-4, "seconds")
    found = profiles.ratios(table)
    assert found["a"].tolist() == [1, 3, math.inf] and found["b"].tolist() == [1, 1, 2]
    assert profiles.share_within(table, "a", 1.2) == pytest.approx(1 / 3)
    assert profiles.share_within(table, "b", 2) == 1
    assert np.isnan(profiles.share_within(profiles.costs(records[-2:], 1e-4, "seconds"), "a", 2))
