# SPDX-License-Identifier: MIT
"""Solvers from Python and in decks: each gives the reactions of a stack and the deceleration of a sliding block."""
import math
import random

import pytest

import corbel
from corbel.solfec import (BODY, BULK_MATERIAL, CONTACT_POINTS, GAUSS_SEIDEL_SOLVER, GRAVITY, HEX, HISTORY, HULL, INITIAL_VELOCITY,
                           NEWTON_SOLVER, RUN, SICONOS_SOLVER, SOLFEC, SURFACE_MATERIAL, TEST_SOLVER)
from corbel.solfec.newton_solvers import tolerance as tolerance_of_merit
from models import CUBE, FLOOR

G, MU, BLOCKS, STEP = 10.0, 0.3, 4, 1e-3
WEIGHT = 1e4  # of a block of 1 m³

SOLVERS = {
    "GaussSeidel": lambda: corbel.GaussSeidel(1e-9, 5000, residual_tolerance=1e-8),
    "Auto": lambda: corbel.Auto(1e-8),
    "Newton": corbel.Newton,
    "Admm": corbel.Admm,
    "InteriorPoint": corbel.InteriorPoint,
}
ACCURACY = 1e-6  # relative: their tolerance 1e-8 times the condition of problems as small as these, with a margin


def ground(output=None):
    sim = corbel.Simulation(STEP, output, gravity=(0, 0, -G))
    sim.surface_material(friction=MU)
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), corbel.Material(density=1000))
    return sim


def stack(output=None, blocks=BLOCKS, top_density=1000):
    """Blocks of 1 m one on another."""
    sim = ground(output)
    for k in range(blocks):
        sim.rigid(corbel.box(1, center=(0, 0, k + 0.5)), corbel.Material(density=top_density if k == blocks - 1 else 1000))
    return sim


def sliding(velocity=1.0):
    sim = ground()
    return sim, sim.rigid(corbel.box((1, 1, 0.5), center=(0, 0, 0.25)), corbel.Material(density=2000), velocity=(velocity, 0, 0))


def carried(sim, height) -> float:
    """Sum of the normal reactions of the contacts at this height [N]."""
    return sum(c.reaction[2] for c in sim.contacts if abs(c.point[2] - height) < 1e-3)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_stack_rests_on_its_weight(name):
    sim, solver = stack(), SOLVERS[name]()
    report = sim.run(20 * STEP, solver, on_failure="raise")
    assert report.steps == 20 and report.unconverged_steps == 0
    for level in range(BLOCKS):
        assert carried(sim, level) == pytest.approx((BLOCKS - level) * WEIGHT, rel=ACCURACY)
    for body in sim.bodies:
        assert body.velocity == pytest.approx([0, 0, 0], abs=ACCURACY * G * STEP * 10)
    assert solver.status == "OK" and max(solver.residual) <= 1e-8


@pytest.mark.parametrize("name", SOLVERS)
def test_a_sliding_block_is_slowed_by_friction(name):
    sim, block = sliding()
    solver = SOLVERS[name]()
    sim.run(100 * STEP, solver, on_failure="raise")
    assert block.velocity == pytest.approx([1 - MU * G * sim.time, 0, 0], abs=ACCURACY)
    assert carried(sim, 0) == pytest.approx(WEIGHT, rel=ACCURACY)
    push = sum(c.frame @ c.reaction * (1 if c.master == block.id else -1) for c in sim.contacts)
    assert abs(push[0]) == pytest.approx(MU * WEIGHT, rel=ACCURACY) and push[1] == pytest.approx(0, abs=ACCURACY * WEIGHT)


def test_the_default_is_the_portfolio():
    sim = stack("out/stack")
    report = sim.run(20 * STEP)
    assert report.unconverged_steps == 0 and max(report.worst_residual, report.worst_residual_absolute) <= corbel.Auto().tolerance
    assert f"Auto: tolerance {corbel.Auto().tolerance:g}" in corbel.open("out/stack").describe()
    solved = sum(report.methods.values())  # the others are at rest: solved by the impulses of the step before
    assert 0 < solved < 20 and f", converged at the initial guess {20 - solved}\n" in report.outline()
    method, steps = max(report.methods.items(), key=lambda item: item[1])
    assert f"solve: {method} {steps} steps" in report.outline()


