# SPDX-License-Identifier: MIT
"""The program: exit codes, messages, arguments, decks for Python 2, Ctrl-C."""
import os
import pathlib
import signal
import subprocess
import time

import pytest

import corbel
from models import BALL_DECK


def test_a_deck_runs(deck, app):
    done = deck(BALL_DECK + "RUN (solfec, solver, 0.1)\nprint ('mode', solfec.mode)")
    assert (done.returncode, done.stdout, done.stderr) == (0, "mode WRITE\n", "")
    assert len(corbel.Results("out/ball")) == 101
    again = deck(BALL_DECK + "RUN (solfec, solver, 0.1)\nprint ('mode', solfec.mode)")
    assert (again.stdout, again.stderr) == ("mode READ\n", "")  # -q
    info = subprocess.run([app, "info", "out/ball"], capture_output=True, text=True)
    assert info.returncode == 0 and "101" in info.stdout and "deck.py" in info.stdout


def test_the_report_is_printed_unless_quiet(deck):
    assert "100 steps" in deck(BALL_DECK + "RUN (solfec, solver, 0.1)", options=()).stdout
    assert deck(BALL_DECK + "solfec.verbose = 'OFF'\nRUN (solfec, solver, 0.1)", options=("-w",)).stdout == ""


def test_results_that_are_read_are_named(deck):
    """A second run of a deck computes nothing: it says so, unless the deck has just written them itself."""
    text = BALL_DECK + "RUN (solfec, solver, 0.1)\nagain = SOLFEC ('DYNAMIC', 1e-3, 'out/ball')\nassert again.mode == 'READ'"
    assert deck(text, options=()).stderr == ""
    line = "corbel: reading the results of 'out/ball/ball.h5', t = 0 ... 0.1 s; -w computes anew\n"
    assert deck(BALL_DECK + "RUN (solfec, solver, 0.1)", options=()).stderr == line
    assert deck(BALL_DECK + "WARNINGS ('OFF')", options=()).stderr == line
    assert deck("WARNINGS ('OFF')" + BALL_DECK, options=()).stderr == ""
    assert deck(BALL_DECK + "RUN (solfec, solver, 0.1)", options=("-w",)).stderr == ""


@pytest.mark.parametrize("arguments, words", [(("-w",), "-w after 'deck.py' is passed to the deck"), (("x", "-q", "--threads=2"), "-q --threads=2 after 'deck.py' are")])
def test_options_after_the_deck_are_warned_of(deck, arguments, words):
    done = deck("print (NON_SOLFEC_ARGV ())", *arguments)
    assert done.returncode == 0 and done.stdout == f"{list(arguments)}\n"  # they are the deck's, which may have such options
    assert done.stderr.startswith(f"corbel: warning: {words}") and "options of corbel go before it: corbel run -" in done.stderr


@pytest.mark.parametrize("threads", ["1025", "1000000"])
def test_threads_are_bounded(deck, threads):
    done = deck("", options=("-t", threads))
    assert done.returncode == 2 and f"got '{threads}', expected a number of threads of at most 1024" in done.stderr


def test_options(deck):
    text = BALL_DECK + "RUN (solfec, solver, 0.1)\nprint (solfec.mode, solfec.time, SUBDIR ())"
    deck(BALL_DECK + "RUN (solfec, solver, 0.05)")
    assert deck(text, options=("-q", "-c")).stdout.splitlines()[-1].startswith("WRITE 0.1")
    assert deck(text, options=("-q",)).stdout.startswith("READ 0.0")
    assert deck(text, options=("-q", "-w", "-t", "1")).stdout.startswith("WRITE 0.1")
    assert deck(text, options=("-q", "-s", "sub")).stdout.strip().endswith("sub")


def test_options_hold_for_the_package_too(deck):
    text = ("import corbel\nsim = corbel.Simulation(1e-3, 'out/fall', gravity=(0, 0, -10))\n"
            "sim.rigid(corbel.sphere((0, 0, 1), 0.1), sim.material(1000))\nsim.run(0.1)")
    assert "100 steps" in deck(text, options=()).stdout
    assert deck(text, options=("-q", "-s", "sub", "-t", "1")).stdout == ""
    assert "1 thread" in corbel.Results("out/fall/sub").describe()


