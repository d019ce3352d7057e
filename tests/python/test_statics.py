# SPDX-License-Identifier: MIT
"""Quasi-static analysis from Python and from decks."""
import pytest

import corbel
from corbel.solfec import BODY, BULK_MATERIAL, FIX_DIRECTION, FORCE, GAUSS_SEIDEL_SOLVER, HEX, RUN, SOLFEC

L, E, FORCE_SUM = 2.0, 1e9, 1e3
STRAIN = FORCE_SUM / E  # of a bar of unit section


def bar(step=1.0, **options):
    sim = corbel.Simulation(step, analysis="quasi_static", **options)
    body = sim.finite_element(corbel.hex_mesh([(0, 0, 0), (L, 1, 1)], (4, 1, 1)), sim.material(1000, young=E, poisson=0), form="BC")
    for y in (0, 1):
        for z in (0, 1):
            sim.force(body, (L, y, z), (1, 0, 0), FORCE_SUM / 4)
    return sim, body


@pytest.mark.parametrize("step", [1e-3, 1e3])
def test_bar_is_longer_by_fl_over_ea(step):
    sim, body = bar(step)
    for y in (0, 1):
        for z in (0, 1):
            sim.fix_point(body, (0, y, z))
    report = sim.run(step)
    assert (report.unconverged_steps, sim.analysis) == (0, "quasi_static")
    assert report.passes >= 1
    assert body.displacement_of((L, 0.5, 0.5))[0] == pytest.approx(STRAIN * L, rel=1e-5)


def test_free_body_is_named():
    sim, body = bar(static_passes=5)
    for y, z in ((0, 0), (1, 0), (0, 1)):
        sim.fix_direction(body, (0, y, z), (0, 1, 0))
    with pytest.raises(corbel.RunError, match="free rigid motions: translation along x"):
        sim.run(1.0)


@pytest.mark.parametrize("name, value", [("analysis", "static"), ("static_tolerance", 0), ("static_passes", 0)])
def test_bad_options(name, value):
    with pytest.raises(ValueError, match=name):
        corbel.Simulation(1.0, **{name: value})


def test_deck(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    solfec = SOLFEC("QUASI_STATIC", 0.1, "out/bar")
    bulk = BULK_MATERIAL(solfec, "KIRCHHOFF", young=E, poisson=0, density=1000)
    corners = [0, 0, 0, L, 0, 0, L, 1, 0, 0, 1, 0, 0, 0, 1, L, 0, 1, L, 1, 1, 0, 1, 1]
    body = BODY(solfec, "FINITE_ELEMENT", HEX(corners, 4, 1, 1, 0, [0] * 6), bulk, form="BC")
    for y in (0, 1):
        for z in (0, 1):
            for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
                FIX_DIRECTION(body, (0, y, z), axis)
            FORCE(body, "SPATIAL", (L, y, z), (1, 0, 0), FORCE_SUM / 4)
    RUN(solfec, GAUSS_SEIDEL_SOLVER(1e-10, 1000), 0.1)
    assert max(body.conf[0::3]) == pytest.approx(L + STRAIN * L, abs=1e-5 * STRAIN * L)