def test_the_portfolio_goes_on_where_sweeps_are_slow():
    sim, solver = stack(blocks=12, top_density=1e6), corbel.Auto(1e-8)
    report = sim.run(STEP, solver, on_failure="raise")
    methods = [stage["method"] for stage in solver.stages]
    assert methods[0] == "nesterov" and len(methods) > 1
    assert report.methods == {methods[-1]: 1}
    assert solver.iterations == sum(stage["iterations"] for stage in solver.stages)
    for stage in solver.stages:
        assert set(stage) == {"method", "iterations", "seconds", "residual"} and stage["seconds"] >= 0
    assert max(solver.stages[0]["residual"]) > 1e-8 and max(solver.residual) <= 1e-8
    for level in range(12):
        assert carried(sim, level) == pytest.approx((11 - level + 1000) * WEIGHT, rel=1e-5)


def test_solvers_of_one_method_have_one_stage():
    for name in ("Newton", "Admm"):
        solver = SOLVERS[name]()
        report = stack().run(STEP, solver)
        assert [stage["method"] for stage in solver.stages] == [name.lower()] and report.methods == {name.lower(): 1}
    solver = corbel.GaussSeidel(1e-8)
    assert stack().run(STEP, solver).methods == {} and solver.stages == []


def test_newton_falls_back():
    alone, helped = corbel.Newton(max_iterations=1), corbel.Newton(max_iterations=1, fall_back=True)
    assert stack().run(STEP, alone, on_failure=lambda sim: True).unconverged_steps == 1
    sim = stack()
    assert sim.run(STEP, helped).unconverged_steps == 0
    assert [stage["method"] for stage in helped.stages][:2] == ["newton", "nesterov"]
    assert carried(sim, 0) == pytest.approx(BLOCKS * WEIGHT, rel=ACCURACY)
    assert helped.iterations == sum(stage["iterations"] for stage in helped.stages)


def test_history_of_newton():
    solver = corbel.Newton()
    stack().run(STEP, solver)
    assert len(solver.residual_history) == solver.iterations > 0
    assert min(max(r) for r in solver.residual_history) == pytest.approx(max(solver.residual), rel=1e-3, abs=1e-12)


@pytest.mark.parametrize("make, text", [
    (lambda: corbel.Auto(0), "Auto: argument 'tolerance': got 0"),
    (lambda: corbel.Auto(most_sweeps=1.5), "Auto: argument 'most_sweeps'"),
    (lambda: corbel.Newton("x"), "Newton: argument 'tolerance': got 'x'"),
    (lambda: corbel.Newton(max_iterations=0), "Newton: argument 'max_iterations'"),
    (lambda: corbel.Newton(delta=-1), "Newton: argument 'delta'"),
    (lambda: corbel.Newton(fall_back="ON"), "Newton: argument 'fall_back': got 'ON', expected True or False"),
    (lambda: corbel.Admm(relaxation=2), "Admm: argument 'relaxation': got 2.0, expected a number between 0 and 2"),
    (lambda: corbel.Admm(rho=math.inf), "Admm: argument 'rho'"),
    (lambda: corbel.InteriorPoint(theta=1.1), "InteriorPoint: argument 'theta'"),
    (lambda: corbel.InteriorPoint(tol=1), "InteriorPoint: "),
    (lambda: setattr(corbel.Admm(), "memory", 0), "Admm: argument 'memory'"),
    (lambda: stack().run(1, "Auto"), "expected a solver such as Auto()"),
])
def test_bad_options_are_named(make, text):
    with pytest.raises((ValueError, TypeError)) as caught:
        make()
    assert text in str(caught.value)


def test_options_can_be_changed():
    solver = corbel.Newton(1e-6, 50, epsilon=0.2, delta=1e-9)
    assert (solver.tolerance, solver.max_iterations, solver.epsilon, solver.delta, solver.fall_back) == (1e-6, 50, 0.2, 1e-9, False)
    solver.tolerance, solver.fall_back = 1e-9, True
    assert solver.tolerance == 1e-9 and solver.fall_back and "tolerance=1e-09" in repr(solver)
    interior = corbel.InteriorPoint(theta=0.5)
    interior.polish_iterations = 0
    assert interior.polish_iterations == 0 and interior.theta == 0.5
    assert corbel.Admm(memory=5).text == "Admm: tolerance 1e-08, max_iterations 1000, rho 0.1, relaxation 1.6, memory 5"


