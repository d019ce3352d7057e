# SPDX-License-Identifier: MIT
"""The rule of the steps of dynamic analysis by name, where it is told, and form LINEAR of finite elements."""
import math

import numpy as np
import pytest

import corbel
from corbel import _engine

RULES = ["MIDPOINT", "BACKWARD_EULER"]


# ---- closed forms


@pytest.mark.parametrize("rule", RULES)
def test_a_ball_falls_by_the_recurrence_of_its_rule(rule):
    """u = −g n h of both; x = −g t²/2 by the mid-point rule, −g t (t + h)/2 by backward Euler."""
    h, n, g = 0.01, 50, 10
    sim = corbel.Simulation(h, gravity=(0, 0, -g), rule=rule)
    ball = sim.rigid(corbel.sphere((0, 0, 0), 0.1), corbel.Material(1000))
    sim.run(n * h, quiet=True)
    t = n * h
    assert sim.rule == rule
    assert ball.velocity == pytest.approx([0, 0, -g * t], abs=1e-12)
    assert ball.position == pytest.approx([0, 0, -g * t * (t + (h if rule == "BACKWARD_EULER" else 0)) / 2], abs=1e-12)


M, K, C = 2.0, 50.0, 1.2  # [kg], [N/m], [N s/m]: 5 rad/s, 6 % of critical damping


def oscillator(h, rule, c=C):
    """A ball with its centre at x = 1 on a spring and a dashpot from the origin, with 1 m/s along x."""
    sim = corbel.Simulation(h, rule=rule)
    radius = 0.05
    ball = sim.rigid(corbel.sphere((1, 0, 0), radius), corbel.Material(M / (4 / 3 * math.pi * radius**3)), velocity=(1, 0, 0))
    sim.spring(ball, (1, 0, 0), None, (0, 0, 0), lambda stroke, velocity: -K * stroke - c * velocity)
    return sim, ball


def error_of_oscillation(h, rule):
    """x = e^{−δt} sin(ω t)/ω, the largest error up to t = 2."""
    delta = C / (2 * M)
    omega = math.sqrt(K / M - delta**2)
    errors = []
    sim, ball = oscillator(h, rule)
    sim.run(2, quiet=True, callback=lambda s: errors.append(abs(ball.position[0] - 1 - math.exp(-delta * s.time) * math.sin(omega * s.time) / omega)))
    return max(errors)


@pytest.mark.parametrize("rule, order", zip(RULES, (2, 1)))
def test_order_of_a_damped_oscillator(rule, order):
    coarse, fine = (error_of_oscillation(h, rule) for h in (4e-3, 2e-3))
    assert 0 < fine < 5e-3
    assert math.log2(coarse / fine) == pytest.approx(order, abs=0.1)


def amplitude_after(steps, h, rule):
    """√(x² + (v/ω)²), without dashpot."""
    sim, ball = oscillator(h, rule, c=0)
    sim.run(steps * h, quiet=True)
    return math.hypot(ball.position[0] - 1, ball.velocity[0] / math.sqrt(K / M))


def test_backward_euler_damps_what_a_step_does_not_resolve():
    """By 1/√(1 + h²ω²) in each step; the mid-point rule keeps it."""
    h, steps = 0.4, 10  # hω = 2
    start = 1 / math.sqrt(K / M)
    assert amplitude_after(steps, h, "MIDPOINT") == pytest.approx(start, rel=1e-6)
    assert amplitude_after(steps, h, "BACKWARD_EULER") == pytest.approx(start * 5 ** (-steps / 2), rel=1e-6)


def test_joints_meet_positions_at_once():
    """A displacement with a kink: where backward Euler ends is where the point is driven to."""
    sim = corbel.Simulation(0.01, rule="BACKWARD_EULER")
    ball = sim.rigid(corbel.sphere((0, 0, 0), 0.1), corbel.Material(1000))
    sim.set_displacement(ball, (0, 0, 0), (1, 0, 0), corbel.TimeSeries([(0, 0), (0.105, 0.2), (1, 0.2)]))
    wrong = []
    sim.run(0.2, quiet=True, callback=lambda s: wrong.append(abs(ball.position[0] - 0.2 * min(1, s.time / 0.105))))
    assert len(wrong) == 20 and max(wrong) < 1e-12


@pytest.mark.parametrize("rule, gap, end", [("MIDPOINT", 0.025, -0.025), ("MIDPOINT", 0.075, -0.075), ("BACKWARD_EULER", 0.025, 0.025),
                                            ("BACKWARD_EULER", 0.075, 0.075)])
def test_where_an_impact_ends(rule, gap, end):
    """A ball at 10 m/s, 0.1 m in a step, is at the height `gap` after the first. By the mid-point rule contacts are seen after half a step, and
    the ball stops there; by backward Euler they are seen after a whole step, and it moves no further."""
    sim = corbel.Simulation(0.01, rule=rule)
    sim.surface_material(friction=0)
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), corbel.Material(1000))
    ball = sim.rigid(corbel.sphere((0, 0, 0.1 + 0.1 + gap), 0.1), corbel.Material(1000), velocity=(0, 0, -10))
    sim.run(0.03, quiet=True)
    assert ball.velocity[2] == pytest.approx(0, abs=1e-9)
    assert ball.position[2] - 0.1 == pytest.approx(end, abs=1e-9)


