# SPDX-License-Identifier: MIT
"""Which contacts there are: CONTACT_EXCLUDE_…, CONTACT_SPARSIFY; and OVERLAPPING shapes."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .. import check
from ..overlap import overlapping
from ..routine import routine
from .body import body as _body
from .joints import optional_solfec
from .model import SOLFEC
from .session import session
from .shapes import shape_objects

if TYPE_CHECKING:
    from ..annotations import Vector
    from ..simulation import Simulation
    from .body import BODY
    from .shapes import ShapeObject, Shapes


def _simulation(solfec: SOLFEC) -> Simulation:
    return check.instance("solfec", solfec, SOLFEC, "a SOLFEC object")._simulation


@optional_solfec
def CONTACT_EXCLUDE_BODIES(body1: BODY, body2: BODY) -> None:
    """CONTACT_EXCLUDE_BODIES (body1, body2): no contact between them."""
    one, two = _body("body1", body1), _body("body2", body2)
    one._solfec._simulation.exclude_contact(one._body, two._body)


@optional_solfec
def CONTACT_EXCLUDE_OBJECTS(body1: BODY, point1: Vector, body2: BODY, point2: Vector) -> None:
    """CONTACT_EXCLUDE_OBJECTS (body1, point1, body2, point2): no contact between the geometric objects (spheres, ellipsoids,
    convexes, elements) that contain these referential points."""
    one, two = _body("body1", body1), _body("body2", body2)
    one._solfec._simulation.exclude_objects(one._body, point1, two._body, point2)


@routine("CONTACT_EXCLUDE_SURFACES")
def CONTACT_EXCLUDE_SURFACES(solfec: SOLFEC, surf1: int, surf2: int) -> None:
    """CONTACT_EXCLUDE_SURFACES (solfec, surf1, surf2): no contact between surfaces of these identifiers."""
    _simulation(solfec).exclude_surfaces(check.integer("surf1", surf1), check.integer("surf2", surf2))


@routine("CONTACT_SPARSIFY")
def CONTACT_SPARSIFY(solfec: SOLFEC, threshold: float = 0.01, minarea: float = 0.0, mindist: float | None = None) -> None:
    """CONTACT_SPARSIFY (solfec | threshold, minarea, mindist): new contacts are dropped that have less than threshold times
    the area of a neighbouring one, less area than minarea, or whose point coincides, within twice mindist, with another."""
    simulation = _simulation(solfec)
    threshold = check.number("threshold", threshold, at_least=0, at_most=1)
    minarea = check.number("minarea", minarea, at_least=0)
    mindist = None if mindist is None else check.number("mindist", mindist, at_least=0)
    simulation.sparsify_threshold, simulation.min_area, simulation.min_distance = threshold, minarea, mindist


@routine("CONTACT_POINTS")
def CONTACT_POINTS(solfec: SOLFEC, points: str) -> None:
    """CONTACT_POINTS (solfec, points): 'CENTROID', one point per overlap of two convexes, as the manual says (the default in
    dynamics); 'PATCH', the corners of the area in which they touch, at most four (the default of QUASI_STATIC)."""
    _simulation(solfec).contact_points = check.choice("points", points, ("CENTROID", "PATCH"))


@routine("OVERLAPPING")
def OVERLAPPING(obstacles: Shapes, shapes: Shapes, not_: str | None = None, gap: float = 0.0) -> ShapeObject | list[ShapeObject] | None:
    """OVERLAPPING (obstacles, shapes | not, gap): those of `shapes` that overlap any of `obstacles`, or with 'NOT' those
    that do not: None, an object, or a list. Shapes that touch overlap; with gap < 0 only deeper ones count. All `shapes`
    are emptied."""
    blocks = [s._get() for s in shape_objects("obstacles", obstacles)]
    objects = shape_objects("shapes", shapes)
    wanted = not_ is None or check.choice("not", not_, ("NOT",)) != "NOT"
    found = overlapping(blocks, [s._get() for s in objects], gap=gap, epsilon=session.epsilon)
    taken = [type(s)._of(s._take("OVERLAPPING")) for s in objects]
    chosen = [s for s, overlaps in zip(taken, found) if overlaps == wanted]
    return None if not chosen else chosen[0] if len(chosen) == 1 else chosen
