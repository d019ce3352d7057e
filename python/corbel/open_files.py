# SPDX-License-Identifier: MIT
"""Result files of this process: after a run a file stays open for the next one, though nothing is being written."""
import contextlib
import os


class OpenFiles:
    def __init__(self):
        self._idle = set()

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
