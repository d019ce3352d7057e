# SPDX-License-Identifier: MIT
"""TIME_SERIES."""
from .. import check
from ..errors import InputError
from ..routine import routine
from ..series import TimeSeries
from .session import session


class TIME_SERIES(TimeSeries):
    """TIME_SERIES (points | label, cache): points [t0, v0, …], [[t0, v0], …] or the path of a file.

    label must be unique; cache is accepted and has no effect: files are read whole.
    """

    @routine("TIME_SERIES")
    def __init__(self, points, label=None, cache=0):
        check.integer("cache", cache, at_least=0)
        if label is not None and check.text("label", label) in session.series:
            raise InputError(f"argument 'label': there is already a TIME_SERIES '{label}'")
        super().__init__(points)
        if label is not None:
            session.series[label] = self

    times = property(lambda self: self._series.times.tolist())
    values = property(lambda self: self._series.values.tolist())
    derivative = property(lambda self: TIME_SERIES._of(self._series.derivative_series()))
    integral = property(lambda self: TIME_SERIES._of(self._series.integral_series()))

    def __repr__(self):
        return f"TIME_SERIES({len(self.times)} points, t = {self.times[0]:g} … {self.times[-1]:g} s)"
