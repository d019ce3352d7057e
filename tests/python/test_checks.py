# SPDX-License-Identifier: MIT
"""What is left out of contact, limits of a run, the look at the model before it, overlap of shapes; in both layers."""
import numpy as np
import pytest

import corbel
from corbel.solfec import *
from models import CUBE, ball, run


@pytest.fixture
def stack():
    """A floor, a block on it and a ball on the block: (simulation, floor, block, ball)."""
    sim = corbel.Simulation(1e-3)
    stone = sim.material(density=1000)
    floor = sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0), surface_id=1), stone, label="floor")
    block = sim.rigid(corbel.hex_mesh([(0, 0, 0), (2, 1, 1)], (2, 1, 1), surface_id=2), stone, label="block")
    top = sim.rigid(corbel.sphere((0.5, 0.5, 1.5), 0.5, surface_id=3), stone, label="ball")
    return sim, floor, block, top


def pairs(sim):
    """Bodies in contact after a step."""
    sim.run(1e-3)
    return sorted({tuple(sorted((c.master, c.slave))) for c in sim.contacts})


# ---- exclusion

def test_exclude_contact(stack):
    sim, floor, block, top = stack
    assert pairs(sim) == [(1, 2), (2, 3)]
    sim.exclude_contact(top, block)
    assert pairs(sim) == [(1, 2)]


def test_exclude_objects(stack):
    sim, floor, block, top = stack
    sim.exclude_objects(top, (0.5, 0.5, 1.5), block, (1.5, 0.5, 0.5))  # the other element
    assert pairs(sim) == [(1, 2), (2, 3)]
    sim.exclude_objects(block, (0.5, 0.5, 0.5), top, (0.5, 0.5, 1.5))
    assert pairs(sim) == [(1, 2)]


def test_exclude_surfaces(stack):
    sim = stack[0]
    sim.exclude_surfaces(1, 3)
    assert pairs(sim) == [(1, 2), (2, 3)]
    sim.exclude_surfaces(2, 1)
    assert pairs(sim) == [(2, 3)]


@pytest.mark.parametrize("call, error, message", [
    (lambda s, a, b: s.exclude_objects(a, (0, 0, 9), b, (0, 0, 0)), ValueError, "Simulation.exclude_objects: argument 'point1'"),
    (lambda s, a, b: s.exclude_objects(a, (1, 1, -0.5), b, (1, 0.5, 0.5)), ValueError, "argument 'point2': got (1, 0.5, 0.5)"),
    (lambda s, a, b: s.exclude_objects(a, (0, 0), b, (0, 0, 0)), ValueError, "argument 'point1': got 2 numbers"),
    (lambda s, a, b: s.exclude_objects(a, (0, 0, 0), 3, (0, 0, 0)), TypeError, "argument 'body2': got 3"),
    (lambda s, a, b: s.exclude_surfaces(1, "2"), TypeError, "Simulation.exclude_surfaces: argument 'surface2': got '2'"),
    (lambda s, a, b: setattr(s, "min_area", -1), ValueError, "argument 'min_area': got -1, expected a number >= 0"),
    (lambda s, a, b: setattr(s, "min_distance", "x"), TypeError, "argument 'min_distance': got 'x'"),
    (lambda s, a, b: setattr(s, "extents", (0, 1)), ValueError, "argument 'extents': got 2 numbers"),
    (lambda s, a, b: setattr(s, "extents", ((0, 0, 0), (1, 0, 1))), ValueError, "argument 'extents'"),
    (lambda s, a, b: setattr(s, "max_penetration", 0), ValueError, "argument 'max_penetration': got 0, expected a number > 0"),
    (lambda s, a, b: setattr(s, "strict", "ON"), TypeError, "argument 'strict': got 'ON', expected True or False"),
    (lambda s, a, b: corbel.Simulation(1, extents=3), TypeError, "Simulation: argument 'extents': got 3"),
])
def test_bad_settings(stack, call, error, message):
    sim, floor, block, _ = stack
    with pytest.raises(error) as caught:
        call(sim, floor, block)
    assert message in str(caught.value)


