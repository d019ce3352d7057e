# SPDX-License-Identifier: MIT
"""Pseudo-rigid bodies, from Python and in decks."""
import numpy as np
import pytest
from elasticity import cauchy, energy_density, mises, quarter_turn, stretch
from models import CUBE, run

import corbel
from corbel.solfec import (BODY, BULK_MATERIAL, CALLBACK, DISPLACEMENT, FORCE, GRAVITY, HISTORY, HULL, INITIAL_VELOCITY, MATERIAL,
                           SOLFEC, STRESS, VELOCITY)

YOUNG, POISSON, DENSITY = 2e6, 0.3, 1200.0


def world(**settings):
    sim = corbel.Simulation(1e-3, **settings)
    return sim, sim.material(DENSITY, young=YOUNG, poisson=POISSON)


def given(F, x):
    """q from F and the mass centre."""
    return [*F.T.ravel(), *x]


@pytest.mark.parametrize("scheme", ["DEF_LIM", "DEF_IMP", "DEF_EXP"])
def test_free_fall_is_a_parabola(scheme):
    sim, rubber = world(gravity=(0, 0, -9.81))
    body = sim.pseudo_rigid(corbel.box(1.0), rubber, scheme=scheme, velocity=(1, 0, 3))
    sim.run(0.2, quiet=True)
    t = sim.time
    np.testing.assert_allclose(body.position, [t, 0, 3 * t - 9.81 * t**2 / 2], atol=1e-12)
    np.testing.assert_allclose(body.velocity, [1, 0, 3 - 9.81 * t], atol=1e-12)
    assert body.scheme == scheme


@pytest.mark.parametrize("rotation", [np.eye(3), quarter_turn()], ids=["as made", "turned"])
def test_stress_and_energy(rotation):
    sim, rubber = world()
    body = sim.pseudo_rigid(corbel.box(low=(0, 0, 0), high=(1, 2, 1)), rubber, label="soft")
    F = rotation @ stretch((1, 2, 3), 1.2)
    body.q = given(F, (5, 6, 7))
    expected = cauchy(F, YOUNG, POISSON)
    np.testing.assert_allclose(body.stress_at((0.2, 0.3, 0.4)), expected, rtol=1e-11, atol=1e-9 * YOUNG)
    assert body.von_mises_at((0, 0, 0)) == pytest.approx(mises(expected), rel=1e-11)
    assert body.energy()["internal"] == pytest.approx(2 * energy_density(F, YOUNG, POISSON), rel=1e-11)
    np.testing.assert_allclose(body.position_of((1, 2, 1)), F @ (0.5, 1, 0.5) + (5, 6, 7), atol=1e-12)
    np.testing.assert_allclose(body.inertia, np.diag([2 * DENSITY * (4 + 1) / 12, 2 * DENSITY * 2 / 12, 2 * DENSITY * 5 / 12]), rtol=1e-11, atol=1e-9)
    assert repr(body) == "Body(1 'soft', PSEUDO_RIGID, mass 2400 kg, at (5, 6, 7))"


def test_mass_damping():
    sim, rubber = world()
    body = sim.pseudo_rigid(corbel.box(1.0), rubber, mass_damping=50.0, velocity=(2, 0, 0))
    sim.run(0.02, quiet=True)
    ratio = (1 - 50 * 1e-3 / 2) / (1 + 50 * 1e-3 / 2)
    np.testing.assert_allclose(body.velocity, [2 * ratio**20, 0, 0], rtol=1e-12)


def test_results(tmp_path):
    sim, rubber = world(output=tmp_path / "out")
    body = sim.pseudo_rigid(corbel.box(1.0), rubber, label="soft", velocity=(1, 0, 0), angular_velocity=(0, 0, 3))
    sim.run(0.05, quiet=True)
    results = corbel.open(tmp_path / "out")
    X = (0.5, -0.5, 0.25)
    np.testing.assert_allclose(results.history("soft", "position", point=X)[-1], body.position_of(X), atol=1e-14)
    np.testing.assert_allclose(results.history("soft", "velocity", point=X)[-1], body.velocity_of(X), atol=1e-13)
    np.testing.assert_allclose(results.history("soft", "velocity", point=X)[0], (1 + 1.5, 1.5, 0), atol=1e-13)
    with pytest.raises(corbel.InputError, match="'rotation' is known of RIGID"):
        results.history("soft", "rotation")


