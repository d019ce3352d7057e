# SPDX-License-Identifier: MIT
"""Shapes of bodies: spheres, ellipsoids, convex polyhedra, meshes. A shape never changes; transforms return new ones."""
from __future__ import annotations

from typing import Any, Callable, Iterable, Sequence

import numpy as np

from . import _engine, check
from .annotations import Numbers, Part, Rows, Vector
from .members import Members
from .routine import routine

__all__ = ["Shape", "sphere", "ellipsoid", "convex", "hull", "box", "mesh", "hex_mesh", "translate", "rotate", "scale"]


class Shape(Members):
    """A collection of spheres, ellipsoids, convex polyhedra and meshes in referential coordinates [m].

    `a + b` joins shapes. `parts` are the pieces as the engine sees them (arrays of vertices, faces, …).
    """

    parts: tuple[Part, ...]

    def __init__(self, parts: Iterable[Part]) -> None:
        self._freeze(parts=tuple(parts))

    @property
    def volume(self) -> float:
        """[m³]; parts are taken as disjoint."""
        return _engine.shape_moments(list(self.parts))[0]

    @property
    def center(self) -> np.ndarray:
        """Centre of the volume, (3,) [m]."""
        return _engine.shape_moments(list(self.parts))[1]

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest corner of the box around the shape, (3,) each [m]."""
        boxes = [_bounds(part) for part in self.parts]
        return np.min([low for low, _ in boxes], axis=0), np.max([high for _, high in boxes], axis=0)

    def translate(self, vector: Vector) -> Shape:
        """A copy moved by the vector (3,) [m]."""
        return translate(self, vector)

    def rotate(self, point: Vector, axis: Vector, degrees: float) -> Shape:
        """A copy turned right-handedly about the axis through the point."""
        return rotate(self, point, axis, degrees)

    def scale(self, factors: float | Vector) -> Shape:
        """A copy scaled along x, y, z about the origin; see corbel.scale."""
        return scale(self, factors)

    def __add__(self, other: Shape) -> Shape:
        return Shape(self.parts + check.instance("shape", other, Shape, "a shape").parts)

    def __repr__(self) -> str:
        kinds = [type(part).__name__.lower() for part in self.parts]
        counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
        return f"Shape({counts}; volume {self.volume:.6g} m³)"


def _bounds(part: Part) -> tuple[np.ndarray, np.ndarray]:
    if isinstance(part, _engine.Sphere):
        return part.center - part.radius, part.center + part.radius
    if isinstance(part, _engine.Ellipsoid):
        half = np.linalg.norm(part.rotation * part.radii, axis=1)
        return part.center - half, part.center + half
    x = part.vertices if isinstance(part, _engine.Convex) else part.nodes
    return x.min(axis=0), x.max(axis=0)


@routine("sphere")
def sphere(center: Vector, radius: float, *, surface_id: int = 0, volume_id: int = 0) -> Shape:
    """A ball. center (3,) [m], radius > 0 [m]."""
    return Shape([_engine.make_sphere(check.vector("center", center), check.number("radius", radius, above=0),
                                      check.integer("volume_id", volume_id), check.integer("surface_id", surface_id))])


@routine("ellipsoid")
def ellipsoid(center: Vector, radii: Vector, *, surface_id: int = 0, volume_id: int = 0) -> Shape:
    """An ellipsoid with its axes along x, y, z; `rotate` turns it. center (3,) [m], radii (3,), all > 0 [m]."""
    return Shape([_engine.make_ellipsoid(check.vector("center", center), check.radii("radii", radii),
                                         check.integer("volume_id", volume_id), check.integer("surface_id", surface_id))])


@routine("convex")
def convex(vertices: Rows, faces: Sequence[Sequence[int]], *, surface_id: int | Sequence[int] = 0, volume_id: int = 0) -> Shape:
    """A convex polyhedron.

    vertices (n, 3) [m]; faces: lists of vertex numbers, counter-clockwise seen from outside;
    surface_id: one number, or one per face.
    """
    _rows("faces", faces, "lists of vertex numbers", at_least=4)
    surfaces = _one_or_each("surface_id", surface_id, len(faces))
    records = []
    for i, (face, surface) in enumerate(zip(faces, surfaces)):
        nodes = check.integers(f"faces[{i}]", face, at_least=3, expected="at least three vertex numbers")
        records += [len(nodes), *nodes, surface]
    return Shape([_engine.make_convex(check.points("vertices", vertices), records, check.integer("volume_id", volume_id))])


@routine("hull")
def hull(points: Rows, *, surface_id: int = 0, volume_id: int = 0) -> Shape:
    """The convex hull of at least four points (n, 3) [m]."""
    return Shape([_engine.convex_hull(check.points("points", points), check.integer("volume_id", volume_id),
                                      check.integer("surface_id", surface_id))])


@routine("box")
def box(size: float | Vector | None = None, *, center: Vector = (0, 0, 0), low: Vector | None = None, high: Vector | None = None,
        surface_id: int | Sequence[int] = 0, volume_id: int = 0) -> Shape:
    """A box along the axes: `size` (one edge length or three) about `center`, or from corner `low` to corner `high` [m].

    surface_id: one number, or six for the sides −x, +x, −y, +y, −z, +z.
    """
    return convex(_box_vertices(*_box_corners(size, center, low, high)), BOX_FACES, surface_id=surface_id, volume_id=volume_id)


@routine("mesh")
def mesh(nodes: Rows, elements: Sequence[Sequence[int]] | np.ndarray, *, surface_id: int = 0,
         faces: Sequence[tuple[Sequence[int], int]] = (), volume_id: int | Sequence[int] = 0,
         merge_nodes: bool | float | None = None) -> Shape:
    """A mesh of tetrahedra, pyramids, wedges and hexahedra.

    nodes (n, 3) [m]; elements: lists of 4, 5, 6 or 8 node numbers; surface_id of all boundary faces but those in
    faces: pairs (list of 3 or 4 node numbers, surface id); volume_id: one number, or one per element.
    merge_nodes: coincident nodes of different elements are refused (None), joined (True, or the distance [m] up to
    which they are), or kept apart (False), as on the sides of a crack. Overlapping elements are refused in any case.
    """
    _rows("elements", elements, "lists of node numbers", at_least=1)
    volumes = _one_or_each("volume_id", volume_id, len(elements))
    records = []
    for i, (element, volume) in enumerate(zip(elements, volumes)):
        numbers = check.integers(f"elements[{i}]", element, at_least=4, expected="4, 5, 6 or 8 node numbers")
        records += [len(numbers), *numbers, volume]
    surfaces = [check.integer("surface_id", surface_id)]
    for i, pair in enumerate(_rows("faces", faces, "pairs: node numbers, surface id")):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise check.wrong_value(f"faces[{i}]", pair, "a pair: node numbers, surface id")
        numbers = check.integers(f"faces[{i}]", pair[0], at_least=3, expected="3 or 4 node numbers")
        surfaces += [len(numbers), *numbers, check.integer(f"faces[{i}]", pair[1])]
    with check.names(surfaces="faces"):
        part = _engine.make_mesh(check.points("nodes", nodes), records, surfaces, *coincident(merge_nodes))
    if overlap := _engine.overlapping_elements(part):
        raise check.InputError("argument 'elements': elements {} and {} overlap; expected elements that share no volume".format(*overlap))
    return Shape([part])


def coincident(merge_nodes: Any, unsaid: str = "refuse") -> tuple[str, float]:
    """What becomes of coincident nodes, and up to which distance [m] (0: derived), as the engine takes it."""
    if merge_nodes is None:
        return unsaid, 0.0
    if isinstance(merge_nodes, (bool, np.bool_)):
        return ("merge" if merge_nodes else "keep"), 0.0
    return "merge", check.number("merge_nodes", merge_nodes, above=0)


@routine("hex_mesh")
def hex_mesh(corners: Rows, divisions: Sequence[int], *, surface_id: int | Sequence[int] = 0, volume_id: int = 0,
             spacing: Sequence[Numbers | None] = (None, None, None)) -> Shape:
    """A hexahedron cut into divisions = (i, j, k) elements along its edges.

    corners: eight points (8, 3) [m], bottom counter-clockwise from above, then top; or two points (2, 3), the lowest
    and highest corner of a box. surface_id: one number, or six: bottom, side i = 0, side j = max, side i = max,
    side j = 0, top. spacing: three entries, one per direction: None (uniform) or relative sizes of the elements.
    """
    flat = check.numbers("corners", corners)
    if len(flat) == 6:
        flat = _box_vertices(flat[:3], flat[3:]).ravel().tolist()
    flat = check.numbers("corners", flat, count=24, expected="eight points, or two for a box")
    (i, j, k), (dx, dy, dz) = three_counts(divisions), cell_sizes(spacing)
    surfaces = _one_or_each("surface_id", surface_id, 6)
    with check.names(**GRID_NAMES):
        return Shape([_engine.make_hex_mesh(flat, i, j, k, check.integer("volume_id", volume_id), surfaces, dx, dy, dz)])


@routine("translate")
def translate(shape: Shape, vector: Vector) -> Shape:
    """A copy moved by the vector (3,) [m]."""
    return _changed(shape, _engine.translate, check.vector("vector", vector))


@routine("rotate")
def rotate(shape: Shape, point: Vector, axis: Vector, degrees: float) -> Shape:
    """A copy turned right-handedly about the axis through the point."""
    return _changed(shape, _engine.rotate, check.vector("point", point), check.direction("axis", axis),
                    check.number("degrees", degrees))


@routine("scale")
def scale(shape: Shape, factors: float | Vector) -> Shape:
    """A copy scaled along x, y, z about the origin; factors: one number or three, all > 0.

    Centres move like all other points. A sphere scaled by unequal factors becomes an ellipsoid.
    """
    each = check.radii("factors", [factors] * 3 if check.is_number(factors) else factors)
    check.instance("shape", shape, Shape, "a shape")
    return Shape([_scaled(part, each) for part in shape.parts])


def _scaled(part: Part, factors: list[float]) -> Part:
    if not isinstance(part, _engine.Sphere):
        return _changed(Shape([part]), _engine.scale, factors).parts[0]
    center = (part.center * factors).tolist()
    if factors[0] == factors[1] == factors[2]:
        return _engine.make_sphere(center, part.radius * factors[0], part.volume_id, part.surface_id)
    return _engine.make_ellipsoid(center, [part.radius * f for f in factors], part.volume_id, part.surface_id)


def scale_as_solfec(shape: Shape, coefs: list[float]) -> Shape:
    """SCALE of the language: of a sphere, the radius by the first coefficient, the centre stays."""
    return _changed(shape, _engine.scale, coefs)


def _changed(shape: Shape, change: Callable[..., None], *arguments: Any) -> Shape:
    check.instance("shape", shape, Shape, "a shape")
    parts = [_engine.copy_part(part) for part in shape.parts]
    for part in parts:
        change(part, *arguments)
    return Shape(parts)


def _rows(name: str, value: Any, expected: str, at_least: int = 0) -> Any:
    """A list of rows, which are looked at later."""
    expected = f"a list of {expected}" + (f", at least {at_least}" if at_least else "")
    if not isinstance(value, (list, tuple, np.ndarray)):
        raise check.wrong_type(name, value, expected)
    if len(value) < at_least:
        raise check.wrong_value(name, value, expected)
    return value


# Arguments of the engine for a grid of elements, and where the user gave them.
GRID_NAMES = {"i": "divisions", "j": "divisions", "k": "divisions", "ndir": "divisions",
              "dx": "spacing[0]", "dy": "spacing[1]", "dz": "spacing[2]"}


def three_counts(divisions: Any, around: int = 1) -> list[int]:
    counts = check.integers("divisions", divisions, count=3)
    return [check.integer(f"divisions[{i}]", c, at_least=around if i == 1 else 1) for i, c in enumerate(counts)]


def cell_sizes(spacing: Any) -> list[list[float]]:
    """Of each direction; empty: uniform."""
    expected = "three entries, each None or a list of relative sizes"
    if not isinstance(spacing, (list, tuple, np.ndarray)):
        raise check.wrong_type("spacing", spacing, expected)
    if len(spacing) != 3:
        raise check.wrong_value("spacing", spacing, expected)
    return [[] if d is None else check.numbers(f"spacing[{i}]", d) for i, d in enumerate(spacing)]


def _one_or_each(name: str, value: Any, count: int) -> list[int]:
    if check.is_number(value):
        return [check.integer(name, value)] * count
    return check.integers(name, value, count=count, expected=f"one integer, or {count}")


def _box_corners(size: Any, center: Any, low: Any, high: Any) -> tuple[Numbers, Numbers]:
    if (size is None) == (low is None) or (low is None) != (high is None):
        raise check.InputError("give either 'size' or both 'low' and 'high'")
    if size is None:
        return check.vector("low", low), check.vector("high", high)
    half = np.array(check.vector("size", [size] * 3 if check.is_number(size) else size)) / 2
    return check.vector("center", center) - half, check.vector("center", center) + half


# Vertices of a box: bottom counter-clockwise seen from above, then top.
BOX_FACES = [[0, 4, 7, 3], [1, 2, 6, 5], [0, 1, 5, 4], [3, 7, 6, 2], [0, 3, 2, 1], [4, 5, 6, 7]]


def _box_vertices(low: Numbers, high: Numbers) -> np.ndarray:
    if not all(a < b for a, b in zip(low, high)):
        raise check.InputError(f"a box from {tuple(low)} to {tuple(high)} has no volume; sizes must be > 0")
    (x0, y0, z0), (x1, y1, z1) = low, high
    ring = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return np.array([(x, y, z) for z in (z0, z1) for x, y in ring], float)
