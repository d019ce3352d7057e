# SPDX-License-Identifier: MIT
"""HISTORY of contacts and joints against forces and velocities known by hand, for bodies as masters and as slaves."""
import pytest

from corbel.solfec import (BODY, BULK_MATERIAL, FIX_POINT, GAUSS_SEIDEL_SOLVER, GRAVITY, HEX, HISTORY, INITIAL_VELOCITY, RUN, SET_VELOCITY, SOLFEC, SPHERE,
                           SURFACE_MATERIAL)

G = 10.0
UP = (0, 0, 1)


def box(low, high, surface):
    (x, y, z), (X, Y, Z) = low, high
    return HEX([x, y, z, X, y, z, X, Y, z, x, Y, z, x, y, Z, X, y, Z, X, Y, Z, x, Y, Z], 2, 2, 1, surface, [surface] * 6)


def stack(friction=0.5, velocity=0.0):
    """A floor, a block of 2 kg on it, one of 1 kg on that, and one of 3 kg that hangs: labels and weights by hand."""
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/stack")
    SURFACE_MATERIAL(solfec, friction=friction)
    GRAVITY(solfec, (0, 0, -G))
    for label, kind, low, high, mass, surface in (("floor", "OBSTACLE", (-5, -5, -1), (5, 5, 0), 100, 1), ("low", "RIGID", (0, 0, 0), (1, 1, 1), 2, 2),
                                                  ("high", "RIGID", (0, 0, 1), (1, 1, 2), 1, 3), ("hung", "RIGID", (3, 3, 3), (4, 4, 4), 3, 4)):
        bulk = BULK_MATERIAL(solfec, label="of " + label, density=mass)
        body = BODY(solfec, kind, box(low, high, surface), bulk, label=label)
        if velocity and label in ("low", "high"):
            INITIAL_VELOCITY(body, (velocity, 0, 0), (0, 0, 0))
    FIX_POINT(body, (3.5, 3.5, 4))
    RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 5000), 0.05)
    return solfec


def last(solfec, *items):
    return [values[-1] for values in HISTORY(solfec, list(items), 0, 1)[1:]]


def test_reactions_of_a_stack():
    """Whoever is master: what acts on a body holds its weight."""
    solfec = stack()
    masters = {c.adjbod[0].label for c in solfec.constraints if c.kind == "CONTACT"}
    slaves = {c.adjbod[1].label for c in solfec.constraints if c.kind == "CONTACT"}
    assert masters & slaves == {"low"}  # so one body is both, and there is one that is only a master and one that is only a slave
    along_z = last(solfec, *((name, UP, None, "R") for name in ("low", "high", "hung", "floor")))
    assert along_z == pytest.approx([2 * G, 1 * G, 3 * G, -3 * G], rel=1e-6)
    contacts_only = last(solfec, *((name, UP, None, "CR") for name in ("low", "high", "hung")))
    assert contacts_only == pytest.approx([2 * G, 1 * G, 0], rel=1e-6, abs=1e-9)
    down = last(solfec, *((name, (0, 0, -2), None, "CR") for name in ("low", "high")))
    assert down == pytest.approx([-2 * G, -1 * G], rel=1e-6)
    normal = last(solfec, ("low", "CR"), ("high", "CR"), ("low", "R"), (solfec, "CR"))
    assert normal == pytest.approx([(3 + 1) * G, 1 * G, (3 + 1) * G, (3 + 1) * G], rel=1e-6)
    pairs = last(solfec, (solfec, None, (1, 2), "CR"), (solfec, None, (3, 2), "CR"), (solfec, None, (1, 4), "R"))
    assert pairs == pytest.approx([3 * G, 1 * G, 0], rel=1e-6)
    both = last(solfec, (["low", "high"], "CR"))
    assert both == pytest.approx([(3 + 1) * G], rel=1e-6)


def test_normal_reactions_of_joints_count_in_R_alone():
    """Of the hanging body: the joint bears 30 N along z, the third direction of its frame."""
    solfec = stack()
    assert last(solfec, ("hung", "R"), ("hung", "CR")) == pytest.approx([3 * G, 0], rel=1e-6, abs=1e-9)
    assert last(solfec, (solfec, "R")) == pytest.approx([(3 + 1 + 3) * G], rel=1e-6)


