# SPDX-License-Identifier: MIT
"""Laws of contact, springs and breaking joints from Python and in decks, against closed forms."""
import math

import numpy as np
import pytest

import corbel
from corbel.solfec import *

STONE = corbel.Material(1000)


def floor(sim):
    return sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), STONE)


def block(sim):
    """100 kg on 0.5 m²."""
    return sim.rigid(corbel.box(low=(-0.5, -0.25, 0), high=(0.5, 0.25, 0.2)), STONE)


def particle(sim, at=(0, 0, 0), mass=1.0):
    body = sim.rigid(corbel.sphere(at, 0.05), STONE)
    body.set_characteristics(mass, 1, at, np.eye(3))
    return body


# ---- cohesion

def test_a_bond_bears_cohesion_times_area():
    sim = corbel.Simulation(1e-3)
    sim.surface_material(friction=0.5, cohesion=1000)  # 500 N
    floor(sim), block(sim)
    sim.gravity = (0, 0, 4.9)  # 490 N
    sim.run(0.1, corbel.GaussSeidel(1e-10), quiet=True)
    assert all(c.cohesive for c in sim.contacts) and len(sim.contacts) == 4
    assert sum(c.reaction[2] for c in sim.contacts) == pytest.approx(-490)
    sim.gravity = (0, 0, 5.1)
    sim.run(0.5, corbel.GaussSeidel(1e-10), quiet=True)
    assert sim.contacts == [] and sim.bodies[1].velocity[2] == pytest.approx(5.1 * 0.5, rel=0.02)


def test_cohesion_of_a_deck_can_be_changed(tmp_path):
    sol = SOLFEC("DYNAMIC", 1E-3, str(tmp_path / "out"))
    sol.verbose = "OFF"
    glue = SURFACE_MATERIAL(sol, friction=0.5, cohesion=1000)
    bulk = BULK_MATERIAL(sol, density=1000)
    CONTACT_POINTS(sol, "PATCH")
    box = [-0.5, -0.25, 0, 0.5, -0.25, 0, 0.5, 0.25, 0, -0.5, 0.25, 0]
    BODY(sol, "OBSTACLE", HULL([c for x, y in ((-2, -2), (2, -2), (2, 2), (-2, 2)) for z in (-1, 0) for c in (x, y, z)], 1, 1), bulk)
    body = BODY(sol, "RIGID", HULL(box + [v + (0.2 if i % 3 == 2 else 0) for i, v in enumerate(box)], 1, 1), bulk)
    GRAVITY(sol, (0, 0, 4))
    RUN(sol, GAUSS_SEIDEL_SOLVER(1E-8, 1000), 0.1)
    assert abs(VELOCITY(body, (0, 0, 0.1))[2]) < 1e-9 and glue.cohesion == 1000
    glue.cohesion = 700  # 350 N of 400 N
    RUN(sol, GAUSS_SEIDEL_SOLVER(1E-8, 1000), 0.1)
    assert VELOCITY(body, (0, 0, 0.1))[2] > 0.3


# ---- spring and dashpot

@pytest.mark.parametrize("solver", [corbel.GaussSeidel(1e-10), corbel.Penalty(), corbel.Penalty("EXPLICIT"), corbel.Penalty("MANUAL")],
                         ids=lambda solver: solver.text)
def test_a_ball_rests_at_weight_over_stiffness(solver):
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -10))
    sim.surface_material(spring=1000, dashpot=-1, model="SPRING_DASHPOT")
    floor(sim)
    ball = particle(sim, (0, 0, 0.05))
    report = sim.run(2, solver, quiet=True)
    assert ball.position[2] - 0.05 == pytest.approx(-0.01, abs=1e-9)
    assert report.unconverged_steps == 0 and solver.status == "OK"


def test_penalty_variant_can_be_changed():
    solver = corbel.Penalty()
    solver.variant = "EXPLICIT"
    assert solver.variant == "EXPLICIT" and "explicit" in solver.text and repr(solver) == "Penalty('EXPLICIT')"
    with pytest.raises(corbel.InputError, match="variant"):
        solver.variant = "SOMEHOW"


def rebound(d, s=1e9, m=2000 * 4 / 3 * math.pi, v=5.0, g=10.0):
    """Kinetic and potential energy as the floor lets go, by small steps of the exponential solution of m x'' = m g - d x' - s x."""
    A = np.array([[0, 1], [-s / m, -d / m]])
    lam, V = np.linalg.eig(A.astype(complex))
    dt = 1e-6
    step = (V @ np.diag(np.exp(lam * dt)) @ np.linalg.inv(V)).real
    y = step @ np.array([-m * g / s, v])  # about the place of rest
    while -s / m * y[0] - d / m * y[1] < g:
        y = step @ y
    return m / 2 * y[1] ** 2 - m * g * (y[0] + m * g / s)


