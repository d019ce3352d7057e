# SPDX-License-Identifier: MIT
"""The documentation names every name of the language, and its example runs."""
import pathlib
import re

import pytest

import corbel.solfec

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


def test_every_name_is_documented():
    words = set(re.findall(r"[A-Z][A-Z0-9_]+", (DOCS / "language.md").read_text()))
    assert [name for name in corbel.solfec.__all__ if name not in words] == []


def test_the_example_runs(capsys):
    example = re.search(r"```python\n(.*?)```", (DOCS / "python.md").read_text(), re.S).group(1)
    names = {}
    exec(example, names)
    assert names["v"][-1] == pytest.approx([0, 0, 0], abs=1e-3)
    assert names["x"][-1][0] == pytest.approx(1 / (2 * 0.3 * 9.81), rel=0.02)  # v² / 2 μ g


def test_the_example_of_pictures_runs(tmp_path):
    """It runs in the folder of the test."""
    examples = re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text(), re.S)
    exec(next(e for e in examples if "corbel.draw" in e), {})
    assert all((tmp_path / name).read_bytes().startswith(b"\x89PNG") for name in ("now.png", "three.png", "speed.png"))
