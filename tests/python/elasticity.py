# SPDX-License-Identifier: MIT
"""Closed forms of a Saint Venant–Kirchhoff solid, and a few shapes and motions that tests share."""
import numpy as np


def lame(young, poisson):
    return young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))


def green_strain(F):
    return (F.T @ F - np.eye(3)) / 2


def cauchy(F, young, poisson):
    """σ = F S Fᵀ / det F,  S = λ tr(E) I + 2μ E."""
    first, second = lame(young, poisson)
    E = green_strain(F)
    S = first * np.trace(E) * np.eye(3) + 2 * second * E
    return F @ S @ F.T / np.linalg.det(F)


def energy_density(F, young, poisson):
    first, second = lame(young, poisson)
    E = green_strain(F)
    return first / 2 * np.trace(E) ** 2 + second * np.sum(E * E)


def mises(s):
    """By principal stresses, another way than by the deviator."""
    a, b, c = np.linalg.eigvalsh(s)
    return np.sqrt(((a - b) ** 2 + (b - c) ** 2 + (c - a) ** 2) / 2)


def stretch(direction, ratio):
    """F of a stretch along a direction."""
    d = np.asarray(direction, float) / np.linalg.norm(direction)
    return np.eye(3) + (ratio - 1) * np.outer(d, d)


def quarter_turn():
    """90° about x: y goes to z."""
    return np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
