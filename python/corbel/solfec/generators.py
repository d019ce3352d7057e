# SPDX-License-Identifier: MIT
"""PIPE, ROUGH_HEX, ELLIP_MESH, MESH2CONVEX: shapes made by rule, or from other shapes, which are kept."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Sequence

from .. import check, generators
from ..errors import InputError
from ..routine import routine
from ..shapes import Shape
from .shapes import CONVEX, MESH, shape_objects

if TYPE_CHECKING:
    from ..annotations import Numbers, Vector
    from .shapes import Shapes


@routine("PIPE")
def PIPE(pnt: Vector, dir: Vector, rin: float, thi: float, ndir: int | None = None, nrad: int | None = None, nthi: int | None = None,
         volid: int | None = None, surfids: Sequence[int] | None = None, *, ndri: int | None = None,
         surids: Sequence[int] | None = None) -> MESH:
    """PIPE (pnt, dir, rin, thi, ndir, nrad, nthi, volid, surfids): `ndri` and `surids` are accepted too."""
    ndir = _one_of("ndir", ndir, "ndri", ndri)
    surfids = _one_of("surfids", surfids, "surids", surids)
    counts = [check.integer(name, _given(name, count), at_least=least)
              for name, count, least in (("ndir", ndir, 1), ("nrad", nrad, 3), ("nthi", nthi, 1))]
    return MESH._of(Shape([generators.pipe_part({"pnt": pnt, "dir": dir, "rin": rin, "thi": thi}, counts,
                                                check.integer("volid", _given("volid", volid)),
                                                check.integers("surfids", surfids, count=4))]))


@routine("ROUGH_HEX")
def ROUGH_HEX(shape: Shapes, i: int, j: int, k: int, dx: Numbers | None = None, dy: Numbers | None = None, dz: Numbers | None = None) -> MESH:
    """ROUGH_HEX (shape, i, j, k | dx, dy, dz): a box of hexahedra around CONVEX objects, along their principal axes."""
    objects = [check.instance("shape", s, CONVEX, "a CONVEX object, or a list of them") for s in shape_objects("shape", shape)]
    counts = [check.integer(n, c, at_least=1) for n, c in (("i", i), ("j", j), ("k", k))]
    sizes = [[] if d is None else check.numbers(n, d) for n, d in (("dx", dx), ("dy", dy), ("dz", dz))]
    parts = [part for s in objects for part in s._get().parts]
    return MESH._of(Shape([generators.rough_hex_part("shape", parts, counts, sizes)]))


@routine("ELLIP_MESH")
def ELLIP_MESH(center: Vector, radii: Vector, error: float, volid: int, surfid: int) -> MESH:
    """ELLIP_MESH (center, radii, error, volid, surfid): an ellipsoid of tetrahedra, its surface off by `error` at most."""
    return MESH._of(Shape([generators.ellipsoid_part(center, radii, error, check.integer("volid", volid),
                                                     check.integer("surfid", surfid))]))


@routine("MESH2CONVEX")
def MESH2CONVEX(mesh: MESH) -> CONVEX:
    """MESH2CONVEX (mesh): a CONVEX collection with one polyhedron per element; faces inside give no contacts."""
    return CONVEX._of(generators.mesh_to_convex(check.instance("mesh", mesh, MESH, "a MESH object")._get()))


def _one_of(name: str, value: Any, other: str, other_value: Any) -> Any:
    if value is not None and other_value is not None:
        raise InputError(f"arguments '{name}' and '{other}' are the same; give one of them")
    return _given(name, value if value is not None else other_value)


def _given(name: str, value: Any) -> Any:
    if value is None:
        raise check.ArgumentTypeError(f"argument '{name}' is missing")
    return value