def test_language_exclusion_in_both_forms():
    ways = [lambda s, a, b: CONTACT_EXCLUDE_BODIES(a, b), lambda s, a, b: CONTACT_EXCLUDE_BODIES(s, a, b),
            lambda s, a, b: CONTACT_EXCLUDE_OBJECTS(a, (0, 0, -0.5), b, (0, 0, 0.4)),
            lambda s, a, b: CONTACT_EXCLUDE_OBJECTS(s, a, (0, 0, -0.5), b, (0, 0, 0.4)),
            lambda s, a, b: CONTACT_EXCLUDE_SURFACES(s, 2, 1)]
    for number, exclude in enumerate([lambda s, a, b: None, *ways]):
        solfec, body = ball(f"out/{number}", height=0.4)
        exclude(solfec, solfec.bodies[1], body)
        run(solfec, 0.01)
        assert (solfec.ncon, body.velo[5]) == pytest.approx((0, -0.1) if number else (1, 0))


@pytest.mark.parametrize("call, error, message", [
    (lambda s, a, b: CONTACT_EXCLUDE_OBJECTS(s, a, (0, 0, 5), b, (0, 0, 0.5)), ValueError, "CONTACT_EXCLUDE_OBJECTS: argument 'point1'"),
    (lambda s, a, b: CONTACT_EXCLUDE_OBJECTS(a, (0, 0, 5), b), TypeError, "argument 'point2' is missing"),
    (lambda s, a, b: CONTACT_EXCLUDE_SURFACES(a, 1, 2), TypeError, "CONTACT_EXCLUDE_SURFACES: argument 'solfec'"),
    (lambda s, a, b: CONTACT_EXCLUDE_SURFACES(s, 1.5, 2), ValueError, "argument 'surf1': got 1.5"),
    (lambda s, a, b: CONTACT_SPARSIFY(s, minarea=-1), ValueError, "CONTACT_SPARSIFY: argument 'minarea': got -1"),
    (lambda s, a, b: CONTACT_SPARSIFY(s, mindist=-1), ValueError, "argument 'mindist': got -1"),
    (lambda s, a, b: EXTENTS(s, (0, 0, 1)), ValueError, "EXTENTS: argument 'extents': got 3 numbers, expected six numbers: xmin"),
    (lambda s, a, b: UNPHYSICAL_PENETRATION(s, -1), ValueError, "UNPHYSICAL_PENETRATION: argument 'depth'"),
    (lambda s, a, b: setattr(s, "strict", 1), TypeError, "SOLFEC: argument 'strict': got 1, expected 'ON' or 'OFF'"),
    (lambda s, a, b: setattr(b, "selfcontact", "ON"), ValueError, "of kind RIGID, expected a finite-element body"),
])
def test_bad_calls(call, error, message):
    solfec, body = ball()
    with pytest.raises(error) as caught:
        call(solfec, solfec.bodies[1], body)
    assert message in str(caught.value)


# ---- sparsification

def test_sparsify_settings(stack):
    sim = stack[0]
    assert sim.min_area == 0 and sim.min_distance is None and sim.epsilon == pytest.approx(1e-6)
    sim.min_distance = 0.3
    assert sim.min_distance == 0.3
    sim.min_distance = None
    assert sim.min_distance is None


def test_min_area_drops_contacts(stack):
    sim = stack[0]
    sim.min_area = 0.9  # elements of 1 × 1 touch the floor; the area of a sphere's contact counts as 1
    assert pairs(sim) == [(1, 2), (2, 3)]
    other = corbel.Simulation(1e-3)
    other.min_area = 1.1
    other.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), other.material())
    other.rigid(corbel.box(1, center=(0, 0, 0.5)), other.material())
    other.rigid(corbel.box((2, 1, 1), center=(3, 0, 0.5)), other.material())
    assert pairs(other) == [(1, 3)]


def test_contact_sparsify():
    solfec, _ = ball()
    CONTACT_SPARSIFY(solfec, 0.5, 1e-3, 1e-4)
    sim = solfec._simulation
    assert (sim.sparsify_threshold, sim.min_area, sim.min_distance) == (0.5, 1e-3, 1e-4)
    CONTACT_SPARSIFY(solfec)
    assert (sim.sparsify_threshold, sim.min_area, sim.min_distance) == (0.01, 0, None)


# ---- limits

def test_extents_remove_bodies(capfd):
    sim = corbel.Simulation(0.01, extents=((-5, -5, -5), (5, 5, 5)))
    assert np.array(sim.extents) == pytest.approx(np.array([(-5, -5, -5), (5, 5, 5)]))
    shot = sim.rigid(corbel.sphere((0, 0, 0), 0.5), sim.material(), label="shot", velocity=(100, 0, 0))
    still = sim.rigid(corbel.sphere((0, 3, 0), 0.5), sim.material())
    alive = []
    sim.run(0.1, callback=lambda s: alive.append(shot.alive))
    assert alive == [True] * 5 + [False] * 5  # 100 t − 0.5 > 5 from t = 0.06 on
    assert sim.bodies == [still] and repr(shot) == "Body(1, removed)"
    with pytest.raises(ValueError, match="body 1 'shot' was removed"):
        shot.position
    assert capfd.readouterr().err == "corbel: warning: body 1 'shot' left the extents and was removed at t = 0.06 s\n"


