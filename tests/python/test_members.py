# SPDX-License-Identifier: MIT
"""Members of public objects: misspelt ones are refused with the nearest name, settings can be read and written."""
import copy
import inspect
import pickle

import numpy as np
import pytest

import corbel
from corbel import _engine, solfec
from models import ball


def objects(tmp_path):
    """One of each public class of the package, with a member near which a misspelling lies."""
    sim = corbel.Simulation(1e-2, str(tmp_path / "r.h5"), gravity=(0, 0, -10))
    steel = sim.material(1000)
    surface = sim.surface_material(0.3)
    sim.obstacle(corbel.box(1, center=(0, 0, -0.5)), steel)
    body = sim.rigid(corbel.box(1, center=(0, 0, 0.5)), steel)
    joint = sim.fix_point(body, (0, 0, 0))
    report = sim.run(0.02)
    results = corbel.open(str(tmp_path / "r.h5"))
    problem = corbel.ContactProblem(np.eye(3), [[0, 0, -1]], [0.3])
    return [(sim, "gravty", "gravity"), (body, "dampng", "damping"), (joint, "reacton", "reaction"), (steel, "densty", "density"),
            (surface, "fricton", "friction"), (corbel.Auto(), "tolerence", "tolerance"), (corbel.Newton(), "epsilom", "epsilon"),
            (corbel.Admm(), "memry", "memory"), (corbel.InteriorPoint(), "tehta", "theta"), (corbel.GaussSeidel(), "reverze", "reverse"),
            (corbel.Penalty(), "varient", "variant"), (corbel.box(1), "volumes", "volume"), (results, "time", "times"),
            (results.body(2), "lable", "label"), (corbel.TimeSeries([0, 0, 1, 1]), "value", "values"), (sim.inspect(), "overlap", "overlaps"),
            (corbel.Camera(), "widht", "width"), (problem, "notess", "notes"), (problem.solve(), "statuss", ""), (report, "time_", ""), (sim.constraints[0], "gap_", "")]


def test_misspelt_members_are_refused(tmp_path):
    seen = objects(tmp_path)
    for item, wrong, right in seen:
        with pytest.raises(AttributeError) as caught:
            setattr(item, wrong, 1)
        assert f"'{right}'" in str(caught.value) or not right, item
        with pytest.raises(AttributeError):
            getattr(item, wrong)
    public = {value for value in vars(corbel).values() if inspect.isclass(value) and not issubclass(value, BaseException)}
    assert public <= {type(item) for item, _, _ in seen}


def test_misspelt_members_of_the_language_are_refused():
    solfec_object, body = ball()
    for item in (solfec_object, body, solfec.GAUSS_SEIDEL_SOLVER(1e-3, 10), solfec.NEWTON_SOLVER(), solfec.PENALTY_SOLVER(),
                 solfec.SPHERE((0, 0, 0), 1, 1, 1), solfec.TIME_SERIES([0, 0, 1, 1]), solfec.BULK_MATERIAL(solfec_object),
                 solfec.SURFACE_MATERIAL(solfec_object), solfec.FIX_POINT(body, (0, 0, 0.51))):
        with pytest.raises(AttributeError, match="has no member 'frobnicate'"):
            item.frobnicate = 1


def test_classes_of_the_engine_take_no_members():
    for name, kind in vars(_engine).items():
        assert not inspect.isclass(kind) or issubclass(kind, BaseException) or not kind.__dictoffset__, name


def test_read_only_members(tmp_path):
    sim = corbel.Simulation(1e-2)
    body = sim.rigid(corbel.sphere((0, 0, 0), 1), corbel.Material())
    for item, name in ((sim, "time"), (sim, "report"), (body, "mass"), (body, "simulation"), (corbel.box(1), "parts"), (sim, "run")):
        with pytest.raises(AttributeError):
            setattr(item, name, 1)


def test_a_derived_class_declares_its_own_members():
    class Mine(corbel.Simulation):
        shown = False

    mine = Mine(1e-3)
    mine.shown = True
    assert mine.shown
    with pytest.raises(AttributeError, match="Did you mean 'shown'"):
        mine.show = True


