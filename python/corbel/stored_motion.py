# SPDX-License-Identifier: MIT
"""Motion of bodies from stored states: arrays q and u over the frames, by the kind of the body."""
import functools

import numpy as np

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

    def __init__(self, description: dict):
        self._freeze(**description)

    @functools.cached_property
    def _stand_in(self):
        return stand_in(self)

    @property
    def _sizes(self):
        """Of q and u."""
        if self.parts:
            q = sum(size for _, role, size in self.parts if role == "configuration")
            return q, sum(size for _, _, size in self.parts) - q
        return {"FINITE_ELEMENT": (3 * len(self.nodes),) * 2, "PSEUDO_RIGID": (12, 12)}.get(self.kind, (12, 6))

    def __repr__(self):
        name = f" '{self.label}'" if self.label else ""
        return f"StoredBody({self.id}{name}, {self.kind}, mass {self.mass:.4g} kg)"


class StoredJoint(Members):
    """A joint as the result file describes it: id, kind, bodies (ids), properties by name, times when it was added and removed."""

    def __init__(self, description: dict):
        self._freeze(**description)

    def __repr__(self):
        return f"StoredJoint({self.id}, {self.kind} of {' and '.join(f'body {b}' for b in self.bodies)})"


def motion(body: StoredBody, q: np.ndarray, u: np.ndarray, what: str, point) -> np.ndarray:
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


def _only(body, what, *kinds):
    if body.kind not in kinds:
        raise InputError(f"body {body.id} is of kind {body.kind}, '{what}' is known of {' and '.join(kinds)} only")


def _rigid_motion(body, q, u, velocity, X):
    return velocities(q, u, np.asarray(body.center), X) if velocity else positions(q, np.asarray(body.center), X)


def _affine_motion(body, q, u, velocity, X):
    """x = F (X − X0) + x̄; its rate has the same form."""
    return positions(u if velocity else q, np.asarray(body.center), X)


def _element_motion(body, q, u, velocity, X):
    return replay(body._stand_in, q, u, lambda b: b.velocity(X) if velocity else b.position(X))