@pytest.mark.parametrize("dashpot, share", [(0, 1.0), (1e6, None), (1e7, None)])
def test_ball_impact_of_the_manual(dashpot, share, tmp_path):
    """Section 4.2: kinetic energies after the impact, at a tenth of its step."""
    sol = SOLFEC("DYNAMIC", 1E-4, str(tmp_path / "out"))
    sol.verbose = "OFF"
    bulk = BULK_MATERIAL(sol, model="KIRCHHOFF", young=15E9, poisson=0.3, density=2E3)
    BODY(sol, "OBSTACLE", HULL([-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], 1, 1), bulk)
    body = BODY(sol, "RIGID", SPHERE((0, 0, 1.0), 1, 1, 1), bulk)
    INITIAL_VELOCITY(body, (0, 0, -5), (0, 0, 0))
    SURFACE_MATERIAL(sol, model="SPRING_DASHPOT", friction=0.0, spring=1E9, dashpot=dashpot)
    GRAVITY(sol, (0, 0, -1), 10)
    first = 0.5 * body.mass * 25
    assert first == pytest.approx(104.72e3, rel=1e-3)
    RUN(sol, EXPLICIT_SOLVER(), 0.03)  # let go, and still in the air
    energy = ENERGY(sol)[0] + body.mass * 10 * (MASS_CENTER(body)[2] - 1)
    assert energy == pytest.approx(rebound(dashpot), rel=0.02)
    if share:
        assert energy == pytest.approx(share * first, rel=0.005)
    else:
        assert energy < {1e6: 0.5, 1e7: 0.02}[dashpot] * first


def test_wrong_surface_materials_are_named(tmp_path):
    sim = corbel.Simulation(1e-3)
    for member, value in (("cohesion", -1), ("spring", -1), ("hpow", 0), ("friction", -0.1), ("restitution", 1.1), ("restitution", -1),
                          ("model", "GLUE"), ("dashpot", math.nan)):
        with pytest.raises(corbel.InputError, match=member):
            sim.surface_material(**{member: value})
    material = sim.surface_material()
    with pytest.raises(corbel.InputError, match="SurfaceMaterial: argument 'spring'"):
        material.spring = -5
    assert material.spring == 0
    sol = SOLFEC("DYNAMIC", 1E-3, str(tmp_path / "out"))
    deck = SURFACE_MATERIAL(sol, model="SPRING_DASHPOT", spring=1e6, hpow=1.5)
    assert (deck.model, deck.spring, deck.hpow, deck.dashpot, deck.cohesion) == ("SPRING_DASHPOT", 1e6, 1.5, 0, 0)
    deck.model, deck.dashpot = "SIGNORINI_COULOMB", -1
    assert (deck.model, deck.dashpot) == ("SIGNORINI_COULOMB", -1)
    with pytest.raises(ValueError, match="hpow"):
        deck.hpow = -1


# ---- springs

def test_a_spring_swings_with_its_frequency():
    sim = corbel.Simulation(1e-3)
    body = particle(sim, (1, 0, 0), 2.0)
    body.set_velocity((1, 0, 0))
    joint = sim.spring(body, (1, 0, 0), None, (0, 0, 0), lambda stroke, velocity: -50 * stroke)
    sim.run(math.pi / 10, quiet=True)  # a quarter of the period 2π/5 s
    assert body.position[0] - 1 == pytest.approx(0.2, abs=1e-4)
    assert joint.record.kind == "SPRING" and joint.record.gap == pytest.approx(0.2, abs=1e-4)
    assert joint.reaction == pytest.approx([-10, 0, 0], abs=0.01)


def test_springs_of_decks(tmp_path):
    sol = SOLFEC("DYNAMIC", 1E-3, str(tmp_path / "out"))
    sol.verbose = "OFF"
    bulk = BULK_MATERIAL(sol, density=1000)
    wall = BODY(sol, "OBSTACLE", SPHERE((-2, 0, 0), 0.5, 1, 1), bulk)
    body = BODY(sol, "RIGID", SPHERE((1, 0, 0), 0.5, 1, 1), bulk)
    BODY_CHARS(body, 2, 1, (1, 0, 0), (1, 0, 0, 0, 1, 0, 0, 0, 1))
    INITIAL_VELOCITY(body, (1, 0, 0), (0, 0, 0))
    strokes = []

    def function(stroke, velocity):
        strokes.append(stroke)
        return -50 * stroke

    spring = PUT_SPRING(wall, (-2, 0, 0), body, (1, 0, 0), function, (-1, 0.1), (1, 0, 0), "CONV1")
    RUN(sol, GAUSS_SEIDEL_SOLVER(1E-8, 100), 0.2)
    assert spring.kind == "SPRING" and spring.adjbod == (wall, body)
    assert max(strokes) == pytest.approx(0.1, abs=2e-3)  # stopped at the limit, and swung back
    assert DISPLACEMENT(body, (1, 0, 0))[0] < 0.1
    for limits in ((0.1, 1), (-1, -0.1), (1,), 3):
        with pytest.raises((ValueError, TypeError), match="limits"):
            PUT_SPRING(wall, (-2, 0, 0), body, (1, 0, 0), function, limits)
    with pytest.raises(ValueError, match="update"):
        PUT_SPRING(wall, (-2, 0, 0), body, (1, 0, 0), function, (-1, 1), (1, 0, 0), "CONV3")