@pytest.mark.parametrize("rule", RULES)
def test_moment_of_a_drive(rule):
    """A block rides on a table at 1 m/s, above the point that the moment is about: it has none, however long the step."""
    sim = corbel.Simulation(0.1, gravity=(0, 0, -10), rule=rule)
    sim.surface_material(friction=1)
    stone = corbel.Material(1000)
    table = sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), stone)
    block = sim.rigid(corbel.box((0.4, 0.4, 0.2), center=(0, 0, 0.1)), stone, velocity=(1, 0, 0))
    table.set_velocity((1, 0, 0), (0, 0, 0))
    joint = sim.move(table, velocity=(1, 0, 0))
    sim.run(0.5, corbel.GaussSeidel(1e-12), quiet=True)
    weight = 10 * block.mass
    offset = block.position[0] - table.position[0]
    assert joint.reaction == pytest.approx([0, 0, weight], rel=1e-6, abs=1e-6 * weight)
    assert offset == pytest.approx(0, abs=1e-9)
    assert joint.moment == pytest.approx([0, 0, 0], abs=1e-6 * weight)


# ---- names, and where it does not apply


def test_wrong_names():
    with pytest.raises(corbel.InputError, match="Simulation: argument 'rule': got 'EULER', expected 'MIDPOINT' or 'BACKWARD_EULER'"):
        corbel.Simulation(1e-3, rule="EULER")
    with pytest.raises(corbel.ArgumentTypeError, match="Simulation: argument 'rule': got 1"):
        corbel.Simulation(1e-3, rule=1)
    sim = corbel.Simulation(1e-3)
    assert sim.rule == "MIDPOINT"
    with pytest.raises(corbel.InputError, match="Simulation.rule: argument 'rule': got 'backward_euler'.*Did you mean 'BACKWARD_EULER'?"):
        sim.rule = "backward_euler"
    assert sim.rule == "MIDPOINT"
    with pytest.raises(corbel.InputError, match="'STATIC', expected 'MIDPOINT' or 'BACKWARD_EULER'"):  # of quasi-static passes, by the engine
        sim._engine.rule = "STATIC"
    sim.rule = "BACKWARD_EULER"
    assert sim.rule == "BACKWARD_EULER"


def test_quasi_static_analysis_refuses_rules_of_dynamics():
    refused = "'rule': got 'BACKWARD_EULER' in quasi-static analysis, expected 'MIDPOINT'"
    with pytest.raises(corbel.InputError, match=refused):
        corbel.Simulation(1.0, analysis="quasi_static", rule="BACKWARD_EULER")
    sim = corbel.Simulation(1.0, analysis="quasi_static", rule="MIDPOINT")
    with pytest.raises(corbel.InputError, match=refused):
        sim.rule = "BACKWARD_EULER"
    sim._engine.rule = "BACKWARD_EULER"  # the engine too, when a run begins
    with pytest.raises(corbel.InputError, match=refused):
        sim.run(1.0)


def test_explicit_schemes_refuse_backward_euler():
    """Their critical step is that of the mid-point rule."""
    sim = corbel.Simulation(1e-3, "out", rule="BACKWARD_EULER")
    body = sim.pseudo_rigid(corbel.box(1), corbel.Material(1000), label="cube", scheme="DEF_EXP")
    with pytest.raises(corbel.InputError, match="'rule': got 'BACKWARD_EULER' with body 1 'cube', which is integrated by DEF_EXP"):
        sim.run(0.01)
    body.scheme = "DEF_LIM"
    sim.run(0.01, quiet=True)
    with pytest.raises(corbel.InputError, match="integrated by DEF_EXP"):
        sim.run(0.01, quiet=True, callback=lambda s: setattr(body, "scheme", "DEF_EXP"))


# ---- result files


def falling(rule, output="out"):
    sim = corbel.Simulation(0.01, output, gravity=(0, 0, -10), rule=rule)
    return sim, sim.rigid(corbel.sphere((0, 0, 0), 0.1), corbel.Material(1000), label="ball", angular_velocity=(1, 2, 3))


def test_the_rule_is_stored_and_another_is_told(capfd):
    sim, _ = falling("BACKWARD_EULER")
    sim.run(0.1, quiet=True)
    sim.close()
    with corbel.open("out") as results:
        assert [settings["step rule"] for _, settings in results.settings] == ["BACKWARD_EULER"]
    falling("BACKWARD_EULER")[0].resume()
    assert capfd.readouterr().err == ""
    again, _ = falling("MIDPOINT")
    again.resume()
    assert "step rule: BACKWARD_EULER in the results, MIDPOINT here" in capfd.readouterr().err
    assert again.rule == "MIDPOINT"  # a resumed run goes on with what the script gives
    again.run(0.1, quiet=True)
    again.close()
    with corbel.open("out") as results:
        rules = [(time, settings["step rule"]) for time, settings in results.settings]
    assert [rule for _, rule in rules] == ["BACKWARD_EULER", "MIDPOINT"] and rules[1][0] == pytest.approx(0.1, abs=0.011)


