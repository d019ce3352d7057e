# SPDX-License-Identifier: MIT
"""Mesh generators and shape operations, in the snake_case package and in the input language."""
import math

import numpy as np
import pytest

import corbel
from corbel.solfec import (BEND, BODY, BULK_MATERIAL, CONVEX, COPY, ELLIP_MESH, GAUSS_SEIDEL_SOLVER, GRAVITY, HEX, HULL, MASS_CENTER, MESH,
                           MESH2CONVEX, PIPE, ROTATE, ROUGH_HEX, RUN, SCALE, SOLFEC, SPHERE, SPLIT, SURFACE_MATERIAL, TRANSLATE)
from models import CUBE

SIDES = [10, 11, 12, 13, 14, 15]
NAN = float("nan")


def cube(offset=0.0):
    return HULL([x + offset for x in CUBE], 1, 1)


def bar():
    """x in 0 … 3, y in 2 … 3, z in 0 … 1."""
    return TRANSLATE(SCALE(HEX(CUBE, 12, 2, 2, 1, SIDES), (3, 1, 1)), (0, 2, 0))


def pipe(**extra):
    return PIPE((0, 0, 0), (0, 0, 2), 0.5, 0.1, 4, 12, 1, 7, [1, 2, 3, 4], **extra)


def volume(shape):
    return shape._get().volume


# ------------------------------------------------------------------ generators

@pytest.mark.parametrize("names", [dict(ndir=4, surfids=[1, 2, 3, 4]), dict(ndri=4, surids=[1, 2, 3, 4])])
def test_pipe_takes_both_spellings(names):
    mesh = PIPE(pnt=(0, 0, 0), dir=(0, 0, 2), rin=0.5, thi=0.1, nrad=12, nthi=1, volid=7, **names)
    assert isinstance(mesh, MESH) and mesh.get_data() == pipe().get_data()
    assert {mesh.node(n)[2] for n in mesh.nodes_on_surface(1)} == {0.0}
    assert {mesh.node(n)[2] for n in mesh.nodes_on_surface(2)} == {2.0}
    for surface, radius in (3, 0.5), (4, 0.6):
        assert all(math.hypot(*mesh.node(n)[:2]) == pytest.approx(radius) for n in mesh.nodes_on_surface(surface))


def test_pipe_volume():
    area = 0.5 * 12 * (0.6**2 - 0.5**2) * math.sin(2 * math.pi / 12)
    assert volume(pipe()) == pytest.approx(2 * area, rel=1e-13)
    shape = corbel.pipe_mesh((0, 0, 0), (0, 0, 2), 0.5, 0.1, (4, 12, 1), surface_id=(1, 2, 3, 4), volume_id=7)
    assert shape.volume == pytest.approx(2 * area, rel=1e-13)
    assert shape.center == pytest.approx([0, 0, 1], abs=1e-14)


def test_ellipsoid_keeps_its_error():
    shape = corbel.ellipsoid_mesh((1, 2, 3), (1, 0.8, 0.6), 0.01, surface_id=4)
    part, exact = shape.parts[0], 4 / 3 * math.pi * 0.48
    radius = np.linalg.norm((part.nodes - (1, 2, 3)) / (1, 0.8, 0.6), axis=1)
    surface = sorted({n for nodes, _ in part.boundary for n in nodes})
    assert radius[surface] == pytest.approx(1, abs=1e-14) and radius.max() < 1 + 1e-14
    assert 0.95 * exact < shape.volume < exact
    assert {s for _, s in part.boundary} == {4}
    mesh = ELLIP_MESH((1, 2, 3), (1, 0.8, 0.6), 0.01, 7, 4)
    assert volume(mesh) == shape.volume and MASS_CENTER(mesh) == pytest.approx((1, 2, 3))
    assert corbel.ellipsoid_mesh((0, 0, 0), 1, 0.5).volume > 0