def test_a_property_that_fails_says_why():
    class Mine(corbel.Simulation):
        broken = property(lambda self: None.nothing)

    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'nothing'"):
        Mine(1e-3).broken


def test_gravity_is_a_member():
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -10))
    assert sim.gravity == (0, 0, -10)
    ball = sim.rigid(corbel.sphere((0, 0, 0), 1), corbel.Material())
    sim.gravity = (2, 0, 0)
    sim.run(1)
    assert ball.velocity == pytest.approx([2, 0, 0])  # a t
    series = corbel.TimeSeries([0, 0, 2, 2])
    sim.gravity = (0, series, 0)
    sim.run(1)
    assert sim.gravity == (0, series, 0)
    assert ball.velocity == pytest.approx([2, 1.5, 0])  # ∫ t dt from 1 to 2
    with pytest.raises(ValueError, match="Simulation.gravity: argument 'gravity'"):
        sim.gravity = (1, 2)
    assert sim.gravity == (0, series, 0)


def test_threads_is_a_member():
    sim = corbel.Simulation(1e-3, threads=2)
    assert sim.threads == 2
    sim.threads = 1
    assert sim.threads == 1
    with pytest.raises(ValueError, match="Simulation.threads: argument 'threads': got -1"):
        sim.threads = -1


# ---- copies

SHAPES = {
    "sphere": corbel.sphere((1, 2, 3), 0.5, surface_id=7, volume_id=8),
    "ellipsoid": corbel.rotate(corbel.ellipsoid((1, 0, 0), (1, 2, 3), surface_id=4), (0, 0, 0), (1, 1, 0), 30),
    "convex": corbel.box((1, 2, 3), surface_id=[1, 2, 3, 4, 5, 6], volume_id=9),
    "mesh": corbel.hex_mesh([(0, 0, 0), (1, 2, 3)], (2, 3, 4), surface_id=[1, 2, 3, 4, 5, 6], volume_id=5),
    "elements": corbel.mesh_to_convex(corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (2, 2, 2))),
    "several": corbel.box(1) + corbel.sphere((3, 0, 0), 1),
}


def contents(part):
    names = [n for n in dir(part) if not n.startswith("_")]
    return {n: np.asarray(getattr(part, n)).tolist() if n != "boundary" else getattr(part, n) for n in names}


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_shapes_can_be_copied_and_pickled(shape, how):
    other = how(shape)
    assert [contents(part) for part in other.parts] == [contents(part) for part in shape.parts]
    assert other.volume == shape.volume
    body = corbel.Simulation(1e-3).rigid(other, corbel.Material())
    assert body.mass == corbel.Simulation(1e-3).rigid(shape, corbel.Material()).mass


def test_a_copied_mesh_moves_with_the_same_bits():
    def falls(shape):
        sim = corbel.Simulation(1e-3, gravity=(0, 0, -10))
        sim.surface_material(0.5)
        sim.obstacle(corbel.box(4, center=(0, 0, -2)), corbel.Material())
        block = sim.finite_element(shape, corbel.Material(1000, young=1e7), velocity=(1, 0, 0))
        sim.run(0.05)
        return block.q.tolist()

    mesh = corbel.hex_mesh([(-0.5, -0.5, 0), (0.5, 0.5, 1)], (2, 2, 2))
    assert falls(mesh) == falls(pickle.loads(pickle.dumps(mesh)))


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_materials_and_series_can_be_copied_and_pickled(how):
    steel = how(corbel.Material(7800, young=2.1e11, poisson=0.3, label="steel"))
    assert (steel.density, steel.young, steel.poisson, steel.label) == (7800, 2.1e11, 0.3, "steel")
    series = how(corbel.TimeSeries([0, 1, 2, 5]))
    assert series(1) == 3


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_material_is_independent(how):
    steel = corbel.Material(7800)
    other = how(steel)
    other.density = 1
    assert steel.density == 7800
