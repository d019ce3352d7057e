# SPDX-License-Identifier: MIT
"""Simulation.move: whole obstacles and surfaces of finite-element bodies, against closed forms; what it refuses."""
import numpy as np
import pytest

import corbel
from corbel.kinematics import turned
from corbel.solfec import BODY, BULK_MATERIAL, CALLBACK, HULL, SET_ACCELERATION, SOLFEC, TIME_SERIES
from models import CUBE, ball, run

CORNER = (2, 0.5, 0)


def table(**options):
    sim = corbel.Simulation(1e-3, **options)
    stone = sim.material(2000)
    return sim, sim.obstacle(corbel.box(low=(0, -0.5, -0.1), high=(2, 0.5, 0)), stone, label="table")


def cube(sim, size=1.0):
    """A cube of finite elements, its lower side the surface 1."""
    shape = corbel.hex_mesh([(0, 0, 0), (size, size, size)], (2, 2, 2), surface_id=[1, 0, 0, 0, 0, 0])
    return sim.finite_element(shape, sim.material(1000, young=1e6), form="TL")


def test_an_obstacle_driven_at_one_point_translates():
    """As found by a user: the centre moved by 0.029 instead of 0.0995 m and the table ended turned by 9°."""
    sim, body = table()
    sim.set_velocity(body, (0, 0, 0), (0, 1, 0), 1.0)
    sim.run(0.1)
    assert body.position == pytest.approx([1, 0.0995, -0.05], abs=1e-12)
    assert body.rotation == pytest.approx(np.eye(3), abs=1e-13)


MOTIONS = {
    "velocity": ({"velocity": (1, 0, -2)}, lambda t: (t, 0, -2 * t)),
    "velocity of series": ({"velocity": (corbel.TimeSeries([0, 0, 1, 2]), 0, 0)}, lambda t: (t * t, 0, 0)),
    "velocity of functions": ({"velocity": (lambda t: 3 * t * t, 1, corbel.TimeSeries([0, 1, 1, 1]))}, lambda t: (t**3, t, t)),
    "displacement": ({"displacement": lambda t: (np.sin(5 * t), 0, 1 - np.cos(t))}, lambda t: (np.sin(5 * t), 0, 1 - np.cos(t))),
    "displacement of series": ({"displacement": (0, corbel.TimeSeries([0, 1, 0.1, 3, 9, 3]), 0)}, lambda t: (0, 20 * min(t, 0.1), 0)),
    "acceleration": ({"acceleration": (0, 2, 0)}, lambda t: (0, t * t, 0)),
    "acceleration of a series that ends": ({"acceleration": (corbel.TimeSeries([0, 2, 0.1, 2]), 0, 0)},
                                           lambda t: (t * t if t < 0.1 else 0.01 + 0.2 * (t - 0.1), 0, 0)),
    "acceleration of a function": ({"acceleration": lambda t: (6 * t, 0, 0)}, lambda t: (t**3, 0, 0)),
}


@pytest.mark.parametrize("name", MOTIONS)
def test_an_obstacle_is_where_its_motion_says_after_every_step(name):
    given, displacement = MOTIONS[name]
    sim, body = table()
    sim.move(body, **given)
    errors = []
    sim.run(0.3, callback=lambda s: errors.append(np.abs(body.displacement_of(CORNER) - displacement(s.time)).max()))
    assert len(errors) == 300 and max(errors) < 1e-12
    assert body.rotation == pytest.approx(np.eye(3), abs=1e-15)


def test_a_rotation_is_exact_and_its_axis_moves_with_the_translation():
    sim, body = table()
    axis, about = np.array([1, 2, 2]) / 3, np.array([0.5, 3, 1])
    sim.move(body, angular_velocity=7 * axis, velocity=(0, 0, 2), about=about)
    sim.run(2)
    shift = np.array((0, 0, 2 * sim.time))  # the time is a sum of steps, off by some 1e-13
    exact = turned(CORNER, about, axis, np.degrees(7 * sim.time)) + shift
    assert body.position_of(CORNER) == pytest.approx(exact, abs=1e-12)
    assert body.angular_velocity == pytest.approx(7 * axis, abs=1e-12)
    assert body.velocity_of(CORNER) == pytest.approx((0, 0, 2) + np.cross(7 * axis, exact - about - shift), abs=1e-10)


