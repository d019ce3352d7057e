# SPDX-License-Identifier: MIT
"""Result files, read without the script that made them."""
import functools
import os

import numpy as np

from . import _engine, check
from .errors import FileError, InputError
from .kinematics import positions, rotations, spatial_spin, velocities
from .open_files import open_files
from .paths import result_file
from .routine import closest, routine

__all__ = ["Results", "StoredBody"]

ENERGIES = ("kinetic", "internal", "external", "contact", "friction", "damping", "numerical")


class StoredBody:
    """A body as the result file describes it: id, kind, label, material, mass, center, vertices, faces, spheres, ellipsoids, …"""

    def __init__(self, description: dict):
        self.__dict__.update(description)

    def __repr__(self):
        name = f" '{self.label}'" if self.label else ""
        return f"StoredBody({self.id}{name}, {self.kind}, mass {self.mass:.4g} kg)"


class Results:
    """A result file: frames in time, each with the states of all bodies, the constraints and the energies.

    path: the file (….h5) or the folder it lies in. A file that is still being written can be read up to its last
    whole frame; open it anew to see more.
    """

    @routine("Results")
    def __init__(self, path):
        self.path = result_file(check.path("path", path))
        if not os.path.isfile(self.path):
            raise FileError(f"there is no result file '{self.path}'")
        self._reader = _engine.ResultReader(self.path)
        self.bodies = [StoredBody(d) for d in self._reader.body_descriptions()]

    times = property(lambda self: self._reader.times, doc="of the frames, (n,) [s]")
    closed_properly = property(lambda self: self._reader.closed_properly,
                               doc="False while it is written, or if the writer was killed")

    def __len__(self) -> int:
        """Number of frames."""
        return self._reader.frame_count

    def describe(self) -> str:
        """The text of `corbel info`."""
        text = self._reader.describe()
        return text.replace("(being written)", "(no run at work; more may follow)", 1) if open_files.idle(self.path) else text

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
        """The body with this label or id."""
        for body in self.bodies:
            if which in (body.id, body.label) and which != "":
                return body
        labels = [body.label for body in self.bodies if body.label]
        raise InputError(f"there is no body {check.shown(which)} in '{self.path}'.{closest(str(which), labels)}")

    @routine("Results.history")
    def history(self, body, what="position", *, point=None) -> np.ndarray:
        """A quantity of one body over all frames; NaN where the body does not exist.

        body: label, id or body; what: "position", "displacement", "velocity" (n, 3) of the referential point
        (default: the mass centre), "rotation" (n, 3, 3), "angular_velocity" (n, 3) in space axes, "q" (n, 12),
        "u" (n, 6), or the name of an energy (n,).
        """
        check.choice("what", what, (*_QUANTITIES, *ENERGIES))
        number = getattr(body, "id", None)
        stored = self.body(number if number is not None else body)
        column = self._states["columns"][stored.id]
        if what in ENERGIES:
            return self._states["energy"][:, column, ENERGIES.index(what)]
        X = stored.center if point is None else check.vector("point", point)
        return _QUANTITIES[what](self._states["q"][:, column], self._states["u"][:, column], np.asarray(stored.center), X)

    @routine("Results.energies")
    def energies(self, bodies=None) -> dict[str, np.ndarray]:
        """Energies [J] over all frames, (n,) each, summed over bodies: a label, id or body, a list of them, or None for
        all. kinetic + internal = start + external + contact + friction + damping + numerical:
        external is work of loads and joints since t = 0, numerical what the time integration added or lost."""
        bodies = self.bodies if bodies is None else bodies if isinstance(bodies, (list, tuple)) else [bodies]
        ids = [self.body(getattr(b, "id", b)).id for b in bodies]
        energy = self._states["energy"][:, [self._states["columns"][i] for i in ids]]
        sums = np.nansum(energy, axis=1) if ids else np.zeros((len(self), len(ENERGIES)))
        return dict(zip(ENERGIES, sums.T))

    def solver(self) -> dict[str, np.ndarray]:
        """What the solver did, over all frames: iterations (sum since the previous frame), residuals, …; plus
        the number of constraints and of contacts."""
        return self._tables["solver"]

    def seconds(self) -> dict[str, np.ndarray]:
        """Wall seconds per stage of the step since the previous frame, over all frames."""
        return self._tables["seconds"]

    @functools.cached_property
    def _loaded(self):
        return [self._reader.read(i) for i in range(len(self))]

    @functools.cached_property
    def _states(self):
        columns = {body.id: i for i, body in enumerate(self.bodies)}
        shape = len(self), len(columns)
        q, u, energy = (np.full((*shape, n), np.nan) for n in (12, 6, len(ENERGIES)))
        for i, frame in enumerate(self._loaded):
            for record in frame["bodies"]:
                j = columns[record["id"]]
                q[i, j], u[i, j] = record["q"], record["u"]
                energy[i, j] = record["energy"]
        return {"columns": columns, "q": q, "u": u, "energy": energy}

    @functools.cached_property
    def _tables(self):
        frames = self._loaded
        tables = {name: {key: np.array([f[name][key] for f in frames]) for key in frames[0][name]}
                  for name in ("solver", "seconds")}
        kinds = [[c.kind for c in f["constraints"]] for f in frames]
        tables["solver"]["constraints"] = np.array([len(k) for k in kinds])
        tables["solver"]["contacts"] = np.array([k.count("CONTACT") for k in kinds])
        tables["solver"]["bodies"] = np.array([len(f["bodies"]) for f in frames])
        tables["solver"]["step"] = np.array([f["h"] for f in frames])
        return tables

    def __repr__(self):
        t = self.times
        return f"Results('{self.path}', {len(self)} frames, t = {t[0]:g} … {t[-1]:g} s, {len(self.bodies)} bodies)"


_QUANTITIES = {
    "position": lambda q, u, center, X: positions(q, center, X),
    "displacement": lambda q, u, center, X: positions(q, center, X) - np.asarray(X),
    "velocity": lambda q, u, center, X: velocities(q, u, center, X),
    "rotation": lambda q, u, center, X: rotations(q),
    "angular_velocity": lambda q, u, center, X: spatial_spin(q, u),
    "q": lambda q, u, center, X: q,
    "u": lambda q, u, center, X: u,
}
