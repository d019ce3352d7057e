# SPDX-License-Identifier: MIT
"""Decks: scripts in the input language, run by `corbel run`."""
import importlib.machinery
import importlib.util
import os
import shlex
import sys
import tokenize
import types

from . import python2
from .command_line import command_line
from .errors import FileError
from .log import warn
from .solfec import language
from .solfec.session import start
from .trouble import BAD_INPUT, exit_code

OPTIONS = ("-q", "--quiet", "-w", "--write", "-c", "--continue", "-s", "--subdir", "-t", "--threads")  # of `corbel run`


def run_deck(path, argv=(), *, quiet=False, force_write=False, resume=False, subdir="", threads=0) -> int:
    """Runs a deck and returns the exit code of the program: 0, 2 for bad input or a Python error, 1 for a run that
    failed, 130 after Ctrl-C, or what the deck gave to sys.exit.

    argv: arguments for the deck; force_write: compute anew though results exist; resume: go on after the last frame of
    earlier results; subdir: appended to every output path; threads: 0 takes all cores.
    """
    path = os.fspath(path)
    kept = sys.argv, sys.path[:], sys.modules.get("__main__"), sys.modules.get("solfec")
    try:
        start(argv=list(argv), force_write=force_write, resume=resume)
        command_line.set(active=True, quiet=quiet, threads=threads, subdir=subdir or "", deck=os.path.abspath(path),
                         resume=resume)
        _warn_of_options(path, argv)
        _execute(path, list(argv))
        return 0
    except BaseException as error:  # whatever ended the deck is the user's to know
        return exit_code(error)
    finally:
        _restore(*kept)
        command_line.set()
        sys.stdout.flush()


def _warn_of_options(path, argv):
    """What follows the deck belongs to the deck, which may have such options too."""
    found = [word for word in argv if word.split("=")[0] in OPTIONS]
    if found:
        warn(f"{' '.join(found)} after '{path}' {'is' if len(found) == 1 else 'are'} passed to the deck; options of corbel go before it: "
             f"corbel run {' '.join(found)} {path}")


def info(path) -> int:
    """Prints what a result file (or the folder it lies in) holds."""
    from .results import Results
    try:
        print(Results(path).describe().rstrip())
        return 0
    except (OSError, ValueError, TypeError) as error:
        print(f"corbel: {error}", file=sys.stderr)
        return BAD_INPUT


def _execute(path, argv):
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


def _restore(argv, search, main, solfec):
    sys.argv, sys.path[:] = argv, search
    sys.modules["__main__"] = main
    if solfec is None:
        sys.modules.pop("solfec", None)
    else:
        sys.modules["solfec"] = solfec


def _main_module(path):
    main = types.ModuleType("__main__")
    main.__dict__.update(language(), __file__=path, execfile=execfile, runscript=runscript, **python2.NAMES)
    return main


def _solfec_module(path):
    """`import solfec`: the names of the language; solfec.__file__ is the deck."""
    module = types.ModuleType("solfec", "The input language.")
    module.__dict__.update(language(), __file__=path, __all__=list(language()))
    return module


def _code(path):
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


def execfile(path, globals=None, locals=None):
    """Runs another file in the namespace of the caller, as Python 2 did."""
    if not os.path.isfile(path):
        raise FileError(f"execfile: there is no file '{path}'")
    caller = sys._getframe(1)
    namespace = caller.f_globals if globals is None else globals
    exec(_code(path), namespace, namespace if locals is None else locals)


def runscript(command):
    """Runs the file named first in the command, with the rest as its arguments, in the main namespace."""
    sys.argv = shlex.split(command)
    exec(_code(sys.argv[0]), sys.modules["__main__"].__dict__)


class DeckLoader(importlib.machinery.SourceFileLoader):
    """Modules beside the deck may be written for Python 2 too."""

    def source_to_code(self, data, path, *, _optimize=-1):
        code, change = python2.compile_deck(importlib.util.decode_source(data), path)
        if change:
            print(f"corbel: {path}: {change}", flush=True)
        return code

    def exec_module(self, module):
        module.__dict__.update(python2.NAMES)
        super().exec_module(module)