def test_rough_hex_spans_its_shape_and_keeps_it():
    pieces = [cube(), TRANSLATE(cube(), (3, 0, 0))]
    mesh = ROUGH_HEX(pieces, 4, 1, 1, dx=[1, 1, 1, 2])
    assert mesh.nnod == 5 * 2 * 2
    assert volume(mesh) == pytest.approx(4)
    assert mesh.node(0) == pytest.approx((0, 0, 0), abs=1e-12) and mesh.node(19) == pytest.approx((4, 1, 1))
    assert mesh.node(1)[0] == pytest.approx(0.8)
    assert len(mesh.nodes_on_surface(2147483647)) == 20
    assert MASS_CENTER(pieces) == pytest.approx((2, 0.5, 0.5))
    assert corbel.rough_hex_mesh(corbel.box((1, 2, 3)), (1, 2, 3)).volume == pytest.approx(6)


def test_mesh2convex_keeps_the_mesh():
    mesh = HEX(CUBE, 3, 3, 3, 2, SIDES)
    convex = MESH2CONVEX(mesh)
    assert isinstance(convex, CONVEX) and len(convex._get().parts) == 27
    assert volume(convex) == pytest.approx(volume(mesh)) and mesh.nnod == 64
    assert len(corbel.mesh_to_convex(corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (2, 1, 1))).parts) == 2


def test_a_body_of_mesh2convex_rests_like_the_mesh():
    def sunk(shape):
        solfec = SOLFEC("DYNAMIC", 1e-3, f"out/{type(shape).__name__}")
        SURFACE_MATERIAL(solfec, friction=0.3)
        bulk = BULK_MATERIAL(solfec, density=1000)
        BODY(solfec, "OBSTACLE", TRANSLATE(HEX(CUBE, 1, 1, 1, 1, SIDES), (0, 0, -1)), bulk)
        body = BODY(solfec, "RIGID", shape, bulk)
        GRAVITY(solfec, (0, 0, -10))
        RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-8, 1000), 0.02)
        return body.mass, body.conf[11], sum(c.R[2] for c in solfec.constraints)

    mesh = HEX(CUBE, 3, 3, 3, 2, SIDES)
    mass, height, reaction = sunk(MESH2CONVEX(mesh))
    assert (mass, height) == pytest.approx(sunk(mesh)[:2], abs=1e-9)
    assert reaction == pytest.approx(mass * 10, rel=1e-6)


# ------------------------------------------------------------------ SPLIT

def test_split_of_one_object_gives_objects():
    one, two = SPLIT(cube(), (0, 0, 0.3), (0, 0, 2), surfid=(70, 80))
    assert isinstance(one, CONVEX) and isinstance(two, CONVEX)
    assert (volume(one), volume(two)) == pytest.approx((0.3, 0.7))
    assert MASS_CENTER(one) == pytest.approx((0.5, 0.5, 0.15))
    assert [70 in one._get().parts[0].face_surfaces, 80 in two._get().parts[0].face_surfaces] == [True, True]
    assert SPLIT(one, (0, 0, 5), (0, 0, 1))[1] is None
    assert SPLIT(two, (0, 0, -5), (0, 0, 1))[0] is None


def test_split_of_a_list_gives_lists():
    one, two = SPLIT([cube(), SPHERE((0, 0, 2), 0.1, 1, 1), HEX(CUBE, 2, 2, 2, 1, SIDES)], (0, 0, 0.25), (0, 0, 1))
    assert [type(s) for s in one] == [CONVEX, MESH] and [type(s) for s in two] == [CONVEX, SPHERE, MESH]
    assert sum(map(volume, one)) == pytest.approx(0.5)
    assert SPLIT([cube()], (0, 0, 2), (0, 0, 1))[1] is None
    assert len(SPLIT([cube()], (0, 0, 2), (0, 0, 1))[0]) == 1


def test_split_of_a_collection_cuts_every_member():
    both = HULL([x + 2 for x in CUBE], 1, 1, cube())
    one, two = SPLIT(both, (0, 0, 0.5), (0, 0, 1))
    assert len(one._get().parts) == 1 and len(two._get().parts) == 2
    balls = SPHERE((0, 0, 1), 0.5, 1, 1, SPHERE((0, 0, 0), 0.25, 1, 1))
    one, two = SPLIT(balls, (0, 0, 0.4), (0, 0, 1))
    assert one.center == (0, 0, 0) and two.center == (0, 0, 1)


