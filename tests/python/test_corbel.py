# SPDX-License-Identifier: MIT
"""The ordinary package: shapes, simulation, results, what a run says."""
import os
import subprocess
import sys

import numpy as np
import pytest

import corbel
from corbel.solfec import WARNINGS, session


@pytest.fixture
def model():
    sim = corbel.Simulation(1e-3, "out/model", gravity=(0, 0, -10))
    stone = sim.material(density=1000)
    sim.surface_material(friction=0.5)
    floor = sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), stone, label="floor")
    block = sim.rigid(corbel.box(1, center=(0, 0, 0.5)), stone, label="block")
    return sim, floor, block


def test_shapes():
    assert corbel.sphere((0, 0, 1), 0.5).volume == pytest.approx(np.pi / 6)
    assert corbel.box((1, 2, 3)).volume == pytest.approx(6)
    assert corbel.box(low=(0, 0, 0), high=(1, 1, 1)).center == pytest.approx([0.5] * 3)
    assert corbel.hull(np.random.default_rng(0).random((20, 3))).volume < 1
    grid = corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (2, 3, 4), surface_id=[1, 2, 3, 4, 5, 6], spacing=(None, [1, 2, 1], None))
    assert grid.volume == pytest.approx(1) and len(grid.parts[0].elements) == 24
    part = grid.parts[0]
    again = corbel.mesh(part.nodes, part.elements, faces=part.boundary, volume_id=part.volume_ids)
    assert again.volume == pytest.approx(1)
    cube = corbel.box(1)
    assert corbel.convex(cube.parts[0].vertices, cube.parts[0].faces).volume == pytest.approx(1)


def test_transforms_return_new_shapes():
    cube = corbel.box(1)
    moved = cube.translate((1, 0, 0)).rotate((0, 0, 0), (0, 0, 1), 90).scale(2)
    assert moved.center == pytest.approx([0, 2, 0]) and moved.volume == pytest.approx(8)
    assert cube.center == pytest.approx([0, 0, 0])
    both = cube + moved
    assert len(both.parts) == 2 and both.volume == pytest.approx(9)
    low, high = both.bounds()
    assert low == pytest.approx([-1, -0.5, -1]) and high == pytest.approx([1, 3, 1])


def test_an_ellipsoid_rests_and_is_stored(tmp_path):
    sim = corbel.Simulation(1e-3, output=str(tmp_path / "egg"), gravity=(0, 0, -10))
    stone = sim.material(density=1000)
    sim.obstacle(corbel.box(low=(-2, -2, -1), high=(2, 2, 0)), stone)
    shape = corbel.ellipsoid((0, 0, 0), (0.1, 0.3, 0.3), surface_id=7).rotate((0, 0, 0), (0, 1, 0), 90).translate((0, 0, 0.1))
    low, high = shape.bounds()
    assert low == pytest.approx([-0.3, -0.3, 0]) and high == pytest.approx([0.3, 0.3, 0.2])
    assert repr(shape.parts[0]) == "Ellipsoid(radii 0.1, 0.3, 0.3 m)"
    egg = sim.rigid(shape, stone, label="egg")
    assert egg.mass == pytest.approx(1000 * 4 / 3 * np.pi * 0.009)
    sim.run(0.1, quiet=True)
    assert egg.position == pytest.approx([0, 0, 0.1], abs=1e-6)
    (contact,) = sim.contacts
    assert contact.reaction[2] == pytest.approx(10 * egg.mass, rel=1e-4)
    stored = corbel.open(str(tmp_path / "egg")).body("egg")
    assert stored.ellipsoids == pytest.approx(np.array([[0, 0, 0.1, 0, 0, -0.1, 0, 0.3, 0, 0.3, 0, 0]]))
    assert stored.ellipsoid_surfaces == [7]


