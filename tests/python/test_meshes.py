# SPDX-License-Identifier: MIT
"""Meshes that nothing holds together, and elements that overlap: refused or merged from Python, warned of in decks."""
import numpy as np
import pytest

import corbel
from corbel.solfec import MESH
from models import CUBE

TETRAHEDRON = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
LEFT = np.reshape(np.array(CUBE, float), (8, 3))
UNSHARED = np.vstack([LEFT, LEFT + (1, 0, 0)])
TWO = [list(range(8)), list(range(8, 16))]


def test_unshared_faces_are_refused_with_an_offer():
    with pytest.raises(corbel.InputError, match=r"mesh: argument 'nodes': got 4 nodes of other elements at the place of a node before, "
                                                r"such as 1 and 8 at \(1, 0, 0\).*merge_nodes=True"):
        corbel.mesh(UNSHARED, TWO)


@pytest.mark.parametrize("merge, gap, nodes, faces", [(True, 0, 12, 10), (1e-30, 0, 12, 10), (1e-2, 1e-3, 12, 10), (False, 0, 16, 12), (True, 1e-3, 16, 12),
                                                      (None, 1e-3, 16, 12)])
def test_merge_nodes(merge, gap, nodes, faces):
    moved = UNSHARED.copy()
    moved[8:, 0] += gap
    shape = corbel.mesh(moved, TWO, merge_nodes=merge)
    part, = shape.parts
    assert (len(part.nodes), len(part.boundary)) == (nodes, faces)
    assert shape.volume == pytest.approx(2 + gap if nodes == 12 else 2, rel=1e-12)


def test_merged_cubes_hang_together():
    """Of two cubes the left one is held: unmerged, the right one falls freely."""
    tips = {}
    for merge in (True, False):
        sim = corbel.Simulation(1e-3, gravity=(0, 0, -10))
        faces = [([0, 3, 7, 4], 1)]
        body = sim.finite_element(corbel.mesh(UNSHARED, TWO, faces=faces, merge_nodes=merge), corbel.Material(1000, young=1e9, poisson=0.2))
        sim.fix_surface(body, 1)
        sim.run(0.1, quiet=True)
        tips[merge] = body.displacement_of((2, 0.5, 0.5))[2]
    assert tips[False] == pytest.approx(-10 * 0.1**2 / 2, rel=1e-6)
    assert abs(tips[True]) < 0.05 * abs(tips[False])  # static deflection of such a beam: 0.3 mm


@pytest.mark.parametrize("merge", [None, True, False])
@pytest.mark.parametrize("shared", [True, False])
def test_two_tetrahedra_on_the_same_corners(merge, shared):
    nodes = TETRAHEDRON if shared else TETRAHEDRON * 2
    with pytest.raises(corbel.InputError, match="same side of the face|overlap|at the place of a node before"):
        corbel.mesh(nodes, [[0, 1, 2, 3], [0, 1, 2, 3] if shared else [4, 5, 6, 7]], merge_nodes=merge)


@pytest.mark.parametrize("shift", [0.7, 0.1])
def test_elements_without_common_nodes_that_overlap(shift):
    moved = UNSHARED.copy()
    moved[8:] += (shift - 1, 0.05, 0.05)
    with pytest.raises(corbel.InputError, match="elements 0 and 1 overlap"):
        corbel.mesh(moved, TWO)


@pytest.mark.parametrize("merge, message", [(0.0, "got 0"), (-1, "got -1"), ("yes", "got 'yes'"), (1.5, "joins nodes 0 and 1 of element 0")])
def test_bad_merge_nodes(merge, message):
    with pytest.raises((corbel.InputError, TypeError), match=f"argument 'merge_nodes': {message}|argument 'merge_nodes': got 1.5 m, which {message}"):
        corbel.mesh(UNSHARED, TWO, merge_nodes=merge)


def test_decks_go_on_with_a_warning(capfd):
    elements = [n for e in TWO for n in (8, *e, 1)]
    mesh = MESH(UNSHARED.ravel().tolist(), elements, 0)
    assert mesh.nnod == 16
    assert "MESH: 4 nodes of different elements lie at the position of a node before, such as 1 and 8" in capfd.readouterr().err
    assert MESH(UNSHARED.ravel().tolist(), elements, 0, merge_nodes=True).nnod == 12
    assert MESH(UNSHARED.ravel().tolist(), elements, 0, merge_nodes=False).nnod == 16
    mesh.node(0, x=-0.5)
    assert capfd.readouterr().err == ""
    MESH((UNSHARED - [(0.5, 0, 0) if i > 7 else (0, 0, 0) for i in range(16)]).ravel().tolist(), elements, 0)
    assert "MESH: elements 0 and 1 overlap" in capfd.readouterr().err