def test_deleted_by_extents_in_the_language():
    solfec, body = ball(velocity=(100, 0, 0), gravity=(0, 0, 0))
    joint = FIX_DIRECTION(body, (0, 0, 0.51), (0, 0, 1))
    EXTENTS(solfec, (-6, -6, -6, 6, 6, 6))
    run(solfec, 0.1)
    assert [b.label for b in solfec.bodies] == ["floor"] and joint.kind is None
    with pytest.raises(ValueError, match="body 2 was deleted"):
        DISPLACEMENT(body, (0, 0, 0))


def test_max_penetration():
    sim = corbel.Simulation(0.01, max_penetration=0.015)
    assert sim.max_penetration == 0.015 and corbel.Simulation(1).max_penetration == np.inf
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), sim.material())
    sim.rigid(corbel.sphere((0, 0, 0.6), 0.5), sim.material(), velocity=(0, 0, -8))
    with pytest.raises(corbel.RunError, match="body 1 and body 2 is 0.02 m at t = 0.02 s, the bound is 0.015 m"):
        sim.run(1)


def test_exit_code_of_a_deck_that_goes_too_deep(deck):
    result = deck("""
solfec = SOLFEC ('DYNAMIC', 1e-3, 'out')
bulk = BULK_MATERIAL (solfec)
BODY (solfec, 'OBSTACLE', SPHERE ((0, 0, 0), 1, 1, 1), bulk)
body = BODY (solfec, 'RIGID', SPHERE ((0, 0, 2.01), 1, 1, 1), bulk)
INITIAL_VELOCITY (body, (0, 0, -100), (0, 0, 0))
UNPHYSICAL_PENETRATION (solfec, 1e-3)
RUN (solfec, GAUSS_SEIDEL_SOLVER (1e-3, 10), 1)
""")
    assert result.returncode == 1 and "penetration of body 1 and body 2 is 0.04 m" in result.stderr


# ---- the look before the run

def overlapping_model(**options):
    sim = corbel.Simulation(1e-3, "out/model", **options)
    sim.surface_material(friction=0)
    one = sim.rigid(corbel.sphere((0, 0, 0), 0.5), sim.material(), label="one")
    two = sim.rigid(corbel.sphere((0.9, 0, 0), 0.5), sim.material())
    return sim, one, two


def test_inspect(stack):
    found = stack[0].inspect()
    assert found.clean and found.overlaps == [] and found.outside == [] and found.scale == [] and str(found) == "no problems found"


def test_inspect_names_bodies():
    sim, one, two = overlapping_model(extents=((-9, -9, -9), (0.3, 9, 9)))
    found = sim.inspect()
    (a, b, depth), = found.overlaps
    assert a is one and b is two and depth == pytest.approx(0.1)
    assert found.outside == [two] and not found.clean
    assert str(found) == "body 1 'one' and body 2 overlap by 0.1 m\nbody 2 lies outside the extents"
    assert repr(found) == "Inspection(1 overlaps, 1 bodies outside, 0 with inverted elements, 0 remarks on sizes, 0 on surfaces)"


def test_the_first_run_warns(capfd):
    sim, _, _ = overlapping_model()
    sim.run(1e-3)
    sim.run(1e-3)
    assert capfd.readouterr().err == "corbel: warning: body 1 'one' and body 2 overlap by 0.1 m\n"


def test_strict_refuses(tmp_path):
    sim, _, _ = overlapping_model(strict=True)
    with pytest.raises(ValueError, match="Simulation.run: the model check found problems.*\n  body 1 'one' and body 2 overlap by 0.1 m"):
        sim.run(1e-3)
    assert sim.steps == 0 and not (tmp_path / "out" / "model" / "model.h5").exists()
    sim.strict = False
    assert sim.run(1e-3).outcome == "finished"


def test_strict_in_the_language(capfd):
    solfec, _ = ball(height=0.4)
    assert solfec.strict == "OFF"
    solfec.strict = "ON"
    with pytest.raises(ValueError, match="RUN: the model check found problems.*\n  body 1 'floor' and body 2 'ball' overlap by 0.1 m"):
        run(solfec, 0.01)
    solfec.strict = "OFF"
    WARNINGS("OFF")
    run(solfec, 0.01)
    assert capfd.readouterr().err == ""
    WARNINGS("ON")


