# SPDX-License-Identifier: MIT
"""Every test runs in a folder of its own, with a fresh session of the input language."""
import os
import signal
import subprocess

import pytest

from corbel.command_line import command_line
from corbel.solfec import session as language_session


@pytest.fixture(autouse=True, scope="session")
def programs_hear_interrupts():
    """Jobs in the background start with SIGINT ignored, and so would the programs that tests interrupt."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def fresh(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    language_session.start()
    command_line.set(active=True, quiet=True)


@pytest.fixture
def app():
    path = os.environ.get("CORBEL_APP", "")
    if not path:
        pytest.skip("CORBEL_APP names no program")
    return path


@pytest.fixture
def deck(app, tmp_path):
    """deck(text, *arguments, options=()): writes deck.py and runs it; returns the finished process."""

    def run(text, *arguments, options=("-q",)):
        (tmp_path / "deck.py").write_text(text)
        return subprocess.run([app, "run", *options, "deck.py", *arguments], capture_output=True, text=True, timeout=60)

    return run
