# SPDX-License-Identifier: MIT
"""Result files of this process: after a run a file stays open for the next one, though nothing is being written."""
import contextlib
import os
import weakref

from .log import warn


class OpenFiles:
    def __init__(self):
        self._idle = set()
        self._owners = weakref.WeakValueDictionary()  # simulations by file

    def own(self, simulation):
        """The simulation has its file open now."""
        if simulation.output_file:
            self._owners[os.path.realpath(simulation.output_file)] = simulation

    def take_over(self, simulation):
        """Closes an earlier simulation that has the file of this one open, unless it is running."""
        owner = self._owners.get(os.path.realpath(simulation.output_file)) if simulation.output_file else None
        if owner is None or owner is simulation or not owner._engine.is_writing or owner._engine.is_running:
            return
        owner._engine.close()
        warn(f"'{simulation.output_file}' is taken over from an earlier simulation of this process, which was closed")

    @contextlib.contextmanager
    def writing(self, path: str):
        """Around a run; '' for a run without output."""
        file = os.path.realpath(path) if path else None
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