def test_a_rotation_is_by_default_about_the_centre():
    sim, body = table()
    sim.move(body, angular_velocity=(0, 0, np.pi))
    sim.run(1)
    assert body.position == pytest.approx(body.center, abs=1e-13)
    assert body.position_of(CORNER) == pytest.approx([0, -0.5, 0], abs=1e-12)


def test_a_removed_motion_leaves_the_velocity_and_lets_others_in():
    sim, body = table()
    joint = sim.move(body, velocity=(1, 0, 0))
    with pytest.raises(corbel.InputError, match=f"Simulation.set_velocity: .*'table'.*joint {joint.id} prescribes.*Remove joint {joint.id}"):
        sim.set_velocity(body, (0, 0, 0), (0, 1, 0), 1.0)
    with pytest.raises(corbel.InputError, match="Simulation.move: .*expected an obstacle without other joints"):
        sim.move(body, velocity=(0, 0, 0))
    sim.run(0.1)
    assert joint.alive and joint.record.kind == "VELODIR3" and joint.reaction == pytest.approx([0, 0, 0])
    sim.remove(joint)
    assert not joint.alive
    sim.run(0.1)
    assert body.position == pytest.approx([1.2, 0, -0.05], abs=1e-12)
    sim.set_velocity(body, (0, 0, 0), (0, 1, 0), 0.0)
    with pytest.raises(corbel.InputError, match="prescribes already"):
        sim.move(body, velocity=(1, 0, 0))


def test_nodes_of_a_surface_follow_and_can_be_let_go():
    """At constant velocity from the start: the nodes of the surface keep it, with all of the cube."""
    sim = corbel.Simulation(1e-3)
    body = cube(sim)
    body.set_velocity((2, 0, 0))
    joint = sim.move(body, displacement=lambda t: (2 * t, 0, 0), surface=1)
    assert len(joint.joints) == 9 and repr(joint) == "JointGroup(9 joints)"
    sim.run(0.1)
    low = np.flatnonzero(body.reference_nodes[:, 2] == 0)
    assert len(low) == 9
    assert body.nodes[low] - body.reference_nodes[low] == pytest.approx(np.tile((0.2, 0, 0), (9, 1)), abs=1e-12)
    assert np.linalg.norm(joint.reaction) < 1e-6
    joint.remove()
    assert not joint.alive and joint.reaction is None and repr(joint) == "JointGroup(removed)" and len(sim.constraints) == 0
    with pytest.raises(corbel.InputError, match="is no longer there"):
        joint.remove()


def test_a_cube_on_a_surface_that_turns_is_carried_round():
    """In steady rotation about a point beside it the nodes are on their circle to second order."""
    sim = corbel.Simulation(2e-3)
    body = cube(sim, 0.2)
    about, w = np.array((-1.0, 0, 0)), 2.0
    body.u = np.cross((0, 0, w), body.reference_nodes - about).ravel()
    sim.move(body, angular_velocity=(0, 0, w), about=about, surface=1)
    sim.run(0.5)
    low = np.flatnonzero(body.reference_nodes[:, 2] == 0)
    exact = np.array([turned(x, about, (0, 0, 1), np.degrees(1)) for x in body.reference_nodes[low]])
    assert np.abs(body.nodes[low] - exact).max() < 2e-3**2 * w * w


def test_base_excitation_of_an_elastic_cube_reaches_its_top():
    """A heavy base acceleration held for long against its period: the top hangs back by the static deflection of a shear
    block, of order ρ a H² / 2G, and the base is where it was told to be."""
    sim = corbel.Simulation(1e-3)
    body = cube(sim)
    body.mass_damping = 100
    body.damping = 2e-3
    sim.move(body, acceleration=(1, 0, 0), surface=1)
    sim.run(0.5)
    base, top = body.displacement_of((0.5, 0.5, 0))[0], body.displacement_of((0.5, 0.5, 1))[0]
    assert base == pytest.approx(0.125, abs=1e-6)
    assert -0.1 < top - base < -1e-4