# ---- overlap of shapes

def test_overlapping():
    block = corbel.box(low=(0, 0, 0), high=(1, 1, 1))
    near, far = corbel.sphere((0.5, 0.5, 1.4), 0.5), corbel.sphere((0.5, 0.5, 1.6), 0.5)
    assert corbel.overlapping(block, [near, far]) == [True, False]
    assert corbel.overlapping([block, far], [near, far]) == [True, True]
    assert corbel.overlapping(block, near) is True and corbel.overlapping(block, far) is False
    assert corbel.overlapping(block, [near], gap=-0.2) == [False]
    assert corbel.overlapping(block, block.translate((0, 0, 1))) is True  # touching
    assert corbel.overlapping(block, far, epsilon=0.2) is True


@pytest.mark.parametrize("call, error, message", [
    (lambda b: corbel.overlapping([], b), ValueError, "overlapping: argument 'obstacles'"),
    (lambda b: corbel.overlapping(b, [b, 3]), TypeError, "overlapping: argument 'shapes': got 3"),
    (lambda b: corbel.overlapping(b, b, gap=1), ValueError, "overlapping: argument 'gap': got 1.0, expected a number <= 0"),
    (lambda b: corbel.overlapping(b, b, epsilon=0), ValueError, "overlapping: argument 'epsilon'"),
])
def test_bad_overlapping(call, error, message):
    with pytest.raises(error) as caught:
        call(corbel.box(1))
    assert message in str(caught.value)


def spheres(*heights):
    return [SPHERE((0.5, 0.5, z), 0.5, 1, 1) for z in heights]


def heights(shapes):
    shapes = [] if shapes is None else shapes if isinstance(shapes, list) else [shapes]
    return [MASS_CENTER(s)[2] for s in shapes]


def test_overlapping_in_the_language():
    cube = HULL(CUBE, 1, 1)
    z = (1.4, 1.6, 1.2, 3)
    assert heights(OVERLAPPING(cube, spheres(*z))) == pytest.approx([1.4, 1.2])
    assert heights(OVERLAPPING(cube, spheres(*z), "NOT")) == pytest.approx([1.6, 3])
    assert heights(OVERLAPPING([cube], spheres(*z), None, -0.2)) == pytest.approx([1.2])
    assert heights(OVERLAPPING(cube, spheres(*z), "NOT", gap=-0.2)) == pytest.approx([1.4, 1.6, 3])
    assert OVERLAPPING(cube, spheres(3)) is None
    one = OVERLAPPING(cube, spheres(1.4)[0])
    assert isinstance(one, SPHERE) and MASS_CENTER(cube) == pytest.approx((0.5, 0.5, 0.5))  # obstacles stay


def test_overlapping_empties_all_shapes():
    given = spheres(1.4, 3)
    OVERLAPPING(HULL(CUBE, 1, 1), given)
    for sphere in given:
        with pytest.raises(ValueError, match="this SPHERE is empty: OVERLAPPING emptied it at test_checks.py"):
            MASS_CENTER(sphere)


def test_overlapping_uses_the_geometric_epsilon():
    assert OVERLAPPING(HULL(CUBE, 1, 1), spheres(1.55)) is None
    GEOMETRIC_EPSILON(0.1)
    assert OVERLAPPING(HULL(CUBE, 1, 1), spheres(1.55)) is not None


@pytest.mark.parametrize("call, error, message", [
    (lambda: OVERLAPPING(3, spheres(1)), TypeError, "OVERLAPPING: argument 'obstacles': got 3"),
    (lambda: OVERLAPPING(HULL(CUBE, 1, 1), []), ValueError, "OVERLAPPING: argument 'shapes'"),
    (lambda: OVERLAPPING(HULL(CUBE, 1, 1), spheres(1), "AND"), ValueError, "OVERLAPPING: argument 'not': got 'AND', expected 'NOT'"),
    (lambda: OVERLAPPING(HULL(CUBE, 1, 1), spheres(1), gap=0.1), ValueError, "OVERLAPPING: argument 'gap': got 0.1"),
])
def test_bad_overlapping_in_the_language(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)


def test_a_refused_call_empties_nothing():
    given = spheres(1)
    with pytest.raises(ValueError):
        OVERLAPPING(HULL(CUBE, 1, 1), given, gap=0.1)
    assert heights(given) == pytest.approx([1])