def test_split_of_a_mesh():
    one, two = SPLIT(HEX(CUBE, 2, 2, 2, 1, SIDES), (0, 0, 0.5), (0, 0, 1), surfid=(70, 80), remesh="OFF")
    assert one.nnod == two.nnod == 18
    assert one.nodes_on_surface(70) == list(range(9, 18)) and two.nodes_on_surface(80) == list(range(9))
    assert two.nodes_on_surface(70) is None
    one, two = SPLIT(HEX(CUBE, 2, 2, 2, 1, SIDES), (0.1, 0.2, 0.3), (1, 2, 3))
    assert volume(one) + volume(two) == pytest.approx(1, abs=1e-13)


def test_split_empties_and_a_refused_one_does_not():
    mesh = HEX(CUBE, 1, 1, 1, 1, SIDES)
    with pytest.raises(ValueError, match="SPLIT: argument 'remesh': got OFF, with a plane that crosses 1 elements"):
        SPLIT(mesh, (0, 0, 0.5), (0, 0, 1), remesh="OFF")
    assert mesh.nnod == 8
    SPLIT(mesh, (0, 0, 0.5), (0, 0, 1))
    with pytest.raises(corbel.InputError, match=r"this MESH is empty: SPLIT emptied it at test_generators.py:\d+"):
        mesh.nnod


def test_split_of_the_package_returns_new_shapes():
    shape = corbel.box((1, 1, 1)) + corbel.sphere((0, 0, 3), 1)
    below, above = corbel.split(shape, (0, 0, 0.25), (0, 0, 1), surface_id=(7, 8))
    assert len(shape.parts) == 2 and shape.parts[0].vertices.shape == (8, 3)
    assert below.volume == pytest.approx(0.75) and len(above.parts) == 2
    assert below.volume + above.volume == pytest.approx(shape.volume, rel=1e-14)
    assert corbel.split(shape, (0, 0, 9), (0, 0, 1))[1] is None


# ------------------------------------------------------------------ BEND, and all together

def test_bend_turns_the_end_of_a_bar():
    mesh = bar()
    assert BEND(mesh, (0, 0, 0), (0, 0, -1), 45) is mesh
    arc = 2 * math.pi / 4  # R θ
    end = [mesh.node(n) for n in mesh.nodes_on_surface(13)]
    turned = [ROTATE((3 - arc, y, z), (0, 0, 0), (0, 0, -1), 45) for y in (2, 2.5, 3) for z in (0, 0.5, 1)]
    assert np.array(sorted(end)) == pytest.approx(np.array(sorted(turned)), abs=1e-12)
    shape = corbel.hex_mesh([(0, 2, 0), (3, 3, 1)], (12, 2, 2))
    assert corbel.bend(shape, (0, 0, 0), (0, 0, -1), 45).volume == pytest.approx(volume(mesh))
    assert shape.volume == pytest.approx(3)


@pytest.mark.parametrize("make", [pipe, bar, lambda: ELLIP_MESH((0, 0, 0), (1, 2, 3), 0.1, 1, 1), lambda: ROUGH_HEX(cube(), 2, 2, 2),
                                  lambda: MESH2CONVEX(bar()), lambda: BEND(bar(), (0, 0, 0), (0, 0, -1), 90),
                                  lambda: SPLIT(bar(), (1, 2, 0), (1, 1, 1))[1]])
def test_transforms_take_everything(make):
    """Affine maps act on volumes and centres as they should, for one object and for lists."""
    shape = make()
    v, c = volume(shape), np.array(MASS_CENTER(shape))
    again = COPY([shape, make()])
    assert MASS_CENTER(again) == pytest.approx(c)
    TRANSLATE(again, (1, 2, 3))
    SCALE(again, (2, 1, 3))
    ROTATE(again, (0, 0, 0), (0, 0, 1), 90)
    x, y, z = c + (1, 2, 3)
    assert MASS_CENTER(again) == pytest.approx((-y, 2 * x, 3 * z), abs=1e-12)
    assert volume(again[0]) == pytest.approx(6 * v)
    assert volume(shape) == v


