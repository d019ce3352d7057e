# SPDX-License-Identifier: MIT
"""Strains beyond what a body's equations hold for: in the report, in the log, in decks, whether quiet or not."""
import pytest

import corbel


def beam(young, form, **settings):
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -10), **settings)
    mesh = corbel.hex_mesh([(0, 0, 0), (1, 0.1, 0.1)], (10, 1, 1), surface_id=[0, 1, 0, 0, 0, 0])
    body = sim.finite_element(mesh, corbel.Material(7800, young=young, poisson=0.3), form=form, label="beam")
    sim.fix_surface(body, 1)
    return sim, body


@pytest.mark.parametrize("form", ["TL", "BC"])
def test_a_modulus_in_gigapascal_does_not_pass_in_silence(form, capfd):
    sim, body = beam(210, form)
    report = sim.run(0.2, quiet=True)
    assert report.unconverged_steps == 0
    first = report.strains[0]
    assert (first.body, first.label, first.element) == (body.id, "beam", 0)
    assert 0.05 < first.time < 0.2 and not first.inverted
    assert "element 0 of body 1 'beam'" in (err := capfd.readouterr().err)
    assert first.text in err and "Young's modulus [Pa]" in err
    assert "strains: 1 body was strained beyond what its equations hold for" in report.outline()


@pytest.mark.parametrize("form", ["TL", "BC"])
def test_a_beam_of_steel_runs_without_a_word(form, capfd):
    sim, _ = beam(2.1e11, form)
    assert sim.run(0.05, quiet=True).strains == []
    assert capfd.readouterr().err == ""


def test_quasi_static(capfd):
    sim, _ = beam(2e5, "BC", analysis="quasi_static")
    report = sim.run(1e-3, quiet=True)
    assert len(report.strains) >= 1 and report.strains[0].element >= 0
    assert "displacement gradient" in capfd.readouterr().err


def pushed_through(on_failure="continue"):
    """The top of a cube is moved below its bottom: forces balance, and the elements are inside out."""
    sim = corbel.Simulation(1.0, analysis="quasi_static")
    cube = corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (1, 1, 1), surface_id=[1, 0, 0, 0, 0, 2])
    body = sim.finite_element(cube, corbel.Material(1000, young=1e6, poisson=0.0), form="TL", label="cube")
    sim.fix_surface(body, 1)
    sim.move(body, surface=2, displacement=(0, 0, corbel.TimeSeries([(0, 0), (1, -1.5)])))
    return sim.run(1.0, quiet=True, on_failure=on_failure)


def test_equilibria_with_inverted_elements_are_not_converged(capfd):
    report = pushed_through()
    assert report.worst_imbalance < 1e-9
    assert report.unconverged_steps == report.inverted_steps == 1
    err = capfd.readouterr().err
    assert "1 of 1 steps did not reach equilibrium: 1 step ends with inverted elements, first at t = 1 s: element 0 of body 1 'cube' was inverted" in err
    assert "force imbalance" not in err
    with pytest.raises(corbel.RunError, match="element 0 of body 1 'cube' was inverted"):
        pushed_through(on_failure="raise")


def test_decks(deck):
    done = deck("""
solfec = SOLFEC('DYNAMIC', 1E-3, 'out/beam')
bulk = BULK_MATERIAL(solfec, young=210, poisson=0.3, density=7800)
mesh = HEX([0, 0, 0, 1, 0, 0, 1, .1, 0, 0, .1, 0, 0, 0, .1, 1, 0, .1, 1, .1, .1, 0, .1, .1], 10, 1, 1, 1, [0, 1, 0, 0, 0, 0])
body = BODY(solfec, 'FINITE_ELEMENT', mesh, bulk, label='beam', form='BC')
body.scheme = 'DEF_LIM'
FIX_SURFACE(body, 1)
GRAVITY(solfec, (0, 0, -1), 10)
RUN(solfec, GAUSS_SEIDEL_SOLVER(1E-3, 1000), 0.2)
""")
    assert done.returncode == 0, done.stderr
    assert "element 0 of body 1 'beam'" in done.stderr
