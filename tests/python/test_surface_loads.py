# SPDX-License-Identifier: MIT
"""Loads and joints on surfaces, from the package and from the input language."""
import numpy as np
import pytest

import corbel
from corbel.solfec import *
from models import CUBE, run


def body_shape():
    return corbel.box(1, surface_id=[1, 2, 3, 4, 5, 6])


@pytest.fixture
def box():
    """1 × 1 × 1 m, 1000 kg; surfaces 1 … 6 are −x, +x, −y, +y, −z, +z."""
    simulation = corbel.Simulation(step=0.01)
    return simulation, simulation.rigid(body_shape(), corbel.Material(1000))


def velocity_after_a_second(simulation, body):
    simulation.run(1, quiet=True)
    return np.array(body.velocity)


def test_directions_of_surface_loads(box):
    simulation, body = box
    simulation.surface_load(body, 2, "normal", 1000)  # +x
    simulation.surface_load(body, 1, "normal", 500)  # −x
    simulation.surface_load(body, 6, (0, 4, 0), 2000)  # +y
    simulation.surface_load(body, 5, (0, 1, 0), 2000)  # as much below: it does not turn
    simulation.surface_load(body, 3, "tangent1", 250)  # down the wall
    simulation.surface_load(body, 4, "tangent1", 250)
    assert velocity_after_a_second(simulation, body) == pytest.approx([0.5, 4, -0.5])


@pytest.mark.parametrize("value, velocity", [(2000, -2), (-2000, 2), (corbel.TimeSeries([(0, 0), (1, 2000)]), -1)])
def test_pressure_presses(box, value, velocity):
    """p A t / m downwards on the top, 1 m² of 1000 kg."""
    simulation, body = box
    simulation.pressure(body, 6, value)
    assert velocity_after_a_second(simulation, body) == pytest.approx([0, 0, velocity])


def test_a_follower_turns_with_the_body(box):
    simulation, body = box
    simulation.surface_load(body, 6, (1, 0, 0), 1000)
    simulation.surface_load(body, 5, (1, 0, 0), 1000)
    dead = velocity_after_a_second(simulation, body)
    assert dead == pytest.approx([2, 0, 0])
    other = corbel.Simulation(step=0.01)
    turning = other.rigid(body_shape(), corbel.Material(1000), angular_velocity=(0, 0, np.pi))
    other.surface_load(turning, 2, "normal", 1000, follower=True)
    other.run(1, quiet=True)  # half a turn: ∫ (cos πt, sin πt) = (0, 2/π)
    assert turning.velocity == pytest.approx([0, 2 / np.pi, 0], abs=1e-3)


def test_a_held_surface_stays(box):
    simulation, body = box
    simulation.gravity = (3, 4, -10)
    joints = simulation.fix_surface(body, 1)
    assert len(joints) == 3
    assert velocity_after_a_second(simulation, body) == pytest.approx([0, 0, 0], abs=1e-6)
    assert sum(joint.reaction for joint in joints) == pytest.approx([-3000, -4000, 10000], rel=1e-4)  # that of the solver


def test_a_surface_held_along_its_normal_slides(box):
    simulation, body = box
    simulation.gravity = (1, 0, -10)
    simulation.fix_surface(body, 5, "normal")
    assert velocity_after_a_second(simulation, body) == pytest.approx([1, 0, 0], abs=1e-6)


def test_mistakes_are_named(box):
    simulation, body = box
    with pytest.raises(ValueError, match=r"argument 'surface': got 9, .*body 1.* 1, 2, 3, 4, 5, 6"):
        simulation.surface_load(body, 9, "normal", 1)
    with pytest.raises(ValueError, match="argument 'direction': got 'up', expected 'normal', 'tangent1' or 'tangent2'"):
        simulation.surface_load(body, 1, "up", 1)
    with pytest.raises(TypeError, match="argument 'value'"):
        simulation.pressure(body, 1, "much")
    with pytest.raises(TypeError, match="argument 'follower'"):
        simulation.surface_load(body, 1, "normal", 1, follower="yes")
    ball = simulation.rigid(corbel.sphere((5, 5, 5), 1, surface_id=8), corbel.Material(1))
    with pytest.raises(ValueError, match="8 of a sphere of body 2"):
        simulation.pressure(ball, 8, 1)


@pytest.fixture
def model():
    solfec = SOLFEC("DYNAMIC", 0.01, "out/surfaces")
    bulk = BULK_MATERIAL(solfec, density=1000)
    mesh = HEX(CUBE, 1, 1, 1, 1, [1, 2, 3, 4, 5, 6])  # z−, x−, y+, x+, y−, z+
    return solfec, BODY(solfec, "RIGID", mesh, bulk)


