# SPDX-License-Identifier: MIT
"""Ctrl-C during a run: the step is finished first, even if the signal comes while a function of the user is at work."""
import signal
import sys
import threading
from types import FrameType


class InterruptGuard:
    """While it is entered: a Ctrl-C inside a hook of the run is remembered (`interrupted`), the next one is not waited for."""

    def __init__(self) -> None:
        self.interrupted = False

    def __enter__(self) -> "InterruptGuard":
        self._frame: FrameType | None = sys._getframe(1)  # the caller: no hook is running when a signal is handled there
        self._ours = (threading.current_thread() is threading.main_thread()
                      and signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        if self._ours:
            signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(self, *error: object) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        self._frame = None

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if frame is self._frame or self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
