# SPDX-License-Identifier: MIT
"""TIME_SERIES."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .. import check
from ..errors import InputError
from ..routine import routine
from ..series import TimeSeries
from .session import session

if TYPE_CHECKING:
    from ..annotations import Path, Rows


class TIME_SERIES(TimeSeries):
    """TIME_SERIES (points | label, cache): points [t0, v0, …], [[t0, v0], …] or the path of a file.

    label must be unique; cache is accepted and has no effect: files are read whole.
    """

    @routine("TIME_SERIES")
    def __init__(self, points: Rows | Path, label: str | None = None, cache: int = 0) -> None:
        check.integer("cache", cache, at_least=0)
        if label is not None and check.text("label", label) in session.series:
            raise InputError(f"argument 'label': there is already a TIME_SERIES '{label}'")
        super().__init__(points)
        if label is not None:
            session.series[label] = self

    # In the language times and values are lists, derivative and integral members.
    @property
    def times(self) -> list[float]:  # type: ignore[override]
        return self._series.times.tolist()

    @property
    def values(self) -> list[float]:  # type: ignore[override]
        return self._series.values.tolist()

    @property
    def derivative(self) -> TimeSeries:  # type: ignore[override]
        return TIME_SERIES._of(self._series.derivative_series())

    @property
    def integral(self) -> TimeSeries:  # type: ignore[override]
        return TIME_SERIES._of(self._series.integral_series())

    def __repr__(self) -> str:
        return f"TIME_SERIES({len(self.times)} points, t = {self.times[0]:g} … {self.times[-1]:g} s)"