def test_going_on_in_the_package_is_asked_for(deck):
    text = ("import corbel\nsim = corbel.Simulation(1e-3, 'out/fall', gravity=(0, 0, -10))\n"
            "sim.rigid(corbel.sphere((0, 0, 1), 0.1), sim.material(1000))\n")
    deck(text + "sim.run(0.1)")
    done = deck(text + "sim.run(0.1)", options=("-q", "-c"))
    assert done.returncode == 2 and "call resume()" in done.stderr
    deck(text + "sim.resume()\nsim.run(0.1)", options=("-q", "-c"))
    assert len(corbel.Results("out/fall")) == 201


def test_arguments_reach_the_deck(deck):
    done = deck("import sys\nprint (NON_SOLFEC_ARGV (), sys.argv)", "a", "-b", "--c=1")
    assert done.stdout == "['a', '-b', '--c=1'] ['deck.py', 'a', '-b', '--c=1']\n"
    assert deck("print (NON_SOLFEC_ARGV ())").stdout == "None\n"


def test_the_language_is_importable(deck):
    done = deck("import solfec, corbel\nfrom solfec import SPHERE as S\nprint (solfec.__file__, __file__, __name__, S is SPHERE, solfec.RUN is RUN)")
    assert done.stdout == "deck.py deck.py __main__ True True\n"


def test_modules_and_files_beside_the_deck(deck, tmp_path):
    (tmp_path / "helper.py").write_text("value = 7\n")
    (tmp_path / "more.py").write_text("other = value + 1\n")
    assert deck("from helper import value\nexecfile ('more.py')\nprint (value, other)").stdout == "7 8\n"
    assert deck("value = 1\nrunscript ('more.py a b')\nimport sys\nprint (other, sys.argv)").stdout == "2 ['more.py', 'a', 'b']\n"


PYTHON2 = """\
import helper
print "half of 7 is", 7/2, 7/2.0
n = 9
n /= 2
d = {'a': 1}
if d.has_key ('a') and n <> 5: print n
def f (x):
        if x:
\t    print "tab", x
f (1)
execfile ('more.py')
try: SPHERE ((0, 0, 0), -1, 1, 1)
except ValueError, error: print "refused"
"""


def test_python_2_deck(deck, tmp_path):
    (tmp_path / "helper.py").write_text("print 'helper', 5/2\n")
    (tmp_path / "more.py").write_text("print 'more', n/3\n")
    done = deck(PYTHON2)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "corbel: deck.py: translated from Python 2"
    lines = [line for line in done.stdout.splitlines() if not line.startswith("corbel:")]
    assert lines == ["helper 2", "half of 7 is 3 3.5", "4", "tab 1", "more 1", "refused"]


def test_line_numbers_survive_translation(deck):
    done = deck("print 'one'\nprint reduce (lambda a, b: a + b, [1, 2])\n\nSPHERE ((0, 0, 0), -1, 1, 1)\n")
    assert done.returncode == 2 and "deck.py, line 4: SPHERE: argument 'radius'" in done.stderr


def test_mixed_tabs(deck):
    done = deck("if True:\n        a = 1\n\tb = 2\nprint (a, b)")
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "1 2"


def test_bad_input_names_the_line(deck, tmp_path):
    done = deck(BALL_DECK + "def build (r):\n  return SPHERE ((0, 0, 0), r, 1, 1)\nbuild (-1)\n")
    line = BALL_DECK.count("\n") + 2
    assert done.returncode == 2
    assert done.stderr == (f"deck.py, line {line}: SPHERE: argument 'radius': got -1, expected a number > 0\n"
                           "    return SPHERE ((0, 0, 0), r, 1, 1)\n")
    assert not (tmp_path / "out").exists()