@pytest.mark.parametrize("make, error, message", [
    (lambda: corbel.ellipsoid((0, 0, 0), (1, -1, 1)), ValueError, "ellipsoid: argument 'radii': got (1, -1, 1), expected three numbers > 0"),
    (lambda: corbel.sphere((0, 0, 0), 0), ValueError, "sphere: argument 'radius': got 0, expected a number > 0"),
    (lambda: corbel.box(), ValueError, "box: give either 'size'"),
    (lambda: corbel.box((1, -1, 1)), ValueError, "has no volume"),
    (lambda: corbel.box((1, 2)), ValueError, "argument 'size': got 2 numbers"),
    (lambda: corbel.hull(np.zeros((4, 2))), ValueError, "an array of shape (n, 3)"),
    (lambda: corbel.translate(3, (0, 0, 0)), TypeError, "translate: argument 'shape': got 3, expected a shape"),
    (lambda: corbel.Simulation(-1), ValueError, "Simulation: argument 'step': got -1"),
    (lambda: corbel.Simulation(1, thread=2), TypeError, "unknown argument 'thread'. Did you mean 'threads'"),
    (lambda: corbel.Simulation(1, gravity=(0, 1)), ValueError, "argument 'gravity'"),
    (lambda: corbel.GaussSeidel(epsilon=0), ValueError, "GaussSeidel: argument 'epsilon'"),
    (lambda: corbel.GaussSeidel(reverse="ON"), TypeError, "argument 'reverse': got 'ON', expected True or False"),
    (lambda: corbel.Results("nowhere"), OSError, "there is no result file 'nowhere/nowhere.h5'"),
    (lambda: corbel.TimeSeries([0, 1]), ValueError, "TimeSeries: argument 'points'"),
])
def test_bad_input(make, error, message):
    with pytest.raises(error) as caught:
        make()
    assert message in str(caught.value)


def test_bad_input_of_a_simulation(model):
    sim, floor, block = model
    other = corbel.Simulation(1e-3)
    for call, message in [(lambda: sim.rigid(3, sim.material()), "argument 'shape': got 3"),
                          (lambda: sim.rigid(corbel.box(1), 3), "argument 'material': got 3"),
                          (lambda: other.fix_point(block, (0, 0, 0)), "a body of another simulation"),
                          (lambda: sim.fix_point(block, (7, 7, 7)), "Simulation.fix_point: argument 'point'"),
                          (lambda: sim.force(floor, (0, 0, 0), (0, 0, 1), 1), "OBSTACLE"),
                          (lambda: sim.body("blok"), "Did you mean 'block'"),
                          (lambda: sim.run(0), "argument 'duration': got 0"),
                          (lambda: sim.run(1, on_failure="stop"), "argument 'on_failure'"),
                          (lambda: sim.surface_material(surfaces=(1, 2, 3)), "argument 'surfaces'")]:
        with pytest.raises((ValueError, TypeError)) as caught:
            call()
        assert message in str(caught.value)


def test_a_block_rests(model):
    sim, floor, block = model
    report = sim.run(0.1, corbel.GaussSeidel(1e-8))
    assert report.outcome == "finished" and report.steps == 100 and sim.report is report
    assert sum(c.reaction[2] for c in sim.contacts) == pytest.approx(10000, rel=1e-6)
    assert block.position == pytest.approx([0, 0, 0.5], abs=1e-6)
    assert block.rotation == pytest.approx(np.eye(3), abs=1e-6)
    assert sim.energy()["kinetic"] == pytest.approx(0, abs=1e-9)


def test_bodies(model):
    sim, floor, block = model
    assert sim.bodies == [floor, block] and sim.body("block") is block is sim.body(2)
    block.set_velocity((1, 2, 3), (0, 0, 2))
    assert block.velocity == pytest.approx([1, 2, 3]) and block.angular_velocity == pytest.approx([0, 0, 2])
    assert block.velocity_of((0.5, 0, 0.5)) == pytest.approx([1, 3, 3])
    assert block.linear_momentum() == pytest.approx([1000, 2000, 3000])
    block.set_characteristics(2, 1, (0, 0, 0.5), np.diag([1, 2, 3]))
    assert block.mass == 2 and block.inertia == pytest.approx(np.diag([1, 2, 3]))
    block.q = np.concatenate([np.eye(3).ravel(), [1, 2, 3]])
    block.u = [0, 0, 0, 1, 1, 1]
    assert block.position == pytest.approx([1, 2, 3]) and block.velocity == pytest.approx([1, 1, 1])
    sim.remove(block)
    assert sim.bodies == [floor] and not block.alive and "removed" in repr(block)


