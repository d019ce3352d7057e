# SPDX-License-Identifier: MIT
"""SCALE, TRANSLATE, ROTATE, COPY, MASS_CENTER. Shapes change in place and are returned; points give new tuples."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from .. import _engine, check, shapes
from ..kinematics import turned
from ..routine import routine
from .body import BODY
from .shapes import ShapeObject, shape_objects

if TYPE_CHECKING:
    from ..annotations import Vector
    from ..shapes import Shape
    from .shapes import Shapes


@routine("SCALE")
def SCALE(shape: Shapes | Vector, coefs: Vector) -> Any:
    """SCALE (shape, coefs): along the axes, about the origin."""
    factors = check.vector("coefs", coefs)
    if _is_point(shape):
        return tuple(x * c for x, c in zip(check.vector("shape", shape), factors))
    return _in_place(shape, lambda s: shapes.scale_as_solfec(s, factors))


@routine("TRANSLATE")
def TRANSLATE(shape: Shapes | Vector, vector: Vector) -> Any:
    """TRANSLATE (shape, vector)."""
    vector = check.vector("vector", vector)
    if _is_point(shape):
        return tuple(x + v for x, v in zip(check.vector("shape", shape), vector))
    return _in_place(shape, lambda s: shapes.translate(s, vector))


@routine("ROTATE")
def ROTATE(shape: Shapes | Vector, point: Vector, vector: Vector, angle: float) -> Any:
    """ROTATE (shape, point, vector, angle): right-handed about the axis `vector` through `point`, angle in degrees."""
    point, axis, angle = check.vector("point", point), check.direction("vector", vector), check.number("angle", angle)
    if _is_point(shape):
        return tuple(turned(check.vector("shape", shape), point, axis, angle).tolist())
    return _in_place(shape, lambda s: shapes.rotate(s, point, axis, angle))


@routine("COPY")
def COPY(shape: Shapes) -> Any:
    """COPY (shape): of one object, or of a list of them."""
    copies = [type(s)._of(s._get()) for s in shape_objects("shape", shape)]
    return copies if isinstance(shape, (list, tuple)) else copies[0]


@routine("MASS_CENTER")
def MASS_CENTER(shape: Shapes | BODY) -> tuple[float, ...]:
    """MASS_CENTER (shape): of a shape, a list of shapes, or a BODY in its current configuration."""
    if isinstance(shape, BODY):
        return tuple(shape._body.position.tolist())
    parts = [part for s in shape_objects("shape", shape) for part in s._get().parts]
    return tuple(_engine.shape_moments(parts)[1].tolist())


def _is_point(shape: Any) -> bool:
    return isinstance(shape, np.ndarray) or (isinstance(shape, (tuple, list)) and len(shape) > 0
                                             and not isinstance(shape[0], ShapeObject))


def _in_place(shape: Any, change: Callable[[Shape], Shape]) -> Any:
    objects = shape_objects("shape", shape)
    for s in objects:
        s._shape = change(s._get())
    return shape
