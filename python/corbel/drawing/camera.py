# SPDX-License-Identifier: MIT
"""A parallel projection: lengths across the line of sight are true, and the axes of a picture are metres."""
from __future__ import annotations

from typing import Any

import numpy as np

from .. import check
from ..annotations import Rows, Vector
from ..errors import InputError
from ..members import Members
from ..routine import routine

__all__ = ["Camera", "Window"]


class Camera(Members):
    """Where a picture is seen from, in parallel projection.

    azimuth, elevation [degrees]: direction from the scene to the eye, azimuth from x towards y, elevation above the x-y
    plane; or `eye`, a point from which `target` is seen. target: the point (3,) in the middle of the picture, and
    width: of the picture [m]; both are by default chosen so that all bodies are seen. up: the direction that points up.
    """

    target: np.ndarray | None
    width: float | None
    towards: np.ndarray  # unit vectors: from the scene to the eye,
    right: np.ndarray    # and those of the picture
    up: np.ndarray

    @routine("Camera")
    def __init__(self, azimuth: float | None = None, elevation: float | None = None, *, eye: Vector | None = None,
                 target: Vector | None = None, width: float | None = None, up: Vector = (0, 0, 1)) -> None:
        self._freeze(target=None if target is None else np.array(check.vector("target", target)),
                     width=None if width is None else check.number("width", width, above=0))
        self._freeze(towards=self._towards(azimuth, elevation, eye))
        right = np.cross(check.direction("up", up), self.towards)
        if np.linalg.norm(right) < 1e-6 * np.linalg.norm(up):  # straight from above or below: x points right
            right = np.array([1.0, 0, 0]) if abs(self.towards[0]) < 0.9 else np.array([0, 1.0, 0])
            right -= right @ self.towards * self.towards
        right = right / np.linalg.norm(right)
        self._freeze(right=right, up=np.cross(self.towards, right))

    def _towards(self, azimuth: float | None, elevation: float | None, eye: Vector | None) -> np.ndarray:
        """Unit vector from the scene to the eye."""
        if eye is None:
            a = np.radians(-60 if azimuth is None else check.number("azimuth", azimuth))
            e = np.radians(25 if elevation is None else check.number("elevation", elevation))
            return np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
        if azimuth is not None or elevation is not None:
            raise InputError("give either 'eye' or 'azimuth' and 'elevation'")
        if self.target is None:
            raise InputError("argument 'eye' requires 'target', the centre of the picture")
        sight = np.array(check.vector("eye", eye)) - self.target
        if not np.linalg.norm(sight) > 0:
            raise check.wrong_value("eye", eye, "a point other than the target")
        return sight / np.linalg.norm(sight)

    @property
    def axes(self) -> np.ndarray:
        """(3, 3): rows right, up, towards the eye."""
        return np.array([self.right, self.up, self.towards])

    @routine("Camera.project")
    def project(self, points: Rows) -> np.ndarray:
        """Coordinates (…, 2) [m] in the axes of a picture of points (…, 3)."""
        return np.asarray(points, float) @ self.axes[:2].T


class Window:
    """The pixels of a picture: `shape` = rows, columns over the rectangle about `center` (2,), `width` wide [m]."""

    def __init__(self, camera: Camera, center: Vector, width: float, shape: tuple[int, int]) -> None:
        self.camera, self.shape = camera, shape
        self.pixel = width / shape[1]  # [m]
        self.low = np.asarray(center, float) - 0.5 * self.pixel * np.array([shape[1], shape[0]])

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """left, right, bottom, top [m]."""
        high = self.low + self.pixel * np.array([self.shape[1], self.shape[0]])
        return self.low[0], high[0], self.low[1], high[1]

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """(…, 3): column and row from the lower left corner, nearness; all in pixels. The centre of a pixel is at ½."""
        view = np.asarray(points) @ self.camera.axes.T
        view[..., :2] -= self.low
        return view / self.pixel

    def points(self, column: np.ndarray, row: np.ndarray, nearness: np.ndarray) -> np.ndarray:
        """Inverse of pixels."""
        view = np.stack([column, row, nearness], axis=-1) * self.pixel
        view[..., :2] += self.low
        return view @ self.camera.axes