def test_joints(model):
    sim, _, block = model
    joint = sim.fix_point(block, (0, 0, 1))
    sim.run(0.05)
    held = joint.reaction + sum(c.frame @ c.reaction * (1 if c.master == block.id else -1) for c in sim.contacts)
    assert held == pytest.approx([0, 0, 10000], rel=1e-3, abs=1)
    joint.remove()
    assert not joint.alive and joint.reaction is None
    for make in (lambda: sim.fix_direction(block, (0, 0, 1), (1, 0, 0)),
                 lambda: sim.set_velocity(block, (0, 0, 1), (1, 0, 0), 1),
                 lambda: sim.set_displacement(block, (0, 0, 1), (1, 0, 0), corbel.TimeSeries([0, 0, 1, 1])),
                 lambda: sim.set_acceleration(block, (0, 0, 1), (1, 0, 0), 1),
                 lambda: sim.rigid_link(block, None, (0, 0, 1), (0, 0, 3))):
        assert make().alive
    assert len(sim.constraints) - len(sim.contacts) == 5


def test_callback_and_stop(model):
    sim, _, _ = model
    times = []

    def look(simulation):
        times.append(simulation.time)
        return len(times) < 3

    assert sim.run(1, callback=look, every=0.01).outcome == "stopped"
    assert times == pytest.approx([0.01, 0.02, 0.03])


def test_loads():
    sim = corbel.Simulation(1e-3)
    ball = sim.rigid(corbel.sphere((0, 0, 0), 1), sim.material(density=3 / (4 * np.pi)))
    sim.force(ball, (0, 0, 0), (2, 0, 0), 1)
    sim.torque(ball, (0, 0, 1), 0.4, convected=True)
    sim.force_function(ball, lambda q, u, t, h: (0, 1, 0, 0, 0, 0, 0, 0, 0))
    sim.run(0.1)
    assert ball.velocity == pytest.approx([0.1, 0.1, 0]) and ball.angular_velocity == pytest.approx([0, 0, 0.1])


def test_failure_raises(model):
    sim, _, block = model
    block.set_velocity((3, 0, 0))
    with pytest.raises(corbel.RunError, match="did not converge"):
        sim.run(1, corbel.GaussSeidel(1e-16, 1), on_failure="raise")


def test_results_without_the_model(model):
    sim, floor, block = model
    block.set_velocity((1, 0, 0), (0, 0, 0.1))
    states = []
    sim.run(0.1, callback=lambda s: states.append((block.position, block.velocity_of((0.5, 0.5, 1)), block.energy()["friction"], len(s.contacts))))
    results = corbel.open("out/model")
    assert len(results) == 101 and results.times[-1] == pytest.approx(0.1)
    assert [b.label for b in results.bodies] == ["floor", "block"] and results.body("block").mass == pytest.approx(1000)
    assert results.history("block")[1:] == pytest.approx(np.array([s[0] for s in states]))
    assert results.history(block, "velocity", point=(0.5, 0.5, 1))[1:] == pytest.approx(np.array([s[1] for s in states]))
    assert results.history(2, "friction")[1:] == pytest.approx(np.array([s[2] for s in states]))
    assert results.history("block", "rotation").shape == (101, 3, 3)
    assert results.history("block", "displacement")[0] == pytest.approx([0, 0, 0])
    assert results.energies()["kinetic"][0] == pytest.approx(results.energies(["block"])["kinetic"][0])
    assert list(results.solver()["contacts"][1:]) == [s[3] for s in states]
    assert set(results.seconds()) >= {"detect", "solve"}
    assert len(results.constraints(-1)) == states[-1][3]
    assert results.frame(results.frame_at(0.0501))["time"] == pytest.approx(0.05)
    for call in (lambda: results.body("blck"), lambda: results.history("block", "positoin"), lambda: results.frame(101)):
        with pytest.raises(ValueError):
            call()


