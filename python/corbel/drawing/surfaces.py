# SPDX-License-Identifier: MIT
"""Surfaces of bodies in space: triangles of polyhedra and meshes, ellipsoids, with a scalar field on them."""
from __future__ import annotations

import functools
from typing import Any, Callable, Sequence

import numpy as np

from .. import _engine
from ..stress import von_mises
from ..kinematics import rotations
from ..stored_motion import StoredBody

FIELDS = {"displacement": "displacement [m]", "speed": "speed [m/s]", "von_mises": "von Mises stress [Pa]"}


class Surfaces:
    """Of all bodies of a moment: arrays over triangles and over ellipsoids.

    corners (m, 3, 3), polygon (m,): number of the face a triangle is part of, owner (m,): index of the body, values (m, 3) at
    the corners; centers (k, 3) and axes (k, 3, 3) of ellipsoids, x = center + axes s with |s| = 1, and owners (k,).
    """

    corners: np.ndarray
    polygon: np.ndarray
    owner: np.ndarray
    values: np.ndarray
    centers: np.ndarray
    axes: np.ndarray
    ball_owner: np.ndarray
    ball_values: np.ndarray

    def __init__(self, moments: Sequence[Moment], field: str | None = None) -> None:
        self.bodies = [moment.body for moment in moments]
        corners, polygons, owners, values, centers, axes, ball_owners = [], [], [], [], [], [], []
        count = 0
        for i, moment in enumerate(moments):
            vertices, (triangles, faces) = moment.vertices, triangles_of(moment.body)
            corners.append(vertices[triangles])
            polygons.append(faces + count)
            owners.append(np.full(len(triangles), i))
            values.append((moment.vertex_values(field) if field else np.full(len(vertices), np.nan))[triangles])
            count += int(faces.max(initial=-1)) + 1
            x, A = moment.ellipsoids()
            centers.append(x)
            axes.append(A)
            ball_owners.append(np.full(len(x), i))
        self.corners, self.polygon, self.owner = _joined(corners, (3, 3)), _joined(polygons).astype(int), _joined(owners).astype(int)
        self.values = _joined(values, (3,))
        self.centers, self.axes, self.ball_owner = _joined(centers, (3,)), _joined(axes, (3, 3)), _joined(ball_owners).astype(int)
        self.ball_values = _ball_values(moments, field, self.ball_owner, self.centers)

    def bounds(self, chosen: Sequence[int], axes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Lowest and highest coordinate along the rows of `axes` of the chosen bodies (indices)."""
        x = self.corners[np.isin(self.owner, chosen)].reshape(-1, 3) @ axes.T
        balls = np.isin(self.ball_owner, chosen)
        half = np.linalg.norm(axes @ self.axes[balls], axis=2)
        middle = self.centers[balls] @ axes.T
        every = np.vstack([x, middle - half, middle + half])
        return every.min(axis=0), every.max(axis=0)


class Moment:
    """A body in a state: a description as StoredBody has it, q, u, and a body of the engine in this state for points of meshes."""

    def __init__(self, body: StoredBody, q: Any, u: Any, engine_body: Callable[[], _engine.Body]) -> None:
        self.body, self.q, self.u, self._engine_body = body, np.asarray(q), np.asarray(u), engine_body

    @functools.cached_property
    def vertices(self) -> np.ndarray:
        return self._positions(np.asarray(self.body.vertices, float).reshape(-1, 3))

    def ellipsoids(self) -> tuple[np.ndarray, np.ndarray]:
        """Centres (k, 3) and semi-axes (k, 3, 3), columns, in space. Of a finite-element body there are none."""
        spheres = np.asarray(self.body.spheres, float).reshape(-1, 4)
        stored = np.asarray(self.body.ellipsoids, float).reshape(-1, 12)
        X = np.vstack([spheres[:, :3], stored[:, :3]])
        A = np.concatenate([spheres[:, 3, None, None] * np.eye(3), np.swapaxes(stored[:, 3:].reshape(-1, 3, 3), 1, 2)])
        return (self._affine(X), rotations(self.q) @ A) if len(X) else (X, A)

    def vertex_values(self, field: str) -> np.ndarray:
        return self.values(field, np.asarray(self.body.vertices, float).reshape(-1, 3), self.vertices)

    def values(self, field: str, X: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Of a field at referential points X that are now at x; NaN where the body has no such field."""
        if self.body.kind == "OBSTACLE":
            return np.full(len(X), np.nan)
        if field == "displacement":
            return np.linalg.norm(x - X, axis=1)
        return np.linalg.norm(self._velocities(X), axis=1) if field == "speed" else self._stresses(X)

    def _positions(self, X: np.ndarray) -> np.ndarray:
        if self.body.kind != "FINITE_ELEMENT":
            return self._affine(X)
        return self._of_nodes(X, self.q.reshape(-1, 3), lambda body, p: body.position(p))

    def _affine(self, X: np.ndarray) -> np.ndarray:
        return (X - self.body.center) @ rotations(self.q).T + self.q[9:12]

    def _velocities(self, X: np.ndarray) -> np.ndarray:
        if self.body.kind == "FINITE_ELEMENT":
            return self._of_nodes(X, self.u.reshape(-1, 3), lambda body, p: body.velocity(p))
        arm = X - self.body.center
        if self.body.kind == "PSEUDO_RIGID":
            return arm @ rotations(self.u).T + self.u[9:12]
        return np.cross(self.u[:3], arm) @ rotations(self.q).T + self.u[3:6]

    def _stresses(self, X: np.ndarray) -> np.ndarray:
        if self.body.kind == "PSEUDO_RIGID":
            return np.full(len(X), von_mises(self._engine_body().stress(list(self.body.center))))
        if self.body.kind == "FINITE_ELEMENT":
            return self._of_nodes(X, von_mises(self._engine_body().nodal_stress()), lambda body, p: von_mises(body.stress(p)))
        return np.full(len(X), np.nan)

    def _of_nodes(self, X: np.ndarray, at_nodes: np.ndarray, at_point: Callable[[_engine.Body, list[float]], Any]) -> np.ndarray:
        """Values at the vertices of a mesh; pieces inside of another mesh have vertices that are no nodes of it."""
        nodes = nodes_of(self.body)
        values = at_nodes[np.maximum(nodes, 0)]
        if (nodes < 0).any():
            body = self._engine_body()
            values[nodes < 0] = [at_point(body, X[i].tolist()) for i in np.flatnonzero(nodes < 0)]
        return values


def triangles_of(body: StoredBody) -> tuple[np.ndarray, np.ndarray]:
    """Vertex numbers (m, 3) of the triangles of a stored body and the face (m,) each is part of; kept with the body."""
    return body._kept("triangles", lambda: _fans(body.faces))


def _fans(records: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """Stored faces are one flat list: number of vertices, the vertices, surface id, and so on. Each becomes a fan of triangles."""
    triangles, faces, i, face = [], [], 0, 0
    while i < len(records):
        n = records[i]
        a, *rest = records[i + 1:i + 1 + n]
        triangles += [(a, b, c) for b, c in zip(rest, rest[1:])]
        faces += [face] * (n - 2)
        i, face = i + n + 2, face + 1
    return np.array(triangles, int).reshape(-1, 3), np.array(faces, int)


def nodes_of(body: StoredBody) -> np.ndarray:
    """Of each vertex of a finite-element body the node at the same referential point, or −1; kept with the body."""
    def found() -> np.ndarray:
        numbers = {x.tobytes(): i for i, x in enumerate(np.asarray(body.nodes, float) + 0.0)}  # + 0.0: −0 becomes 0
        return np.array([numbers.get(x.tobytes(), -1) for x in np.asarray(body.vertices, float) + 0.0], int)

    return body._kept("nodes of vertices", found)


def _ball_values(moments: Sequence[Moment], field: str | None, owners: np.ndarray, centers: np.ndarray) -> np.ndarray:
    """A body of ellipsoids shows the value at the centre of each."""
    values = np.full(len(owners), np.nan)
    if field is None:
        return values
    for i, moment in enumerate(moments):
        mine = owners == i
        if mine.any():
            X = np.vstack([np.reshape(moment.body.spheres, (-1, 4))[:, :3], np.reshape(moment.body.ellipsoids, (-1, 12))[:, :3]])
            values[mine] = moment.values(field, X, centers[mine])
    return values


def _joined(arrays: list[np.ndarray], shape: tuple[int, ...] = ()) -> np.ndarray:
    return np.concatenate(arrays) if arrays else np.zeros((0, *shape))