def test_errors_of_the_engine_name_the_line(deck):
    done = deck(BALL_DECK + "FIX_POINT (ball, (9, 9, 9))")
    assert done.returncode == 2 and "line 9: FIX_POINT: argument 'point'" in done.stderr and "(9, 9, 9)" in done.stderr


def test_error_in_a_helper_names_the_helper(deck, tmp_path):
    (tmp_path / "helper.py").write_text("\nfrom solfec import *\nSPHERE (1)\n")
    assert "helper.py, line 3: SPHERE: argument 'radius' is missing" in deck("import helper").stderr


@pytest.mark.parametrize("text, code, message", [
    ("x = (1,\n", 2, "deck.py, line 1: SyntaxError: '(' was never closed"),
    ("print (nothing)", 2, "deck.py, line 1: NameError: name 'nothing' is not defined"),
    ("HYBRID_SOLVER ()", 2, "deck.py, line 1: HYBRID_SOLVER: this version has no coupling with Parmec; use GAUSS_SEIDEL_SOLVER"),
    ("import sys; sys.exit (7)", 7, ""),
    ("import sys; sys.exit ('enough')", 1, "enough"),
    ("import sys; sys.exit ()", 0, ""),
    ("raise KeyboardInterrupt", 130, "interrupted"),
    (BALL_DECK + "RUN (solfec, GAUSS_SEIDEL_SOLVER (1e-16, 1, 'EXIT'), 0.1)", 1, "did not converge"),
])
def test_exit_codes(deck, text, code, message):
    done = deck(text)
    assert done.returncode == code
    assert message in done.stderr and "Traceback" not in done.stderr


def test_traceback_on_request(deck, monkeypatch):
    monkeypatch.setenv("CORBEL_TRACEBACK", "1")
    assert "Traceback" in deck("1 / 0").stderr


@pytest.mark.parametrize("write", [lambda path: path.write_bytes(b"\x7fELF\x02\x01\x01\x00\xff\xfe"), lambda path: path.write_bytes(b"a = 1\0\n"),
                                   lambda path: path.write_bytes(b"a = '\xe9'\n")])