@pytest.mark.parametrize("call, message", [
    (lambda b: setattr(b, "q", [1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0]), "determinant"),
    (lambda b: setattr(b, "q", [0] * 9), "Body.q: argument 'q': got 9 numbers, expected 12 numbers"),
    (lambda b: b.nodes, "of kind PSEUDO_RIGID, expected a finite-element body"),
    (lambda b: b.rotation, "of kind PSEUDO_RIGID, expected a rigid body"),
    (lambda b: setattr(b, "self_contact", True), "expected a finite-element body"),
    (lambda b: setattr(b, "scheme", "RIG_NEG"), "Body.scheme: argument 'scheme': got 'RIG_NEG'")])
def test_bad_calls(call, message):
    sim, rubber = world()
    with pytest.raises(corbel.InputError, match=message):
        call(sim.pseudo_rigid(corbel.box(1.0), rubber))


def deck():
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/pseudo")
    bulk = BULK_MATERIAL(solfec, label="rubber", young=YOUNG, poisson=POISSON, density=DENSITY)
    body = BODY(solfec, "PSEUDO_RIGID", HULL(CUBE, 1, 1), bulk, label="soft")
    GRAVITY(solfec, (0, 0, -10))
    INITIAL_VELOCITY(body, (1, 0, 0), (0, 0, 5))
    return solfec, body


def test_members():
    solfec, body = deck()
    assert (body.kind, body.scheme, body.mesh) == ("PSEUDO_RIGID", "DEF_EXP", None)
    assert body.conf == pytest.approx((1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.5, 0.5))
    assert body.velo == pytest.approx((0, 5, 0, -5, 0, 0, 0, 0, 0, 1, 0, 0))  # columns of the rate of F
    np.testing.assert_allclose(body.tensor, DENSITY / 12 * np.eye(3).ravel(), atol=1e-10)
    np.testing.assert_allclose(VELOCITY(body, (1, 0.5, 0.5)), (1, 2.5, 0), atol=1e-12)
    with pytest.raises(ValueError, match="BODY: argument 'conf': got 3 numbers, expected 12 numbers: deformation gradient in column-major order"):
        body.conf = (1, 2, 3)
    with pytest.raises(ValueError, match="MATERIAL: body 1 'soft' is of kind PSEUDO_RIGID, expected a finite-element body"):
        MATERIAL(solfec, body, 1, "rubber")


def test_force_callback_is_conjugate_to_velo():
    solfec, body = deck()
    GRAVITY(solfec, (0, 0, 0))
    FORCE(body, "SPATIAL", (0, 0, 0), (1, 0, 0), lambda q, u, t, h: (0,) * 9 + (0, 6, 0))
    run(solfec, 0.01)
    np.testing.assert_allclose(body._body.linear_momentum(), (DENSITY, 0.06, 0), rtol=1e-12, atol=1e-12)


def test_histories_in_read_mode_are_what_the_run_saw():
    point = (0.2, 0.9, 0.4)
    solfec, body = deck()
    seen = {}
    CALLBACK(solfec, 1e-3, None, lambda data: seen.update(
        {round(solfec.time, 9): (*DISPLACEMENT(body, point), *STRESS(body, point))}))
    run(solfec, 0.02)
    solfec, body = deck()
    assert solfec.mode == "READ"
    read = HISTORY(solfec, [(body, point, e) for e in ("DX", "DY", "DZ", "SX", "SY", "SZ", "SXY", "SXZ", "SYZ", "MISES")], 0, 1)
    rows = dict(zip((round(t, 9) for t in read[0]), zip(*read[1:])))
    assert len(seen) >= 20 and set(seen) <= set(rows)
    for t, expected in seen.items():
        np.testing.assert_allclose(rows[t], expected, rtol=1e-9, atol=1e-7)
