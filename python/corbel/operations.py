# SPDX-License-Identifier: MIT
"""Splitting and bending of shapes. Shapes never change: both return new ones."""
from typing import Any, Mapping, Sequence

from . import _engine, check
from .annotations import Part, Vector
from .errors import InputError
from .generators import meshes_only
from .routine import routine
from .shapes import Shape

__all__ = ["split", "bend"]


@routine("split")
def split(shape: Shape, point: Vector, normal: Vector, *, surface_id: Sequence[int] = (0, 0),
          remesh: bool = True) -> tuple[Shape | None, Shape | None]:
    """The parts of a shape below and above the plane through `point` with the given normal; None where there is none.

    Convex polyhedra and meshes are cut, a sphere or an ellipsoid goes to the side of its centre. surface_id: of the cut, below and
    above. Elements of a mesh that the plane crosses are divided, and with them their neighbours, into smaller ones;
    with remesh=False such a plane is an error.
    """
    check.instance("shape", shape, Shape, "a shape")
    pieces = split_parts(shape.parts, point, normal, surface_id, check.boolean("remesh", remesh))
    below, above = ([part for pair in pieces if (part := pair[side]) is not None] for side in (0, 1))
    return Shape(below) if below else None, Shape(above) if above else None


@routine("bend")
def bend(shape: Shape, point: Vector, axis: Vector, degrees: float) -> Shape:
    """A mesh bent about an axis beside it, the line through `point`, right-handedly.

    With a the unit vector of the axis, r the one from the axis to the nearest point of the mesh, at the distance R, and
    t = a × r, the bend starts at the plane of a and r and goes along t: a length s along t becomes the angle s / R, up to
    the given angle; what is beyond goes on straight. So the line nearest to the axis keeps its length, a line at the
    distance ρ is stretched by ρ / R, and cross sections stay plane.
    """
    parts = meshes_only("shape", check.instance("shape", shape, Shape, "a shape").parts)
    if len(parts) != 1:
        raise InputError(f"argument 'shape': got {len(parts)} meshes, expected one")
    return Shape([bend_part(parts[0], {"point": point, "axis": axis, "degrees": degrees})])


def split_parts(parts: Sequence[Part], point: Any, normal: Any, surfaces: Any, remesh: bool,
                surface_name: str = "surface_id") -> list[tuple[Part | None, Part | None]]:
    """A pair of parts or None for each part."""
    below, above = check.integers(surface_name, surfaces, count=2, expected="two integers: below, above")
    return _engine.split_parts(list(parts), check.vector("point", point), check.direction("normal", normal),
                               (below, above), remesh)


def bend_part(part: _engine.Mesh, named: Mapping[str, Any]) -> _engine.Mesh:
    """`named`: point, direction and degrees by the names that the user knows."""
    point, direction, degrees = named.items()
    return _engine.bend_mesh(part, check.vector(*point), check.direction(*direction),
                             check.number(*degrees, above=0, at_most=360))
