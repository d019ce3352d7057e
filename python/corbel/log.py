# SPDX-License-Identifier: MIT
"""Warnings: one line each on stderr, like those of the engine, unless they are switched off."""
import sys

from . import _engine

_on = True


def set_warnings(on: bool) -> None:
    """Of the engine and of the package."""
    global _on
    _on = on
    _engine.set_log_sink(None if on else lambda line: None)


def warn(line: str) -> None:
    if _on:
        sys.stdout.flush()
        print(f"corbel: warning: {line}", file=sys.stderr, flush=True)
