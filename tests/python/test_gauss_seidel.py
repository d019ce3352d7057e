# SPDX-License-Identifier: MIT
"""Gauss–Seidel as users see it: block solvers, histories, error codes of table 3.7, failure actions."""
import itertools
import math

import numpy as np
import pytest

import corbel
from corbel.solfec import *
from models import BALL_DECK, ball

DIAGONAL = ("EXACT", "SEMISMOOTH_NEWTON", "PROJECTED_GRADIENT", "DE_SAXCE_FENG", "DE_SAXE_AND_FENG", "PROJECTED_NEWTON")


outputs = itertools.count()


def new_output():
    """Existing results would be read, not computed."""
    return f"out/{next(outputs)}"


def sliding_ball():
    """A ball that slides on the floor, 0.1 mm in it; it rolls from v = 5/7 · 3 m/s on."""
    return ball(new_output(), height=0.4999, velocity=(3, 0, 0))


def tower(n=4):
    """Balls one on the other, each 0.1 mm in the one below: what one contact carries the others must learn."""
    solfec, _ = ball(new_output(), height=0.4999)
    bulk = BULK_MATERIAL(solfec, label="stone", density=1000)
    for k in range(1, n):
        BODY(solfec, "RIGID", SPHERE((0, 0, 0.4999 + 0.9999 * k), 0.5, 2, 2), bulk)
    return solfec


@pytest.mark.parametrize("method", DIAGONAL)
def test_every_block_solver_brakes_a_ball(method):
    solfec, body = sliding_ball()
    solver = GAUSS_SEIDEL_SOLVER(1e-10, 5000, diagsolver=method)
    RUN(solfec, solver, 0.1)
    assert solver.error == "OK" and solver.diagsolver == method
    assert body.velo[3:5] == pytest.approx((3 - 0.3 * 10 * 0.1, 0), abs=1e-8)  # v − μ g t


@pytest.mark.parametrize("method", corbel.solvers.BLOCK_METHODS)
def test_block_methods_of_the_package(method):
    solver = corbel.GaussSeidel(1e-8, block_method=method)
    assert solver.block_method == method and solver.block_fallback is True
    assert (method in solver.text) == (method != "exact")


def test_a_block_method_is_checked():
    with pytest.raises(ValueError, match="argument 'block_method': got 'newton', expected 'exact', 'semismooth_newton'"):
        corbel.GaussSeidel(block_method="newton")
    with pytest.raises(ValueError, match="GAUSS_SEIDEL_SOLVER: argument 'diagsolver': got 'NEWTON'"):
        GAUSS_SEIDEL_SOLVER(1e-3, 10, diagsolver="NEWTON")
    solver = GAUSS_SEIDEL_SOLVER(1e-3, 10)
    assert solver.diagsolver == "EXACT"
    with pytest.raises(ValueError, match="GAUSS_SEIDEL_SOLVER: argument 'diagsolver'"):
        solver.diagsolver = "NEWTON"
    solver.diagsolver = "PROJECTED_NEWTON"
    assert solver.diagsolver == "PROJECTED_NEWTON" and solver._solver.block_method == "projected_newton"


def test_histories():
    solfec = tower()
    solver = GAUSS_SEIDEL_SOLVER(1e-8, 1000)
    assert (solver.merhist, solver.itershist, solver.history) == (None, None, "OFF")
    solver.history = solver.itershist = "ON"
    RUN(solfec, solver, 1e-3)
    assert len(solver.rerhist) == len(solver.merhist) == solver.iters > 1
    assert solver.rerhist[-1] <= 1e-8 < solver.rerhist[0]
    assert solver.merhist[-1] == pytest.approx(max(solver._solver.residual) ** 2)
    assert solver.merhist[-1] < 1e-6 * solver.merhist[0]
    first = solver.iters
    RUN(solfec, solver, 4e-3)
    assert len(solver.itershist) == 5 and (solver.itershist[0], solver.itershist[-1]) == (first, solver.iters)
    solver.history = solver.itershist = "OFF"
    assert (solver.merhist, solver.itershist) == (None, None)
    for member in ("merhist", "rerhist"):
        with pytest.raises(ValueError, match=f"member '{member}' is read-only"):
            setattr(solver, member, [])