def test_velocities_are_means_over_the_contacts_seen_from_the_body():
    """The two blocks slide without friction at 2 m/s: past the floor, not past each other. Eight contacts, four of each kind."""
    solfec = stack(friction=0, velocity=2.0)
    assert sum(c.kind == "CONTACT" for c in solfec.constraints) == 8
    along_x = last(solfec, *((name, (1, 0, 0), None, "CU") for name in ("floor", "low", "high")))
    assert along_x == pytest.approx([-2, 1, 0], abs=1e-9)  # low: four at 2 and four at 0
    assert last(solfec, ("low", (1, 0, 0), (1, 2), "CU"), ("floor", (1, 0, 0), (2, 1), "CU")) == pytest.approx([2, -2], abs=1e-9)
    assert last(solfec, ("low", (1, 0, 0), None, "U"), ("hung", (1, 0, 0), None, "U")) == pytest.approx([1, 0], abs=1e-9)
    assert last(solfec, ("low", "CU")) == pytest.approx([0], abs=1e-9)  # normal


def test_velocities_of_joints_count_in_U_alone():
    """A block driven at 0.5 m/s along x, which touches nothing."""
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/driven")
    bulk = BULK_MATERIAL(solfec, density=1)
    block = BODY(solfec, "RIGID", box((0, 0, 0), (1, 1, 1), 1), bulk, label="block")
    SET_VELOCITY(block, (0.5, 0.5, 0.5), (1, 0, 0), 0.5)
    RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 100), 1e-2)
    assert last(solfec, ("block", (1, 0, 0), None, "U"), ("block", (1, 0, 0), None, "CU")) == pytest.approx([0.5, 0], abs=1e-9)


def test_the_gap_is_the_smallest():
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/gaps")
    SURFACE_MATERIAL(solfec)
    bulk = BULK_MATERIAL(solfec, density=1)
    BODY(solfec, "OBSTACLE", box((-5, -5, -1), (5, 5, 0), 1), bulk, label="floor")
    for label, x, depth in (("a", 0.1, 1e-4), ("b", 2.1, 3e-4), ("c", -2.1, 2e-4)):
        BODY(solfec, "RIGID", SPHERE((x, 0.1, 0.5 - depth), 0.5, 2, 2), bulk, label=label)
    RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 100), 1e-3)
    assert last(solfec, ("a", "GAP"), ("b", "GAP"), (solfec, "GAP"), (["a", "c"], "GAP")) == pytest.approx([-1e-4, -3e-4, -3e-4, -2e-4], rel=1e-9)


def test_merit_is_the_scaled_residual():
    """One sweep leaves residuals of different size in both measures; that of the language is free of units."""
    solfec = stack()
    solver = GAUSS_SEIDEL_SOLVER(1e-10, 1)
    INITIAL_VELOCITY(solfec.bodies[2], (0.3, 0.2, -1), (1, 2, 3))
    RUN(solfec, solver, 1e-3)
    absolute, scaled = solver._solver.residual
    assert absolute > 0 and scaled > 0 and abs(absolute / scaled - 1) > 0.1
    assert last(solfec, "MERIT") == [scaled]


def test_a_pair_of_surfaces_that_no_body_has_is_refused():
    solfec = stack()
    with pytest.raises(ValueError, match="HISTORY: argument 'pair': got surface 7, which no body has, expected two of 1, 2, 3, 4"):
        HISTORY(solfec, (solfec, None, (1, 7), "CR"), 0, 1)


def test_surfaces_that_no_body_has_are_warned_of(capfd):
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/unknown")
    SURFACE_MATERIAL(solfec, surf1=1, surf2=9, label="rubber", friction=0.9)
    BODY(solfec, "RIGID", box((0, 0, 0), (1, 1, 1), 1), BULK_MATERIAL(solfec, density=1))
    RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-6, 10), 1e-3)
    assert "surface material 'rubber': no body has a surface 9; those of the bodies are 1" in capfd.readouterr().err
