# SPDX-License-Identifier: MIT
"""Result files, read without the script that made them."""
from __future__ import annotations

import functools
import os
from typing import TYPE_CHECKING, Any, Sequence, Union

import numpy as np

from . import _engine, check
from .annotations import Path, Vector
from .engine_members import EngineValue
from .errors import FileError
from .log import warn
from .lookup import find_body
from .members import Members
from .open_files import open_files
from .paths import result_file
from .removed_energies import AT_REMOVAL, stored, with_removed
from .routine import routine
from .stored_motion import QUANTITIES, StoredBody, StoredJoint, motion

if TYPE_CHECKING:
    from .body import Body

__all__ = ["Results", "StoredBody", "StoredJoint"]

ENERGIES = ("kinetic", "internal", "external", "contact", "friction", "damping", "numerical")

AnyBody = Union[str, int, "Body", StoredBody]  # its label, its id, or one of a simulation or of results

METHOD = "solved by "  # beginning of the properties that tell of a method at the end of a run


class Results(Members):
    """A result file: frames in time, each with the states of all bodies, the constraints and the energies.

    path: the file (….h5) or the folder it lies in. A file that is still being written can be read up to its last
    whole frame; open it anew to see more. `with corbel.open(path) as results:` closes it at the end of the block.
    """

    path: str
    bodies: list[StoredBody]
    joints: list[StoredJoint]

    @routine("Results")
    def __init__(self, path: Path) -> None:
        path = result_file(check.path("path", path))
        if not os.path.isfile(path):
            raise FileError(f"there is no result file '{path}'")
        self._reader = _engine.ResultReader(path)
        if self._reader.damage and not self._reader.being_written:
            warn(f"'{path}': {self._reader.damage}")
        self._freeze(path=path, bodies=[StoredBody(d) for d in self._reader.body_descriptions()],
                     joints=[StoredJoint(d) for d in self._reader.joint_descriptions()])

    format = EngineValue[int]("_reader", "version of the file format: 5, or 4 for older files, which know no joints and settings")
    times = EngineValue[np.ndarray]("_reader", "of the frames, (n,) [s]")
    closed_properly = EngineValue[bool]("_reader", "False while it is written, or if the writer was killed")

    @property
    def settings(self) -> list[tuple[float, dict[str, Any]]]:
        """[(time, {name: value})]: gravity, surface materials, loads and settings of contact from each time on"""
        return [(time, values) for time, values in self._reader.settings() if not any(name.startswith(METHOD) for name in values)]

    @property
    def methods(self) -> list[tuple[float, dict[str, list[float]]]]:
        """[(time, {method: [steps that ended with it, iterations, seconds]})] of each run that ended, for solvers that try several methods"""
        told = [(time, {name[len(METHOD):]: value for name, value in values.items() if name.startswith(METHOD)}) for time, values in self._reader.settings()]
        return [(time, methods) for time, methods in told if methods]

    def close(self) -> None:
        """Lets go of the file, so that a simulation of this program can resume() it. Frames cannot be read afterwards; what was read
        before stays."""
        self._reader.close()

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Number of frames."""
        return self._reader.frame_count

    def describe(self) -> str:
        """The text of `corbel info`."""
        text = self._reader.describe()
        return text.replace("(being written)", "(not closed; the run may continue)", 1) if open_files.idle(self.path) else text

    @routine("Results.frame")
    def frame(self, index: int) -> dict[str, Any]:
        """One frame: time, h, step, bodies, constraints, seconds, solver. Negative indices count from the end."""
        number = check.integer("index", index)
        if not -len(self) <= number < len(self):
            raise check.wrong_value("index", index, f"a frame in 0 … {len(self) - 1}")
        return self._reader.read(number % len(self))

    @routine("Results.frame_at")
    def frame_at(self, time: float) -> int:
        """Index of the frame nearest to a time [s]."""
        return int(np.argmin(np.abs(self.times - check.number("time", time, infinite=True))))

    def constraints(self, index: int) -> list[_engine.Constraint]:
        """Joints and contacts of a frame."""
        return self.frame(index)["constraints"]

    @routine("Results.body")
    def body(self, which: str | int) -> StoredBody:
        """The body with this label or id; an error if several have the label."""
        return find_body(self.bodies, which, where=f" in '{self.path}'")

    def _stored(self, body: Any) -> StoredBody:
        return self.body(getattr(body, "id", body))

    @routine("Results.history")
    def history(self, body: AnyBody, what: str = "position", *, point: Vector | None = None) -> np.ndarray:
        """A quantity of one body over all frames; NaN where the body does not exist.

        body: label, id or body; what: "position", "displacement", "velocity" (n, 3) of the referential point
        (default: the referential mass centre), "q", "u", or the name of an energy (n,); of rigid bodies "rotation"
        (n, 3, 3) and "angular_velocity" (n, 3) in space axes; of finite elements "nodes" and "node_velocities"
        (n, nodes, 3).
        """
        check.choice("what", what, (*QUANTITIES, *ENERGIES))
        found = self._stored(body)
        if what in ENERGIES:
            return self._energies[:, self._columns[found.id], ENERGIES.index(what)]
        return motion(found, *self._states[found.id], what, None if point is None else check.vector("point", point))

    @routine("Results.energies")
    def energies(self, bodies: AnyBody | Sequence[AnyBody] | None = None) -> dict[str, np.ndarray]:
        """Energies [J] over all frames, (n,) each, summed over bodies: a label, id or body, a list of them, or None for
        all. kinetic + internal + removed = start + external + contact + friction + damping + numerical:
        external is work of loads and joints since t = 0, numerical what the time integration added or lost. Work done on a body
        stays when it is removed, and removed is the kinetic and internal energy that such bodies took along."""
        chosen: Sequence[Any] = self.bodies if bodies is None else bodies if isinstance(bodies, (list, tuple)) else (bodies,)
        ids = [self._stored(b).id for b in chosen]
        energy = self._energies[:, [self._columns[i] for i in ids]]
        sums = np.nansum(energy, axis=1) if ids else np.zeros((len(self), len(ENERGIES)))
        gone = [stored(b, self._is_gone(b)) for b in (self.body(i) for i in ids) if AT_REMOVAL in b.properties]
        return with_removed(dict(zip(ENERGIES, sums.T)), gone)

    def _is_gone(self, body: StoredBody) -> np.ndarray:
        """(n,) True in frames after the body was removed."""
        return np.isnan(self._energies[:, self._columns[body.id], 0]) & (self.times >= body.removed)

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
    def _loaded(self) -> list[dict[str, Any]]:
        return [self._reader.read(i) for i in range(len(self))]

    @functools.cached_property
    def _columns(self) -> dict[int, int]:
        return {body.id: i for i, body in enumerate(self.bodies)}

    @functools.cached_property
    def _energies(self) -> np.ndarray:
        energy = np.full((len(self), len(self.bodies), len(ENERGIES)), np.nan)
        for i, frame in enumerate(self._loaded):
            for record in frame["bodies"]:
                energy[i, self._columns[record["id"]]] = record["energy"]
        return energy

    @functools.cached_property
    def _states(self) -> dict[int, tuple[np.ndarray, np.ndarray]]:
        """q and u of each body over the frames, by id."""
        states = {body.id: (self._no_states(body._sizes[0]), self._no_states(body._sizes[1])) for body in self.bodies}
        for i, frame in enumerate(self._loaded):
            for record in frame["bodies"]:
                q, u = states[record["id"]]
                q[i], u[i] = record["q"], record["u"]
        return states

    def _no_states(self, size: int) -> np.ndarray:
        return np.full((len(self), size), np.nan)

    @functools.cached_property
    def _tables(self) -> dict[str, dict[str, np.ndarray]]:
        frames = self._loaded
        tables = {name: {key: np.array([f[name][key] for f in frames]) for key in frames[0][name]}
                  for name in ("solver", "seconds", "certificate")}
        kinds = [[c.kind for c in f["constraints"]] for f in frames]
        tables["solver"]["constraints"] = np.array([len(k) for k in kinds])
        tables["solver"]["contacts"] = np.array([k.count("CONTACT") for k in kinds])
        tables["solver"]["bodies"] = np.array([len(f["bodies"]) for f in frames])
        tables["solver"]["step"] = np.array([f["h"] for f in frames])
        return tables

    def __repr__(self) -> str:
        t = self.times
        return f"Results('{self.path}', {check.counted(len(self), 'frame', 'frames')}, t = {t[0]:g} … {t[-1]:g} s, {check.counted(len(self.bodies), 'body', 'bodies')})"
