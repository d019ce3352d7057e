# SPDX-License-Identifier: MIT
"""Result files, read without the script that made them."""
import functools
import os

import numpy as np

from . import _engine, check
from .errors import FileError
from .log import warn
from .lookup import find_body
from .members import Members
from .open_files import open_files
from .paths import result_file
from .routine import routine
from .stored_motion import QUANTITIES, StoredBody, StoredJoint, motion

__all__ = ["Results", "StoredBody", "StoredJoint"]

ENERGIES = ("kinetic", "internal", "external", "contact", "friction", "damping", "numerical")


class Results(Members):
    """A result file: frames in time, each with the states of all bodies, the constraints and the energies.

    path: the file (….h5) or the folder it lies in. A file that is still being written can be read up to its last
    whole frame; open it anew to see more. `with corbel.open(path) as results:` closes it at the end of the block.
    """

    @routine("Results")
    def __init__(self, path):
        path = result_file(check.path("path", path))
        if not os.path.isfile(path):
            raise FileError(f"there is no result file '{path}'")
        self._reader = _engine.ResultReader(path)
        if self._reader.damage and not self._reader.being_written:
            warn(f"'{path}': {self._reader.damage}")
        self._freeze(path=path, bodies=[StoredBody(d) for d in self._reader.body_descriptions()],
                     joints=[StoredJoint(d) for d in self._reader.joint_descriptions()])

    format = property(lambda self: self._reader.format, doc="version of the file format: 5, or 4 for older files, which know no joints and settings")
    settings = property(lambda self: self._reader.settings(),
                        doc="[(time, {name: value})]: gravity, surface materials, loads and settings of contact from each time on")
    times = property(lambda self: self._reader.times, doc="of the frames, (n,) [s]")
    closed_properly = property(lambda self: self._reader.closed_properly,
                               doc="False while it is written, or if the writer was killed")

    def close(self):
        """Lets go of the file, so that a simulation of this program can resume() it. Frames cannot be read afterwards; what was read
        before stays."""
        self._reader.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def __len__(self) -> int:
        """Number of frames."""
        return self._reader.frame_count

    def describe(self) -> str:
        """The text of `corbel info`."""
        text = self._reader.describe()
        return text.replace("(being written)", "(not closed; the run may continue)", 1) if open_files.idle(self.path) else text

    @routine("Results.frame")
    def frame(self, index) -> dict:
        """One frame: time, h, step, bodies, constraints, seconds, solver. Negative indices count from the end."""
        number = check.integer("index", index)
        if not -len(self) <= number < len(self):
            raise check.wrong_value("index", index, f"a frame in 0 … {len(self) - 1}")
        return self._reader.read(number % len(self))

    @routine("Results.frame_at")
    def frame_at(self, time) -> int:
        """Index of the frame nearest to a time [s]."""
        return int(np.argmin(np.abs(self.times - check.number("time", time, infinite=True))))

    def constraints(self, index) -> list:
        """Joints and contacts of a frame."""
        return self.frame(index)["constraints"]

    @routine("Results.body")
    def body(self, which) -> StoredBody:
        """The body with this label or id; an error if several have the label."""
        return find_body(self.bodies, which, where=f" in '{self.path}'")

    @routine("Results.history")
    def history(self, body, what="position", *, point=None) -> np.ndarray:
        """A quantity of one body over all frames; NaN where the body does not exist.

        body: label, id or body; what: "position", "displacement", "velocity" (n, 3) of the referential point
        (default: the referential mass centre), "q", "u", or the name of an energy (n,); of rigid bodies "rotation"
        (n, 3, 3) and "angular_velocity" (n, 3) in space axes; of finite elements "nodes" and "node_velocities"
        (n, nodes, 3).
        """
        check.choice("what", what, (*QUANTITIES, *ENERGIES))
        number = getattr(body, "id", None)
        stored = self.body(number if number is not None else body)
        if what in ENERGIES:
            return self._energies[:, self._columns[stored.id], ENERGIES.index(what)]
        return motion(stored, *self._states[stored.id], what, None if point is None else check.vector("point", point))

    @routine("Results.energies")
    def energies(self, bodies=None) -> dict[str, np.ndarray]:
        """Energies [J] over all frames, (n,) each, summed over bodies: a label, id or body, a list of them, or None for
        all. kinetic + internal = start + external + contact + friction + damping + numerical:
        external is work of loads and joints since t = 0, numerical what the time integration added or lost."""
        bodies = self.bodies if bodies is None else bodies if isinstance(bodies, (list, tuple)) else [bodies]
        ids = [self.body(getattr(b, "id", b)).id for b in bodies]
        energy = self._energies[:, [self._columns[i] for i in ids]]
        sums = np.nansum(energy, axis=1) if ids else np.zeros((len(self), len(ENERGIES)))
        return dict(zip(ENERGIES, sums.T))

    def solver(self) -> dict[str, np.ndarray]:
        """What the solver did, over all frames: iterations (sum since the previous frame), residuals, …; plus
        the number of constraints and of contacts."""
        return self._tables["solver"]

    def certificate(self) -> dict[str, np.ndarray]:
        """Over all frames: residual_absolute, residual_scaled and penetration [m], the worst of all steps since the
        previous frame, and energy_balance, what the time integration has added as a part of all energies."""
        return self._tables["certificate"]

    def seconds(self) -> dict[str, np.ndarray]:
        """Wall seconds per stage of the step since the previous frame, over all frames."""
        return self._tables["seconds"]

    @functools.cached_property
    def _loaded(self):
        return [self._reader.read(i) for i in range(len(self))]

    @functools.cached_property
    def _columns(self):
        return {body.id: i for i, body in enumerate(self.bodies)}

    @functools.cached_property
    def _energies(self):
        energy = np.full((len(self), len(self.bodies), len(ENERGIES)), np.nan)
        for i, frame in enumerate(self._loaded):
            for record in frame["bodies"]:
                energy[i, self._columns[record["id"]]] = record["energy"]
        return energy

    @functools.cached_property
    def _states(self):
        """q and u of each body over the frames, by id."""
        states = {body.id: tuple(np.full((len(self), n), np.nan) for n in body._sizes) for body in self.bodies}
        for i, frame in enumerate(self._loaded):
            for record in frame["bodies"]:
                q, u = states[record["id"]]
                q[i], u[i] = record["q"], record["u"]
        return states

    @functools.cached_property
    def _tables(self):
        frames = self._loaded
        tables = {name: {key: np.array([f[name][key] for f in frames]) for key in frames[0][name]}
                  for name in ("solver", "seconds", "certificate")}
        kinds = [[c.kind for c in f["constraints"]] for f in frames]
        tables["solver"]["constraints"] = np.array([len(k) for k in kinds])
        tables["solver"]["contacts"] = np.array([k.count("CONTACT") for k in kinds])
        tables["solver"]["bodies"] = np.array([len(f["bodies"]) for f in frames])
        tables["solver"]["step"] = np.array([f["h"] for f in frames])
        return tables

    def __repr__(self):
        t = self.times
        return f"Results('{self.path}', {check.counted(len(self), 'frame', 'frames')}, t = {t[0]:g} … {t[-1]:g} s, {check.counted(len(self.bodies), 'body', 'bodies')})"
