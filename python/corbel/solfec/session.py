# SPDX-License-Identifier: MIT
"""What the command line said, for all SOLFEC objects of a deck."""
from __future__ import annotations

import os
import sys
import weakref
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from ..log import set_warnings


@dataclass
class Session:
    argv: list = field(default_factory=list)  # arguments after the deck
    force_write: bool = False
    resume: bool = False
    epsilon: float | None = None              # GEOMETRIC_EPSILON
    warnings: bool = True
    written: set = field(default_factory=set)  # result files of this process: force_write does not concern them
    alive: weakref.WeakSet = field(default_factory=weakref.WeakSet)
    said: set = field(default_factory=set)     # notes that are given once
    series: dict = field(default_factory=dict)  # labelled TIME_SERIES


session = Session()


def start(**options: Any) -> None:
    """A fresh session; the object stays the same for those who hold it."""
    vars(session).update(vars(Session(**options)))
    set_warnings(session.warnings)


def say(line: str) -> None:
    """A note to the user; WARNINGS ('OFF') silences it."""
    if session.warnings:
        print(f"corbel: {line}", file=sys.stderr)


def say_once(line: str) -> None:
    if line not in session.said:
        session.said.add(line)
        say(line)


PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def user_line() -> str:
    """'deck.py:12': the line of the user's code that is running now."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and os.path.abspath(frame.f_code.co_filename).startswith(PACKAGE):
        frame = frame.f_back
    return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}" if frame is not None else "an earlier line"
