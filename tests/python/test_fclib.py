# SPDX-License-Identifier: MIT
"""Contact problems from files and arrays, solved, judged and written; files are looked at with h5py."""
import math
import os
import pathlib

import h5py
import numpy as np
import pytest

import corbel
from corbel.solfec import *
from models import ball, run

DATA = pathlib.Path(__file__).resolve().parents[1] / "data" / "fclib"


def slip() -> corbel.ContactProblem:
    """Two contacts that do not couple, W = I/2: one slips, R_N = 6, R_T = −μ R_N (3, 4)/5; one opens."""
    return corbel.ContactProblem(0.5 * np.eye(6), [[3, 4, -3], [0, 0, 1]], [0.5, 0.5])


def test_a_problem_made_of_arrays():
    problem = slip()
    solution = problem.solve(tolerance=1e-12)
    assert solution.converged and solution.status == "OK"
    assert solution.reactions == pytest.approx(np.array([[-1.8, -2.4, 6], [0, 0, 0]]), abs=1e-10)
    assert solution.velocities == pytest.approx(np.array([[2.1, 2.8, 0], [0, 0, 1]]), abs=1e-10)
    assert max(solution.residuals) <= 1e-12
    assert solution.residuals == problem.residuals(solution.reactions)
    assert max(problem.residuals(np.zeros((2, 3)))) > 0.1
    assert solution.iterations >= 1 and solution.seconds >= 0


def test_entries_and_dense_matrix_agree():
    W = np.diag([1.0, 2, 3, 4, 5, 6])
    W[0, 5] = 0.25
    problem = corbel.ContactProblem(W, np.zeros((2, 3)), [0, 0])
    assert (problem.W == W).all()
    again = corbel.ContactProblem(problem.entries, problem.q, problem.mu)
    assert (again.W == W).all()
    assert problem.asymmetry == pytest.approx(0.25 * math.sqrt(2) / np.linalg.norm(W))


def test_a_stored_file_is_in_the_order_of_fclib(tmp_path):
    problem, path = slip(), str(tmp_path / "a.hdf5")
    solution = problem.solve(tolerance=1e-12)
    problem.save(path, solution.reactions, title="two contacts")
    with h5py.File(path) as file:
        local = file["fclib_local"]
        assert local["spacedim"][0] == 3
        assert (local["vectors/q"][:] == [-3, 3, 4, 1, 0, 0]).all()
        assert file["solution/r"][:3] == pytest.approx([6, -1.8, -2.4])
        assert file["solution/u"][:3] == pytest.approx([0, 2.1, 2.8], abs=1e-9)
        assert local["info/title"][()] == b"two contacts"
        assert local["W/nz"][0] == -2 and local["W/p"][-1] == local["W/nzmax"][0] == local["W/x"].size
    again = corbel.load_problem(path)
    assert again.title == "two contacts" and (again.W == problem.W).all()
    assert again.solution == pytest.approx(solution.reactions)


def test_a_file_with_a_start_and_notes():
    problem = corbel.load_problem(DATA / "Box_Stacks-i0122-82-5.hdf5")
    assert problem.contacts == 82 and problem.is_global and problem.solution is None and len(problem.guesses) == 1
    assert set(problem.mu) == {0.3}
    first = problem.solve("gauss_seidel", tolerance=1e-8)
    assert first.converged
    assert problem.solve("gauss_seidel", tolerance=1e-8, start=first.reactions).iterations < first.iterations
    assert "one triangle" in corbel.load_problem(DATA / "CubeH8.hdf5").notes[0]


def test_not_converged_is_a_status():
    solution = corbel.load_problem(DATA / "Box_Stacks-i0122-82-5.hdf5").solve("gauss_seidel", tolerance=1e-12, max_iterations=2)
    assert solution.status == "DIVERGED" and not solution.converged and len(solution.change_history) == 2


