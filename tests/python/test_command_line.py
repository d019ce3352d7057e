# SPDX-License-Identifier: MIT
"""The command line as a program and as a module of Python: the same, wherever the package lies and whatever lies beside the user."""
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import pytest

import corbel
from corbel import cli
from corbel.cli import info

PACKAGE = pathlib.Path(corbel.__file__).parent


def call(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, **options)


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("run", "--help"), ("info", "nowhere"), ("rnu",), ("run",)])
def test_the_program_and_the_module_are_the_same(app, arguments):
    program, module = call(app, *arguments), call(sys.executable, "-m", "corbel", *arguments)
    assert (program.returncode, program.stdout, program.stderr) == (module.returncode, module.stdout, module.stderr)


def test_the_version_is_that_of_the_engine(app):
    assert call(app, "--version").stdout == f"corbel {corbel._engine.__version__}\n"


@pytest.mark.parametrize("arguments, words", [((), "required: COMMAND"), (("run",), "required: DECK\n"), (("run", "-q"), "required: DECK\n"),
                                              (("run", "--frobnicate", "deck.py"), "--frobnicate"), (("info",), "required: OUT"),
                                              (("solve", "a", "b"), "unrecognized arguments: b")])
def test_what_is_missing_or_unknown_is_named(app, arguments, words):
    result = call(app, *arguments)
    assert result.returncode == 2 and words in result.stderr and result.stdout == ""


def test_modules_beside_the_user_and_the_program_are_not_taken_for_those_of_python(app, tmp_path):
    for folder in (tmp_path, tmp_path / "bin"):
        folder.mkdir(exist_ok=True)
        for name in ("argparse", "numpy", "corbel"):
            (folder / f"{name}.py").write_text("raise SystemExit('the wrong module')\n")
    program = tmp_path / "bin" / "corbel"
    shutil.copy(app, program)
    (tmp_path / "python").symlink_to(PACKAGE.parent)
    for each in (app, program):
        result = call(each, "info", "nowhere", cwd=tmp_path)
        assert result.returncode == 2 and "there is no result file 'nowhere/nowhere.h5'" in result.stderr, result.stderr


def test_an_installed_program_finds_its_package(app, tmp_path):
    """As `cmake --install` lays it out, and called through a link."""
    packages = tmp_path / "lib" / f"python{sysconfig.get_python_version()}" / "dist-packages"
    packages.mkdir(parents=True)
    (packages / "corbel").symlink_to(PACKAGE)
    (tmp_path / "bin").mkdir()
    shutil.copy(app, tmp_path / "bin" / "corbel")
    (tmp_path / "link").symlink_to(tmp_path / "bin" / "corbel")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    result = call(tmp_path / "link", "--version", env=environment)
    assert result.stdout == f"corbel {corbel.__version__}\n", result.stderr
    assert call(tmp_path / "link", "python", "-c", "import corbel; print(corbel.__version__)", env=environment).stdout == f"{corbel.__version__}\n"


def test_a_deck_sees_its_folder_then_the_package(deck):
    """The folder of the program is not on the path, and neither is the working directory."""
    done = deck("import sys, os\nprint(sys.path[0] == os.getcwd(), os.path.isfile(sys.path[1] + '/corbel/__init__.py'), '' in sys.path,\n"
                "      any(os.path.isfile(os.path.join(p, 'corbel')) for p in sys.path))")
    assert done.stdout == "True True False False\n", done.stderr


def test_ctrl_c_ends_any_command_with_130(monkeypatch, capsys):
    def interrupted(words):
        raise KeyboardInterrupt

    monkeypatch.setattr(info, "main", interrupted)
    assert cli.main(["info", "out"]) == 130
    assert capsys.readouterr().err == "corbel: interrupted\n"
