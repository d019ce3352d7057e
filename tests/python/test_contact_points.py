# SPDX-License-Identifier: MIT
"""Where convexes touch: PATCH is the default of corbel, CENTROID that of the language; both can be chosen."""
import numpy as np
import pytest

import corbel
from corbel.solfec import *
from models import CUBE, FLOOR, run


def block_on_floor(**settings):
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -10), **settings)
    stone = corbel.Material(1000)
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), stone)
    block = sim.rigid(corbel.box(low=(0, 0, 0), high=(2, 1, 1)), stone)
    sim.run(0.01, corbel.GaussSeidel(epsilon=1e-10))
    return sim, block


def test_a_block_stands_on_its_corners():
    sim, block = block_on_floor()
    assert sim.contact_points == "PATCH"
    points = sorted(tuple(np.round(c.point, 6)) for c in sim.contacts)
    assert points == [(0, 0, 0), (0, 1, 0), (2, 0, 0), (2, 1, 0)]
    assert sum(c.area for c in sim.contacts) == pytest.approx(2, abs=1e-4)
    assert sum(c.reaction[2] for c in sim.contacts) == pytest.approx(block.mass * 10, rel=1e-8)
    assert len({c.identity for c in sim.contacts}) == 4


def test_or_on_the_middle_of_its_overlap():
    sim, _ = block_on_floor(contact_points="CENTROID")
    contact, = sim.contacts
    assert contact.point == pytest.approx([1, 0.5, 0], abs=1e-4)


@pytest.mark.parametrize("given, error", [("patch", ValueError), (3, TypeError), (None, TypeError)])
def test_other_names_are_refused(given, error):
    with pytest.raises(error, match="argument 'contact_points': got .*, expected .*'PATCH'"):
        corbel.Simulation(1e-3, contact_points=given)


def cube_on_floor(output):
    solfec = SOLFEC("DYNAMIC", 1e-3, output)
    bulk = BULK_MATERIAL(solfec, label="stone", density=1000)
    SURFACE_MATERIAL(solfec, friction=0.3)
    BODY(solfec, "OBSTACLE", HULL(FLOOR, 1, 1), bulk)
    BODY(solfec, "RIGID", HULL(CUBE, 1, 1), bulk)
    GRAVITY(solfec, (0, 0, -10))
    return solfec


def test_the_language_starts_with_centroids(tmp_path):
    solfec = cube_on_floor(str(tmp_path / "one"))
    run(solfec, 0.001)
    assert solfec.ncon == 1


def test_the_language_can_have_patches(tmp_path):
    solfec = cube_on_floor(str(tmp_path / "four"))
    CONTACT_POINTS(solfec, "PATCH")
    run(solfec, 0.001)
    assert sorted(tuple(round(x, 6) for x in c.point) for c in solfec.constraints) == [
        (0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)]
    with pytest.raises(ValueError, match="CONTACT_POINTS: argument 'points': got 'PATCHES'"):
        CONTACT_POINTS(solfec, "PATCHES")


def test_patches_are_read_back_and_followed(tmp_path):
    path = str(tmp_path / "slide.h5")
    sim = corbel.Simulation(1e-3, path, gravity=(0, 0, -10))
    stone = corbel.Material(1000)
    sim.surface_material(friction=0.1)
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), stone)
    sim.rigid(corbel.box(low=(0, 0, 0), high=(1, 1, 1)), stone, velocity=(1, 0, 0), angular_velocity=(0, 0, 1))
    sim.run(0.05, quiet=True)
    results = corbel.open(path)
    names = [sorted(c.identity for c in results.frame(i)["constraints"]) for i in range(1, len(results))]
    assert len(names[0]) == 4 and all(name == names[0] for name in names)
