# SPDX-License-Identifier: MIT
"""SOLFEC: one analysis, in WRITE mode (it runs) or in READ mode (it reads results)."""
import os

from .. import _engine, check
from ..command_line import command_line
from ..errors import InputError
from ..paths import result_file
from ..results import Results
from ..routine import routine
from ..simulation import Simulation
from .constraint import constraint_of
from .members import Members
from .session import say, session
from .unavailable import unavailable


class SOLFEC(Members):
    """SOLFEC (analysis, step, output): results found at output/<last name>.h5 open it in 'READ' mode."""

    @routine("SOLFEC")
    def __init__(self, analysis, step, output):
        kind = check.choice("analysis", analysis, ("DYNAMIC", "QUASI_STATIC")).lower()
        self._outpath = _folder(output)
        self._simulation = Simulation(step, result_file(self._outpath), contact_points="CENTROID", analysis=kind)
        if session.epsilon is not None:
            self._simulation.epsilon = session.epsilon
        self._bodies, self._joints = {}, {}
        self._surface_materials, self._bulk_materials = {}, {}
        self._labels = {}
        self._verbose, self._cleanup = "ON", "OFF"
        self._callback = None, 0.0  # function, interval
        self._planned, self._runs = 0.0, 0  # end and number of all RUNs so far, for -c
        self._open_mode()
        session.alive.add(self)

    def _open_mode(self):
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

    analysis = property(lambda self: self._simulation.analysis.upper())
    time = property(lambda self: self._simulation.time)
    mode = property(lambda self: "READ" if self._results else "WRITE")
    outpath = property(lambda self: self._outpath)
    nbod = property(lambda self: len(self._simulation._engine.bodies))
    ncon = property(lambda self: len(self._simulation.constraints))

    @property
    def bodies(self):
        """Most recently created first."""
        return [self._bodies[body.id] for body in reversed(self._simulation.bodies)]

    @property
    def constraints(self):
        """Joints, then contacts of the last step or of the frame shown."""
        return [constraint_of(self, record) for record in self._simulation.constraints]

    @property
    def step(self):
        return self._simulation.step

    @step.setter
    @routine("SOLFEC")
    def step(self, value):
        self._simulation._engine.step = check.number("step", value, above=0)

    @property
    def verbose(self):
        return self._verbose

    @verbose.setter
    @routine("SOLFEC")
    def verbose(self, value):
        self._verbose = check.choice("verbose", value, ("ON", "OFF", "%", "%\n", "%n"))

    @property
    def cleanup(self):
        return self._cleanup

    @cleanup.setter
    @routine("SOLFEC")
    def cleanup(self, value):
        self._cleanup = "ON" if check.flag("cleanup", value) else "OFF"

    @property
    def strict(self):
        """'ON': problems found by the model check raise an error before the first step; an extension of the language."""
        return "ON" if self._simulation.strict else "OFF"

    @strict.setter
    @routine("SOLFEC")
    def strict(self, value):
        self._simulation.strict = check.flag("strict", value)

    def _label(self, kind, label):
        """The label given, or kind_0, kind_1, …"""
        if label is not None:
            return check.text("label", label)
        number = self._labels[kind] = self._labels.get(kind, -1) + 1
        return f"{kind}_{number}"

    def _compare(self):
        """Says what differs between the results and the deck, unless a frame was shown, which does so."""
        if not self._shown:
            self._show(self._frame)

    def _show(self, frame):
        """Takes over a frame of the results (READ mode)."""
        self._frame = min(max(frame, 0), len(self._results) - 1)
        try:
            self._simulation._engine.show(self._results._reader, self._frame)
        except InputError as error:
            raise InputError(f"{error}\n-w computes them anew") from None
        self._simulation._changes += 1
        self._shown = True

    def __repr__(self):
        return f"SOLFEC('{self._outpath}', {self.mode}, {self._simulation!r})"


def _folder(output) -> str:
    """The output path, with what -s appends to it."""
    output = check.path("output", output)
    path = command_line.folder(output)
    if os.path.isfile(path):
        raise check.wrong_value("output", path, "a folder; this is a file")
    return path
