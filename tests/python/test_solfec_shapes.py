# SPDX-License-Identifier: MIT
"""Shapes of the input language: construction, transforms, emptied arguments, bad input; names in messages of both layers."""
import numpy as np
import pytest

import corbel
from corbel.solfec import (BODY, BULK_MATERIAL, CONVEX, COPY, ELLIP, GRAVITY, HEX, HULL, MASS_CENTER, MESH, ROTATE, SCALE, SOLFEC, SPHERE,
                           TRANSLATE)
from models import CUBE, ball

FACES = [4, 0, 3, 2, 1, 2, 4, 1, 2, 6, 5, 2, 4, 2, 3, 7, 6, 2, 4, 3, 0, 4, 7, 2, 4, 0, 1, 5, 4, 2, 4, 4, 5, 6, 7, 2]
SIDES = [10, 11, 12, 13, 14, 15]


def test_convex_has_vertices():
    cube = CONVEX(CUBE, FACES, 1)
    assert cube.nver == 8
    assert cube.vertex(6) == (1, 1, 1)
    assert MASS_CENTER(cube) == pytest.approx((0.5, 0.5, 0.5))


def test_convex_takes_arrays_and_rows():
    assert CONVEX(np.array(CUBE).reshape(8, 3), tuple(FACES), 1).nver == 8


def test_appending_empties_the_collection():
    one = HULL(CUBE, 1, 1)
    both = HULL([x + 2 for x in CUBE], 1, 1, one)
    assert len(both._get().parts) == 2
    with pytest.raises(corbel.InputError, match=r"this CONVEX is empty: HULL emptied it at test_solfec_shapes.py:\d+"):
        one.nver


def test_sphere_collection_of_2010():
    both = SPHERE((0, 0, 1), 0.5, 1, 1, SPHERE((0, 0, 0), 0.25, 1, 1))
    assert both.center == (0, 0, 1) and both.radius == 0.5
    assert len(both._get().parts) == 2


@pytest.mark.parametrize("keyword", ["surfids", "surids"])
def test_hex_takes_both_keywords(keyword):
    mesh = HEX(CUBE, 2, 1, 1, 3, **{keyword: SIDES})
    assert mesh.nnod == 12
    assert mesh.nodes_on_surface(10) == [0, 1, 2, 3, 4, 5]  # bottom
    assert mesh.nodes_on_surface(99) is None


def test_mesh_round_trip():
    mesh = HEX(CUBE, 1, 1, 2, 3, SIDES)
    nodes, elements, surfaces = mesh.get_data()
    assert MESH(nodes, elements, surfaces).get_data() == mesh.get_data()


def test_mesh_node_can_be_moved():
    mesh = MESH(CUBE, [8, *range(8), 1], 5)
    assert mesh.node(6, z=1.5) == (1, 1, 1.5)
    assert mesh.node(6) == (1, 1, 1.5)
    assert mesh.nodes_on_surface(5) == list(range(8))


def test_transforms_act_in_place_and_return_the_same():
    cube = HULL(CUBE, 1, 1)
    assert TRANSLATE(cube, (1, 0, 0)) is cube
    assert ROTATE(cube, (0, 0, 0), (0, 0, 1), 90) is cube
    assert SCALE(cube, (2, 2, 2)) is cube
    assert MASS_CENTER(cube) == pytest.approx((-1, 3, 1))


def test_ellip_has_its_current_axes():
    egg = ELLIP((1, 0, 0), (3, 2, 1), 1, 2)
    assert (egg.center, egg.radii, egg.rot) == ((1, 0, 0), (3, 2, 1), (1, 0, 0, 0, 1, 0, 0, 0, 1))
    assert ROTATE(egg, (0, 0, 0), (0, 0, 1), 90) is egg
    assert egg.center == pytest.approx((0, 1, 0))
    assert egg.radii == pytest.approx((3, 2, 1))
    assert egg.rot == pytest.approx((0, 1, 0, -1, 0, 0, 0, 0, 1))  # the first axis points along y
    TRANSLATE(egg, (0, 0, 5))
    assert MASS_CENTER(egg) == pytest.approx((0, 1, 5))
    assert egg._get().bounds()[1] == pytest.approx((2, 4, 6))
    with pytest.raises(ValueError, match="read-only"):
        egg.radii = (1, 1, 1)