@pytest.mark.parametrize("call, words", [
    (lambda: corbel.load_problem("no.hdf5"), ["no.hdf5", "does not exist"]),
    (lambda: corbel.load_problem(DATA / "Chute-ndof-768-nc-4-3.hdf5"), ["load_problem", "rolling friction"]),
    (lambda: slip().solve("gauss_sidel"), ["solver", "gauss_sidel", "Did you mean 'gauss_seidel'"]),
    (lambda: slip().solve(tolerance=0), ["tolerance", "0"]),
    (lambda: slip().solve(max_iterations=0), ["max_iterations", "0"]),
    (lambda: slip().solve(start=[[0, 0, 0]]), ["start", "(2, 3)"]),
    (lambda: slip().residuals([[0, 0, float("nan")]] * 2), ["reactions", "finite"]),
    (lambda: corbel.ContactProblem(np.eye(3), [0, 0, 0], [-0.5]), ["mu", "-0.5"]),
    (lambda: corbel.ContactProblem(np.eye(3), [0, 0, 0], [float("nan")]), ["mu", "finite"]),
    (lambda: corbel.ContactProblem(np.eye(3), [0, float("inf"), 0], [1]), ["q", "finite"]),
    (lambda: corbel.ContactProblem(np.eye(3) * float("nan"), [0, 0, 0], [1]), ["W", "finite"]),
    (lambda: corbel.ContactProblem(np.eye(3), [0, 0], [1]), ["q", "1 rows of three"]),
    (lambda: corbel.ContactProblem(np.eye(4), [0, 0, 0], [1]), ["W", "(3, 3)"]),
    (lambda: corbel.ContactProblem(([0], [3], [1.0]), [0, 0, 0], [1]), ["W", "0 to 2"]),
    (lambda: corbel.ContactProblem(np.diag([1, 1, 0]), [0, 0, 0], [1]), ["W", "W_NN = 0 of contact 0"]),
])
def test_bad_input_is_named(call, words):
    with pytest.raises((ValueError, OSError, TypeError)) as error:
        call()
    assert [w for w in words if w not in str(error.value)] == [], str(error.value)


def test_a_run_is_dumped(tmp_path):
    path = str(tmp_path / "dump.hdf5")
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -10))
    with pytest.raises(ValueError, match="no step with contacts"):
        sim.dump_problem(path)
    sim.surface_material(friction=0.5)
    stone = corbel.Material(density=1000)
    sim.obstacle(corbel.box(low=(-2, -2, -1), high=(2, 2, 0)), stone)
    sim.rigid(corbel.box(low=(0, 0, 0), high=(1, 1, 1)), stone)
    sim.run(5e-3, corbel.GaussSeidel(1e-12, 10000), quiet=True)
    sim.dump_problem(path)
    problem = corbel.load_problem(path)
    assert problem.contacts == len(sim.contacts) and set(problem.mu) == {0.5}
    assert problem.solution[:, 2].sum() == pytest.approx(1000 * 10 * 1e-3, rel=1e-8)  # m g h
    assert max(problem.residuals(problem.solution)) < 1e-8
    assert "Step 5" in problem.description


def test_a_deck_dumps_its_local_dynamics():
    solfec, body = ball()
    with pytest.raises(ValueError, match="LOCDYN_DUMP: there is no step"):
        LOCDYN_DUMP(solfec, "dump.hdf5")
    run(solfec, 0.2)
    LOCDYN_DUMP(solfec, "dump.hdf5")
    problem = corbel.load_problem("dump.hdf5")
    assert problem.contacts == 1
    assert problem.solution[0, 2] == pytest.approx(body.mass * 10 * 1e-3, rel=1e-6)  # m g h


def test_a_deck_that_is_read_dumps_nothing():
    run(ball()[0], 0.2)
    LOCDYN_DUMP(ball()[0], "dump.hdf5")
    assert not os.path.exists("dump.hdf5")
