# SPDX-License-Identifier: MIT
"""SPLIT and BEND."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from .. import check, operations
from ..routine import routine
from ..shapes import Shape
from .shapes import MESH, ShapeObject, shape_objects
from .unavailable import unavailable

if TYPE_CHECKING:
    from ..annotations import Vector
    from .shapes import Shapes


@routine("SPLIT")
def SPLIT(shape: Shapes, point: Vector, normal: Vector, surfid: Sequence[int] = (0, 0), topoadj: str = "OFF", remesh: str = "ON") -> tuple[Any, Any]:
    """SPLIT (shape, point, normal | surfid, topoadj, remesh) → (one, two): below and above a plane; empties the shape.

    Each is None, an object like the one given, or a list of objects if a list was given.
    """
    if check.flag("topoadj", topoadj):
        raise unavailable("SPLIT", "splitting of topologically adjacent parts only (topoadj = 'ON')",
                          "SPLIT of those objects alone")
    divide = check.flag("remesh", remesh)
    objects = shape_objects("shape", shape)
    parts = [part for s in objects for part in s._get().parts]
    pieces = iter(operations.split_parts(parts, point, normal, surfid, divide, surface_name="surfid"))
    one: list[ShapeObject] = []
    two: list[ShapeObject] = []
    for s in objects:
        own = [next(pieces) for _ in s._take("SPLIT").parts]
        for objects_there, side in (one, 0), (two, 1):
            if there := [part for pair in own if (part := pair[side]) is not None]:
                objects_there.append(type(s)._of(Shape(there)))
    if isinstance(shape, (list, tuple)):
        return one or None, two or None
    return one[0] if one else None, two[0] if two else None


@routine("BEND")
def BEND(shape: MESH, point: Vector, direction: Vector, angle: float) -> MESH:
    """BEND (shape, point, direction, angle): bends a MESH in place about an axis beside it, angle in degrees."""
    mesh = check.instance("shape", shape, MESH, "a MESH object")
    mesh._shape = Shape([operations.bend_part(mesh._part, {"point": point, "direction": direction, "angle": angle})])
    return mesh
