# SPDX-License-Identifier: MIT
"""The command line of the program, and the launcher in front of it.

The launcher runs here in a made-up tree, with stubs for every command that would install or build
something; the stubs write down how they were called.
"""

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# --- the program ------------------------------------------------------------------------------------

APP = os.environ.get("CORBEL_APP")
needs_app = pytest.mark.skipif(not APP, reason="CORBEL_APP does not name the built program")


def app(*arguments):
    return subprocess.run([APP, *arguments], capture_output=True, text=True, timeout=60)


@needs_app
def test_version():
    result = app("--version")
    assert result.returncode == 0
    assert any(character.isdigit() for character in result.stdout)


@needs_app
def test_help_names_the_commands():
    result = app("--help")
    assert result.returncode == 0
    assert "run" in result.stdout and "info" in result.stdout


@needs_app
@pytest.mark.parametrize("command", ["run", "info"])
def test_a_file_that_is_not_there(command, tmp_path):
    result = app(command, str(tmp_path / "nowhere.py"))
    assert result.returncode == 2
    assert "nowhere.py" in result.stderr


@needs_app
@pytest.mark.parametrize("value", ["-1", "abc", "1.5", "123456"])
def test_threads_are_a_small_number(value, tmp_path):
    result = app("run", "-t", value, "deck.py")
    assert result.returncode == 2 and f"got '{value}', expected a number of threads" in result.stderr
    assert len(result.stderr) < 300  # no number of 309 digits


@needs_app
def test_writing_anew_and_going_on_exclude_each_other():
    result = app("run", "-w", "-c", "deck.py")
    assert result.returncode == 2 and "excludes" in result.stderr


@needs_app
@pytest.mark.parametrize("word, near", [("rnu", "'run'"), ("inof", "'info'"), ("slove", "'solve'"), ("frobnicate", None)])
def test_an_unknown_command_names_the_nearest(word, near):
    result = app(word, "x")
    assert result.returncode == 2 and f"unknown command '{word}'." in result.stderr
    assert ("Did you mean" in result.stderr) == bool(near) and (near or "run, info, solve, compare, python") in result.stderr


@needs_app
def test_help_of_run_names_the_deck():
    result = app("run", "--help")
    assert result.returncode == 0 and "corbel run [OPTIONS] DECK" in result.stdout and "--threads" in result.stdout
    assert "The script to run" in result.stdout


