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


def test_the_hinge_turns_about_its_axis():
    examples = re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text(), re.S)
    names = {}
    exec(next(e for e in examples if "a hinge on the ground" in e), names)
    arm, forearm = names["arm"], names["forearm"]
    assert arm.angular_velocity[1] > 1 and forearm.angular_velocity[1] > 1  # falling
    for body in (arm, forearm):
        assert body.angular_velocity[[0, 2]] == pytest.approx([0, 0], abs=1e-9)
    for y in (-0.05, 0.05):
        assert arm.position_of((0, y, 0)) == pytest.approx((0, y, 0), abs=1e-6)
        assert forearm.position_of((1, y, 0)) == pytest.approx(arm.position_of((1, y, 0)), abs=1e-6)
    energy = names["sim"].energy()
    fall = sum(7800 * 0.01 * 9.81 * -body.position[2] for body in (arm, forearm))
    assert energy["kinetic"] == pytest.approx(fall, rel=2e-3)  # second order in the step