def test_errors_of_the_function_reach_the_user():
    sim = corbel.Simulation(1e-3)
    body = particle(sim)
    sim.spring(body, (0, 0, 0), None, (1, 0, 0), lambda stroke, velocity: "strong")
    with pytest.raises(corbel.ArgumentTypeError, match="function"):
        sim.run(0.01, quiet=True)


# ---- strength

def test_joints_break(capsys):
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -10))
    heavy, light = particle(sim, (0, 0, 0), 6.0), particle(sim, (3, 0, 0), 4.0)
    joints = [sim.fix_point(heavy, (0, 0, 0), strength=50), sim.fix_point(light, (3, 0, 0), strength=50),
              sim.rigid_link(None, particle(sim, (6, 0, 0), 6.0), (6, 0, 1), (6, 0, 0), strength=50)]
    sim.run(0.5, quiet=True)
    assert [joint.alive for joint in joints] == [False, True, False]
    assert heavy.velocity[2] < -4 and abs(light.velocity[2]) < 1e-9


def test_strength_in_decks(tmp_path):
    sol = SOLFEC("DYNAMIC", 1E-3, str(tmp_path / "out"))
    sol.verbose = "OFF"
    bulk = BULK_MATERIAL(sol, density=1000)
    body = BODY(sol, "RIGID", SPHERE((0, 0, 0), 0.5, 1, 1), bulk)
    GRAVITY(sol, (0, 0, -10))
    joint = FIX_POINT(body, (0, 0, 0), strength=0.5 * 10 * body.mass)
    RUN(sol, GAUSS_SEIDEL_SOLVER(1E-8, 100), 0.1)
    assert joint.kind is None and VELOCITY(body, (0, 0, 0))[2] < -0.9
    read = SOLFEC("DYNAMIC", 1E-3, str(tmp_path / "out"))
    assert read.mode == "READ"
    again = BODY(read, "RIGID", SPHERE((0, 0, 0), 0.5, 1, 1), BULK_MATERIAL(read, density=1000))
    held = FIX_POINT(again, (0, 0, 0), strength=1.0)
    SEEK(read, 0.0)
    assert held.kind == "FIXPNT"
    SEEK(read, 0.1)
    assert held.kind is None
    with pytest.raises(ValueError, match="strength"):
        FIX_POINT(body, (0, 0, 0), strength=-1)


# ---- motions in three directions

def test_motions_in_a_base(tmp_path):
    sol = SOLFEC("DYNAMIC", 1E-3, str(tmp_path / "out"))
    sol.verbose = "OFF"
    bulk = BULK_MATERIAL(sol, density=1000)
    bodies = [BODY(sol, "RIGID", SPHERE((3 * i, 0, 0), 0.5, 1, 1), bulk) for i in range(3)]
    base = (0, 1, 0, -1, 0, 0, 0, 0, 1)  # e_y, -e_x, e_z
    ramp, still, one = TIME_SERIES([0, 0, 1, 1]), TIME_SERIES([0, 0, 1, 0]), TIME_SERIES([0, 1, 1, 1])
    made = [SET_DISPLACEMENT3(bodies[0], (0, 0, 0), base, (ramp, still, still)),
            SET_VELOCITY3(bodies[1], (3, 0, 0), base, (still, one, still)),
            SET_ACCELERATION3(bodies[2], (6, 0, 0), base, (still, still, one))]
    RUN(sol, GAUSS_SEIDEL_SOLVER(1E-8, 100), 0.5)
    assert [c.kind for c in made] == ["VELODIR3"] * 3
    moved = [DISPLACEMENT(b, (3 * i, 0, 0)) for i, b in enumerate(bodies)]
    assert moved[0] == pytest.approx((0, 0.5, 0), abs=2e-3)
    assert moved[1] == pytest.approx((-0.5, 0, 0), abs=2e-3)
    assert moved[2] == pytest.approx((0, 0, 0.125), abs=2e-3)
    with pytest.raises(ValueError, match="base"):
        SET_VELOCITY3(bodies[0], (0, 0, 0), (1, 0, 0, 1, 0, 0, 0, 0, 1), (one, one, one))
    with pytest.raises(TypeError, match="tms"):
        SET_VELOCITY3(bodies[0], (0, 0, 0), base, (1, 2, 3))