@pytest.mark.parametrize("arguments, message", [
    ({}, "no motion was given"),
    ({"velocity": (1, 0, 0), "displacement": (0, 0, 0)}, "got velocity and displacement, expected only one of velocity, displacement, acceleration"),
    ({"velocity": (1, 0)}, "argument 'velocity': got \\(1, 0\\), expected three numbers"),
    ({"velocity": 1.0}, "argument 'velocity': got 1.0, expected three numbers.*along x: \\(velocity, 0, 0\\)"),
    ({"acceleration": corbel.TimeSeries([0, 0, 1, 1])}, "argument 'acceleration': .*along x: \\(acceleration, 0, 0\\)"),
    ({"velocity": (1, 0, float("nan"))}, "argument 'velocity'"),
    ({"velocity": ("a", 0, 0)}, "argument 'velocity'"),
    ({"angular_velocity": (0, 0)}, "argument 'angular_velocity'"),
    ({"velocity": (1, 0, 0), "about": (0, 0, 0)}, "argument 'about': got a point without angular_velocity="),
    ({"angular_velocity": (1, 0, 0), "about": (0, 0)}, "argument 'about'"),
    ({"velocity": (1, 0, 0), "surface": 1}, "argument 'surface': got 1 of body 1 'table' of kind OBSTACLE"),
    ({"velocity": (1, 0, 0), "surface": 1.5}, "argument 'surface': got 1.5"),
    ({"speed": (1, 0, 0)}, "unknown argument 'speed'"),
])
def test_bad_motions_are_named(arguments, message):
    sim, body = table()
    with pytest.raises((corbel.InputError, corbel.ArgumentTypeError), match=f"Simulation.move: .*{message}|Simulation.move: {message}"):
        sim.move(body, **arguments)
    assert len(sim.constraints) == 0


def test_bodies_that_cannot_be_moved_are_named():
    sim, _ = table()
    stone = sim.material(1000)
    rigid = sim.rigid(corbel.box(low=(0, 0, 1), high=(1, 1, 2)), stone)
    elastic = cube(sim)
    other = table()[1]
    for item, options, message in (
            (rigid, {}, "kind RIGID, expected an obstacle.*make it an obstacle, or move points of it by set_displacement"),
            (rigid, {"surface": 0}, "of kind RIGID, expected a surface of a finite-element body"),
            (elastic, {}, "kind FINITE_ELEMENT.*give surface="),
            (elastic, {"surface": 5}, "argument 'surface': got 5, .*Its surface identifiers are 0, 1"),
            (other, {}, "another simulation"), (None, {}, "argument 'item'")):
        with pytest.raises((corbel.InputError, corbel.ArgumentTypeError), match=message):
            sim.move(item, velocity=(0, 0, 0), **options)
    assert len(sim.constraints) == 0


def test_a_function_that_returns_nonsense_is_named():
    for function in (lambda t: (1, 2), lambda t: (1, 2, "x"), lambda t: (1, 2, float("inf")), lambda t: None):
        sim, body = table()
        with pytest.raises((corbel.InputError, corbel.ArgumentTypeError), match="velocity"):
            sim.move(body, velocity=function)
            sim.run(0.01)


def shaken(output):
    sim, body = table(output=output, gravity=(0, 0, -10))
    sim.surface_material(friction=0.4)
    sim.rigid(corbel.box(low=(0.5, -0.2, 0), high=(0.7, 0, 0.3)), sim.material(1000), label="block")
    sim.move(body, displacement=lambda t: (0.05 * np.sin(20 * t), 0, 0), angular_velocity=lambda t: (0, 0, 0.3 * np.cos(t)))
    body2 = cube(sim)
    sim.move(body2, acceleration=(lambda t: np.sin(9 * t), 0, 0), surface=1)
    return sim


def test_a_run_that_is_continued_is_the_same_to_the_last_bit():
    whole = shaken("whole.h5")
    whole.run(0.2)
    part = shaken("part.h5")
    part.run(0.1)
    del part  # lets the file go
    again = shaken("part.h5")
    again.resume()
    again.run(0.1)
    for a, b in zip(whole.bodies, again.bodies):
        assert (a.q == b.q).all() and (a.u == b.u).all()