# ------------------------------------------------------------------ bad input

@pytest.mark.parametrize("make, error, message", [
    (lambda: PIPE((0, 0, 0), (0, 0, 0), 1, 1, 1, 3, 1, 1, [1] * 4), ValueError, "PIPE: argument 'dir'.*length > 0"),
    (lambda: PIPE((0, 0), (0, 0, 1), 1, 1, 1, 3, 1, 1, [1] * 4), ValueError, "argument 'pnt': got 2 numbers"),
    (lambda: PIPE((0, 0, 0), (0, 0, 1), -1, 1, 1, 3, 1, 1, [1] * 4), ValueError, "argument 'rin': got -1, expected a number > 0"),
    (lambda: PIPE((0, 0, 0), (0, 0, 1), 1, NAN, 1, 3, 1, 1, [1] * 4), ValueError, "argument 'thi': got nan"),
    (lambda: PIPE((0, 0, 0), (0, 0, 1), 1, 1, 0, 3, 1, 1, [1] * 4), ValueError, "argument 'ndir': got 0, expected an integer >= 1"),
    (lambda: PIPE((0, 0, 0), (0, 0, 1), 1, 1, 1, 2, 1, 1, [1] * 4), ValueError, "argument 'nrad': got 2, expected an integer >= 3"),
    (lambda: PIPE((0, 0, 0), (0, 0, 1), 1, 1, 1, 3, 0.5, 1, [1] * 4), ValueError, "argument 'nthi': got 0.5"),
    (lambda: PIPE((0, 0, 0), (0, 0, 1), 1, 1, 1, 3, 1, 1, [1] * 6), ValueError, "argument 'surfids': got 6 numbers, expected 4"),
    (lambda: PIPE((0, 0, 0), (0, 0, 1), 1, 1, 1, 3, 1, 1), TypeError, "argument 'surfids' is missing"),
    (lambda: pipe(ndri=3), ValueError, "'ndir' and 'ndri' are the same"),
    (lambda: ELLIP_MESH((0, 0, 0), (1, 0, 1), 0.1, 1, 1), ValueError, r"ELLIP_MESH: argument 'radii\[1\]': got 0"),
    (lambda: ELLIP_MESH((0, 0, 0), 1, 0.1, 1, 1), TypeError, "argument 'radii': got 1, expected three numbers"),
    (lambda: ELLIP_MESH((0, 0, 0), (1, 1, 1), 0, 1, 1), ValueError, "argument 'error': got 0"),
    (lambda: ELLIP_MESH((0, 0, 0), (1, 1, 1), 1e-12, 1, 1), ValueError, "argument 'error'.*tetrahedra; the limit is four million"),
    (lambda: ROUGH_HEX(bar(), 1, 1, 1), TypeError, "ROUGH_HEX: argument 'shape'.*CONVEX object"),
    (lambda: ROUGH_HEX([], 1, 1, 1), ValueError, "argument 'shape'"),
    (lambda: ROUGH_HEX(cube(), 1, 0, 1), ValueError, "argument 'j': got 0"),
    (lambda: ROUGH_HEX(cube(), 2, 1, 1, dx=[1]), ValueError, "argument 'dx': got 1 numbers, expected at least 2"),
    (lambda: MESH2CONVEX(cube()), TypeError, "MESH2CONVEX: argument 'mesh'.*expected a MESH object"),
    (lambda: SPLIT(cube(), (0, 0, 0), (0, 0, 0)), ValueError, "SPLIT: argument 'normal'.*length > 0"),
    (lambda: SPLIT(cube(), (0, NAN, 0), (0, 0, 1)), ValueError, "argument 'point': got nan at index 1"),
    (lambda: SPLIT(cube(), (0, 0, 0), (0, 0, 1), 5), TypeError, "argument 'surfid': got 5, expected two integers"),
    (lambda: SPLIT(cube(), (0, 0, 0), (0, 0, 1), (1, 2, 3)), ValueError, "argument 'surfid': got 3 numbers"),
    (lambda: SPLIT(cube(), (0, 0, 0), (0, 0, 1), remesh="NO"), ValueError, "argument 'remesh': got 'NO'"),
    (lambda: SPLIT(cube(), (0, 0, 0), (0, 0, 1), topoadj="ON"), corbel.UnavailableError, "topoadj"),
    (lambda: SPLIT([], (0, 0, 0), (0, 0, 1)), ValueError, "argument 'shape'"),
    (lambda: SPLIT(3, (0, 0, 0), (0, 0, 1)), TypeError, "argument 'shape': got 3"),
    (lambda: BEND(cube(), (0, 0, 0), (0, 0, 1), 10), TypeError, "BEND: argument 'shape'.*expected a MESH object"),
    (lambda: BEND(bar(), (0, 0, 0), (0, 0, 0), 10), ValueError, "argument 'direction'.*length > 0"),
    (lambda: BEND(bar(), (0, 0, 0), (0, 0, 1), -10), ValueError, r"argument 'angle': got -10, expected a number in \(0, 360\]"),
    (lambda: BEND(bar(), (0, 0, 0), (0, 0, 1), 400), ValueError, r"argument 'angle': got 400, expected a number in \(0, 360\]"),
    (lambda: BEND(bar(), (1, 2.5, 0), (0, 0, 1), 10), ValueError, "argument 'point'.*touches or intersects"),
    (lambda: corbel.pipe_mesh((0, 0, 0), (0, 0, 1), 1, 1, (1, 2, 1)), ValueError, r"pipe_mesh: argument 'divisions\[1\]': got 2"),
    (lambda: corbel.split(corbel.box(1), (0, 0, 0), (0, 0, 1), remesh=1), TypeError, "split: argument 'remesh'"),
    (lambda: corbel.bend(corbel.box(1), (5, 0, 0), (0, 0, 1), 10), TypeError, "bend: argument 'shape'.*meshes only"),
    (lambda: corbel.bend(corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (1, 1, 1)), (5, 0, 0), (0, 0, 1), 400), ValueError,
     "argument 'degrees': got 400"),
    (lambda: corbel.mesh_to_convex(corbel.box(1)), TypeError, "meshes only"),
    (lambda: corbel.rough_hex_mesh(corbel.sphere((0, 0, 0), 1), (1, 1, 1)), TypeError, "convex polyhedra only"),
])
def test_bad_input_is_named(make, error, message):
    with pytest.raises(error, match=message):
        make()


