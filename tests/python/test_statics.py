# SPDX-License-Identifier: MIT
"""Quasi-static analysis from Python and from decks."""
import re

import pytest

import corbel
from corbel.solfec import BODY, BULK_MATERIAL, FIX_DIRECTION, FORCE, GAUSS_SEIDEL_SOLVER, HEX, RUN, SOLFEC

L, E, FORCE_SUM = 2.0, 1e9, 1e3
STRAIN = FORCE_SUM / E  # of a bar of unit section


def bar(step=1.0, **options):
    sim = corbel.Simulation(step, analysis="quasi_static", **options)
    body = sim.finite_element(corbel.hex_mesh([(0, 0, 0), (L, 1, 1)], (4, 1, 1)), sim.material(1000, young=E, poisson=0), form="BC")
    for y in (0, 1):
        for z in (0, 1):
            sim.force(body, (L, y, z), (1, 0, 0), FORCE_SUM / 4)
    return sim, body


@pytest.mark.parametrize("step", [1e-3, 1e3])
def test_bar_is_longer_by_fl_over_ea(step):
    sim, body = bar(step)
    for y in (0, 1):
        for z in (0, 1):
            sim.fix_point(body, (0, y, z))
    report = sim.run(step)
    assert (report.unconverged_steps, sim.analysis) == (0, "quasi_static")
    assert report.passes >= 1
    assert body.displacement_of((L, 0.5, 0.5))[0] == pytest.approx(STRAIN * L, rel=1e-5)


def test_free_body_is_named():
    sim, body = bar(static_passes=5)
    for y, z in ((0, 0), (1, 0), (0, 1)):
        sim.fix_direction(body, (0, y, z), (0, 1, 0))
    with pytest.raises(corbel.RunError, match="free rigid-body motions: translation along x"):
        sim.run(1.0)


@pytest.mark.parametrize("name, value", [("analysis", "static"), ("static_tolerance", 0), ("static_passes", 0)])
def test_bad_options(name, value):
    with pytest.raises(ValueError, match=name):
        corbel.Simulation(1.0, **{name: value})


def test_deck(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    solfec = SOLFEC("QUASI_STATIC", 0.1, "out/bar")
    bulk = BULK_MATERIAL(solfec, "KIRCHHOFF", young=E, poisson=0, density=1000)
    corners = [0, 0, 0, L, 0, 0, L, 1, 0, 0, 1, 0, 0, 0, 1, L, 0, 1, L, 1, 1, 0, 1, 1]
    body = BODY(solfec, "FINITE_ELEMENT", HEX(corners, 4, 1, 1, 0, [0] * 6), bulk, form="BC")
    for y in (0, 1):
        for z in (0, 1):
            for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
                FIX_DIRECTION(body, (0, y, z), axis)
            FORCE(body, "SPATIAL", (L, y, z), (1, 0, 0), FORCE_SUM / 4)
    RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 1000), 0.1)
    assert max(body.conf[0::3]) == pytest.approx(L + STRAIN * L, abs=1e-5 * STRAIN * L)


# ---- springs

def hung(solver=None, springs=2, **options):
    """1000 kg on parallel springs of 1e5 N/m together; their stroke is 0.1 m."""
    sim = corbel.Simulation(1.0, analysis="quasi_static", gravity=(0, 0, -10), **options)
    body = sim.rigid(corbel.box(low=(0, 0, 0), high=(1, 1, 1)), sim.material(1000))
    for i in range(springs):
        x = i / max(springs - 1, 1) if springs > 1 else 0.5
        sim.spring(body, (x, 0.5, 1), None, (x, 0.5, 3), lambda stroke, velocity: -1e5 / springs * stroke, direction=(0, 0, 1))
    return sim, body, sim.run(1.0, solver, quiet=True)


@pytest.mark.parametrize("solver", [None, corbel.GaussSeidel(), corbel.Auto(), corbel.Newton(), corbel.Admm(), corbel.InteriorPoint()],
                         ids=lambda solver: type(solver).__name__)
@pytest.mark.parametrize("springs", [1, 2, 3])
def test_parallel_springs_share_the_weight(solver, springs):
    sim, body, report = hung(solver, springs)
    assert body.displacement_of((0.5, 0.5, 1))[2] == pytest.approx(-0.1, abs=1e-8)
    assert report.unconverged_steps == 0 and report.worst_imbalance <= sim.static_tolerance
    assert [abs(c.reaction[2]) for c in sim.constraints] == pytest.approx([1e4 / springs] * springs, rel=1e-7)
    assert re.search(r"worst force imbalance \S+ beyond round-off", report.outline())