def test_time_series():
    series = corbel.TimeSeries(np.array([[0, 0], [2, 4]]))
    assert series(1) == 2 and series(9) == 4
    assert series(np.array([0.5, 1])) == pytest.approx([1, 2])
    assert series.derivative().values == pytest.approx([2, 2]) and series.integral().values == pytest.approx([0, 4])


def test_everything_has_a_short_text(model):
    sim, floor, block = model
    joint = sim.fix_direction(block, (0, 0, 1), (0, 0, 1))
    report = sim.run(0.01)
    things = [sim, floor, joint, report, sim.constraints[0], sim.contacts[0], corbel.box(1), corbel.box(1).parts[0], sim.material(),
              sim.surface_material(), corbel.GaussSeidel(), corbel.TimeSeries([0, 0, 1, 1]), corbel.Results("out/model"),
              corbel.Results("out/model").bodies[0]]
    for thing in things:
        assert " object at 0x" not in repr(thing)


def test_same_engine_types_under_both_layers():
    import corbel.solfec
    assert issubclass(corbel.solfec.TIME_SERIES, corbel.TimeSeries)
    assert isinstance(corbel.solfec.SOLFEC("DYNAMIC", 1, "out/x")._simulation, corbel.Simulation)


# ---- what a run says

# Two blocks on top of each other on a floor: one sweep is not enough.
STACK = """
import corbel
sim = corbel.Simulation(1e-3, gravity=(0, 0, -10), output={output!r})
sim.surface_material(friction=0)
sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), sim.material())
for i in range(2):
    sim.rigid(corbel.box(1, center=(0, 0, 0.5 + i)), sim.material(), label=f"block{{i}}")
"""


def stack(output=None):
    names = {}
    exec(STACK.format(output=output), names)
    return names["sim"]


def plain_python(text, **how):
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60, env=environment, **how)


def test_unconverged_steps_are_warned_of(capfd):
    sim = stack()
    for _ in range(2):  # the counts are of one run
        report = sim.run(0.02, corbel.GaussSeidel(1e-12, 1))
        assert report.unconverged_steps == report.steps == 20
        text = capfd.readouterr().err
        assert text.startswith("corbel: warning: 20 of 20 steps did not converge; worst residual ")
        assert "try a larger max_iterations (now 1)" in text and text.count("\n") == 1


def test_no_warning_without_reason(capfd):
    assert stack().run(0.02, corbel.GaussSeidel(1e-6, 1000)).unconverged_steps == 0
    stack().run(0.02, corbel.GaussSeidel(1e-12, 1), on_failure=lambda sim: True)  # the user looks after it
    assert capfd.readouterr().err == ""


def test_warnings_off_silences_it(capfd):
    WARNINGS("OFF")
    stack().run(0.02, corbel.GaussSeidel(1e-12, 1))
    assert capfd.readouterr().err == ""
    session.start()
    stack().run(0.02, corbel.GaussSeidel(1e-12, 1))
    assert "20 of 20 steps" in capfd.readouterr().err