@pytest.mark.parametrize("use", [lambda s: SPLIT(s, (0, 0, 0), (0, 0, 1)), lambda s: BEND(s, (5, 5, 5), (0, 0, 1), 10), MESH2CONVEX])
def test_emptied_shapes_are_named(use):
    mesh = bar()
    SPLIT(mesh, (0, 0, 0.5), (0, 0, 1))
    with pytest.raises(ValueError, match="this MESH is empty: SPLIT emptied it at test_generators.py"):
        use(mesh)


def test_scale_moves_the_centres_of_spheres():
    """A ball on a block stays on it; by unequal factors it becomes an ellipsoid; the language keeps Solfec's rule."""
    both = corbel.box(1, center=(0, 0, 0.5)) + corbel.sphere((0, 0, 1.5), 0.5, surface_id=7, volume_id=8)
    larger = corbel.scale(both, 2)
    ball = larger.parts[1]
    assert ball.center == pytest.approx([0, 0, 3]) and ball.radius == pytest.approx(1)
    assert (ball.surface_id, ball.volume_id) == (7, 8) and larger.volume == pytest.approx(8 * both.volume)
    egg = both.scale((1, 2, 3)).parts[1]
    assert egg.center == pytest.approx([0, 0, 4.5]) and egg.radii == pytest.approx([0.5, 1, 1.5])
    assert (egg.surface_id, egg.volume_id) == (7, 8)
    solfec_ball = SCALE(SPHERE((0, 0, 1.5), 0.5, 1, 1), (2, 3, 4))
    assert solfec_ball.center == pytest.approx((0, 0, 1.5)) and solfec_ball.radius == pytest.approx(1)
