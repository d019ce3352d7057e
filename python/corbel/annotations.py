# SPDX-License-Identifier: MIT
"""Types of arguments and results that several modules share."""
import os
from typing import Sequence, Union

import numpy as np

from . import _engine

__all__ = ["EngineAmplitude", "Numbers", "Part", "Path", "Rows", "Vector"]

Vector = Sequence[float] | np.ndarray  # three numbers (x, y, z)
Numbers = Sequence[float] | np.ndarray
Rows = Sequence[Sequence[float]] | Sequence[np.ndarray] | Sequence[float] | np.ndarray  # an array (n, m) as rows, or flat
Path = str | os.PathLike[str]
Part = Union[_engine.Sphere, _engine.Ellipsoid, _engine.Convex, _engine.Mesh]  # of a shape
EngineAmplitude = Union[float, _engine.TimeSeries]  # of the engine: a constant, or a function of time
