# SPDX-License-Identifier: MIT
"""SCALE, TRANSLATE, ROTATE, COPY, MASS_CENTER. Shapes change in place and are returned; points give new tuples."""
import numpy as np

from .. import _engine, check, shapes
from ..kinematics import turned
from ..routine import routine
from .body import BODY
from .shapes import ShapeObject, shape_objects


@routine("SCALE")
def SCALE(shape, coefs):
    """SCALE (shape, coefs): along the axes, about the origin."""
    coefs = check.vector("coefs", coefs)
    if _is_point(shape):
        return tuple(x * c for x, c in zip(check.vector("shape", shape), coefs))
    return _in_place(shape, lambda s: shapes.scale_as_solfec(s, coefs))


@routine("TRANSLATE")
def TRANSLATE(shape, vector):
    """TRANSLATE (shape, vector)."""
    vector = check.vector("vector", vector)
    if _is_point(shape):
        return tuple(x + v for x, v in zip(check.vector("shape", shape), vector))
    return _in_place(shape, lambda s: shapes.translate(s, vector))


@routine("ROTATE")
def ROTATE(shape, point, vector, angle):
    """ROTATE (shape, point, vector, angle): right-handed about the axis `vector` through `point`, angle in degrees."""
    point, axis, angle = check.vector("point", point), check.direction("vector", vector), check.number("angle", angle)
    if _is_point(shape):
        return tuple(turned(check.vector("shape", shape), point, axis, angle).tolist())
    return _in_place(shape, lambda s: shapes.rotate(s, point, axis, angle))


@routine("COPY")
def COPY(shape):
    """COPY (shape): of one object, or of a list of them."""
    copies = [type(s)._of(s._get()) for s in shape_objects("shape", shape)]
    return copies if isinstance(shape, (list, tuple)) else copies[0]


@routine("MASS_CENTER")
def MASS_CENTER(shape):
    """MASS_CENTER (shape): of a shape, a list of shapes, or a BODY in its current configuration."""
    if isinstance(shape, BODY):
        return tuple(shape._body.position.tolist())
    parts = [part for s in shape_objects("shape", shape) for part in s._get().parts]
    return tuple(_engine.shape_moments(parts)[1].tolist())


def _is_point(shape) -> bool:
    return isinstance(shape, np.ndarray) or (isinstance(shape, (tuple, list)) and len(shape) > 0
                                             and not isinstance(shape[0], ShapeObject))


def _in_place(shape, change):
    objects = shape_objects("shape", shape)
    for s in objects:
        s._shape = change(s._get())
    return shape