@needs_app
@pytest.mark.parametrize("arguments", [("run", "deck.py"), ("info", "out"), ("solve", "x.hdf5"), ("python", "-c", "0"), ("--version",)])
def test_a_working_directory_that_is_gone(arguments, tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    result = subprocess.run(["/bin/sh", "-c", 'rmdir "$0" && exec "$@"', str(gone), APP, *arguments], cwd=gone, capture_output=True, text=True)
    assert result.returncode == 2 and "the working directory no longer exists" in result.stderr


# --- the interpreter


@needs_app
@pytest.mark.parametrize("arguments", [("script.py", "a", "-q"), ("-c", "import corbel, sys; print(corbel.__version__, sys.argv[1:])", "a", "-q")])
def test_python_knows_the_package(arguments, tmp_path):
    (tmp_path / "script.py").write_text("import corbel, sys\nprint(corbel.__version__, sys.argv[1:])\n")
    result = subprocess.run([APP, "python", *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0 and result.stdout.endswith("['a', '-q']\n"), result.stderr


@needs_app
def test_python_reads_a_script_from_its_input_and_ends_with_its_code():
    result = subprocess.run([APP, "python"], input="import corbel\nraise SystemExit(7)\n", capture_output=True, text=True, timeout=60)
    assert result.returncode == 7, result.stderr
    result = subprocess.run([APP, "python", "-m", "json.tool"], input="[1]", capture_output=True, text=True, timeout=60)
    assert result.stdout.split() == ["[", "1", "]"]


@needs_app
def test_the_path_of_the_package(tmp_path):
    path = app("python", "--path").stdout.strip()
    assert (Path(path) / "corbel" / "__init__.py").is_file()
    result = subprocess.run(["/usr/bin/python3", "-c", "import corbel; print(corbel.__file__)"], cwd=tmp_path, capture_output=True, text=True,
                            env={**os.environ, "PYTHONPATH": path})
    assert result.stdout.startswith(path), result.stderr


@needs_app
def test_the_users_own_python_path_stays(tmp_path):
    (tmp_path / "mine.py").write_text("value = 7\n")
    result = subprocess.run([APP, "python", "-c", "import corbel, mine; print(mine.value)"], capture_output=True, text=True,
                            env={**os.environ, "PYTHONPATH": str(tmp_path)}, timeout=60)
    assert result.stdout == "7\n", result.stderr


# --- the launcher -----------------------------------------------------------------------------------

# All the launcher may use besides the stubs; sudo is not among them.
TOOLS = """bash cat cksum dirname echo env find flock grep mkdir mktemp nproc pwd readlink rm sed setarch sh sleep sort
    tail tee touch true wc xargs""".split()

STUBS = {
    "cmake": """
        echo "cmake $*" >>"$LOG"
        if [ -e "$TREE/broken" ]; then echo 'FAILED: x.o'; echo 'x.cpp:1: error: no such thing'; exit 1; fi
        case $* in
          *--build*) sleep ${BUILD_TIME:-0}; mkdir -p build/release/app
                     cp "$TREE/../program" build/release/app/corbel ;;
          *) preset=$(echo "$*" | sed 's/.*--preset //'); mkdir -p build/$preset; touch build/$preset/build.ninja
             echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >build/$preset/CMakeCache.txt ;;
        esac""",
    "ctest": 'echo "ctest $*" >>"$LOG"; exit ${TESTS_END:-0}',
    "dpkg-query": """
        echo "dpkg-query" >>"$LOG"
        while read -r name; do echo "installed $name"; done <"$TREE/../installed"; exit 1""",
    "apt-get": """
        echo "apt-get $*" >>"$LOG"
        [ ! -e "$TREE/offline" ] || { echo 'E: no network'; exit 100; }""",
    "id": 'echo "${STUB_UID:-0}"',
    "cp": None,  # the real one, for the fake cmake
}

PRESETS = ["release", "debug", "asan", "tsan"]
NIGHTLY = ["nightly-release", "nightly-debug", "nightly-asan", "nightly-tsan"]
PACKAGES = ["cmake", "g++", "python3", "python3-dev"]


class Tree:
    """A checkout with the real launcher, in a folder with a space, and what it needs around it."""

    def __init__(self, base):
        self.base, self.root, self.bin = base, base / "a tree", base / "bin"
        for folder in ["src/corbel/core", "app", "python/corbel", "cmake", "tools"]:
            (self.root / folder).mkdir(parents=True)
        self.bin.mkdir()
        for name in ["corbel", "tools/install_packages"]:
            shutil.copy(ROOT / name, self.root / name)
        for name in ["CMakeLists.txt", "CMakePresets.json", "src/corbel/core/log.cpp", "src/corbel/core/error.hpp"]:
            (self.root / name).write_text("\n")
        (self.root / "tools/packages.txt").write_text("# build\n" + "\n".join(f"{p}  # why" for p in PACKAGES) + "\n")
        self.installed(*PACKAGES)
        self.script(base / "program", 'echo "$@"; exit ${PROGRAM_ENDS:-0}')
        for name in TOOLS:
            (self.bin / name).symlink_to(shutil.which(name))
        for name, text in STUBS.items():
            if text is None:
                (self.bin / name).symlink_to(shutil.which(name))
            else:
                self.script(self.bin / name, text)

    def script(self, path, text):
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def installed(self, *names):
        (self.base / "installed").write_text("".join(f"{n}\n" for n in names))

    def start(self, *arguments, by=None, cwd=None, **environment):
        environment = {"PATH": str(self.bin), "LOG": str(self.base / "log"), "TREE": str(self.root),
                       "HOME": str(self.base), **environment}
        return subprocess.Popen([by or self.root / "corbel", *arguments], cwd=cwd or self.base, env=environment,
                                text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def corbel(self, *arguments, **options):
        """Runs the launcher; returns exit code, output, messages and the calls of the stubs."""
        log = self.base / "log"
        log.write_text("")
        process = self.start(*arguments, **options)
        process.out, process.err = process.communicate(timeout=60)
        process.calls = log.read_text().splitlines()
        return process


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


def calls_of(result, name):
    return [call for call in result.calls if call.startswith(name)]


def test_first_use_builds_the_program_only(tree):
    result = tree.corbel("run", "deck.py", "--end", "1.5")
    assert (result.returncode, result.out) == (0, "run deck.py --end 1.5\n"), result.err
    configure, build = calls_of(result, "cmake")
    assert "--preset release" in configure
    assert build.endswith("--target corbel_app corbel_python")


def test_second_use_starts_at_once(tree):
    tree.corbel("--version")
    begin = time.monotonic()
    result = tree.corbel("--version")
    assert (result.returncode, result.out, result.err, result.calls) == (0, "--version\n", "", [])
    assert time.monotonic() - begin < 0.5  # about 0.03 on an idle machine


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["help"]])
def test_help_builds_nothing(tree, arguments):
    result = tree.corbel(*arguments)
    assert result.returncode == 0 and "./corbel run DECK" in result.out
    assert result.calls == []


def test_arguments_stay_as_they_are(tree):
    tree.script(tree.base / "program", 'for a in "$@"; do echo "<$a>"; done; pwd')
    elsewhere = tree.base / "else where"
    elsewhere.mkdir()
    result = tree.corbel("run", "my deck.py", "*", "", cwd=elsewhere)
    assert result.out.splitlines() == ["<run>", "<my deck.py>", "<*>", "<>", str(elsewhere)]


def test_works_through_a_symlink(tree):
    link = tree.base / "link"
    link.symlink_to(tree.root / "corbel")
    assert tree.corbel("info", "x", by=link, cwd="/").out == "info x\n"


@pytest.mark.parametrize("code", ["1", "2", "77"])
def test_exit_code_of_the_program_is_passed_on(tree, code):
    assert tree.corbel("run", "x", PROGRAM_ENDS=code).returncode == int(code)


# packages


def test_nothing_is_asked_of_apt_when_all_is_there(tree):
    assert calls_of(tree.corbel("run", "x"), "apt-get") == []


def test_apt_is_asked_for_the_absent_packages_only(tree):
    tree.installed("cmake", "python3")
    result = tree.corbel("run", "x")
    update, install = calls_of(result, "apt-get")
    assert update.endswith(" update")
    assert install.endswith(" install -y --no-install-recommends g++ python3-dev")
    assert "g++ python3-dev" in result.err
    assert result.returncode == 0


def test_without_root_and_sudo_it_says_what_to_run(tree):
    tree.installed("cmake", "python3")
    result = tree.corbel("run", "x", STUB_UID="1000")
    assert result.returncode == 1
    assert "apt-get update && apt-get install -y --no-install-recommends g++ python3-dev\n" in result.err
    assert calls_of(result, "apt-get") == calls_of(result, "cmake") == []


def test_sudo_that_would_ask_counts_as_no_sudo(tree):
    tree.installed("cmake")
    tree.script(tree.bin / "sudo", "exit 1")
    result = tree.corbel("run", "x", STUB_UID="1000")
    assert result.returncode == 1 and "Please run, as root:" in result.err
    assert calls_of(result, "apt-get") == []


def test_sudo_is_used_where_it_works(tree):
    tree.installed("cmake")
    tree.script(tree.bin / "sudo", 'echo "sudo" >>"$LOG"; [ "$1" != -n ] || shift; exec "$@"')
    result = tree.corbel("run", "x", STUB_UID="1000")
    assert result.returncode == 0 and len(calls_of(result, "apt-get")) == 2 and "sudo" in result.calls


def test_a_failing_apt_is_reported(tree):
    tree.installed("cmake")
    (tree.root / "offline").touch()
    result = tree.corbel("run", "x")
    assert result.returncode == 1
    assert "E: no network" in result.err and "could not be installed" in result.err
    assert calls_of(result, "cmake") == []


def test_a_new_line_in_the_package_list_is_noticed(tree):
    tree.corbel("run", "x")
    with open(tree.root / "tools/packages.txt", "a") as file:
        file.write("libnew-dev\n")
    assert calls_of(tree.corbel("run", "x"), "apt-get")[-1].endswith(" libnew-dev")


# changes


def edit(root):
    (root / "src/corbel/core/log.cpp").write_text("int x;\n")


def edit_with_an_old_date(root):
    edit(root)
    os.utime(root / "src/corbel/core/log.cpp", (0, 0))


def add(root):
    (root / "python/corbel/new.py").write_text("")


def delete(root):
    (root / "src/corbel/core/error.hpp").unlink()


def rename(root):
    (root / "src/corbel/core/error.hpp").rename(root / "src/corbel/core/errors.hpp")


def lose_the_program(root):
    (root / "build/release/app/corbel").unlink()


@pytest.mark.parametrize("change", [edit, edit_with_an_old_date, add, delete, rename, lose_the_program])
def test_a_change_builds_again_and_only_once(tree, change):
    tree.corbel("run", "x")
    change(tree.root)
    result = tree.corbel("run", "x")
    assert len(calls_of(result, "cmake")) == 1 and "--build" in calls_of(result, "cmake")[0]
    assert tree.corbel("run", "x").calls == []


def test_python_caches_are_no_change(tree):
    tree.corbel("run", "x")
    (tree.root / "python/corbel/__pycache__").mkdir()
    (tree.root / "python/corbel/__pycache__/x.pyc").touch()
    assert tree.corbel("run", "x").calls == []


def test_a_tree_that_was_moved_is_configured_anew(tree):
    tree.corbel("run", "x")
    (tree.root).rename(tree.base / "moved")
    tree.root = tree.base / "moved"
    configure, _ = calls_of(tree.corbel("run", "x"), "cmake")
    assert "--fresh --preset release" in configure


def test_a_failing_build_is_reported_and_tried_again(tree):
    tree.corbel("run", "x")
    edit(tree.root)
    (tree.root / "broken").touch()
    result = tree.corbel("run", "x")
    assert result.returncode == 1 and result.out == ""
    assert "error: no such thing" in result.err and "the build failed" in result.err
    (tree.root / "broken").unlink()
    assert len(calls_of(tree.corbel("run", "x"), "cmake")) == 1


def test_a_failing_configuration_is_reported(tree):
    (tree.root / "broken").touch()
    result = tree.corbel("run", "x")
    assert result.returncode == 1 and "configuring failed" in result.err


def test_two_at_the_same_time_build_once(tree):
    first, second = (tree.start("run", "x", BUILD_TIME="1") for _ in range(2))
    for process in (first, second):
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (0, "run x\n"), err
    assert (tree.base / "log").read_text().count("--build") == 1


# tests


def test_test_builds_everything_and_runs_ctest(tree):
    result = tree.corbel("test", "-R", "cone")
    assert result.returncode == 0, result.err
    build, ctest = result.calls[-2:]
    assert "--build" in build and "--target" not in build
    assert ctest.startswith("ctest --preset release") and ctest.endswith("-R cone")
    assert tree.corbel("run", "x").calls == []  # the program was built along


@pytest.mark.parametrize("arguments", [["--preset", "asan"], ["--preset=asan"]])
def test_test_in_another_preset(tree, arguments):
    (tree.root / "tools/packages-dev.txt").write_text("python3\n")  # its compiler
    result = tree.corbel("test", *arguments, "-V")
    ctest = result.calls[-1]
    assert ctest.startswith("ctest --preset asan") and ctest.endswith("-V")
    assert all("release" not in call for call in result.calls)


def add_nightly(tree):
    for name in ["gates", "nightly"]:
        shutil.copy(ROOT / "tools" / name, tree.root / "tools" / name)
    tree.script(tree.root / "tools/tidy", 'echo "tidy $*" >>"$LOG"; echo "clang-tidy: 3 files, nothing to say"')
    tree.script(tree.bin / "clang-format", 'echo "clang-format" >>"$LOG"')
    (tree.root / "tools/packages-dev.txt").write_text("python3\n")
    for folder in ["python/bindings", "scenes", "tests", "benchmarks"]:
        (tree.root / folder).mkdir()


def test_nightly_runs_every_preset_and_the_benchmarks(tree):
    add_nightly(tree)
    result = tree.corbel("test", "--nightly")
    assert result.returncode == 0, result.err
    assert [call.split()[2] for call in calls_of(result, "ctest")] == NIGHTLY
    assert result.calls[-1] == "tidy "
    assert "ok      tidy" in result.out and "clang-tidy: 3 files" in result.out.splitlines()[-2]

    result = tree.corbel("test", "--nightly", TESTS_END="8")
    assert result.returncode == 1 and result.calls[-1] == "tidy "  # all gates are tried
    assert [line.split()[0] for line in result.out.splitlines()[-7:-1]] == ["ok"] + 4 * ["FAILED"] + ["ok"]


def test_nightly_runs_the_gates_that_are_named(tree):
    add_nightly(tree)
    result = tree.corbel("test", "--nightly", "tsan", "debug")
    assert result.returncode == 0, result.err
    assert [call.split()[2] for call in calls_of(result, "ctest")] == ["nightly-tsan", "nightly-debug"]
    assert not any(call.startswith(("tidy", "clang-format")) for call in result.calls)


def test_nightly_takes_nothing_else(tree):
    add_nightly(tree)
    result = tree.corbel("test", "--nightly", "asan", "cone")
    assert result.returncode == 2 and "'cone'" in result.err and "layout release debug asan tsan tidy" in result.err
    assert result.calls == []


def test_every_preset_of_the_gates_is_there():
    presets = json.loads((ROOT / "CMakePresets.json").read_text())
    for kind in ["configurePresets", "buildPresets", "testPresets"]:
        assert {*PRESETS, *NIGHTLY} <= {p["name"] for p in presets[kind]}


def test_failing_tests_fail(tree):
    assert tree.corbel("test", TESTS_END="8").returncode == 8


@pytest.mark.parametrize("arguments", [["--preset", "nothing"], ["--preset"]])
def test_an_unknown_preset(tree, arguments):
    result = tree.corbel("test", *arguments)
    assert result.returncode == 2 and "unknown preset" in result.err
    assert result.calls == []
