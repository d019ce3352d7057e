# SPDX-License-Identifier: MIT
"""Stresses of bodies that deform."""
import numpy as np

__all__ = ["von_mises"]


def von_mises(stress: np.ndarray) -> np.ndarray:
    """Von Mises norm of stresses (…, 3, 3): √(3/2 s:s) with the deviator s [Pa]."""
    stress = np.asarray(stress, float)
    deviator = stress - np.trace(stress, axis1=-2, axis2=-1)[..., None, None] / 3 * np.eye(3)
    return np.sqrt(1.5 * np.sum(deviator**2, axis=(-2, -1)))
