# SPDX-License-Identifier: MIT
"""What users take for granted: constants that move, labels that are unique, joints removed twice. Each is refused with what to do instead."""
import pathlib
import re

import numpy as np
import pytest

import corbel
from corbel.solfec import BODY, DELETE, FIX_POINT, HISTORY, HULL
from models import CUBE, ball, run

STONE = corbel.Material(1000)


def table():
    sim = corbel.Simulation(0.125)
    return sim, sim.obstacle(corbel.box(1.0), STONE, label="floor")


# ---- displacements


@pytest.mark.parametrize("given", [(0.5, 0, 0), np.array([0, 0.5, 0]), (corbel.TimeSeries([0, 0, 1, 1]), 0, 0.5), (lambda t: t, 0.5, 0)])
def test_a_constant_displacement_is_refused(given):
    sim, floor = table()
    with pytest.raises(corbel.InputError, match=r"Simulation.move: argument 'displacement': got the constant 0.5 along [xyz], expected a TimeSeries or a "
                                                r"function.*corbel.TimeSeries\(\[\(0, 0\), \(1, 0.5\)\]\)"):
        sim.move(floor, displacement=given)
    assert sim.constraints == []
    sim.move(floor, displacement=(0, 0, 0))  # holds it


@pytest.mark.parametrize("given", [(corbel.TimeSeries([(0, 0), (1, 0.5)]), 0, 0), (corbel.TimeSeries([(0, 3), (1, 3.5)]), 0, 0), lambda t: (7 + 0.5 * t, 0, 0)])
def test_what_is_imposed_is_the_change_since_the_start(given):
    """d(t) − d(start), of a motion that starts at t = 0.5: half of the ramp."""
    sim, floor = table()
    sim.run(0.5)
    sim.move(floor, displacement=given)
    sim.run(0.5)
    assert floor.position == pytest.approx([0.25, 0, 0], abs=1e-12)


def test_the_base_shear_is_the_sum_of_the_contact_reactions():
    """The formula of docs/python.md: a block of 1000 kg sticks to a table, which feels −m a and the weight; its own joint has the opposite reaction."""
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -9.81))
    sim.surface_material(friction=0.5)
    table = sim.obstacle(corbel.box(2.0, center=(0, 0, -1)), STONE)
    sim.rigid(corbel.box(1.0, center=(0, 0, 0.5)), STONE)
    shaking = sim.move(table, acceleration=(2, 0, 0))
    sim.run(0.1)
    line = re.search(r"on_table = .*", (pathlib.Path(__file__).resolve().parents[2] / "docs/python.md").read_text())[0]
    names = {"sim": sim, "table": table}
    exec(line, names)
    assert names["on_table"] == pytest.approx([-2000, 0, -9810], abs=0.5) and shaking.reaction == pytest.approx(-names["on_table"])


# ---- joints


def test_joints_are_found_without_searching_all_constraints():
    """Of n joints each query reads n constraints, not n²: 81 nodes, once 3321 reads per query."""
    sim = corbel.Simulation(1e-3)
    body = sim.finite_element(corbel.hex_mesh([(0, 0, 0), (1, 1, 0.2)], (8, 8, 1), surface_id=(1, 2, 2, 2, 2, 2)), corbel.Material(1000, young=1e6))
    group = sim.move(body, velocity=(0, 0, 1), surface=1)
    sim.run(2e-3)
    reads = []

    class Counted:
        def __init__(self, record):
            self.record = record

        def __getattr__(self, name):
            reads.append(name)
            return getattr(self.record, name)

    class Engine:
        def __init__(self, engine):
            self.engine = engine

        def constraints(self):
            return [Counted(c) for c in self.engine.constraints()]

        def __getattr__(self, name):
            return getattr(self.engine, name)

    reaction = group.reaction
    sim._made, sim._seen = Engine(sim._made), None
    assert len(group.ids) == 81 and group.alive and group.reaction == pytest.approx(reaction)
    assert reads.count("joint") <= 4 * 81


def test_a_joint_is_removed_once():
    sim = corbel.Simulation(1e-3)
    one = sim.rigid(corbel.sphere((0, 0, 0), 1), STONE, label="one")
    joint = sim.fix_point(one, (0, 0, 0))
    sim.remove(joint)
    for again in (lambda: sim.remove(joint), joint.remove):
        with pytest.raises(corbel.InputError, match="Simulation.remove: joint 1 is no longer there: it was removed"):
            again()
    lost = sim.fix_point(one, (0, 0, 0))
    sim.remove(one)
    with pytest.raises(corbel.InputError, match="joint 2 is no longer there"):
        lost.remove()


def test_groups_of_joints_are_removed_once():
    sim = corbel.Simulation(1e-3)
    body = sim.finite_element(corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (1, 1, 1), surface_id=1), STONE)
    group = sim.move(body, velocity=(0, 0, 0), surface=1)
    assert repr(group) == "JointGroup(8 joints)"
    group.remove()
    with pytest.raises(corbel.InputError, match="is no longer there"):
        group.remove()


def test_joints_of_another_simulation_are_not_removed():
    (sim, floor), (other, table_) = table(), table()
    here, there = sim.fix_point(floor, (0, 0, 0)), other.fix_point(table_, (0, 0, 0))
    with pytest.raises(corbel.InputError, match="argument 'item': got a joint of another simulation"):
        sim.remove(there)
    assert here.alive and there.alive


def test_decks_may_delete_a_constraint_twice():
    """Members of a CONSTRAINT that no longer exists are None, and to delete it again has no effect."""
    solfec, body = ball()
    joint = FIX_POINT(body, (0, 0, 0.51))
    for _ in range(2):
        DELETE(solfec, joint)
    assert joint.point is None


