# SPDX-License-Identifier: MIT
"""The exceptions of the package."""
from ._engine import FileError, InputError, InternalError, RunError

__all__ = ["InputError", "ArgumentTypeError", "FileError", "InternalError", "UnavailableError", "RunError", "Interrupted"]


class ArgumentTypeError(TypeError):
    """An argument of the wrong type, an unknown argument, or a missing one."""


class UnavailableError(RuntimeError):
    """A part of the input language that this version does not have."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a run, raised after the step was completed, or undone if it takes long, and its frame written."""
