# SPDX-License-Identifier: MIT
"""CONVEX, HULL, MESH, HEX, SPHERE, ELLIP: geometric objects that are emptied when something takes them over."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Self, Sequence, Union

import numpy as np

from .. import _engine, check
from ..errors import InputError
from ..routine import routine
from ..log import warn
from ..shapes import Shape, coincident
from .members import Members
from .session import user_line

if TYPE_CHECKING:
    from .._engine import Mesh
    from ..annotations import Numbers, Part, Rows, Vector


class ShapeObject(Members):
    """Holds a Shape until another object takes it over."""

    _emptied = ""

    def _hold(self, parts: Iterable[Part]) -> Self:
        self._shape = Shape(parts)
        return self

    def _get(self) -> Shape:
        if self._emptied:
            raise InputError(f"this {type(self).__name__} is empty: {self._emptied}. Pass COPY (…) there to keep it")
        return self._shape

    def _take(self, taker: str) -> Shape:
        shape = self._get()
        self._emptied = f"{taker} emptied it at {user_line()}"
        return shape

    @classmethod
    def _of(cls, shape: Shape) -> Self:
        made = cls.__new__(cls)
        made._shape = shape
        return made

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'empty: ' + self._emptied if self._emptied else repr(self._shape)})"


Shapes = Union[ShapeObject, Sequence[ShapeObject]]  # one object, or several


class CONVEX(ShapeObject):
    """CONVEX (vertices, faces, volid | convex): a convex polyhedron, or a collection of them."""

    @routine("CONVEX")
    def __init__(self, vertices: Rows, faces: Sequence[int], volid: int, convex: CONVEX | None = None) -> None:
        part = _engine.make_convex(check.points("vertices", vertices), check.integers("faces", faces),
                                   check.integer("volid", volid))
        self._hold(_joined("CONVEX", "convex", convex, CONVEX) + [part])

    @property
    def nver(self) -> int:
        return len(self._first.vertices)

    @routine("CONVEX.vertex")
    def vertex(self, n: int) -> tuple[float, ...]:
        return _row(self._first.vertices, "n", n)

    @property
    def _first(self) -> Any:
        return self._get().parts[0]


@routine("HULL")
def HULL(points: Rows, volid: int, surfid: int, convex: CONVEX | None = None) -> CONVEX:
    """HULL (points, volid, surfid | convex): the convex hull of points."""
    part = _engine.convex_hull(check.points("points", points), check.integer("volid", volid),
                               check.integer("surfid", surfid))
    return CONVEX._of(Shape(_joined("HULL", "convex", convex, CONVEX) + [part]))


class SPHERE(ShapeObject):
    """SPHERE (center, radius, volid, surfid | sphere)."""

    @routine("SPHERE")
    def __init__(self, center: Vector, radius: float, volid: int, surfid: int, sphere: SPHERE | None = None) -> None:
        part = _engine.make_sphere(check.vector("center", center), check.number("radius", radius, above=0),
                                   check.integer("volid", volid), check.integer("surfid", surfid))
        self._hold(_joined("SPHERE", "sphere", sphere, SPHERE) + [part])

    @property
    def center(self) -> tuple[float, ...]:
        """Of the last one."""
        return tuple(self._last.center.tolist())

    @property
    def radius(self) -> float:
        """Of the last one."""
        return self._last.radius

    @property
    def _last(self) -> Any:
        return self._get().parts[-1]


class ELLIP(ShapeObject):
    """ELLIP (center, radii, volid, surfid)."""

    @routine("ELLIP")
    def __init__(self, center: Vector, radii: Vector, volid: int, surfid: int) -> None:
        self._hold([_engine.make_ellipsoid(check.vector("center", center), check.radii("radii", radii),
                                           check.integer("volid", volid), check.integer("surfid", surfid))])

    @property
    def center(self) -> tuple[float, ...]:
        return tuple(self._part.center.tolist())

    @property
    def radii(self) -> tuple[float, ...]:
        return tuple(self._part.radii.tolist())

    @property
    def rot(self) -> tuple[float, ...]:
        """From the axes of the ellipsoid to global ones, column by column."""
        return tuple(self._part.rotation.T.ravel().tolist())

    @property
    def _part(self) -> Any:
        return self._get().parts[0]


class MESH(ShapeObject):
    """MESH (nodes, elements, surfids | merge_nodes)."""

    _unavailable = ("inter_element_faces", "inter_element_faces_on_plane", "surface_integration_points",
                    "volume_integration_points")

    @routine("MESH")
    def __init__(self, nodes: Rows, elements: Sequence[int], surfids: int | Sequence[int], *, merge_nodes: bool | float | None = None) -> None:
        """merge_nodes: True joins nodes at the same position, False keeps them without a word; unsaid they are kept, with a warning."""
        surfaces = [surfids] if check.is_number(surfids) else surfids
        with check.names(surfaces="surfids"):
            self._hold([_engine.make_mesh(check.points("nodes", nodes), check.integers("elements", elements, at_least=6),
                                          check.integers("surfids", surfaces, at_least=1), *coincident(merge_nodes, "keep"))])
        _warn_of_mesh(self._part, merge_nodes)

    @property
    def nnod(self) -> int:
        return len(self._part.nodes)

    @routine("MESH.node")
    def node(self, n: int, x: float | None = None, y: float | None = None, z: float | None = None) -> tuple[float, ...]:
        """Coordinates of a node; x, y, z overwrite them."""
        position = list(_row(self._part.nodes, "n", n))
        given = {i: c for i, c in enumerate((x, y, z)) if c is not None}
        for i, c in given.items():
            position[i] = check.number("xyz"[i], c)
        if given:
            nodes = self._part.nodes.copy()
            nodes[int(n)] = position
            self._rebuild(nodes=nodes)
        return tuple(position)

    @routine("MESH.nodes_on_surface")
    def nodes_on_surface(self, surfid: int) -> list[int] | None:
        """Sorted numbers of the nodes on a surface, or None."""
        surfid = check.integer("surfid", surfid)
        return sorted({n for nodes, surface in self._part.boundary if surface == surfid for n in nodes}) or None

    def get_data(self) -> tuple[list[float], list[int], list[int]]:
        """(nodes, elements, surfids) as MESH takes them."""
        return self._part.nodes.ravel().tolist(), self._elements(self._part.volume_ids), self._surfaces()

    @routine("MESH.set_volid")
    def set_volid(self, volid: int) -> int:
        volid = check.integer("volid", volid)
        self._rebuild(volumes=[volid] * len(self._part.elements))
        return volid

    @property
    def _part(self) -> Any:
        return self._get().parts[0]

    def _elements(self, volumes: Sequence[int]) -> list[int]:
        return [n for e, v in zip(self._part.elements, volumes) for n in (len(e), *e, v)]

    def _surfaces(self) -> list[int]:
        return [0] + [n for nodes, surface in self._part.boundary if surface for n in (len(nodes), *nodes, surface)]

    def _rebuild(self, nodes: np.ndarray | None = None, volumes: list[int] | None = None) -> None:
        part = self._part
        nodes = part.nodes if nodes is None else nodes
        volumes = part.volume_ids if volumes is None else volumes
        self._hold([_engine.make_mesh(nodes.ravel().tolist(), self._elements(volumes), self._surfaces(), "keep", 0.0)])


@routine("HEX")
def HEX(nodes: Rows, i: int, j: int, k: int, volid: int, surfids: Sequence[int] | None = None, dx: Numbers | None = None,
        dy: Numbers | None = None, dz: Numbers | None = None, *, surids: Sequence[int] | None = None) -> MESH:
    """HEX (nodes, i, j, k, volid, surfids | dx, dy, dz): a mesh between eight corners; `surids` is accepted too."""
    if (surfids is None) == (surids is None):
        raise InputError("give six surface ids as 'surfids'")
    sizes = [[] if d is None else check.numbers(n, d) for n, d in (("dx", dx), ("dy", dy), ("dz", dz))]
    i, j, k = (check.integer(n, c, at_least=1) for n, c in (("i", i), ("j", j), ("k", k)))
    corners = check.numbers("nodes", nodes, count=24, expected="x, y, z of eight nodes")
    surfaces = check.integers("surfids", surids if surfids is None else surfids, count=6)
    with check.names(corners="nodes"):
        return MESH._of(Shape([_engine.make_hex_mesh(corners, i, j, k, check.integer("volid", volid), surfaces, sizes[0], sizes[1], sizes[2])]))


def _warn_of_mesh(part: Mesh, merge_nodes: Any) -> None:
    """What Solfec takes without a word: decks made for it go on running."""
    pairs = _engine.coincident_nodes(part) if merge_nodes is None else []
    if pairs:
        warn("MESH: {} nodes of different elements lie at the position of a node before, such as {} and {}: nothing holds the elements together "
             "there; merge_nodes=True joins the nodes, merge_nodes=False says that a crack is meant".format(len(pairs), *pairs[0]))
    if overlap := _engine.overlapping_elements(part):
        warn("MESH: elements {} and {} overlap: mass and stiffness count twice there".format(*overlap))


def _joined(taker: str, name: str, given: ShapeObject | None, kind: type[ShapeObject]) -> list[Part]:
    """The parts of the collection that a new object is added to."""
    if given is None:
        return []
    return list(check.instance(name, given, kind, f"a {kind.__name__} object")._take(taker).parts)


def _row(array: np.ndarray, name: str, n: Any) -> tuple[float, ...]:
    n = check.integer(name, n)
    if not 0 <= n < len(array):
        raise check.wrong_value(name, n, f"an index in 0 … {len(array) - 1}")
    return tuple(array[n].tolist())


def shape_objects(name: str, value: Any) -> list[ShapeObject]:
    """One object or a list of them, each once."""
    expected = "a CONVEX, MESH, SPHERE or ELLIP object, or a list of them"
    items = list(value) if isinstance(value, (list, tuple)) else [value]
    if not items:
        raise check.wrong_value(name, value, expected)
    for i, item in enumerate(items):
        check.instance(name if len(items) == 1 else f"{name}[{i}]", item, ShapeObject, expected)
        if any(item is other for other in items[:i]):
            raise InputError(f"argument '{name}': the same object occurs twice; use COPY for the second one")
    return items