def test_balance_that_is_not_reached_is_told(capfd):
    for on_failure in ("continue", "raise"):
        sim = corbel.Simulation(1.0, analysis="quasi_static", gravity=(0, 0, -10), static_passes=2)
        body = sim.rigid(corbel.box(low=(0, 0, 0), high=(1, 1, 1)), sim.material(1000))
        for point in ((0, 0, 0), (1, 0, 0), (0, 1, 1)):
            for axis in ((1, 0, 0), (0, 1, 0)):
                sim.fix_direction(body, point, axis)
        sim.spring(body, (0.5, 0.5, 1), None, (0.5, 0.5, 3), lambda stroke, velocity: -1e7 * stroke ** 3, direction=(0, 0, 1))
        if on_failure == "raise":
            with pytest.raises(corbel.RunError, match="force imbalance"):
                sim.run(1.0, on_failure="raise", quiet=True)
            return
        report = sim.run(1.0, quiet=True)
        assert report.unconverged_steps == 1 and report.worst_imbalance > 1e-3
        text = " ".join(capfd.readouterr().err.split())
        assert "did not reach equilibrium" in text and "static_passes (now 2)" in text


def test_default_solver_is_close_enough_for_contacts():
    sim = corbel.Simulation(1.0, analysis="quasi_static", gravity=(0, 0, -10))
    sim.surface_material(0.5, 0)
    stone = sim.material(1000, young=1e8, poisson=0.2)
    for i in range(3):
        sim.finite_element(corbel.hex_mesh([(0, 0, i), (1, 1, i + 1)], (2, 2, 2)), stone)
    sim.obstacle(corbel.box(low=(-1, -1, -1), high=(2, 2, 0)), stone)
    report = sim.run(1.0, quiet=True)
    assert report.unconverged_steps == 0 and report.worst_imbalance <= 1e-9 and report.worst_misfit <= 1e-5


def test_steps_that_are_only_called_solved_are_told(capfd):
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -10))
    sim.surface_material(0.5, 0)
    for i in range(5):  # each ten times heavier than the one below
        sim.rigid(corbel.box(low=(0, 0, i), high=(1, 1, i + 1)), sim.material(1000 * 10 ** i))
    sim.obstacle(corbel.box(low=(-1, -1, -1), high=(2, 2, 0)), sim.material(1000))
    report = sim.run(0.02, corbel.GaussSeidel(1e-3), quiet=True)
    assert report.uncertified_steps > 0 and max(report.worst_residual, report.worst_residual_absolute) > 1e-2
    assert "not certified" in " ".join(capfd.readouterr().err.split())
    assert sim.run(0.02, corbel.Auto(), quiet=True).uncertified_steps == 0


def test_what_lifts_an_obstacle_does_not_grow_from_step_to_step():
    """Mass 27 000 kg from rest to a constant rate in the first step; then nothing is needed but what holds it up."""
    sim = corbel.Simulation(0.1, analysis="quasi_static", gravity=(0, 0, -10))
    stone = sim.material(1000)
    plate = sim.obstacle(corbel.box(low=(-1, -1, -1), high=(2, 2, 0)), stone)
    lift = corbel.TimeSeries([0, 0, 1, 0.05])
    joints = [sim.set_displacement(plate, p, (0, 0, 1), lift) for p in [(-1, -1, -1), (2, -1, -1), (-1, 2, -1)]]
    sim.rigid(corbel.box(low=(0, 0, 0), high=(1, 1, 1)), stone)
    sim.run(0.1, quiet=True)
    first = [joint.reaction[2] for joint in joints]
    sim.run(0.4, quiet=True)
    assert [joint.reaction[2] for joint in joints] == pytest.approx(first, abs=1e-6 * max(map(abs, first)) + 1e-9)


@pytest.mark.parametrize("solver", [corbel.Newton(1e-16), corbel.Auto(1e-18), corbel.GaussSeidel(1e-14, 50)])
def test_a_step_in_balance_is_converged_whatever_its_solver_says(solver):
    sim = corbel.Simulation(1.0, analysis="quasi_static", gravity=(0, 0, -10))
    sim.surface_material(friction=0.5)
    rubber = sim.material(1000, young=1e7, poisson=0.3)
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(7, 6, 0)), rubber)
    sim.finite_element(corbel.hex_mesh([(0, 0, 0), (2, 1, 1)], (4, 2, 2)), rubber, form="BC")
    report = sim.run(1.0, solver, quiet=True)
    assert solver.status != "OK"  # no solver gets there
    assert report.worst_imbalance <= 1e-9 and report.unconverged_steps == 0
