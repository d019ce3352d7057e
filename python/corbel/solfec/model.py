# SPDX-License-Identifier: MIT
"""SOLFEC: one analysis, in WRITE mode (it runs) or in READ mode (it reads results)."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Callable

from .. import _engine, check
from ..command_line import command_line
from ..engine_members import EngineValue
from ..errors import InputError
from ..paths import result_file
from ..results import Results
from ..routine import routine
from ..simulation import Simulation
from .constraint import constraint_of
from .members import Members
from .session import say, session
from .unavailable import unavailable

if TYPE_CHECKING:
    from ..annotations import Path
    from .body import BODY
    from .constraint import CONSTRAINT
    from .materials import BULK_MATERIAL, SURFACE_MATERIAL


class SOLFEC(Members):
    """SOLFEC (analysis, step, output): results found at output/<last name>.h5 open it in 'READ' mode."""

    @routine("SOLFEC")
    def __init__(self, analysis: str, step: float, output: Path) -> None:
        kind = check.choice("analysis", analysis, ("DYNAMIC", "QUASI_STATIC")).lower()
        self._outpath = _folder(output)
        # Quasi-static contacts stay where they are found: a single point on each face would have to move to carry a moment.
        points = "CENTROID" if kind == "dynamic" else "PATCH"
        self._simulation = Simulation(step, result_file(self._outpath), contact_points=points, analysis=kind)
        if session.epsilon is not None:
            self._simulation.epsilon = session.epsilon
        self._bodies: dict[int, BODY] = {}
        self._joints: dict[int, CONSTRAINT] = {}
        self._surface_materials: dict[str, SURFACE_MATERIAL] = {}
        self._bulk_materials: dict[str, BULK_MATERIAL] = {}
        self._labels: dict[str, int] = {}
        self._verbose, self._cleanup = "ON", "OFF"
        self._callback: tuple[Callable[[], bool] | None, float] = None, 0.0  # function, interval
        self._planned, self._runs = 0.0, 0  # end and number of all RUNs so far, for -c
        self._open_mode()
        session.alive.add(self)

    def _open_mode(self) -> None:
        """READ when valid results are there and nobody asked to write."""
        path = self._simulation.output_file
        found = _engine.ResultReader.is_valid(path)
        if os.path.isfile(path) and not found:
            say(f"'{path}' is not a readable result file; RUN will overwrite it")
        forced = session.force_write and os.path.abspath(path) not in session.written
        self._resuming = found and session.resume
        self._results = Results(path) if found and not forced and not session.resume else None
        self._frame, self._shown = 0, False
        if self._results and os.path.abspath(path) not in session.written and not command_line.is_quiet():
            anew = "-w computes anew" if command_line.active else "remove them to compute anew"
            say(f"reading the results of '{path}', t = {self._results.times[0]:g} ... {self._results.times[-1]:g} s; {anew}")

    time = EngineValue[float]("_simulation", "[s]")

    @property
    def analysis(self) -> str:
        """'DYNAMIC' or 'QUASI_STATIC'."""
        return self._simulation.analysis.upper()

    @property
    def mode(self) -> str:
        """'READ' or 'WRITE'."""
        return "READ" if self._results else "WRITE"

    @property
    def outpath(self) -> str:
        return self._outpath

    @property
    def nbod(self) -> int:
        return len(self._simulation._engine.bodies)

    @property
    def ncon(self) -> int:
        return len(self._simulation.constraints)

    @property
    def bodies(self) -> list[BODY]:
        """Most recently created first."""
        return [self._bodies[body.id] for body in reversed(self._simulation.bodies)]

    @property
    def constraints(self) -> list[CONSTRAINT]:
        """Joints, then contacts of the last step or of the frame shown."""
        return [constraint_of(self, record) for record in self._simulation.constraints]

    @property
    def step(self) -> float:
        return self._simulation.step

    @step.setter
    @routine("SOLFEC")
    def step(self, value: float) -> None:
        self._simulation._engine.step = check.number("step", value, above=0)

    @property
    def verbose(self) -> str:
        return self._verbose

    @verbose.setter
    @routine("SOLFEC")
    def verbose(self, value: str) -> None:
        self._verbose = check.choice("verbose", value, ("ON", "OFF", "%", "%\n", "%n"))

    @property
    def cleanup(self) -> str:
        return self._cleanup

    @cleanup.setter
    @routine("SOLFEC")
    def cleanup(self, value: str) -> None:
        self._cleanup = "ON" if check.flag("cleanup", value) else "OFF"

    @property
    def strict(self) -> str:
        """'ON': problems found by the model check raise an error before the first step; an extension of the language."""
        return "ON" if self._simulation.strict else "OFF"

    @strict.setter
    @routine("SOLFEC")
    def strict(self, value: str) -> None:
        self._simulation.strict = check.flag("strict", value)

    def _label(self, kind: str, label: str | None) -> str:
        """The label given, or kind_0, kind_1, …"""
        if label is not None:
            return check.text("label", label)
        number = self._labels[kind] = self._labels.get(kind, -1) + 1
        return f"{kind}_{number}"

    def _stored(self) -> Results:
        """Of READ mode."""
        assert self._results is not None
        return self._results

    def _compare(self) -> None:
        """Says what differs between the results and the deck, unless a frame was shown, which does so."""
        if not self._shown:
            self._show(self._frame)

    def _show(self, frame: int) -> None:
        """Takes over a frame of the results (READ mode)."""
        results = self._stored()
        self._frame = min(max(frame, 0), len(results) - 1)
        try:
            self._simulation._engine.show(results._reader, self._frame)
        except InputError as error:
            raise InputError(f"{error}\n-w computes them anew") from None
        self._simulation._changes += 1
        self._shown = True

    def __repr__(self) -> str:
        return f"SOLFEC('{self._outpath}', {self.mode}, {self._simulation!r})"


def _folder(output: Path) -> str:
    """The output path, with what -s appends to it."""
    output = check.path("output", output)
    path = command_line.folder(output)
    if os.path.isfile(path):
        raise check.wrong_value("output", path, "a folder; this is a file")
    return path
