# SPDX-License-Identifier: MIT
"""Overlap of shapes, before there are bodies."""
from . import _engine, check
from .routine import routine
from .shapes import Shape

__all__ = ["overlapping"]


@routine("overlapping")
def overlapping(obstacles, shapes, *, gap=0.0, epsilon=None):
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


def _shapes(name, value) -> list[Shape]:
    items = list(value) if isinstance(value, (list, tuple)) else [value]
    if not items:
        raise check.wrong_value(name, value, "a shape or a list of shapes")
    return [check.instance(name, item, Shape, "a shape or a list of shapes") for item in items]