def test_a_failure_says_what_was_tried():
    with pytest.raises(corbel.RunError) as caught:
        stack().run(STEP, corbel.Newton(1e-8, 1), on_failure="raise")
    text = str(caught.value)
    assert "the residuals are " in text and "required 1e-08; tried newton (1 iterations, residual " in text
    assert "try corbel.Auto(), a larger max_iterations (now 1), a smaller time step" in text


def test_unconverged_steps_are_told_with_both_residuals(capfd):
    stack().run(3 * STEP, corbel.Admm(1e-300, 1))
    text = capfd.readouterr().err
    assert "3 of 3 steps did not converge; worst residual " in text and "(absolute " in text
    assert "try corbel.Auto(), a larger max_iterations (now 1)" in text


# --- the language -----------------------------------------------------------------------------------


def deck(output="out/deck", velocity=(1, 0, 0)):
    """A cube on a floor, sliding: (solfec, cube)."""
    solfec = SOLFEC("DYNAMIC", STEP, output)
    bulk = BULK_MATERIAL(solfec, density=1000)
    SURFACE_MATERIAL(solfec, friction=MU)
    CONTACT_POINTS(solfec, "PATCH")  # through one point a block would rock
    BODY(solfec, "OBSTACLE", HULL(FLOOR, 1, 1), bulk)
    cube = BODY(solfec, "RIGID", HULL(CUBE, 2, 2), bulk)
    INITIAL_VELOCITY(cube, velocity, (0, 0, 0))
    GRAVITY(solfec, (0, 0, -G))
    return solfec, cube


@pytest.mark.parametrize("solver", [
    lambda: NEWTON_SOLVER(1e-14), lambda: NEWTON_SOLVER(1e-14, 1), lambda: NEWTON_SOLVER(meritval=1e-14, gsflag="OFF", locdyn="OFF"),
    lambda: TEST_SOLVER(1e-14), lambda: SICONOS_SOLVER(1e-7, 1000)])
def test_solvers_of_2020_slow_a_block(solver):
    solfec, cube = deck()
    used = solver()
    RUN(solfec, used, 50 * STEP)
    assert used._solver.status == "OK"
    assert cube.velo[3:] == pytest.approx((1 - MU * G * solfec.time, 0, 0), abs=1e-5)


def test_locdyn_keeps_w_implicit():
    solver = NEWTON_SOLVER(locdyn="OFF")
    assert solver._solver.locdyn == "implicit"
    solver.locdyn = "ON"
    assert solver._solver.locdyn == "automatic"
    with pytest.raises(ValueError, match="inner"):
        corbel.Newton(inner="direct", locdyn="implicit")
    with pytest.raises(ValueError, match="locdyn"):
        corbel.Newton(locdyn="OFF")


@pytest.mark.parametrize("form", ["TL", "BC"])
def test_an_elastic_block_by_products(form):
    """With locdyn 'OFF' and 'ON' it slides the same way."""
    ends = []
    for locdyn in ("ON", "OFF"):
        solfec = SOLFEC("DYNAMIC", STEP, f"out/{form}{locdyn}")
        SURFACE_MATERIAL(solfec, model="SIGNORINI_COULOMB", friction=MU)
        bulk = BULK_MATERIAL(solfec, model="KIRCHHOFF", young=1e7, poisson=0.25, density=1000)
        BODY(solfec, "OBSTACLE", HULL(FLOOR, 1, 1), bulk)
        corners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
        body = BODY(solfec, "FINITE_ELEMENT", HEX(corners, 3, 3, 2, 2, [2] * 6), bulk, form=form)
        INITIAL_VELOCITY(body, (1, 0, -0.1), (0, 0, 0))
        GRAVITY(solfec, (0, 0, -G))
        used = NEWTON_SOLVER(1e-20, locdyn=locdyn, gsflag="OFF")
        RUN(solfec, used, 10 * STEP)
        assert used._solver.status == "OK" and max(used._solver.residual) <= 1e-10
        ends.append(body.velo)
    assert ends[1] == pytest.approx(ends[0], abs=1e-6)
    assert tuple(ends[1]) != tuple(ends[0])  # GMRES and a factorization round in different ways
    assert max(abs(v) for v in ends[0]) > 0.1