def test_removed_bodies_are_named_with_their_label():
    sim, floor = table()
    sim.remove(floor)
    assert not floor.alive and (floor.id, floor.label) == (1, "floor")
    for use in (lambda: sim.remove(floor), lambda: floor.position, lambda: sim.fix_point(floor, (0, 0, 0)), lambda: sim.body("floor"), lambda: sim.body(1)):
        with pytest.raises(corbel.InputError, match="body 1 'floor' was removed"):
            use()


# ---- labels


def test_labels_of_several_bodies_are_refused(tmp_path):
    sim = corbel.Simulation(1e-3, str(tmp_path / "r.h5"))
    for x in (0, 3, 6):
        sim.rigid(corbel.sphere((x, 0, 0), 1), STONE, label="b" if x else "a")
    sim.run(1e-3)
    results = corbel.open(str(tmp_path / "r.h5"))
    for use in (lambda: sim.body("b"), lambda: results.body("b"), lambda: results.history("b"), lambda: results.energies("b"),
                lambda: corbel.draw(sim, bodies=["b"])):
        with pytest.raises(corbel.InputError, match="2 bodies.* have the label 'b': ids 2, 3. Give the id of one of them"):
            use()
    assert sim.body("a").id == 1 and sim.body(3).id == 3 and results.history(3)[0] == pytest.approx([6, 0, 0])


def test_histories_of_labels_of_several_bodies_are_refused():
    def model():
        solfec, body = ball()
        BODY(solfec, "RIGID", HULL([x + 3 for x in CUBE], 1, 1), "steel", label="ball")
        return solfec, body

    run(model()[0], 0.01)
    solfec, body = model()
    with pytest.raises(corbel.InputError, match="2 bodies.* have the label 'ball': ids 2, 3"):
        HISTORY(solfec, [("ball", (0, 0, 0.51), "CX")], 0, 1)
    assert len(HISTORY(solfec, [(body, (0, 0, 0.51), "CX")], 0, 1)[1]) == 11


# ---- runs


def test_a_duration_is_rounded_up_to_whole_steps():
    sim, _ = table()
    sim.run(0.3)
    assert (sim.steps, sim.time) == (3, 0.375)


def test_an_interval_of_calls_needs_a_callback():
    sim, _ = table()
    with pytest.raises(corbel.InputError, match="Simulation.run: argument 'every': got 0.5 without callback=.* output_interval"):
        sim.run(1, every=0.5)
    assert sim.steps == 0


def test_threads_are_bounded():
    for make in (lambda: corbel.Simulation(1, threads=1_000_000), lambda: setattr(corbel.Simulation(1), "threads", 1025)):
        with pytest.raises(corbel.InputError, match=r"argument 'threads': got 10\d+, expected an integer in \[0, 1024\]"):
            make()
    assert corbel.Simulation(1, threads=1024).threads == 1024


# ---- names in messages


def rigid():
    sim = corbel.Simulation(1)
    return sim, sim.rigid(corbel.box(1.0), STONE, label="floor")


def soft():
    sim = corbel.Simulation(1)
    return sim, sim.pseudo_rigid(corbel.box(1.0), STONE)


def moved():
    sim, floor = table()
    sim.move(floor, velocity=(1, 0, 0))
    return sim, floor


@pytest.mark.parametrize("model, call, message", [
    (rigid, lambda sim, b: setattr(b, "q", [2.0] * 12), "Body.q: argument 'q': got a matrix that is not a rotation"),
    (soft, lambda sim, b: setattr(b, "q", [1.0] * 12), "Body.q: argument 'q': got a deformation gradient"),
    (rigid, lambda sim, b: b.set_characteristics(1, 1, (0, 0, 0), -np.eye(3)), "Body.set_characteristics: argument 'inertia': got "),
    (moved, lambda sim, b: sim.move(b, velocity=(0, 0, 1)), "Simulation.move: argument 'item': got body 1 'floor', whose motion"),
    (moved, lambda sim, b: sim.fix_point(b, (0, 0, 0)), "Simulation.fix_point: argument 'body': got body 1 'floor', whose motion"),
    (rigid, lambda sim, b: sim.move("floor", velocity=(0, 0, 1)),
     r"Simulation.move: argument 'item': got 'floor', expected a body; sim.body\('floor'\) returns the one with this label"),
    (rigid, lambda sim, b: sim.force("floor", (0, 0, 0), (1, 0, 0), 1), r"argument 'body': got 'floor', expected a body; sim.body\('floor'\)"),
    (rigid, lambda sim, b: sim.remove("floor"), r"argument 'item': got 'floor', expected a body or a joint; sim.body\('floor'\)"),
    (rigid, lambda sim, b: sim.move(b, velocity=(0, 0, 1), displacement=(0, 0, 0)), "each prescribes the whole translation"),
    (rigid, lambda sim, b: sim.move(b, velocity=(0, 0, 1), surface=0), "a rigid body by set_velocity, set_displacement or set_acceleration"),
])
def test_messages_have_the_names_of_the_arguments(model, call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call(*model())


def test_one_is_singular(tmp_path):
    sim = corbel.Simulation(1e-3, str(tmp_path / "r.h5"))
    sim.rigid(corbel.sphere((0, 0, 0), 1), STONE)
    assert "1 body, 0 contacts" in repr(sim)
    sim.run(1e-3)
    assert "2 frames" in repr(results := corbel.open(str(tmp_path / "r.h5"))) and "1 body)" in repr(results)
    assert "(not closed; the run may continue)" in results.describe()
