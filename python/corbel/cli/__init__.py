# SPDX-License-Identifier: MIT
"""The command line: `corbel COMMAND …`, a module for each command. What a command needs is imported when it was named."""
import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from ..exit_codes import BAD_INPUT, INTERRUPTED
from ..version import __version__

__all__ = ["main"]

COMMANDS = {
    "run": "run a deck: corbel run [options] DECK [arguments for the deck]",
    "info": "print a summary of a result file or folder",
    "solve": "solve a frictional contact problem: corbel solve PROBLEM.hdf5",
    "compare": "run all solvers on all problems of a folder: corbel compare DIR",
    "python": "start Python with the package on its path: corbel python [script.py | -c … | -m … | --path]",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code of the program; by default of the arguments it was started with."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        os.getcwd()
    except OSError as error:
        return _refuse(f"the working directory no longer exists ({error.strerror}); change into one that does")
    if not words or words[0].startswith("-"):
        _parser().parse_args(words)  # ends the program
    if words[0] not in COMMANDS:
        return _refuse_command(words[0])
    try:
        return importlib.import_module(f"{__name__}.{words[0]}").main(words[1:])
    except KeyboardInterrupt:
        print("corbel: interrupted", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    """Of what may stand in place of a command."""
    listed = "\n".join(f"  {name:<9}{text}" for name, text in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="corbel", usage="corbel COMMAND …", allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Dynamics of many solid bodies with contact, impact and friction. Models are Python scripts.",
        epilog=f"commands:\n{listed}\n\ncorbel COMMAND --help tells more.")
    parser.add_argument("--version", action="version", version=f"corbel {__version__}")
    parser.add_argument("command", metavar="COMMAND", help="see below")
    return parser


def _refuse_command(word: str) -> int:
    from ..routine import closest
    return _refuse(f"unknown command '{word}'.{closest(word, COMMANDS)} Commands: {', '.join(COMMANDS)}")


def _refuse(reason: str) -> int:
    print(f"corbel: {reason}", file=sys.stderr)
    return BAD_INPUT