def test_scale_of_ellip_is_the_image():
    egg = SCALE(ELLIP((1, 1, 1), (3, 2, 1), 1, 2), (1, 2, 3))
    assert (egg.center, egg.radii) == ((1, 2, 3), (3, 4, 3))
    ball = ROTATE(ELLIP((0, 0, 0), (1, 1, 1), 1, 2), (0, 0, 0), (1, 2, 3), 40)
    SCALE(ball, (2, 1, 1))  # a unit ball, however turned
    assert sorted(ball.radii) == pytest.approx([1, 1, 2])
    assert ball._get().volume == pytest.approx(8 * np.pi / 3)
    longest = np.reshape(ball.rot, (3, 3))[np.argmax(ball.radii)]  # rows: columns of the rotation
    assert abs(longest[0]) == pytest.approx(1)


def test_ellip_in_copy_lists_and_body():
    first = ELLIP((0, 0, 0), (3, 2, 1), 1, 2)
    second = TRANSLATE(COPY(first), (4, 0, 0))
    assert MASS_CENTER([first, second]) == pytest.approx((2, 0, 0))
    assert len(COPY([first, second, SPHERE((0, 0, 0), 1, 1, 1)])) == 3
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/a")
    body = BODY(solfec, "RIGID", [first, second], BULK_MATERIAL(solfec, density=2))
    assert body.mass == pytest.approx(2 * 2 * 8 * np.pi)
    with pytest.raises(corbel.InputError, match="this ELLIP is empty: BODY emptied it"):
        first.radii


def test_transforms_of_points_give_tuples():
    assert TRANSLATE((1, 2, 3), [1, 1, 1]) == (2, 3, 4)
    assert SCALE([1, 2, 3], (2, 2, 2)) == (2, 4, 6)
    assert ROTATE(np.array([1.0, 0, 0]), (0, 0, 0), (0, 0, 2), 90) == pytest.approx((0, 1, 0))


def test_copy_is_independent():
    first = HULL(CUBE, 1, 1)
    second = TRANSLATE(COPY(first), (5, 0, 0))
    assert MASS_CENTER(first) == pytest.approx((0.5, 0.5, 0.5))
    assert MASS_CENTER([first, second]) == pytest.approx((3, 0.5, 0.5))
    assert len(COPY([first, second])) == 2


def test_body_empties_its_shape():
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/a")
    bulk = BULK_MATERIAL(solfec)
    ball = SPHERE((0, 0, 0), 1, 1, 1)
    BODY(solfec, "RIGID", ball, bulk)
    with pytest.raises(corbel.InputError, match=r"BODY: this SPHERE is empty: BODY emptied it at test_solfec_shapes.py:\d+"):
        BODY(solfec, "RIGID", ball, bulk)
    with pytest.raises(ValueError, match="TRANSLATE: this SPHERE is empty"):
        TRANSLATE(ball, (0, 0, 1))


def test_a_body_that_is_refused_leaves_the_shape():
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/a")
    ball = SPHERE((0, 0, 0), 1, 1, 1)
    with pytest.raises(corbel.InputError, match="there is no bulk material 'stel'. Did you mean 'steel'"):
        BULK_MATERIAL(solfec, label="steel")
        BODY(solfec, "RIGID", ball, "stel")
    assert ball.radius == 1