def test_results_show_the_motion():
    sim, body = table(output="out")
    sim.move(body, velocity=(0, 3, 0))
    sim.run(0.1)
    results = corbel.open("out")
    assert results.history("table", "position")[:, 1] == pytest.approx(3 * results.times, abs=1e-13)
    assert results.history("table", "velocity")[0] == pytest.approx([0, 3, 0])  # from the beginning


def test_callbacks_of_the_language_are_called_after_the_first_step_too():
    """Solfec-1.0: at the first step whose time is not below the clock, which starts at CALLBACK and then moves by the interval."""
    times = []
    solfec = SOLFEC("DYNAMIC", 0.1, "out/callback")
    bulk = BULK_MATERIAL(solfec, density=1)
    BODY(solfec, "RIGID", HULL(CUBE, 1, 1), bulk)
    CALLBACK(solfec, 0.5, None, lambda data: times.append(solfec.time) or 1)
    run(solfec, 1.2)
    assert times == pytest.approx([0.1, 0.5, 1.0])
    run(solfec, 0.4)  # the clock goes on
    assert times == pytest.approx([0.1, 0.5, 1.0, 1.5])
    CALLBACK(solfec, 0.3, None, lambda data: times.append(-solfec.time) or 1)  # another clock, from now on
    run(solfec, 0.5)
    assert times[4:] == pytest.approx([-1.7, -1.9])


def test_a_drum_filled_in_a_callback_is_not_empty():
    solfec, _ = ball(gravity=(0, 0, 0))
    bulk = BULK_MATERIAL(solfec, label="bulk", density=1)
    CALLBACK(solfec, 1.0, None, lambda data: BODY(solfec, "RIGID", HULL([x + 9 for x in CUBE], 1, 1), bulk) and 1)
    run(solfec, 0.01)
    assert len(solfec.bodies) == 3


def test_acceleration_of_the_language_ends_with_its_series():
    solfec, body = ball(gravity=(0, 0, 0), height=3)
    SET_ACCELERATION(body, (0, 0, 3), (1, 0, 0), TIME_SERIES([0, 2, 0.1, 2]))
    run(solfec, 0.5)
    assert body.velo[3] == pytest.approx(0.2, abs=1e-12)


def loaded_table(analysis="dynamic"):
    """A block on a table, off its centre by 0.3 m."""
    sim, body = table(gravity=(0, 0, -10), analysis=analysis)
    sim.surface_material(friction=0.5)
    return sim, body, sim.rigid(corbel.box(low=(1.2, -0.1, 0), high=(1.4, 0.1, 0.2)), sim.material(2000))


def test_the_reaction_of_a_moved_table_carries_its_load():
    """F = m (g + a), with the acceleration of each step; the moment about the centre of the table is 0.3 m × F."""
    sim, body, block = loaded_table()
    joint = sim.move(body, acceleration=(0, 0, lambda t: 9 - 30 * t))  # decreasing: the block is pressed on the table in every step
    errors = []

    def compare(sim):
        force = block.mass * (10 + 9 - 30 * (sim.time - 0.5e-3))  # the mean of a over the step
        errors.append([np.abs(joint.reaction - (0, 0, force)).max() / force, np.abs(joint.moment - (0, -0.3 * force, 0)).max() / force])

    sim.run(0.3, corbel.Auto(1e-10), callback=compare)
    assert len(errors) == 300 and np.max(errors) < 1e-5


def test_the_reaction_of_a_moved_obstacle_holds_what_hangs_on_it():
    """By a link instead of contacts, going up with 2 m/s²."""
    sim, body = table(gravity=(0, 0, -10))
    weight = sim.rigid(corbel.sphere((1, 0, -1), 0.1), sim.material(1000))
    sim.rigid_link(weight, body, (1, 0, -1), (1, 0, -0.1))
    weight.set_velocity((0, 0, 0))
    joint = sim.move(body, acceleration=(0, 0, 2))
    sim.run(0.2)
    assert joint.reaction == pytest.approx([0, 0, 12 * weight.mass], rel=1e-3, abs=1e-6)
    assert joint.moment == pytest.approx([0, 0, 0], abs=1e-6)


