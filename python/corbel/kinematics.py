# SPDX-License-Identifier: MIT
"""Motion of rigid bodies from their states, for single states and for arrays of them.

A configuration q is the rotation column by column, then the current mass centre; a velocity u is the referential
angular velocity, then the velocity of the mass centre. Arrays carry any leading dimensions.
"""
from typing import Any

import numpy as np


def rotations(q: np.ndarray) -> np.ndarray:
    """(…, 12) → (…, 3, 3)."""
    return np.swapaxes(np.reshape(q[..., :9], (*q.shape[:-1], 3, 3)), -1, -2)


def positions(q: np.ndarray, center: Any, X: Any) -> np.ndarray:
    """Current positions of the referential point X of a body whose referential mass centre is `center`."""
    return rotations(q) @ (np.asarray(X, float) - center) + q[..., 9:12]


def velocities(q: np.ndarray, u: np.ndarray, center: Any, X: Any) -> np.ndarray:
    arm = np.asarray(X, float) - center
    spin = np.cross(u[..., :3], arm)
    return np.einsum("...ij,...j->...i", rotations(q), spin) + u[..., 3:6]


def spatial_spin(q: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Angular velocity in space axes [rad/s]."""
    return np.einsum("...ij,...j->...i", rotations(q), u[..., :3])


def turned(x: Any, point: Any, axis: Any, degrees: float) -> np.ndarray:
    """The point x after a right-handed rotation about an axis through `point` (Rodrigues)."""
    n = np.asarray(axis, float) / np.linalg.norm(axis)
    arm = np.asarray(x, float) - point
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(point, float) + c * arm + s * np.cross(n, arm) + (1 - c) * np.dot(n, arm) * n
