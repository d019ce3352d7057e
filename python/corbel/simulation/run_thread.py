# SPDX-License-Identifier: MIT
"""Whose a simulation is while it runs: the engine works without Python's lock, so another thread would meet a model in motion."""
import contextlib
import threading
from typing import Iterator

from ..errors import InputError


class RunThread:
    """While a run is on, only its own thread (callbacks and functions of the user are called in it) may use the model."""

    def __init__(self) -> None:
        self._runner: int | None = None  # identifier of the thread

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        outer, self._runner = self._runner, threading.get_ident()
        try:
            yield
        finally:
            self._runner = outer

    def check(self) -> None:
        if self._runner not in (None, threading.get_ident()):
            raise InputError("this simulation is being run by another thread; bodies, joints and contacts can be read and changed in "
                             "a callback of the run, or after it. Other threads can read only time, steps and step")