def test_the_reaction_of_a_moved_obstacle_in_quasi_static_analysis_and_in_files(tmp_path):
    sim = corbel.Simulation(0.1, tmp_path, gravity=(0, 0, -10), analysis="quasi_static")
    sim.surface_material(friction=0.5)
    plate = sim.obstacle(corbel.box(low=(-1, -1, -0.1), high=(2, 2, 0)), sim.material(2000))
    body = cube(sim)
    joint = sim.move(plate, velocity=(0, 0, 0.1))
    sim.run(0.2)
    assert sim.report.unconverged_steps == 0
    assert joint.reaction == pytest.approx([0, 0, 10 * body.mass], rel=1e-6, abs=1e-3)
    sim.close()
    stored = next(c for c in corbel.open(tmp_path).constraints(-1) if c.joint == joint.id)
    assert stored.frame @ stored.reaction == pytest.approx(joint.reaction)


def test_an_unloaded_table_needs_no_force():
    sim, body = table(gravity=(0, 0, -10))
    joint = sim.move(body, acceleration=(1, 2, 3))
    sim.run(0.01)
    assert joint.reaction == pytest.approx([0, 0, 0], abs=0) and joint.moment == pytest.approx([0, 0, 0], abs=0)
    joint.remove()
    assert joint.reaction is None and joint.moment is None


RISE = corbel.TimeSeries([(0, 0), (1, 0.1)])


def test_a_surface_is_moved_once():
    sim = corbel.Simulation(1e-3)
    body = cube(sim)
    first = sim.move(body, surface=1, velocity=(1, 0, 0))
    with pytest.raises(corbel.InputError, match=f"argument 'surface': got 1 of body 1, whose nodes are moved already, by joint {first.id} .*put all of it into one"):
        sim.move(body, surface=1, velocity=(0, 1, 0))
    assert len(sim.constraints) == 9  # none of the second
    first.remove()
    sim.move(body, surface=1, velocity=(0, 1, 0))


@pytest.mark.parametrize("motion", [{"velocity": (1, 0, 0)}, {"displacement": (RISE, 0, 0)}, {"acceleration": (1, 0, 0)},
                                    {"angular_velocity": (0, 0, 1)}])
@pytest.mark.parametrize("fixed", [{}, {"direction": (1, 0, 0)}])
def test_what_is_fixed_is_not_moved_in_the_same_direction(motion, fixed):
    sim = corbel.Simulation(1e-3)
    body = cube(sim)
    fix = sim.fix_surface(body, 1, **fixed)
    with pytest.raises(corbel.InputError, match=r"Simulation.move: the point .* of body 1 cannot be moved: joint \d+ fixes it in the same direction already. Remove joint"):
        sim.move(body, surface=1, **motion)
    assert len(sim.constraints) == 9
    for joint in fix:
        joint.remove()
    sim.move(body, surface=1, **motion)
    with pytest.raises(corbel.InputError, match=r"Simulation.fix_surface: the point .* of body 1 cannot be fixed: joint \d+ moves it"):
        sim.fix_surface(body, 1, **fixed)
    with pytest.raises(corbel.InputError, match=r"Simulation.fix_point: the point \(0.*, 0.*, 0.*\) of body 1 cannot be fixed"):
        sim.fix_point(body, (0, 0, 0))
    assert len(sim.constraints) == 9


@pytest.mark.parametrize("motion, fixed", [({"velocity": (1, 0, 0)}, (0, 0, 1)), ({"velocity": (1, 1, 0)}, (1, -1, 0)),
                                           ({"displacement": (0, RISE, 0)}, (1, 0, 0)), ({"angular_velocity": (0, 0, 1)}, (0, 0, 1)),
                                           ({"velocity": (0, 0, 0)}, (1, 0, 0))])
def test_other_directions_may_be_fixed(motion, fixed):
    """Redundant, and in agreement: the steps converge."""
    sim = corbel.Simulation(1e-3)
    body = cube(sim)
    sim.fix_surface(body, 1, direction=fixed)
    sim.move(body, surface=1, **motion)
    assert sim.run(0.005, quiet=True).unconverged_steps == 0


def test_other_points_may_be_fixed():
    sim = corbel.Simulation(1e-3)
    body = cube(sim)
    sim.fix_point(body, (1, 1, 1))
    sim.move(body, surface=1, velocity=(0.1, 0, 0))
    assert sim.run(0.005, quiet=True).unconverged_steps == 0
