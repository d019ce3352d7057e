# SPDX-License-Identifier: MIT
"""Quantities that change in time: linear splines through (time, value) points."""
from __future__ import annotations

import os
from typing import Any, Union, overload

import numpy as np

from . import _engine, check
from .annotations import EngineAmplitude, Path, Rows
from .errors import FileError
from .members import Members
from .routine import routine

__all__ = ["TimeSeries"]


class TimeSeries(Members):
    """A linear spline in time, constant outside its range.

    points: (n, 2) times [s] and values, a flat list t0, v0, t1, v1, …, or the path of a file with two columns
    (lines starting with # are skipped). Times increase.
    """

    @routine("TimeSeries")
    def __init__(self, points: Rows | Path) -> None:
        self._series = _read(points) if isinstance(points, (str, os.PathLike)) else _from_points(points)

    @classmethod
    def _of(cls, series: _engine.TimeSeries) -> TimeSeries:
        made = cls.__new__(cls)
        made._series = series
        return made

    @property
    def times(self) -> np.ndarray:
        """Of the points, (n,) [s]."""
        return self._series.times

    @property
    def values(self) -> np.ndarray:
        """At the points, (n,)."""
        return self._series.values

    @overload
    def __call__(self, t: float) -> float: ...
    @overload
    def __call__(self, t: list[float] | np.ndarray) -> np.ndarray: ...

    def __call__(self, t: Any) -> float | np.ndarray:
        """Value at time t [s]; an array of times gives an array."""
        return np.vectorize(self._series.value, otypes=[float])(t) if np.ndim(t) else self._series.value(float(t))

    def derivative(self) -> TimeSeries:
        """Piecewise constant slopes, as a steep spline."""
        return TimeSeries._of(self._series.derivative_series())

    def integral(self) -> TimeSeries:
        """The integral from the first time on, sampled at the points."""
        return TimeSeries._of(self._series.integral_series())

    def scaled(self, factor: float) -> TimeSeries:
        """With all values times a factor."""
        return TimeSeries._of(_engine.TimeSeries(self._series.times.tolist(), (factor * self._series.values).tolist()))

    def __repr__(self) -> str:
        t, v = self.times, self.values
        return f"{type(self).__name__}({len(t)} points, t = {t[0]:g} … {t[-1]:g} s, values {v.min():g} … {v.max():g})"


def _read(given: Path) -> _engine.TimeSeries:
    path = check.path("points", given)
    if os.path.isdir(path):
        raise FileError(f"'{path}' is a directory, expected the file of a time series")
    if not os.path.isfile(path):
        raise FileError(f"time series file '{path}' does not exist (relative to {os.getcwd()})")
    return _engine.TimeSeries.from_file(path)


def _from_points(points: Rows) -> _engine.TimeSeries:
    expected = "times and values in turn, at least two points"
    if isinstance(points, np.ndarray) and points.ndim == 2 and points.shape[1] != 2:
        raise check.wrong_value("points", points, "an array of shape (n, 2)")
    flat = check.numbers("points", points, at_least=4, multiple=2, expected=expected)
    return _engine.TimeSeries(flat[0::2], flat[1::2])


Amplitude = Union[float, TimeSeries]  # a constant, or a function of time


def amplitude(name: str, value: Any) -> EngineAmplitude:
    """What the engine takes for a number or a TimeSeries."""
    if isinstance(value, TimeSeries):
        return value._series
    if not check.is_number(value):
        raise check.wrong_type(name, value, "a number or a time series")
    return check.number(name, value)