def test_resumed_runs_have_the_same_bits():
    whole, expected = falling("BACKWARD_EULER", None)
    whole.run(0.2, quiet=True)
    falling("BACKWARD_EULER")[0].run(0.1, quiet=True)
    sim, ball = falling("BACKWARD_EULER")
    sim.resume()
    sim.run(0.1, quiet=True)
    assert np.array_equal(ball.q, expected.q) and np.array_equal(ball.u, expected.u)


# ---- form LINEAR


def test_forms_are_those_of_the_engine():
    assert _engine.finite_element_forms()[0] == "BC"
    assert set(_engine.finite_element_forms()) >= {"BC", "TL", "LINEAR"}
    sim, mesh, steel = corbel.Simulation(1e-3), corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (1, 1, 1)), corbel.Material(7800)
    assert sim.finite_element(mesh, steel).form == "BC"
    for form in _engine.finite_element_forms():
        assert sim.finite_element(mesh, steel, form=form).form == form
    with pytest.raises(corbel.InputError, match="finite_element: argument 'form': got 'linear', expected 'BC', .*'LINEAR'.*Did you mean 'LINEAR'?"):
        sim.finite_element(mesh, steel, form="linear")
    with pytest.raises(corbel.InputError, match="'DEF_LIM' or 'DEF_EXP' for a body of form 'LINEAR'"):
        sim.finite_element(mesh, steel, form="LINEAR", scheme="DEF_IMP")


LENGTH, SIDE, YOUNG = 1.0, 0.1, 2e11


def tip_of_a_cantilever(force, form="LINEAR", across=4):
    sim = corbel.Simulation(1.0, analysis="quasi_static")
    mesh = corbel.hex_mesh([(0, 0, 0), (LENGTH, SIDE, SIDE)], (10 * across, across, across), surface_id=[0, 1, 0, 2, 0, 0])
    beam = sim.finite_element(mesh, corbel.Material(7800, young=YOUNG, poisson=0), form=form)
    sim.fix_surface(beam, 1)
    sim.surface_load(beam, 2, (0, 0, -1), force / SIDE**2)
    sim.run(1.0, quiet=True)
    return -beam.displacement_of((LENGTH, SIDE / 2, SIDE / 2))[2]


def test_cantilever():
    """Timoshenko: F L³/(3 E I) + 6/5 F L/(G A). First-order elements are too stiff in bending, by an error of second order in their size (docs/deformable.md). Poisson's ratio 0: the fixed end is as free as in theory."""
    force = 1e4
    tip = force * LENGTH**3 / (3 * YOUNG * SIDE**4 / 12) + 1.2 * force * LENGTH / (YOUNG / 2 * SIDE**2)
    coarse, fine = tip_of_a_cantilever(force, across=2), tip_of_a_cantilever(force, across=4)
    assert coarse < fine < tip
    assert fine + (fine - coarse) / 3 == pytest.approx(tip, rel=0.01)


def test_displacements_are_linear_in_the_load():
    """Of BC they are not: ends of a beam that bends turn, and come nearer."""
    twice = tip_of_a_cantilever(2e4) / tip_of_a_cantilever(1e4)
    assert twice == pytest.approx(2, rel=1e-9)
    assert abs(tip_of_a_cantilever(2e4, "BC") / tip_of_a_cantilever(1e4, "BC") - 2) > 1e-7


@pytest.mark.parametrize("turn", [0.04, 0.08])  # [rad], the limit is 0.05
def test_a_body_that_turns_is_warned_of(turn, capfd):
    sim = corbel.Simulation(1e-3)
    cube = corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (2, 2, 2))
    sim.finite_element(cube, corbel.Material(1000, young=1e3, poisson=0), form="LINEAR", label="cube", angular_velocity=(0, 0, turn / 0.02))
    report = sim.run(0.02, quiet=True)
    err = capfd.readouterr().err
    if turn < 0.05:
        assert report.strains == [] and err == ""
    else:
        assert [strain.label for strain in report.strains] == ["cube"]
        assert "body 1 'cube'" in err and "where form LINEAR holds up to 0.05" in err


def test_it_shares_its_matrices_and_is_read_from_results():
    sim = corbel.Simulation(1e-3, "out")
    cube, steel = corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (2, 2, 2)), corbel.Material(7800, young=2e11)
    bodies = [sim.finite_element(cube.translate((3 * i, 0, 0)), steel, form=form, label=form, velocity=(0, 0, 1)) for i, form in enumerate(("LINEAR", "BC"))]
    sim.run(0.01, quiet=True)
    (template,) = sim.templates()
    assert (template["bodies"], template["factorizations"]) == (2, 1)
    assert np.array_equal(bodies[0].rotation, np.eye(3))
    sim.close()
    with corbel.open("out") as results:
        assert results.body("LINEAR").properties["form"] == "LINEAR"
        assert results.history("LINEAR", "displacement", point=(0.5, 0.5, 0.5))[-1] == pytest.approx([0, 0, 0.01], abs=1e-9)
