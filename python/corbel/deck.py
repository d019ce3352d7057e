# SPDX-License-Identifier: MIT
"""Decks: scripts in the input language, run by `corbel run`."""
import importlib.machinery
import importlib.util
import os
import shlex
import sys
import tokenize
import types
from typing import Any, Sequence

from . import python2
from .annotations import Path
from .command_line import command_line
from .errors import FileError
from .solfec import language
from .solfec.session import start
from .trouble import exit_code


def run_deck(path: Path, argv: Sequence[str] = (), *, quiet: bool = False, force_write: bool = False, resume: bool = False,
             subdir: str = "", threads: int = 0) -> int:
    """Runs a deck and returns the exit code of the program: 0, 2 for bad input or a Python error, 1 for a run that
    failed, 130 after Ctrl-C, or what the deck gave to sys.exit.

    argv: arguments for the deck; force_write: compute anew though results exist; resume: go on after the last frame of
    earlier results; subdir: appended to every output path; threads: 0 takes all cores.
    """
    file = os.fspath(path)
    kept = sys.argv, sys.path[:], sys.modules["__main__"], sys.modules.get("solfec")
    try:
        start(argv=list(argv), force_write=force_write, resume=resume)
        command_line.set(active=True, quiet=quiet, threads=threads, subdir=subdir or "", deck=os.path.abspath(file),
                         resume=resume)
        _execute(file, list(argv))
        return 0
    except BaseException as error:  # whatever ended the deck is the user's to know
        return exit_code(error)
    finally:
        _restore(*kept)
        command_line.set()
        sys.stdout.flush()


def _execute(path: str, argv: list[str]) -> None:
    if not os.path.isfile(path):
        raise FileError(f"there is no deck '{path}'")
    folder = os.path.dirname(os.path.abspath(path))
    main = _main_module(path)
    sys.argv = [path, *argv]
    sys.path.insert(0, folder)
    sys.path_importer_cache[folder] = importlib.machinery.FileFinder(
        folder, (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES), (DeckLoader, [".py"]))
    sys.modules["__main__"] = main
    sys.modules["solfec"] = _solfec_module(path)
    exec(_code(path), main.__dict__)


def _restore(argv: list[str], search: list[str], main: types.ModuleType, solfec: types.ModuleType | None) -> None:
    sys.argv, sys.path[:] = argv, search
    sys.modules["__main__"] = main
    if solfec is None:
        sys.modules.pop("solfec", None)
    else:
        sys.modules["solfec"] = solfec


def _main_module(path: str) -> types.ModuleType:
    main = types.ModuleType("__main__")
    main.__dict__.update(language(), __file__=path, execfile=execfile, runscript=runscript, **python2.NAMES)
    return main


def _solfec_module(path: str) -> types.ModuleType:
    """`import solfec`: the names of the language; solfec.__file__ is the deck."""
    module = types.ModuleType("solfec", "The input language.")
    module.__dict__.update(language(), __file__=path, __all__=list(language()))
    return module


def _code(path: str) -> types.CodeType:
    try:
        with tokenize.open(path) as file:  # heeds a coding line
            source = file.read()
        if "\0" in source:
            raise ValueError("it contains null bytes")
    except (SyntaxError, ValueError) as error:
        raise FileError(f"'{path}' is not a Python script: {error}") from None
    code, change = python2.compile_deck(source, path)
    if change:
        print(f"corbel: {path}: {change}", flush=True)
    return code


def execfile(path: str, globals: dict[str, Any] | None = None, locals: dict[str, Any] | None = None) -> None:
    """Runs another file in the namespace of the caller, as Python 2 did."""
    if not os.path.isfile(path):
        raise FileError(f"execfile: there is no file '{path}'")
    caller = sys._getframe(1)
    namespace = caller.f_globals if globals is None else globals
    exec(_code(path), namespace, namespace if locals is None else locals)


def runscript(command: str) -> None:
    """Runs the file named first in the command, with the rest as its arguments, in the main namespace."""
    sys.argv = shlex.split(command)
    exec(_code(sys.argv[0]), sys.modules["__main__"].__dict__)


class DeckLoader(importlib.machinery.SourceFileLoader):
    """Modules beside the deck may be written for Python 2 too."""

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> types.CodeType:  # type: ignore[override]
        code, change = python2.compile_deck(importlib.util.decode_source(data), path)
        if change:
            print(f"corbel: {path}: {change}", flush=True)
        return code

    def exec_module(self, module: types.ModuleType) -> None:
        module.__dict__.update(python2.NAMES)
        super().exec_module(module)
