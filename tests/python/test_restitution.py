# SPDX-License-Identifier: MIT
"""Poisson's restitution and the certificate of a run, from the package and from decks."""
import numpy as np
import pytest

import corbel
from corbel.solfec import BODY, BULK_MATERIAL, SOLFEC, SPHERE, SURFACE_MATERIAL

TIGHT = dict(epsilon=1e-12, max_iterations=2000)


def bounce(impact, e, friction=0.3, output=None, velocity=(0.5, 0, -2)):
    sim = corbel.Simulation(1e-3, output)
    sim.surface_material(friction, e, impact=impact)
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), sim.material())
    ball = sim.rigid(corbel.sphere((0, 0, 0.6), 0.5), sim.material(), velocity=velocity)
    return sim, ball


@pytest.mark.parametrize("impact", ["NEWTON", "POISSON"])
def test_a_ball_leaves_with_its_restitution(impact):
    sim, ball = bounce(impact, 0.5)
    before = ball.energy()["kinetic"]
    sim.run(0.1, corbel.GaussSeidel(**TIGHT))
    assert ball.velocity[2] == pytest.approx(1, abs=1e-10)
    # stick or slip: the friction slows the slide by (1 + e) 2 μ at most, and never makes energy
    assert ball.velocity[0] < 0.5 and ball.energy()["kinetic"] < before


def test_the_law_of_a_material_can_be_changed_and_is_checked():
    sim = corbel.Simulation(1e-3)
    material = sim.surface_material(0.1, 0.5)
    assert material.impact == "NEWTON"
    material.impact = "POISSON"
    assert material.impact == "POISSON"
    with pytest.raises(ValueError, match="argument 'impact': got 'ELASTIC'"):
        material.impact = "ELASTIC"
    with pytest.raises(ValueError, match="argument 'impact'"):
        sim.surface_material(0.1, 0.5, impact="poisson's")


def test_three_balls_in_a_row():
    # the first is shot at two that touch: docs/restitution.md
    def run(impact, e):
        sim = corbel.Simulation(1e-3)
        sim.surface_material(0, e, impact=impact)
        balls = [sim.rigid(corbel.sphere((x, 0, 0), 0.5), sim.material(), velocity=(v, 0, 0))
                 for x, v in ((-0.1, 1), (1, 0), (2, 0))]
        sim.run(0.3, corbel.GaussSeidel(**TIGHT))
        return [ball.velocity[0] for ball in balls]

    e = 0.5
    assert run("POISSON", e) == pytest.approx([1 - 2 * (1 + e) / 3, (1 + e) / 3, (1 + e) / 3], abs=1e-10)


def test_impact_in_a_deck(tmp_path):
    solfec = SOLFEC("DYNAMIC", 1e-3, str(tmp_path / "out"))
    material = SURFACE_MATERIAL(solfec, friction=0.2, restitution=0.5, impact="POISSON")
    assert material.impact == "POISSON"
    material.impact = "NEWTON"
    assert material.impact == "NEWTON"
    with pytest.raises(ValueError, match="impact"):
        SURFACE_MATERIAL(solfec, restitution=0.5, impact="STRONGE")
    BODY(solfec, "RIGID", SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(solfec))


# ---- the certificate


def pile(output, **options):
    sim = corbel.Simulation(1e-2, output, gravity=(0, 0, -9.81), **options)
    sim.surface_material(0.5)
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), sim.material())
    for i in range(4):
        sim.rigid(corbel.box(low=(0, 0, i), high=(1, 1, i + 1)), sim.material())
    return sim


def test_frames_tell_the_worst_of_their_steps(tmp_path):
    sim = pile(tmp_path / "pile.h5", output_interval=0.1)
    report = sim.run(0.5, corbel.GaussSeidel(1e-3, 3))
    results = corbel.Results(tmp_path / "pile.h5")
    certificate = results.certificate()
    assert set(certificate) == {"residual_absolute", "residual_scaled", "penetration", "energy_balance"}
    assert certificate["residual_scaled"].max() == report.worst_residual > 0
    assert certificate["penetration"].max() == report.max_penetration
    energies = results.energies()
    parts = ("external", "contact", "friction", "damping")
    everything = energies["kinetic"] + energies["internal"] + sum(abs(energies[p]) for p in parts)
    assert np.all(abs(certificate["energy_balance"]) <= 1) and everything[-1] > 0


def test_bounds_of_the_certificate_end_a_run(tmp_path):
    sim = pile(tmp_path / "pile.h5", output_interval=0.1)
    sim.certificate(residual=1e-8)
    with pytest.raises(corbel.RunError, match=r"step 1, t = 0.01 s: the residuals .* exceed the bound 1e-08 \(certificate\)"):
        sim.run(0.5, corbel.GaussSeidel(1e-3, 3))
    results = corbel.Results(tmp_path / "pile.h5")
    assert results.times[-1] == pytest.approx(0.01) and results.certificate()["residual_scaled"][-1] > 1e-8

    sim, _ = bounce("NEWTON", 0, velocity=(0, 0, -7))  # 1.5 mm deep when it is seen
    sim.certificate(penetration=1e-3)
    assert sim.max_penetration == 1e-3
    with pytest.raises(corbel.RunError, match="the bound is 0.001 m"):
        sim.run(1)

    # a box that spins about its unstable axis: the scheme makes energy of order h²
    sim = corbel.Simulation(0.05)
    sim.rigid(corbel.box(low=(0, 0, 0), high=(1, 2, 3)), sim.material(), angular_velocity=(0.1, 8, 0.1))
    sim.certificate(energy=1e-6)
    with pytest.raises(corbel.RunError, match="of all energies; this exceeds the bound 1e-06"):
        sim.run(5)
    sim.certificate()
    sim.run(1)

    with pytest.raises(ValueError, match="argument 'residual': got -1"):
        sim.certificate(residual=-1)


def test_info_prints_the_certificate(tmp_path):
    pile(tmp_path / "pile.h5").run(0.1)
    text = corbel.Results(tmp_path / "pile.h5")._reader.describe()
    lines = text[text.index("certificate\n"):].splitlines()
    assert [line.split(":")[0].strip() for line in lines[1:5]] == [
        "worst residuals of all steps", "unconverged steps", "deepest penetration", "energy balance"]
