# SPDX-License-Identifier: MIT
"""Colours of a picture: a directional light with shadows, ambient light, edges."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .camera import Camera, Window
from .raster import Raster

if TYPE_CHECKING:
    from .surfaces import Surfaces

BACKGROUND = 1.0   # white
EDGE = 0.45        # brightness of edges between bodies and at creases
MESH_EDGE = 0.8    # of edges between faces of a mesh
CREASE = 0.94      # cosine of the angle between faces at which an edge shows: 20 degrees
FLOOR_SHADOW = 0.25
SHADOW_SIZE = 1200  # pixels of the picture as seen from the light


class Samples:
    """A picture is computed on `finer` × `finer` points per pixel; where all of them show the same triangle or ellipsoid, one is shaded.

    Arrays over the points that are shaded and show something: `points` in space, `normals`, `body`, `values` of the field.
    """

    def __init__(self, window: Window, surfaces: Surfaces, finer: int) -> None:
        self.raster = Raster(window, surfaces)
        rows, columns = window.shape[0] // finer, window.shape[1] // finer
        every = np.arange(window.shape[0] * window.shape[1], dtype=np.int32)
        self.squares = every.reshape(rows, finer, columns, finer).swapaxes(1, 2).reshape(rows * columns, finer * finer)
        item = self.raster.item.ravel()
        here = item[self.squares]
        self.same = (here == here[:, :1]).all(axis=1)
        self.index = np.concatenate([self.squares[self.same, 0], self.squares[~self.same].ravel()])
        self.shape = rows, columns
        item = item[self.index]
        self.mask = item >= 0
        self.points = self._points(window, self.mask)
        self._look_up(window, surfaces, item[self.mask])

    def _points(self, window: Window, chosen: np.ndarray) -> np.ndarray:
        index = self.index[chosen]
        return window.points(index % window.shape[1] + 0.5, index // window.shape[1] + 0.5, self.raster.nearness.ravel()[index])

    def _look_up(self, window: Window, surfaces: Surfaces, item: np.ndarray) -> None:
        m = len(surfaces.corners)
        flat = item < m
        t, k = item[flat], item[~flat] - m
        self.body = np.append(surfaces.owner, surfaces.ball_owner)[item]
        self.normals, self.values = np.empty((len(item), 3)), np.full(len(item), np.nan)
        self.normals[flat] = face_normals(surfaces)[t]
        self.normals[~flat] = _ellipsoid_normals(surfaces, k, self.points[~flat])
        if np.isfinite(surfaces.values).any():
            self.values[flat] = _interpolated(window, surfaces, t, self.points[flat])
        self.values[~flat] = surfaces.ball_values[k]

    def image(self, colors: np.ndarray, brightness: np.ndarray) -> np.ndarray:
        """(rows, columns, 3) from the colours of all points shaded and the brightness of all there are."""
        picture = np.empty((len(self.squares), 3))
        count = int(self.same.sum())
        picture[self.same] = colors[:count] * brightness[self.squares[self.same]].mean(axis=1)[:, None]
        mixed = colors[count:] * brightness[self.index[count:], None]
        picture[~self.same] = mixed.reshape(-1, self.squares.shape[1], 3).mean(axis=1)
        return picture.reshape(*self.shape, 3)


def shaded(window: Window, surfaces: Surfaces, samples: Samples, colors: np.ndarray, *, floor: float | None, shadows: bool,
           edges: bool | str, casters: list[int]) -> np.ndarray:
    """(rows, columns, 3) in [0, 1], row 0 the lowest. colors: of the bodies at the samples, (n, 3); casters: bodies that the shadow map
    is made for."""
    light = _light_camera(window.camera)
    shadow = _Shadow(light, surfaces, casters) if shadows and casters else None
    lit = np.maximum(samples.normals @ light.towards, 0)
    if shadow:
        facing = lit > 0
        lit[facing] *= shadow.light(samples.points[facing], samples.normals[facing])
    sky = 0.5 + 0.5 * samples.normals[:, 2]
    rgb = np.full((len(samples.index), 3), BACKGROUND)
    rgb[samples.mask] = np.clip(colors * (0.48 + 0.20 * sky + 0.42 * lit)[:, None], 0, 1)
    if floor is not None and shadow and window.camera.towards[2] > 0:
        rgb[~samples.mask] = _floor(window, samples, floor, shadow)[:, None]
    return samples.image(rgb, _edges(samples.raster.item, surfaces, edges).ravel())


def _light_camera(camera: Camera) -> Camera:
    """Directional light from the left of the eye and above."""
    x, y, _ = camera.towards if np.hypot(*camera.towards[:2]) > 1e-6 else camera.up * -1
    return Camera(np.degrees(np.arctan2(y, x)) - 40, 52)


class _Shadow:
    """A shadow map, the depth buffer seen from the light: what lies farther than it says is in shadow."""

    def __init__(self, light: Camera, surfaces: Surfaces, casters: list[int]) -> None:
        low, high = surfaces.bounds(casters, light.axes)
        size = max(high[0] - low[0], high[1] - low[1]) * 1.01
        self.window = Window(light, 0.5 * (low + high)[:2], size, (SHADOW_SIZE, SHADOW_SIZE))
        nearness = Raster(self.window, surfaces).nearness
        self.nearness = np.pad(nearness, 2, constant_values=-np.inf)

    def light(self, points: np.ndarray, normals: np.ndarray) -> np.ndarray:
        """Fraction of the directional light that arrives, (n,). Points are shifted along their normals so that surfaces do not shade themselves."""
        x, y, near = self.window.pixels(points + 1.5 * self.window.pixel * normals).T
        column, row = np.floor(x - 0.5), np.floor(y - 0.5)
        fx, fy = x - 0.5 - column, y - 0.5 - row
        outside = (column < -1) | (row < -1) | (column > SHADOW_SIZE - 1) | (row > SHADOW_SIZE - 1)
        column, row = (np.where(outside, -2, v).astype(int) + 2 for v in (column, row))
        free = lambda i, j: (self.nearness[row + i, column + j] <= near + 1)  # noqa: E731
        return (1 - fy) * ((1 - fx) * free(0, 0) + fx * free(0, 1)) + fy * ((1 - fx) * free(1, 0) + fx * free(1, 1))


def _floor(window: Window, samples: Samples, height: float, shadow: _Shadow) -> np.ndarray:
    """Brightness of a white plane z = height, of which only the shadows are seen."""
    towards = window.camera.towards
    index = samples.index[~samples.mask]
    start = window.points(index % window.shape[1] + 0.5, index // window.shape[1] + 0.5, np.zeros(len(index)))
    points = start + ((height - start[:, 2]) / towards[2])[:, None] * towards
    return 1 - FLOOR_SHADOW * (1 - shadow.light(points, np.array([0, 0, 1.0])))


def _edges(item: np.ndarray, surfaces: Surfaces, kind: bool | str) -> np.ndarray:
    """Brightness of each point: dark where the body, or the face beyond a crease, changes."""
    brightness = np.ones(item.shape)
    if not kind:
        return brightness
    body = np.append(np.append(surfaces.owner, surfaces.ball_owner), -1)  # item −1 is nothing
    polygon = np.append(surfaces.polygon, np.full(len(surfaces.ball_owner) + 1, -1))
    normals = np.vstack([face_normals(surfaces), np.zeros((len(surfaces.ball_owner) + 1, 3))])
    for step, ahead, behind in ((1, np.s_[:, 1:], np.s_[:, :-1]), (item.shape[1], np.s_[1:, :], np.s_[:-1, :])):
        other = np.zeros(item.shape, bool)
        np.not_equal(item[ahead], item[behind], out=other[behind])
        index = np.flatnonzero(other)
        i, j = item.ravel()[index], item.ravel()[index + step]
        same_body = body[i] == body[j]
        smooth = same_body & (np.einsum("ij,ij->i", normals[i], normals[j]) >= CREASE)
        level = np.where(~smooth & ~(same_body & (polygon[i] < 0)), EDGE, MESH_EDGE if kind == "mesh" else 1.0)
        level[same_body & (polygon[i] == polygon[j]) & (polygon[i] >= 0)] = 1.0  # triangles of one face
        for where, number in ((index, i), (index + step, j)):
            shown = number >= 0
            brightness.ravel()[where[shown]] = np.minimum(brightness.ravel()[where[shown]], level[shown])
    return brightness


def face_normals(surfaces: Surfaces) -> np.ndarray:
    a, b, c = surfaces.corners[:, 0], surfaces.corners[:, 1], surfaces.corners[:, 2]
    return _unit(np.cross(b - a, c - a))


def _ellipsoid_normals(surfaces: Surfaces, k: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Of x = c + A s: gradient A⁻ᵀ s of |A⁻¹ (x − c)|²."""
    inverse = np.linalg.inv(surfaces.axes) if len(surfaces.axes) else surfaces.axes
    metric = (np.swapaxes(inverse, 1, 2) @ inverse)[k]
    return _unit(np.einsum("nij,nj->ni", metric, points - surfaces.centers[k]))


def _interpolated(window: Window, surfaces: Surfaces, t: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Values at points of the triangles t, linear between their corners."""
    a, b, c = (surfaces.corners[:, i] @ window.camera.axes[:2].T for i in range(3))
    e, f = b - a, c - a
    with np.errstate(divide="ignore", invalid="ignore"):
        area = 1 / np.cross(e, f)
    d = points @ window.camera.axes[:2].T - a[t]
    s, r = np.cross(d, f[t]) * area[t], np.cross(e[t], d) * area[t]
    v = surfaces.values[t]
    return v[:, 0] + s * (v[:, 1] - v[:, 0]) + r * (v[:, 2] - v[:, 0])


def _unit(v: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(v, axis=-1, keepdims=True)
    return v / np.where(length > 0, length, 1)