def test_what_concerns_several_processes_is_kept():
    solver = GAUSS_SEIDEL_SOLVER(1e-3, 10)
    assert (solver.variant, solver.innerloops) == ("FULL", 1)
    solver.variant, solver.innerloops = "BOUNDARY_JACOBI", 3
    assert (solver.variant, solver.innerloops) == ("BOUNDARY_JACOBI", 3)


def first_error(solfec, *arguments, **options):
    """The code that the failure callback sees first, 'OK' when it is never called."""
    seen = []
    RUN(solfec, GAUSS_SEIDEL_SOLVER(*arguments, failure="CALLBACK", callback=lambda solver: seen.append(solver.error) or 0,
                                    **options), 0.02)
    return seen[0] if seen else "OK"


def test_error_codes():
    assert first_error(tower(), 1e-8, 5000) == "OK"
    assert first_error(tower(), 1e-16, 1) == "DIVERGED"
    assert first_error(sliding_ball()[0], 1e-8, 100, diagsolver="PROJECTED_GRADIENT", diagepsilon=1e-14, diagmaxiter=2) == "DIAGONAL_DIVERGED"
    solfec, body = ball(new_output(), height=0.4999, velocity=(1, 0, 0))
    # A mass centre far beside the point of contact and next to no inertia: the point moves 1e16 times easier
    # across the arm than along it.
    BODY_CHARS(body, 1, 1, (1, 0, 0), (1e-16, 0, 0, 0, 1e-16, 0, 0, 0, 1e-16))
    assert first_error(solfec, 1e-8, 5000) == "DIAGONAL_FAILED"


def test_with_continue_other_block_solvers_help():
    options = {"diagsolver": "PROJECTED_GRADIENT", "diagepsilon": 1e-12, "diagmaxiter": 10}
    solfec, body = sliding_ball()
    solver = GAUSS_SEIDEL_SOLVER(1e-8, 5000, **options)
    RUN(solfec, solver, 0.02)
    assert solver.error == "OK" and body.velo[3] == pytest.approx(3 - 0.3 * 10 * 0.02, abs=1e-6)
    assert first_error(sliding_ball()[0], 1e-8, 5000, **options) == "DIAGONAL_DIVERGED"


@pytest.mark.parametrize("failure", ["'EXIT'", "'CALLBACK'"])  # without a callback: as EXIT
def test_exit_ends_the_deck_and_keeps_what_was_written(deck, failure):
    done = deck(BALL_DECK + f"RUN (solfec, GAUSS_SEIDEL_SOLVER (1e-16, 1, {failure}), 0.1)\nprint ('not reached')")
    assert done.returncode == 1 and "did not converge at t = " in done.stderr and "not reached" not in done.stdout
    times = corbel.Results("out/ball").times
    stopped = float(done.stderr.split("t = ")[1].split(" ")[0])
    fall = math.sqrt(2 * 0.01 / 10)  # the ball starts 1 cm above the floor
    assert fall < stopped < fall + 0.005
    assert times[-1] == pytest.approx(stopped) and len(times) == round(stopped / 1e-3) + 1


def test_a_callback_that_returns_zero_stops_the_run_alone(deck):
    done = deck(BALL_DECK + "RUN (solfec, GAUSS_SEIDEL_SOLVER (1e-16, 1, 'CALLBACK', callback = lambda s: 0), 0.1)\n"
                            "print ('went on at', solfec.time < 0.1)")
    assert (done.returncode, done.stdout) == (0, "went on at True\n")


def test_a_callback_that_returns_one_goes_on(deck):
    done = deck(BALL_DECK + "calls = []\nRUN (solfec, GAUSS_SEIDEL_SOLVER (1e-16, 1, 'CALLBACK', callback = lambda s: "
                            "calls.append (s.error) or 1), 0.1)\nprint (len (calls) > 1, set (calls), round (solfec.time, 6))")
    assert (done.returncode, done.stdout) == (0, "True {'DIVERGED'} 0.1\n")


def test_blocks_are_solved_more_closely_than_the_sweeps():
    """A hundredth of the smallest tolerance, so that the error of a block leaves no trace in the change of a sweep."""
    assert corbel.GaussSeidel(1e-3).block_epsilon == pytest.approx(1e-6)
    assert corbel.GaussSeidel(1e-8).block_epsilon == pytest.approx(1e-10)
    assert corbel.GaussSeidel(1e-8, residual_tolerance=1e-11).block_epsilon == pytest.approx(1e-13)
    assert corbel.GaussSeidel(1e-16).block_epsilon == np.finfo(float).eps
