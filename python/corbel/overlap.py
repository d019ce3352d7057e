# SPDX-License-Identifier: MIT
"""Overlap of shapes, before there are bodies."""
from typing import Any, Sequence, overload

from . import _engine, check
from .routine import routine
from .shapes import Shape

__all__ = ["overlapping"]


@overload
def overlapping(obstacles: Shape | Sequence[Shape], shapes: Shape, *, gap: float = 0.0, epsilon: float | None = None) -> bool: ...
@overload
def overlapping(obstacles: Shape | Sequence[Shape], shapes: Sequence[Shape], *, gap: float = 0.0,
                epsilon: float | None = None) -> list[bool]: ...


@routine("overlapping")
def overlapping(obstacles: Shape | Sequence[Shape], shapes: Shape | Sequence[Shape], *, gap: float = 0.0,
                epsilon: float | None = None) -> bool | list[bool]:
    """Does each of `shapes` overlap any of `obstacles`? A list of bools, or one bool for a single shape.

    Shapes that touch, within epsilon [m], overlap with gap 0; with a negative `gap` [m] only those count that are
    deeper, by the gap between single spheres, convexes or mesh elements. epsilon: None takes 1e-6 of their sizes.
    """
    parts = [part for shape in _shapes("obstacles", obstacles) for part in shape.parts]
    many = [list(shape.parts) for shape in _shapes("shapes", shapes)]
    gap = check.number("gap", gap)
    if gap > 0:
        raise check.wrong_value("gap", gap, "a number <= 0")
    epsilon = 0.0 if epsilon is None else check.number("epsilon", epsilon, above=0)
    found = _engine.overlapping_shapes(parts, many, gap, epsilon)
    return found[0] if isinstance(shapes, Shape) else found


def _shapes(name: str, value: Any) -> list[Shape]:
    items = list(value) if isinstance(value, (list, tuple)) else [value]
    if not items:
        raise check.wrong_value(name, value, "a shape or a list of shapes")
    return [check.instance(name, item, Shape, "a shape or a list of shapes") for item in items]