def test_members_of_newton():
    solver = NEWTON_SOLVER()
    assert (solver.meritval, solver.maxiter, solver.locdyn, solver.linver, solver.linmaxiter, solver.maxmatvec) == \
        (1e-8, 1000, "ON", "GMRES", 10, 10000)
    assert (solver.epsilon, solver.delta, solver.theta, solver.omega, solver.gsflag) == (0.25, 0, 0.25, 1e-10, "ON")
    assert isinstance(solver._solver, corbel.Auto) and solver._solver.tolerance == pytest.approx(1e-4) and solver.itershist is None
    solver.meritval, solver.gsflag, solver.maxiter, solver.linver = 1e-16, "OFF", 70, "DIAG"
    assert solver._solver.tolerance == pytest.approx(1e-8) and solver._solver.effort == 70 and solver._solver.impact_tolerance == 0
    solver.itershist = "ON"
    solfec, _ = deck()
    RUN(solfec, solver, 5 * STEP)
    assert len(solver.itershist) == 5 and solver.itershist[-1] == solver.iters
    assert len(solver.merhist) == len(solver.mvhist) >= 1 and set(solver.mvhist) <= {0}
    assert 0 <= solver.merhist[-1] <= solver.meritval


def test_members_of_the_others():
    test, siconos = TEST_SOLVER(), SICONOS_SOLVER()
    assert (test.meritval, test.maxiter, test.linmaxiter) == (1e-8, 1000, 10) and isinstance(test._solver, corbel.Auto)
    test.maxiter = 7
    assert test._solver.effort == 7
    siconos.epsilon, siconos.maxiter = 1e-5, 50
    assert (siconos.epsilon, siconos.maxiter, siconos._solver.tolerance) == (1e-5, 50, 1e-5)


@pytest.mark.parametrize("merit, tolerance", [(1e-8, 1e-4), (1e-40, 1e-12), (1, 1e-2)])
def test_merit_is_the_square_of_the_residual(merit, tolerance):
    assert tolerance_of_merit(merit) == pytest.approx(tolerance)


@pytest.mark.parametrize("make, text", [
    (lambda: NEWTON_SOLVER(meritval=0), "NEWTON_SOLVER: argument 'meritval'"),
    (lambda: NEWTON_SOLVER(linver="LU"), "NEWTON_SOLVER: argument 'linver'"),
    (lambda: NEWTON_SOLVER(theta=1.5), "NEWTON_SOLVER: argument 'theta'"),
    (lambda: NEWTON_SOLVER(reldelta="Wii"), "NEWTON_SOLVER: argument 'reldelta'"),
    (lambda: NEWTON_SOLVER(merit=1), "NEWTON_SOLVER: "),
    (lambda: setattr(NEWTON_SOLVER(), "iters", 1), "member 'iters' is read-only"),
    (lambda: setattr(NEWTON_SOLVER(), "gsflag", "YES"), "NEWTON_SOLVER: argument 'gsflag'"),
    (lambda: TEST_SOLVER(omega=-1), "TEST_SOLVER: argument 'omega'"),
    (lambda: SICONOS_SOLVER(verbose=1), "SICONOS_SOLVER: argument 'verbose'"),
])
def test_bad_arguments_of_the_language_are_named(make, text):
    with pytest.raises((ValueError, TypeError)) as caught:
        make()
    assert text in str(caught.value)


def test_siconos_says_once_what_it_is(capfd):
    SICONOS_SOLVER(), SICONOS_SOLVER()
    assert capfd.readouterr().err.count("SICONOS_SOLVER uses the solver portfolio of Corbel") == 1


def test_history_of_iterations_and_merit():
    solfec, _ = deck()
    solver = NEWTON_SOLVER(1e-14)
    solver.itershist = "ON"
    RUN(solfec, solver, 5 * STEP)
    times, newton, sweeps, merit = HISTORY(solfec, ["NTITERS", "GSITERS", "MERIT"], 0, 1)
    assert len(times) == 6 and newton[1:] == solver.itershist and newton == sweeps
    assert all(0 <= value <= 1e-7 for value in merit)


def test_newton_and_gauss_seidel_agree_in_a_deck():
    states = []
    for solver in (NEWTON_SOLVER(1e-20), GAUSS_SEIDEL_SOLVER(1e-12, 10000)):
        solfec, cube = deck(f"out/{len(states)}", velocity=(1, 0.5, 0))
        RUN(solfec, solver, 50 * STEP)
        states.append(cube.velo)
    assert states[0] == pytest.approx(states[1], abs=1e-7)