def test_load_and_pressure_of_the_language(model):
    solfec, body = model
    LOAD(body, "SPATIAL", 6, "NORMAL", 1000)  # up
    PRESSURE(body, 4, TIME_SERIES([0, -1000, 10, -1000]))  # negative: pressed, towards −x
    PRESSURE(body, 3, -1000)  # and towards −y
    LOAD(body, "SPATIAL", 2, (0, 0, 2), 500)
    LOAD(body, "SPATIAL", 4, (0, 0, 2), 500)
    run(solfec, 1)
    assert VELOCITY(body, body.center) == pytest.approx((-1, -1, 2))


def test_fix_surface_of_the_language(model):
    solfec, body = model
    GRAVITY(solfec, (0, 0, -10))
    held = FIX_SURFACE(solfec, body, 6)
    assert [c.kind for c in held] == ["FIXPNT"] * 3
    more = FIX_SURFACE(body, 2, direction="NORMAL")
    assert [c.kind for c in more] == ["FIXDIR"] * 3
    run(solfec, 0.5)
    assert DISPLACEMENT(body, body.center) == pytest.approx((0, 0, 0), abs=1e-9)


def test_mistakes_in_the_language_are_named(model):
    _, body = model
    with pytest.raises(ValueError, match="LOAD: argument 'surfid': got 9, expected a surface identifier"):
        LOAD(body, "SPATIAL", 9, "NORMAL", 1)
    with pytest.raises(ValueError, match="LOAD: argument 'direction': got 'UP'"):
        LOAD(body, "SPATIAL", 1, "UP", 1)
    with pytest.raises(ValueError, match="FIX_SURFACE: argument 'surfid'"):
        FIX_SURFACE(body, 9)


def test_loads_on_finite_elements_stretch_them():
    simulation = corbel.Simulation(step=1e-3)
    bar = corbel.hex_mesh([(0, 0, 0), (2, 1, 1)], (2, 1, 1), surface_id=[1, 2, 3, 4, 5, 6])  # x−: 2, x+: 4
    body = simulation.finite_element(bar, corbel.Material(100, young=1e6, poisson=0), damping=0.02)
    assert len(simulation.fix_surface(body, 2)) == 4
    simulation.surface_load(body, 4, "normal", 1e3)
    simulation.run(1, quiet=True)
    assert body.displacement_of((2, 0.5, 0.5)) == pytest.approx([2 * 1e3 / 1e6, 0, 0], abs=1e-5)  # p L / E


def test_convexes_in_a_mesh():
    simulation = corbel.Simulation(step=1e-3)
    mesh = corbel.hex_mesh([(-1, -1, -1), (1, 1, 1)], (2, 2, 2))
    body = simulation.finite_element(corbel.box((1, 0.5, 0.25)), corbel.Material(1000), mesh=mesh, velocity=(0, 0, 2))
    assert body.mass == pytest.approx(125)
    simulation.run(0.1, quiet=True)
    assert body.position_of((0.5, 0.25, 0.125)) == pytest.approx([0.5, 0.25, 0.325])
    with pytest.raises(ValueError, match="argument 'mesh': got a mesh that does not contain its shape.* 0.5 m outside"):
        simulation.finite_element(corbel.box((3, 1, 1)), corbel.Material(1000), mesh=mesh)
    with pytest.raises(ValueError, match="argument 'shape': got a sphere"):
        simulation.finite_element(corbel.sphere((0, 0, 0), 0.5), corbel.Material(1000), mesh=mesh)


def test_convexes_in_a_mesh_of_the_language():
    solfec = SOLFEC("DYNAMIC", 1e-4, "out/embedded")
    bulk = BULK_MATERIAL(solfec, young=1e6, poisson=0.3, density=1000)
    mesh = HEX([-1, -1, -1, 2, -1, -1, 2, 2, -1, -1, 2, -1, -1, -1, 2, 2, -1, 2, 2, 2, 2, -1, 2, 2], 3, 3, 3, 1, [1] * 6)
    body = BODY(solfec, "FINITE_ELEMENT", HULL(CUBE, 1, 1), bulk, form="BC", mesh=mesh)
    assert body.mass == pytest.approx(1000)
    assert len(body.conf) == 24  # one element is left
    with pytest.raises(ValueError, match="BODY emptied it"):
        BODY(solfec, "FINITE_ELEMENT", HULL(CUBE, 1, 1), bulk, mesh=mesh)
