# SPDX-License-Identifier: MIT
"""Result files of this process: after a run a file stays open for the next one, though nothing is being written."""
import contextlib
import os
import weakref
from typing import TYPE_CHECKING, Iterator

from .log import warn

if TYPE_CHECKING:
    from .simulation import Simulation


class OpenFiles:
    def __init__(self) -> None:
        self._idle: set[str] = set()
        self._owners: weakref.WeakValueDictionary[str, Simulation] = weakref.WeakValueDictionary()  # simulations by file

    def own(self, simulation: "Simulation") -> None:
        """The simulation has its file open now."""
        if simulation.output_file:
            self._owners[os.path.realpath(simulation.output_file)] = simulation

    def take_over(self, simulation: "Simulation") -> None:
        """Closes an earlier simulation that has the file of this one open, unless it is running."""
        owner = self._owners.get(os.path.realpath(simulation.output_file)) if simulation.output_file else None
        if owner is None or owner is simulation or not owner._engine.is_writing or owner._engine.is_running:
            return
        owner._engine.close()
        warn(f"'{simulation.output_file}' is taken over from an earlier simulation of this process, which was closed")

    @contextlib.contextmanager
    def writing(self, path: str) -> Iterator[None]:
        """Around a run; '' for a run without output."""
        file = os.path.realpath(path) if path else None
        if file:
            self._idle.discard(file)
        try:
            yield
        finally:
            if file:
                self._idle.add(file)

    def idle(self, path: str) -> bool:
        """Its last run was of this process, and is over."""
        return os.path.realpath(path) in self._idle


open_files = OpenFiles()