def chain_beside_a_stack(seed, h, links, speed, heavier):
    """Rigid links, which are linearized, and boxes each four times heavier than the one below, slow for sweeps."""
    rnd = random.Random(seed)
    sim = corbel.Simulation(h, gravity=(0, 0, -10))
    sim.surface_material(friction=0.5)
    sim.obstacle(corbel.box(low=(-99, -99, -3), high=(99, 99, -1)), sim.material(1000))
    last, p = None, (0, 0, 0)
    for i in range(links):
        a, b = rnd.uniform(-0.8, 0.8), rnd.uniform(0, 0.8)
        way = (math.cos(a) * math.cos(b), math.sin(a) * math.cos(b), math.sin(b))
        q = tuple(x + 1.7 * d for x, d in zip(p, way))
        body = sim.rigid(corbel.box(low=[x - 0.3 for x in q], high=[x + 0.3 for x in q]), sim.material(1000 * heavier**i),
                         velocity=[rnd.uniform(-speed, speed) for _ in range(3)])
        sim.rigid_link(body, last, q, p)
        last, p = body, q
    for k in range(5):
        sim.rigid(corbel.box(low=(-5, 0, -1 + k), high=(-4, 1, k)), sim.material(1000 * 4**k))
    return sim


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("scene", [(0.03, 12, 4, 1.5), (0.05, 8, 4, 1.3), (0.03, 20, 4, 0.8)])
def test_the_portfolio_solves_links_that_newton_solves(seed, scene):
    newton, auto = corbel.Newton(1e-8), corbel.Auto(1e-8)
    for solver in (newton, auto):
        chain_beside_a_stack(seed, *scene).run(scene[0], solver, quiet=True)
    assert newton.status == "OK" and auto.status == "OK"


def test_no_dump_of_a_problem_that_was_never_formed(tmp_path):
    sim = corbel.Simulation(1e-4, gravity=(0, 0, -10))
    rubber = sim.material(1000, young=1e6, poisson=0.3)
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(7, 6, 0)), rubber)
    body = sim.finite_element(corbel.hex_mesh([(0, 0, 0), (2, 1, 1)], (4, 2, 2)), rubber, form="BC")
    sim.run(5e-4, corbel.Newton(1e-10, locdyn="implicit"), quiet=True)
    body.scheme = "DEF_EXP"  # the bodies that W would be taken from are no longer those of the step
    with pytest.raises(corbel.InputError, match="assembled"):
        sim.dump_problem(str(tmp_path / "step.hdf5"))


def dropped(speed, output=None):
    """A block above the ground that arrives with this speed after five steps."""
    sim = ground(output)
    sim.rigid(corbel.box(1, center=(0, 0, 0.5 + 5 * STEP * speed)), corbel.Material(density=1000), velocity=(0, 0, -speed))
    return sim


def test_the_tolerance_is_looser_in_steps_with_impacts_unless_given():
    """Ten times h g is 0.1 m/s here: a contact that approaches faster is an impact, in the step that stops it and no other."""
    for speed, expected in ((0.05, {1e-5: 20}), (1.0, {1e-4: 1, 1e-5: 19})):
        report = dropped(speed).run(20 * STEP)
        assert report.unconverged_steps == 0
        assert sum(report.tolerances.values()) == 20 and report.tolerances == expected
    for solver in (corbel.Auto(1e-7), corbel.Auto()):
        solver.tolerance = 1e-7
        assert dropped(1.0).run(20 * STEP, solver).tolerances == {1e-7: 20}


def test_reports_and_info_say_what_each_method_cost(tmp_path):
    sim = dropped(1.0, str(tmp_path / "out.h5"))
    report = sim.run(20 * STEP)
    costs = report.method_costs
    assert {method: cost["steps"] for method, cost in costs.items() if cost["steps"]} == report.methods
    method, first = max(report.methods.items(), key=lambda item: item[1])
    assert first >= 1 and costs[method]["iterations"] >= 1 and costs[method]["seconds"] > 0
    assert f"solve: {method} {first} steps (" in report.outline()
    sim.close()
    sim = dropped(1.0, str(tmp_path / "out.h5"))
    sim.resume()
    sim.bodies[1].set_velocity((0, 0, 0), (0, 0, 1))  # so that there is something to solve
    second = sim.run(20 * STEP).methods[method]
    sim.close()
    text = corbel.Results(str(tmp_path / "out.h5")).describe()
    assert any(line.split()[:3] == [method, str(first + second), "steps,"] for line in text.splitlines()), text