@pytest.mark.parametrize("make, error, message", [
    (lambda: SPHERE((0, 0, 0), -1, 1, 1), ValueError, "SPHERE: argument 'radius': got -1, expected a number > 0"),
    (lambda: SPHERE((0, 0, 0), True, 1, 1), TypeError, "argument 'radius': got True, expected a number"),
    (lambda: SPHERE((0, 0, 0), "1", 1, 1), TypeError, "argument 'radius': got '1'"),
    (lambda: SPHERE((0, 0), 1, 1, 1), ValueError, "argument 'center': got 2 numbers, expected three numbers"),
    (lambda: SPHERE(0, 1, 1, 1), TypeError, "argument 'center': got 0, expected three numbers"),
    (lambda: SPHERE((0, 0, float("nan")), 1, 1, 1), ValueError, "got nan at index 2, expected a finite number"),
    (lambda: SPHERE((0, 0, False), 1, 1, 1), TypeError, "got False at index 2"),
    (lambda: SPHERE((0, 0, 0), 1, 1.5, 1), ValueError, "argument 'volid': got 1.5, expected an integer"),
    (lambda: SPHERE((0, 0, 0), 1, 1), TypeError, "argument 'surfid' is missing. Accepted arguments: center, radius, volid"),
    (lambda: SPHERE((0, 0, 0), radus=1, volid=1, surfid=1), TypeError, "unknown argument 'radus'. Did you mean 'radius'"),
    (lambda: SPHERE((0, 0, 0), 1, 1, 1, None, 3), TypeError, "got 6 arguments, expected at most 5"),
    (lambda: SPHERE((0, 0, 0), 1, 1, 1, center=1), TypeError, "argument 'center' was given twice"),
    (lambda: ELLIP((0, 0), (1, 1, 1), 1, 1), ValueError, "ELLIP: argument 'center': got 2 numbers"),
    (lambda: ELLIP((0, 0, 0), (1, 0, 1), 1, 1), ValueError, "ELLIP: argument 'radii': got (1, 0, 1), expected three numbers > 0"),
    (lambda: ELLIP((0, 0, 0), 1, 1, 1), TypeError, "argument 'radii': got 1, expected three numbers"),
    (lambda: ELLIP((0, 0, 0), (1, 1, float("inf")), 1, 1), ValueError, "argument 'radii': got inf at index 2"),
    (lambda: ELLIP((0, 0, 0), (1, 1, 1), 1), TypeError, "argument 'surfid' is missing"),
    (lambda: HEX(CUBE, 0, 1, 1, 1, SIDES), ValueError, "HEX: argument 'i': got 0, expected an integer >= 1"),
    (lambda: HEX(CUBE[:21], 1, 1, 1, 1, SIDES), ValueError, "argument 'nodes': got 21 numbers"),
    (lambda: HEX(CUBE, 1, 1, 1, 1, [1, 2]), ValueError, "argument 'surfids': got 2 numbers, expected 6 integers"),
    (lambda: HULL(CUBE[:10], 1, 1), ValueError, "HULL: argument 'points': got 10 numbers"),
    (lambda: HULL(5, 1, 1), TypeError, "argument 'points': got 5"),
    (lambda: CONVEX(CUBE, FACES, 1).vertex(8), ValueError, "argument 'n': got 8, expected an index in 0 … 7"),
    (lambda: CONVEX(CUBE, [4, 0, 3, 2, 99, 2], 1), ValueError, "CONVEX: "),
    (lambda: MESH(CUBE, [8, 0, 1, 2, 3, 4, 5, 6, 6, 1], 1), ValueError, "MESH: "),
    (lambda: TRANSLATE(HULL(CUBE, 1, 1), (1, 2)), ValueError, "TRANSLATE: argument 'vector': got 2 numbers"),
    (lambda: ROTATE(HULL(CUBE, 1, 1), (0, 0, 0), (0, 0, 0), 1), ValueError, "a vector of length > 0"),
    (lambda: COPY(3), TypeError, "COPY: argument 'shape': got 3, expected a CONVEX, MESH, SPHERE or ELLIP object"),
])
def test_bad_shapes(make, error, message):
    with pytest.raises(error) as caught:
        make()
    assert message in str(caught.value)


def test_the_same_object_twice_in_a_list():
    ball = SPHERE((0, 0, 0), 1, 1, 1)
    with pytest.raises(corbel.InputError, match="occurs twice"):
        MASS_CENTER([ball, ball])


# ---- messages speak of the arguments that the caller gave

UNIT = [(0, 0, 0), (1, 1, 1)]
TETRA = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]


def message_of(error, call):
    with pytest.raises(error) as caught:
        call()
    return str(caught.value)