def test_a_deck_that_is_no_script(app, tmp_path, write):
    write(tmp_path / "deck")
    done = subprocess.run([app, "run", "deck"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.startswith("corbel: 'deck' is not a Python script: ")
    assert "None" not in done.stderr and "Traceback" not in done.stderr


def test_missing_deck(app):
    done = subprocess.run([app, "run", "nothing.py"], capture_output=True, text=True)
    assert done.returncode == 2 and "there is no deck 'nothing.py'" in done.stderr


def test_info_of_what_is_not_a_result(app, tmp_path):
    (tmp_path / "a.txt").write_text("text")
    for path in ("missing", "a.txt"):
        done = subprocess.run([app, "info", path], capture_output=True, text=True)
        assert done.returncode == 2 and done.stderr.startswith("corbel: ") and "Traceback" not in done.stderr


CALLBACKS = {
    "plain": "CALLBACK (solfec, 0.05, None, lambda data: print ('going', flush = True) or 1)\n",
    "slow callback": "import time\nCALLBACK (solfec, 0.001, None, lambda data: print ('going', flush = True) or time.sleep (0.003) or 1)\n",
    "slow force": """
import time
def push (q, u, t, h):
  print ('going', flush = True)
  time.sleep (0.003)
  return [0] * 9
FORCE (ball, 'SPATIAL', (0, 0, 0.51), (0, 0, 1), push)
""",
}


@pytest.mark.parametrize("kind", CALLBACKS)
def test_interrupted_run_keeps_its_frames(app, tmp_path, kind):
    (tmp_path / "deck.py").write_text(BALL_DECK + CALLBACKS[kind] + "OUTPUT (solfec, 1000)\nRUN (solfec, solver, 1e6)\nprint ('not reached')")
    process = subprocess.Popen([app, "run", "-q", "deck.py"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(5):
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted at t = " in err and "not reached" not in out
    results = corbel.Results("out/ball")
    assert results.closed_properly and len(results) == 2  # the first, and the one of the interruption
    assert f"{results.times[-1]:g}" in err


def test_a_run_in_the_background_ignores_interrupts(app, tmp_path):
    """A shell starts background jobs with SIGINT ignored: Ctrl-C is meant for what runs in the foreground."""
    (tmp_path / "deck.py").write_text(BALL_DECK + "CALLBACK (solfec, 0.01, None, lambda data: print ('going', flush = True) or 1)\n"
                                      "RUN (solfec, solver, 0.5)\nprint ('reached')")
    process = subprocess.Popen([app, "run", "-q", "deck.py"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    assert process.stdout.readline() == "going\n"
    process.send_signal(signal.SIGINT)
    out, err = process.stdout.read(), process.stderr.read()
    assert process.wait(60) == 0 and "reached" in out and "interrupted" not in err


# A solver that is never content: each sweep is short, the step has no end.
LONG_STEPS = {
    "dynamic": """
import corbel
sim = corbel.Simulation (1e-3, 'out/long', gravity = (0, 0, -10))
sim.surface_material (0.7)
sim.obstacle (corbel.box (low = (-9, -9, -1), high = (9, 9, 0)), corbel.Material ())
for k in range (120):
  sim.rigid (corbel.box (1, center = (0.05 * (k % 3), 0, k + 0.5)), corbel.Material ())
sim.run (0.001, corbel.GaussSeidel (1e-12, 1))
print ('going', flush = True)
sim.run (1, corbel.GaussSeidel (1e-300, 2000000000))
""",
    "static": """
import corbel
sim = corbel.Simulation (1, 'out/long', gravity = (0, 0, -10), analysis = 'quasi_static')
sim.surface_material (0.7)
sim.obstacle (corbel.box (low = (-9, -9, -1), high = (9, 9, 0)), corbel.Material ())
for k in range (3):
  sim.finite_element (corbel.hex_mesh ([(0, 0, k), (1, 1, k + 1)], (2, 2, 2)), corbel.Material (young = 1e7))
print ('going', flush = True)
sim.run (1, corbel.GaussSeidel (1e-300, 2000000000))
""",
}


def cpu_seconds(process) -> float:
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("kind", LONG_STEPS)
def test_a_step_that_takes_long_is_interrupted_within_a_second(app, tmp_path, kind):
    (tmp_path / "deck.py").write_text(LONG_STEPS[kind])
    process = subprocess.Popen([app, "run", "-q", "deck.py"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "going\n"
    while cpu_seconds(process.pid) < 1.5:
        time.sleep(0.05)
    before = cpu_seconds(process.pid)
    process.send_signal(signal.SIGINT)
    err = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 130 and "interrupted at t = " in err
    assert usage.ru_utime + usage.ru_stime - before < 1.0  # of processor time: others may be at work here
    assert corbel.Results("out/long").closed_properly


@pytest.mark.parametrize("wait", [0.3, 0.6, 1.0])
def test_a_killed_run_can_be_read_and_continued(app, tmp_path, wait):
    (tmp_path / "deck.py").write_text(BALL_DECK + "RUN (solfec, solver, 1000)")
    process = subprocess.Popen([app, "run", "-q", "deck.py"])
    file = tmp_path / "out" / "ball" / "ball.h5"
    deadline = time.monotonic() + 60
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(wait)
    process.kill()
    process.wait()
    results = corbel.Results("out/ball")
    assert not results.closed_properly
    assert [results.frame(i)["step"] for i in (0, len(results) - 1)] == [0, len(results) - 1]
    last = results.times[-1]
    del results
    (tmp_path / "deck.py").write_text(BALL_DECK + f"RUN (solfec, solver, {last + 0.01})\nprint (solfec.time)")
    done = subprocess.run([app, "run", "-q", "-c", "deck.py"], capture_output=True, text=True)
    assert done.returncode == 0 and float(done.stdout) == pytest.approx(last + 0.01)
    assert corbel.Results("out/ball").times[-1] == pytest.approx(last + 0.01)
