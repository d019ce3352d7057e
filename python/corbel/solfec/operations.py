# SPDX-License-Identifier: MIT
"""SPLIT and BEND."""
from .. import check, operations
from ..routine import routine
from ..shapes import Shape
from .shapes import MESH, shape_objects
from .unavailable import unavailable


@routine("SPLIT")
def SPLIT(shape, point, normal, surfid=(0, 0), topoadj="OFF", remesh="ON"):
    """SPLIT (shape, point, normal | surfid, topoadj, remesh) → (one, two): below and above a plane; empties the shape.

    Each is None, an object like the one given, or a list of objects if a list was given.
    """
    if check.flag("topoadj", topoadj):
        raise unavailable("SPLIT", "splitting of topologically adjacent parts only (topoadj = 'ON')",
                          "SPLIT of those objects alone")
    remesh = check.flag("remesh", remesh)
    objects = shape_objects("shape", shape)
    parts = [part for s in objects for part in s._get().parts]
    pieces = iter(operations.split_parts(parts, point, normal, surfid, remesh, surface_name="surfid"))
    one, two = [], []
    for s in objects:
        own = [next(pieces) for _ in s._take("SPLIT").parts]
        for objects_there, side in (one, 0), (two, 1):
            if there := [pair[side] for pair in own if pair[side] is not None]:
                objects_there.append(type(s)._of(Shape(there)))
    if isinstance(shape, (list, tuple)):
        return one or None, two or None
    return one[0] if one else None, two[0] if two else None


@routine("BEND")
def BEND(shape, point, direction, angle):
    """BEND (shape, point, direction, angle): bends a MESH in place about an axis beside it, angle in degrees."""
    mesh = check.instance("shape", shape, MESH, "a MESH object")
    mesh._shape = Shape([operations.bend_part(mesh._part, {"point": point, "direction": direction, "angle": angle})])
    return mesh