@pytest.mark.parametrize("call, error, message", [
    (lambda: corbel.scale(corbel.box(1), (0, 1, 1)), ValueError, "scale: argument 'factors': got (0, 1, 1), expected three numbers > 0"),
    (lambda: corbel.scale(corbel.box(1), -1), ValueError, "scale: argument 'factors'"),
    (lambda: corbel.hex_mesh(UNIT, (0, 1, 1)), ValueError, "hex_mesh: argument 'divisions[0]': got 0, expected an integer >= 1"),
    (lambda: corbel.hex_mesh(UNIT, (30000, 30000, 30000)), ValueError, "hex_mesh: argument 'divisions': got 30000 x 30000"),
    (lambda: corbel.hex_mesh(UNIT, (1, 3, 1), spacing=(None, [1, 2], None)), ValueError, "hex_mesh: argument 'spacing[1]': got 2 numbers"),
    (lambda: corbel.hex_mesh(UNIT, (2, 2, 2), spacing=3), TypeError, "hex_mesh: argument 'spacing': got 3, expected three entries"),
    (lambda: corbel.hex_mesh(UNIT, (2, 2, 2), spacing=([1, 1],)), ValueError, "hex_mesh: argument 'spacing'"),
    (lambda: corbel.rough_hex_mesh(corbel.box(1), (2, 2, 2), spacing=3), TypeError, "rough_hex_mesh: argument 'spacing': got 3"),
    (lambda: corbel.rough_hex_mesh(corbel.box(1), (2, 2, 2), spacing=([1, -1], None, None)), ValueError,
     "rough_hex_mesh: argument 'spacing[0]': got -1"),
    (lambda: corbel.pipe_mesh((0, 0, 0), (0, 0, 1), 1, 1, (30000, 30000, 30000)), ValueError, "pipe_mesh: argument 'divisions'"),
    (lambda: corbel.Simulation(1e-3, output_interval=-2), ValueError, "Simulation: argument 'output_interval': got -2"),
    (lambda: setattr(corbel.Simulation(1e-3), "sparsify_threshold", 2), ValueError, "argument 'sparsify_threshold': got 2"),
    (lambda: corbel.mesh(TETRA, [[0, 1, 2, 3]], faces=[([0, 1, 9], 4)]), ValueError, "mesh: argument 'faces'"),
    (lambda: corbel.mesh(TETRA, [[0, 1, 2, 3]], faces=[4]), ValueError, "mesh: argument 'faces[0]': got 4, expected a pair"),
    (lambda: corbel.mesh(TETRA, 4), TypeError, "mesh: argument 'elements': got 4, expected a list of lists of node numbers"),
    (lambda: corbel.mesh(TETRA, []), ValueError, "mesh: argument 'elements': got [], expected a list of lists of node numbers, at least 1"),
    (lambda: corbel.convex(TETRA, [[0, 2, 1]]), ValueError, "convex: argument 'faces': got a list of length 1, expected a list of lists of vertex numbers, at least 4"),
    (lambda: corbel.Simulation(1, extents=((1, 1, 1), (0, 0, 0))), ValueError,
     "Simulation: argument 'extents': got 1 to 0 along x in (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)"),
    (lambda: corbel.Simulation(1, extents=((0, 0, 2), (1, 1, 2))), ValueError, "got 2 to 2 along z"),
    (lambda: MESH([x for p in TETRA for x in p], [4, 0, 1, 2, 3, 1], [1, 3, 0, 1, 9, 2]), ValueError, "MESH: argument 'surfids'"),
    (lambda: HEX([0] * 24, 1, 1, 1, 1, [1] * 6), ValueError, "HEX: argument 'nodes'"),
    (lambda: HEX(CUBE, 3, 1, 1, 1, [1] * 6, dx=[1, 2]), ValueError, "HEX: argument 'dx': got 2 numbers"),
    (lambda: SCALE(SPHERE((0, 0, 0), 1, 1, 1), (0, 1, 1)), ValueError, "SCALE: argument 'coefs'"),
    (lambda: GRAVITY(ball()[0], (0, 0, float("nan"))), ValueError, "GRAVITY: argument 'vector': got nan"),
    (lambda: GRAVITY(ball()[0], direction=(0, 0, float("nan"))), ValueError, "GRAVITY: argument 'direction': got nan"),
])
def test_arguments_have_the_callers_names(call, error, message):
    text = message_of(error, call)
    assert message in text and "flat records" not in text


def test_splitting_nothing_gives_nothing():
    assert corbel.split(corbel.Shape([]), (0, 0, 0), (0, 0, 1)) == (None, None)


def test_none_gives_back_the_default():
    sim = corbel.Simulation(1e-3, max_penetration=0.1, epsilon=0.2)
    sim.rigid(corbel.box(1), sim.material())
    assert (sim.max_penetration, sim.epsilon) == (0.1, 0.2)
    sim.max_penetration = sim.epsilon = None
    assert sim.max_penetration == float("inf") and sim.epsilon == pytest.approx(1e-6)
