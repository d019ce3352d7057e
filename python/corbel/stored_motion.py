# SPDX-License-Identifier: MIT
"""Motion of bodies from stored states: arrays q and u over the frames, by the kind of the body."""
import functools
from typing import Any, Callable

import numpy as np

from . import _engine
from .errors import InputError
from .kinematics import positions, rotations, spatial_spin, velocities
from .members import Members
from .replay import replay, stand_in

POINT_QUANTITIES = ("position", "displacement", "velocity")
QUANTITIES = (*POINT_QUANTITIES, "rotation", "angular_velocity", "nodes", "node_velocities", "q", "u")


class StoredBody(Members):
    """A body as the result file describes it: id, kind, label, material, mass, center, vertices, faces, spheres, ellipsoids, …;
    of finite elements also nodes (n, 3), referential, and elements, flat records: count, nodes, volume; properties (form,
    scheme, constants of materials) by name; parts of its state (name, role, size); times when it was added and removed."""

    id: int
    kind: str
    label: str
    material: str
    mass: float
    volume: float
    center: np.ndarray
    tensor: np.ndarray
    vertices: np.ndarray
    faces: list[int]
    spheres: np.ndarray
    sphere_surfaces: list[int]
    ellipsoids: np.ndarray
    ellipsoid_surfaces: list[int]
    nodes: np.ndarray
    elements: list[int]
    parts: list[tuple[str, str, int]]
    properties: dict[str, Any]
    added: float
    removed: float

    def __init__(self, description: dict[str, Any]) -> None:
        self._freeze(**description)

    def _kept(self, name: str, compute: Callable[[], Any]) -> Any:
        """What pictures compute once for each body."""
        pictures = self.__dict__.setdefault("_pictures", {})
        if name not in pictures:
            pictures[name] = compute()
        return pictures[name]

    @functools.cached_property
    def _stand_in(self) -> _engine.Body:
        return stand_in(self)

    @property
    def _sizes(self) -> tuple[int, int]:
        """Of q and u."""
        if self.parts:
            q = sum(size for _, role, size in self.parts if role == "configuration")
            return q, sum(size for _, _, size in self.parts) - q
        coordinates = 3 * len(self.nodes)
        return {"FINITE_ELEMENT": (coordinates, coordinates), "PSEUDO_RIGID": (12, 12)}.get(self.kind, (12, 6))

    def __repr__(self) -> str:
        name = f" '{self.label}'" if self.label else ""
        return f"StoredBody({self.id}{name}, {self.kind}, mass {self.mass:.4g} kg)"


class StoredJoint(Members):
    """A joint as the result file describes it: id, kind, bodies (ids), properties by name, times when it was added and removed."""

    id: int
    kind: str
    bodies: tuple[int, ...]
    properties: dict[str, Any]
    added: float
    removed: float

    def __init__(self, description: dict[str, Any]) -> None:
        self._freeze(**description)

    def __repr__(self) -> str:
        return f"StoredJoint({self.id}, {self.kind} of {' and '.join(f'body {b}' for b in self.bodies)})"


def motion(body: StoredBody, q: np.ndarray, u: np.ndarray, what: str, point: Any) -> np.ndarray:
    """One of QUANTITIES over the frames; `point` is referential, None: the mass centre of the mesh or shape."""
    if what in ("q", "u"):
        return q if what == "q" else u
    if what in ("nodes", "node_velocities"):
        _only(body, what, "FINITE_ELEMENT")
        return (q if what == "nodes" else u).reshape(len(q), -1, 3)
    if what in ("rotation", "angular_velocity"):
        _only(body, what, "RIGID", "OBSTACLE")
        return rotations(q) if what == "rotation" else spatial_spin(q, u)
    X = np.asarray(body.center if point is None else point, float)
    moving = {"FINITE_ELEMENT": _element_motion, "PSEUDO_RIGID": _affine_motion}.get(body.kind, _rigid_motion)
    value = moving(body, q, u, what == "velocity", X)
    return value - X if what == "displacement" else value


def _only(body: StoredBody, what: str, *kinds: str) -> None:
    if body.kind not in kinds:
        raise InputError(f"body {body.id} is of kind {body.kind}, '{what}' is known of {' and '.join(kinds)} only")


def _rigid_motion(body: StoredBody, q: np.ndarray, u: np.ndarray, velocity: bool, X: np.ndarray) -> np.ndarray:
    return velocities(q, u, np.asarray(body.center), X) if velocity else positions(q, np.asarray(body.center), X)


def _affine_motion(body: StoredBody, q: np.ndarray, u: np.ndarray, velocity: bool, X: np.ndarray) -> np.ndarray:
    """x = F (X − X0) + x̄; its rate has the same form."""
    return positions(u if velocity else q, np.asarray(body.center), X)


def _element_motion(body: StoredBody, q: np.ndarray, u: np.ndarray, velocity: bool, X: np.ndarray) -> np.ndarray:
    return replay(body._stand_in, q, u, lambda b: b.velocity(X) if velocity else b.position(X))
