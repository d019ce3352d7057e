# SPDX-License-Identifier: MIT
"""Depth buffer: what is seen at each pixel, and how near it is.

Work is done on arrays of rows of triangles and of pixels, not triangle by triangle. Ellipsoids are intersected with the lines
of sight in closed form, so they are smooth and need no triangles.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .camera import Window
    from .surfaces import Surfaces

CHUNK = 1 << 21  # pixels worked on at once, bounds memory


class Raster:
    """item (rows, columns): number of the triangle, or triangles + number of the ellipsoid, −1 for nothing;
    nearness (rows, columns) in pixels, −inf for nothing. Row 0 is the lowest."""

    def __init__(self, window: Window, surfaces: Surfaces) -> None:
        rows, columns = window.shape
        self.shape = window.shape
        self.nearness = np.full(rows * columns, -np.inf)
        self.item = np.full(rows * columns, -1, np.int32)
        self._triangles(window.pixels(surfaces.corners))
        self._ellipsoids(window.pixels(surfaces.centers), window.camera.axes @ surfaces.axes / window.pixel, len(surfaces.corners))
        self.nearness, self.item = self.nearness.reshape(self.shape), self.item.reshape(self.shape)

    def _triangles(self, corners: np.ndarray) -> None:
        """corners (m, 3, 3) in pixels, counter-clockwise from outside: those that look away are skipped."""
        a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
        double_area = np.cross(b[:, :2] - a[:, :2], c[:, :2] - a[:, :2])
        low, high = corners.min(axis=1), corners.max(axis=1)
        seen = (double_area > 0) & (high[:, 0] > 0) & (low[:, 0] < self.shape[1]) & (high[:, 1] > 0) & (low[:, 1] < self.shape[0])
        number = np.flatnonzero(seen)
        a, b, c = a[seen], b[seen], c[seen]
        normal = np.cross(b - a, c - a)
        slope = -normal[:, :2] / normal[:, 2:]  # of the nearness, per column and row
        first = np.clip(np.ceil(low[seen, 1] - 0.5), 0, self.shape[0]).astype(int)
        count = np.clip(np.ceil(high[seen, 1] - 0.5), 0, self.shape[0]).astype(int) - first
        for part in _parts(count * np.maximum(high[seen, 0] - low[seen, 0], 1).clip(max=self.shape[1])):
            t = np.repeat(np.arange(len(count))[part], count[part])
            row = _ramps(first[part], count[part])
            left, right = self._span(a[t], b[t], c[t], row + 0.5)
            at_left = a[t, 2] + slope[t, 0] * (left + 0.5 - a[t, 0]) + slope[t, 1] * (row + 0.5 - a[t, 1])
            self._rows(row, left, right - left, at_left, slope[t, 0], number[t])

    def _span(self, a: np.ndarray, b: np.ndarray, c: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """First column, and the one behind the last, whose centres lie in the triangle at the height y."""
        left, right = np.zeros(len(y)), np.full(len(y), float(self.shape[1]))
        for p, q in ((a, b), (b, c), (c, a)):
            rise = q[:, 1] - p[:, 1]
            with np.errstate(divide="ignore", invalid="ignore"):
                x = p[:, 0] + (y - p[:, 1]) * (q[:, 0] - p[:, 0]) / rise
            left = np.where(rise < 0, np.maximum(left, np.ceil(x - 0.5)), left)  # inside is to the left of p → q
            right = np.where(rise > 0, np.minimum(right, np.ceil(x - 0.5)), right)
        return left.astype(int), np.maximum(right, left).astype(int)

    def _rows(self, row: np.ndarray, left: np.ndarray, count: np.ndarray, at_left: np.ndarray, slope: np.ndarray, number: np.ndarray) -> None:
        """Stretches of pixels."""
        r = np.repeat(np.arange(len(count)), count)
        along = _ramps(np.zeros(len(count), int), count)
        self._nearest((row * self.shape[1] + left)[r] + along, at_left[r] + slope[r] * along, number[r])

    def _ellipsoids(self, centers: np.ndarray, axes: np.ndarray, first_number: int) -> None:
        """centers (k, 3), axes (k, 3, 3) in pixels. From the nearest to the farthest: most of what is hidden is never computed."""
        half = np.linalg.norm(axes, axis=2)
        low, high = (np.clip(np.ceil(centers[:, :2] + side * half[:, :2] - 0.5), 0, self.shape[::-1]).astype(int) for side in (-1, 1))
        Q = np.linalg.inv(axes @ np.swapaxes(axes, 1, 2)) if len(axes) else axes  # pᵀ Q p = 1
        nearest = centers[:, 2] + half[:, 2]
        nearness, item = self.nearness.reshape(self.shape), self.item.reshape(self.shape)
        for k in np.argsort(-nearest):
            box = np.s_[low[k, 1]:high[k, 1], low[k, 0]:high[k, 0]]
            known = nearness[box]
            if known.size == 0 or known.min() >= nearest[k]:
                continue
            columns, rows = (np.arange(low[k, d], high[k, d]) + 0.5 - centers[k, d] for d in (0, 1))
            z = _meet(Q[k], columns, rows[:, None])
            z += centers[k, 2]
            ahead = z > known  # not where it is NaN
            np.copyto(known, z, where=ahead)
            np.copyto(item[box], first_number + k, where=ahead)

    def _nearest(self, pixel: np.ndarray, nearness: np.ndarray, number: np.ndarray) -> None:
        """Keeps the nearest. Of writes to one pixel the last stays, so whoever is still nearer writes again."""
        while len(pixel):
            ahead = nearness > self.nearness[pixel]
            pixel, nearness, number = pixel[ahead], nearness[ahead], number[ahead]
            self.nearness[pixel] = nearness
            self.item[pixel] = number


def _meet(Q: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Larger z at which lines of sight through (x, y) meet the ellipsoid pᵀ Q p = 1; NaN where they miss it."""
    b = Q[0, 2] * x + Q[1, 2] * y
    z = b * b
    z -= Q[2, 2] * (Q[0, 0] * x * x - 1)
    z -= Q[2, 2] * y * (2 * Q[0, 1] * x + Q[1, 1] * y)
    with np.errstate(invalid="ignore"):
        np.sqrt(z, out=z)
    z -= b
    z /= Q[2, 2]
    return z


def _ramps(start: np.ndarray, count: np.ndarray) -> np.ndarray:
    """start[0], start[0] + 1, …, count[0] of them, then the same of the next."""
    begin = np.cumsum(count) - count
    return np.arange(int(np.sum(count))) + np.repeat(start - begin, count)


def _parts(cost: np.ndarray) -> list[slice]:
    """Slices of about CHUNK each."""
    group = (np.cumsum(cost) // CHUNK).astype(int)
    ends = [*(np.flatnonzero(np.diff(group)) + 1), len(cost)]
    return [slice(i, j) for i, j in zip([0, *ends[:-1]], ends) if j > i]
