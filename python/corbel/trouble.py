# SPDX-License-Identifier: MIT
"""Errors of a deck as the user sees them: the line of the deck, its text, the message."""
import linecache
import os
import sys
import traceback
from typing import Any

from .errors import ArgumentTypeError, FileError, InputError, InternalError, Interrupted, RunError, UnavailableError
from .exit_codes import BAD_INPUT, INTERRUPTED, RUN_FAILED

PLAIN = (ArgumentTypeError, FileError, InputError, RunError, UnavailableError)  # speak for themselves
PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep


def exit_code(error: BaseException) -> int:
    """Prints what is to be said about the error that ended a deck, and returns the exit code of the program."""
    sys.stdout.flush()
    if isinstance(error, SystemExit):
        return _system_exit(error.code)
    if os.environ.get("CORBEL_TRACEBACK") == "1":
        traceback.print_exception(error)
    elif isinstance(error, KeyboardInterrupt):
        print(f"corbel: {error if isinstance(error, Interrupted) else 'interrupted'}", file=sys.stderr)
    else:
        print(_text(error), file=sys.stderr)
    return INTERRUPTED if isinstance(error, KeyboardInterrupt) else RUN_FAILED if isinstance(error, RunError) else BAD_INPUT


def _system_exit(code: Any) -> int:
    if code is None or isinstance(code, int):
        return int(code or 0)
    print(code, file=sys.stderr)
    return 1


def _text(error: BaseException) -> str:
    location = (error.filename, error.lineno, error.text) if isinstance(error, SyntaxError) else _location(error)
    if location is None:
        return f"corbel: {_message(error)}"
    file, line, text = location
    return f"{file}, line {line}: {_message(error)}" + (f"\n    {text.strip()}" if text and text.strip() else "")


def _message(error: BaseException) -> str:
    if isinstance(error, PLAIN):
        return str(error)
    if isinstance(error, InternalError):
        return f"internal error of Corbel, please report it: {error}"
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}"
    return "".join(traceback.format_exception_only(type(error), error)).strip()


def _location(error: BaseException) -> tuple[str | None, int | None, str | None] | None:
    """The innermost line that is the user's: not of this package, not of an installed one."""
    frames = [(f.f_code.co_filename, line) for f, line in traceback.walk_tb(error.__traceback__)]
    own = [(file, line) for file, line in frames if is_users(file)]
    if not own:
        return None
    file, line = own[-1]
    return os.path.relpath(file) if not os.path.relpath(file).startswith("..") else file, line, linecache.getline(file, line)


def is_users(file: str) -> bool:
    path = os.path.abspath(file)
    return os.path.isfile(path) and not path.startswith((PACKAGE, sys.prefix + "/lib", "/usr/lib", "/usr/local/lib"))
