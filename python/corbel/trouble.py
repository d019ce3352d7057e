# SPDX-License-Identifier: MIT
"""Errors of a deck as the user sees them: the line of the deck, its text, the message."""
import linecache
import os
import sys
import traceback

from .errors import ArgumentTypeError, FileError, InputError, Interrupted, RunError, UnavailableError

PLAIN = (ArgumentTypeError, FileError, InputError, RunError, UnavailableError)  # speak for themselves
PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep

BAD_INPUT, RUN_FAILED, INTERRUPTED = 2, 1, 130


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


def _system_exit(code) -> int:
    if code is None or isinstance(code, int):
        return int(code or 0)
    print(code, file=sys.stderr)
    return 1


def _text(error) -> str:
    message = str(error) if isinstance(error, PLAIN) else "".join(traceback.format_exception_only(error)).strip()
    if isinstance(error, SyntaxError):
        message = f"{type(error).__name__}: {error.msg}"
        place = error.filename, error.lineno, error.text
    else:
        place = _place(error)
    if place is None:
        return f"corbel: {message}"
    file, line, text = place
    return f"{file}, line {line}: {message}" + (f"\n    {text.strip()}" if text and text.strip() else "")


def _place(error):
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