def test_the_language_warns_too(deck):
    text = "\n".join(["solfec = SOLFEC ('DYNAMIC', 1E-3, 'out')", "bulk = BULK_MATERIAL (solfec)", "SURFACE_MATERIAL (solfec)",
                      "box = HULL ([0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1], 1, 1)",
                      "BODY (solfec, 'OBSTACLE', TRANSLATE (COPY (box), (0, 0, -1)), bulk)", "BODY (solfec, 'RIGID', COPY (box), bulk)",
                      "BODY (solfec, 'RIGID', TRANSLATE (box, (0, 0, 1)), bulk)", "GRAVITY (solfec, (0, 0, -10))",
                      "RUN (solfec, GAUSS_SEIDEL_SOLVER (1E-12, 1), 0.02)"])
    done = deck(text)
    assert done.returncode == 0 and done.stdout == ""
    assert "of 20 steps did not converge" in done.stderr and "try a larger maxiter (now 1)" in done.stderr
    assert deck("WARNINGS ('OFF')\n" + text, options=("-q", "-w")).stderr == ""


def test_a_failure_names_the_limit_and_the_tolerance():
    with pytest.raises(corbel.RunError) as caught:
        stack().run(0.02, corbel.GaussSeidel(1e-12, 3), on_failure="raise")
    text = str(caught.value)
    assert "max_iterations = 3 was reached (the relative change is " in text and "required 1e-12" in text
    assert "try a larger max_iterations" in text


def test_piped_plain_python_says_one_line():
    run = STACK.format(output=None)
    done = plain_python(run + "sim.run(0.02, corbel.GaussSeidel(1e-6))")
    assert done.stdout.startswith("20 steps to t = 0.02 s in ") and done.stdout.count("\n") == 1 and done.stderr == ""
    assert plain_python(run + "sim.run(0.02, corbel.GaussSeidel(1e-6), quiet=True)").stdout == ""
    assert plain_python(run + "sim.run(0.02, corbel.GaussSeidel(1e-6), quiet=False)").stdout.count("\n") > 3
    assert "20 of 20 steps did not converge" in plain_python(run + "sim.run(0.02, corbel.GaussSeidel(1e-12, 1))").stderr


def test_a_file_at_rest_is_not_being_written():
    sim = stack("out")
    states = []
    sim.run(0.02, callback=lambda s: states.append(corbel.open("out").describe()) if s.steps == 10 else None)
    assert "(being written)" in states[0] and "being written" not in corbel.open("out").describe()


def test_energies_of_one_body():
    sim = stack("out")
    sim.run(0.02)
    results = corbel.open("out")
    by_list = results.energies(["block1"])
    for one in ("block1", 3, results.body("block1"), sim.body("block1")):
        assert results.energies(one)["external"] == pytest.approx(by_list["external"], abs=0)
    with pytest.raises(ValueError, match="Results.energies: there is no body 'blok1'.*Did you mean 'block1'"):
        results.energies("blok1")


@pytest.mark.parametrize("convected, axis", [(False, [1, 0, 0]), (True, [0, 1, 0])])
def test_a_convected_torque_turns_with_the_body(convected, axis):
    """A cube of inertia m a²/6 turned by 90° about z: its own x axis is then y of space. ω = T t / I."""
    sim = corbel.Simulation(1e-3)
    cube = sim.rigid(corbel.box(2), corbel.Material(1000))
    cube.q = [0, 1, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0]  # column by column
    sim.torque(cube, (1, 0, 0), 300.0, convected=convected)
    sim.run(0.1)
    assert cube.angular_velocity == pytest.approx(300 * 0.1 / (8000 * 4 / 6) * np.array(axis), rel=1e-6, abs=1e-12)


def test_the_energy_of_a_simulation_is_that_of_all_bodies():
    """½ m v² of each, and the work of gravity m g v t."""
    sim = corbel.Simulation(1e-3)
    for k, speed in enumerate((1, 2, 3)):
        sim.rigid(corbel.box(1, center=(3 * k, 0, 0)), corbel.Material(1000), velocity=(0, 0, -speed))
    assert sim.energy()["kinetic"] == pytest.approx(500 * (1 + 4 + 9))
    sim.gravity = (0, 0, -10)
    sim.run(0.1)
    assert sim.energy()["external"] == pytest.approx(1000 * 10 * ((1 + 2 + 3) * 0.1 + 3 * 0.5 * 10 * 0.1**2))
