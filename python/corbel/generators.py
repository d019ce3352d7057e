# SPDX-License-Identifier: MIT
"""Meshes of given forms, and shapes made from other shapes: pipes, ellipsoids, boxes around a shape, convex pieces."""
from typing import Any, Mapping, Sequence

from . import _engine, check
from .annotations import Numbers, Vector
from .routine import routine
from .shapes import GRID_NAMES, Shape, _one_or_each, cell_sizes, three_counts

__all__ = ["pipe_mesh", "ellipsoid_mesh", "rough_hex_mesh", "mesh_to_convex"]


@routine("pipe_mesh")
def pipe_mesh(point: Vector, direction: Vector, inner_radius: float, thickness: float, divisions: Sequence[int], *,
              surface_id: int | Sequence[int] = 0, volume_id: int = 0) -> Shape:
    """A tube of hexahedra from `point` along `direction`, whose length [m] is that of the tube.

    divisions: elements along, around (at least 3) and through the wall; nodes lie on the circles. surface_id: one
    number, or four: bottom (at the point), top, inner, outer.
    """
    counts = three_counts(divisions, around=3)
    with check.names(**GRID_NAMES):
        return Shape([pipe_part({"point": point, "direction": direction, "inner_radius": inner_radius, "thickness": thickness},
                                counts, check.integer("volume_id", volume_id), _one_or_each("surface_id", surface_id, 4))])


@routine("ellipsoid_mesh")
def ellipsoid_mesh(center: Vector, radii: float | Vector, error: float, *, surface_id: int = 0, volume_id: int = 0) -> Shape:
    """An ellipsoid of tetrahedra; its surface is nowhere farther than `error` [m] from the true one.

    radii: one number for a ball, or three along x, y, z [m]. At most four million tetrahedra.
    """
    each = [radii] * 3 if check.is_number(radii) else radii
    return Shape([ellipsoid_part(center, each, error, check.integer("volume_id", volume_id),
                                 check.integer("surface_id", surface_id))])


@routine("rough_hex_mesh")
def rough_hex_mesh(shape: Shape, divisions: Sequence[int], *, spacing: Sequence[Numbers | None] = (None, None, None)) -> Shape:
    """A box of hexahedra around convex polyhedra, along the principal axes of their Euler tensor.

    It spans them exactly. The axes come in the order and with the signs nearest to x, y, z; where they are not
    unique, as for a cube, they keep x, y, z. Identifiers are 2147483647. spacing as for hex_mesh.
    """
    check.instance("shape", shape, Shape, "a shape")
    counts, sizes = three_counts(divisions), cell_sizes(spacing)
    with check.names(**GRID_NAMES):
        return Shape([rough_hex_part("shape", shape.parts, counts, sizes)])


@routine("mesh_to_convex")
def mesh_to_convex(shape: Shape) -> Shape:
    """Every element of meshes as a convex polyhedron; faces between elements never give contacts.

    A warped face becomes two triangles that bulge, so elements with warped faces gain a little volume.
    """
    parts = meshes_only("shape", check.instance("shape", shape, Shape, "a shape").parts)
    return Shape([convex for part in parts for convex in _engine.element_convexes(part)])


def pipe_part(named: Mapping[str, Any], counts: Sequence[int], volume_id: int, surfaces: Sequence[int]) -> _engine.Mesh:
    """`named`: point, direction, inner radius and thickness by the names that the user knows."""
    point, direction, inner, thickness = named.items()
    along, around, through = counts
    return _engine.make_pipe_mesh(check.vector(*point), check.direction(*direction), check.positive(*inner), check.positive(*thickness),
                                  along, around, through, volume_id, surfaces)


def ellipsoid_part(center: Any, radii: Any, error: Any, volume_id: int, surface_id: int) -> _engine.Mesh:
    radii = check.vector("radii", radii)
    for i, r in enumerate(radii):
        check.number(f"radii[{i}]", r, above=0)
    return _engine.make_ellipsoid_mesh(check.vector("center", center), radii, check.number("error", error, above=0),
                                       volume_id, surface_id)


def rough_hex_part(name: str, parts: Sequence[Any], counts: Sequence[int], sizes: Sequence[Sequence[float]]) -> _engine.Mesh:
    for part in parts:
        check.instance(name, part, _engine.Convex, "convex polyhedra only")
    (i, j, k), (dx, dy, dz) = counts, sizes
    return _engine.make_rough_hex_mesh(list(parts), i, j, k, dx, dy, dz)


def meshes_only(name: str, parts: Sequence[Any]) -> Sequence[_engine.Mesh]:
    for part in parts:
        check.instance(name, part, _engine.Mesh, "meshes only")
    return parts
