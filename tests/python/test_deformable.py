# SPDX-License-Identifier: MIT
"""Bodies that deform, from Python: motion, stresses, damping, loads, memory, results, errors."""
import numpy as np
import pytest
from elasticity import cauchy, energy_density, mises, quarter_turn, stretch

import corbel

YOUNG, POISSON, DENSITY = 2e6, 0.3, 1200.0


def cube(n=2, **ids):
    return corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (n, n, n), **ids)


def world(**settings):
    sim = corbel.Simulation(1e-3, **settings)
    return sim, sim.material(DENSITY, young=YOUNG, poisson=POISSON, label="rubber")


FORMS = [("TL", "DEF_LIM"), ("TL", "DEF_IMP"), ("TL", "DEF_EXP"), ("BC", "DEF_LIM"), ("BC", "DEF_EXP")]


@pytest.mark.parametrize("form, scheme", FORMS)
def test_free_fall_is_a_parabola(form, scheme):
    """All schemes are exact for a constant acceleration, at every node."""
    sim, rubber = world(gravity=(0, 0, -9.81))
    body = sim.finite_element(cube(), rubber, form=form, scheme=scheme, velocity=(1, 0, 3))
    sim.run(0.2, quiet=True)
    t = sim.time
    assert sim.steps == 200
    way = np.array([1 * t, 0, 3 * t - 9.81 * t**2 / 2])
    np.testing.assert_allclose(body.nodes, body.reference_nodes + way, atol=1e-11)
    np.testing.assert_allclose(body.node_velocities, np.tile([1, 0, 3 - 9.81 * t], (27, 1)), atol=1e-10)
    np.testing.assert_allclose(body.position, np.array([0.5, 0.5, 0.5]) + way, atol=1e-11)
    np.testing.assert_allclose(body.velocity, [1, 0, 3 - 9.81 * t], atol=1e-10)


@pytest.mark.parametrize("rotation", [np.eye(3), quarter_turn()], ids=["as made", "turned"])
def test_stress_and_energy_of_a_homogeneous_strain(rotation):
    sim, rubber = world()
    body = sim.finite_element(cube(), rubber, form="TL")
    F = rotation @ stretch((1, 2, 3), 1.2)
    body.q = body.reference_nodes @ F.T + [5, 6, 7]
    expected = cauchy(F, YOUNG, POISSON)
    assert abs(expected[1, 2]) > 0.05 * YOUNG  # a shear that a mix-up of places would lose
    for point in [(0.2, 0.3, 0.4), (0.5, 0.5, 0.5), (1, 1, 1)]:
        np.testing.assert_allclose(body.stress_at(point), expected, rtol=1e-10, atol=1e-8 * YOUNG)
        assert body.von_mises_at(point) == pytest.approx(mises(expected), rel=1e-10)
        np.testing.assert_allclose(body.position_of(point), F @ point + [5, 6, 7], atol=1e-12)
    np.testing.assert_allclose(body.nodal_stress(), np.tile(expected, (27, 1, 1)), rtol=1e-9, atol=1e-8 * YOUNG)
    assert body.energy()["internal"] == pytest.approx(energy_density(F, YOUNG, POISSON), rel=1e-11)


@pytest.mark.parametrize("scheme, tolerance", [("DEF_EXP", 1e-12), ("DEF_IMP", 1e-9)])
def test_a_rotating_bar_keeps_its_angular_momentum(scheme, tolerance):
    """Both schemes keep it to round-off (Newton's tolerance for DEF_IMP): internal forces at the mid-point have no torque."""
    sim, rubber = world()
    bar = corbel.hex_mesh([(0, 0, 0), (2, 0.5, 0.5)], (4, 1, 1))
    body = sim.finite_element(bar, rubber, form="TL", scheme=scheme, angular_velocity=(1, 2, 20))
    before, momentum = body.angular_momentum(), body.linear_momentum()
    sim.run(0.4, quiet=True)
    assert np.linalg.norm(body.nodes - body.reference_nodes, axis=1).max() > 1  # it did turn
    np.testing.assert_allclose(body.angular_momentum(), before, rtol=0, atol=tolerance * np.linalg.norm(before))
    np.testing.assert_allclose(body.linear_momentum(), momentum, atol=1e-9 * np.linalg.norm(before))


def test_rotation_of_a_corotated_body():
    sim, rubber = world()
    body = sim.finite_element(cube().rotate((0, 0, 0), (1, 1, 0), 35), rubber)
    np.testing.assert_allclose(body.rotation, np.eye(3), atol=1e-12)
    body.q = body.reference_nodes @ quarter_turn().T
    np.testing.assert_allclose(body.rotation, quarter_turn(), atol=1e-12)
    np.testing.assert_allclose(body.stress_at(body.center), np.zeros((3, 3)), atol=1e-8 * YOUNG)


def test_mass_damping_slows_by_a_constant_ratio():
    """(1 + αh/2)(u⁺ − u) = −αh u; stiffness-proportional damping does not act on a translation."""
    sim, rubber = world()
    body = sim.finite_element(cube(), rubber, mass_damping=50.0, damping=1e-3, velocity=(2, 0, 0))
    assert (body.mass_damping, body.damping) == (50.0, 1e-3)
    sim.run(0.02, quiet=True)
    ratio = (1 - 50 * 1e-3 / 2) / (1 + 50 * 1e-3 / 2)
    np.testing.assert_allclose(body.velocity, [2 * ratio**20, 0, 0], rtol=1e-11, atol=1e-12)


def test_damping_of_the_stiffness_takes_the_vibration_away():
    sim, rubber = world()
    free, damped = (sim.finite_element(cube().translate((x, 0, 0)), rubber, damping=eta) for x, eta in ((0, 0.0), (5, 5e-3)))
    for body in (free, damped):
        body.u = (body.reference_nodes - body.center) * [1, 0, 0]
    sim.run(0.2, quiet=True)
    total = [sum(body.energy()[kind] for kind in ("kinetic", "internal")) for body in (free, damped)]
    assert total[1] < 0.05 * total[0]


def test_a_generalised_force_gives_its_impulse():
    sim, rubber = world()
    body = sim.finite_element(cube(1), rubber, form="TL")

    def push(q, u, t, h):
        assert len(q) == len(u) == 24
        return [30, 0, 0] + [0] * 18 + [0, 20, 0]

    sim.force_function(body, push)
    sim.run(0.05, quiet=True)
    np.testing.assert_allclose(body.linear_momentum(), [30 * 0.05, 20 * 0.05, 0], rtol=1e-9, atol=1e-11)


def test_materials_of_volumes():
    """Uniform strain: the stress goes with the modulus of each half."""
    sim, rubber = world()
    mesh = cube(2).parts[0]
    halves = [1 if np.mean(mesh.nodes[e][:, 0]) < 0.5 else 2 for e in mesh.elements]
    other = sim.finite_element(cube(2).translate((3, 0, 0)), rubber, form="TL")  # same template, other ids
    body = sim.finite_element(corbel.mesh(mesh.nodes, mesh.elements, volume_id=halves), rubber, form="TL")
    assert [t["bodies"] for t in sim.templates()] == [2]
    body.set_material(2, corbel.Material(2 * DENSITY, young=3 * YOUNG, poisson=POISSON))
    assert body.mass == pytest.approx(1.5 * DENSITY)
    assert other.mass == pytest.approx(DENSITY)
    F = stretch((1, 1, 0), 1.1)
    body.q = body.reference_nodes @ F.T
    np.testing.assert_allclose(body.stress_at((0.2, 0.3, 0.3)), cauchy(F, YOUNG, POISSON), rtol=1e-9, atol=1)
    np.testing.assert_allclose(body.stress_at((0.8, 0.3, 0.3)), cauchy(F, 3 * YOUNG, POISSON), rtol=1e-9, atol=1)


def test_equal_bodies_share_their_matrices():
    sim, rubber = world(gravity=(0, 0, -10))
    for i in range(3):
        sim.finite_element(cube().rotate((0, 0, 0), (0, 0, 1), 10 * i).translate((3 * i, 0, 0)), rubber)
    sim.finite_element(cube(1).translate((0, 5, 0)), rubber)
    sim.run(2e-3, quiet=True)
    assert [(t["nodes"], t["elements"], t["bodies"], t["factorizations"]) for t in sim.templates()] == [(27, 8, 3, 1), (8, 1, 1, 1)]
    assert all(t["bytes"] > 8 * 9 * t["nodes"] for t in sim.templates())
    sim.compliance_memory = 1 << 20
    assert sim.compliance_memory == 1 << 20


def test_a_soft_cube_comes_to_rest_on_the_floor():
    sim, rubber = world(gravity=(0, 0, -10))
    sim.surface_material(friction=0.3)
    sim.obstacle(corbel.box(low=(-1, -1, -1), high=(2, 2, 0)), rubber)
    body = sim.finite_element(cube(), rubber, damping=5e-3)
    sim.run(1.2, corbel.GaussSeidel(1e-8), quiet=True)
    upward = sum((c.frame @ c.reaction)[2] * (1 if c.master == body.id else -1) for c in sim.contacts)
    assert upward == pytest.approx(10 * DENSITY, rel=1e-3)
    assert np.abs(body.velocity).max() < 1e-5


def test_results_hold_nodes_and_motion(tmp_path):
    sim, rubber = world(output=tmp_path / "out", gravity=(0, 0, -10))
    rigid = sim.rigid(corbel.sphere((5, 0, 0), 0.5), rubber, label="ball")
    body = sim.finite_element(cube(volume_id=7), rubber, label="soft", angular_velocity=(0, 0, 3))
    seen = []
    sim.run(0.02, quiet=True, callback=lambda s: seen.append(
        (s.time, body.nodes, body.position_of((0.2, 0.3, 0.9)), body.velocity_of((0.2, 0.3, 0.9)))))
    results = corbel.open(tmp_path / "out")
    stored = results.body("soft")
    np.testing.assert_array_equal(stored.nodes, body.reference_nodes)
    assert stored.elements[:10] == [8, *body.elements[0], 7]
    by_time = {t: i for i, t in enumerate(results.times)}
    frames = [by_time[t] for t, *_ in seen]
    assert len(seen) == 20
    np.testing.assert_array_equal(results.history("soft", "nodes")[frames], [s[1] for s in seen])
    np.testing.assert_allclose(results.history("soft", "position", point=(0.2, 0.3, 0.9))[frames], [s[2] for s in seen], atol=1e-13)
    np.testing.assert_allclose(results.history("soft", "velocity", point=(0.2, 0.3, 0.9))[frames], [s[3] for s in seen], atol=1e-12)
    start = results.history("soft", "displacement", point=(1, 0, 0))[0]
    np.testing.assert_allclose(start, 0, atol=1e-13)
    assert results.history(rigid, "rotation").shape == (21, 3, 3)
    for what in ("rotation", "angular_velocity"):
        with pytest.raises(corbel.InputError, match=f"body 2 is of kind FINITE_ELEMENT, '{what}' is known of RIGID"):
            results.history("soft", what)
    with pytest.raises(corbel.InputError, match="'nodes' is known of FINITE_ELEMENT only"):
        results.history("ball", "nodes")


def test_resume_gives_the_same_nodes(tmp_path):
    def model():
        sim, rubber = world(output=tmp_path / "out", gravity=(0, 0, -10))
        sim.obstacle(corbel.box(low=(-1, -1, -1), high=(2, 2, 0)), rubber)
        return sim, sim.finite_element(cube(), rubber, label="soft", angular_velocity=(0, 0, 3))

    sim, body = model()
    sim.run(0.02, quiet=True)
    sim.run(0.02, quiet=True)
    whole = body.q
    del sim
    sim, body = model()
    sim.run(0.02, quiet=True)
    del sim, body
    sim, body = model()
    sim.resume()
    sim.run(0.02, quiet=True)
    np.testing.assert_array_equal(body.q, whole)


def test_what_a_body_says_of_itself():
    sim, rubber = world()
    body = sim.finite_element(cube(), rubber, form="TL", label="soft")
    assert repr(body) == "Body(1 'soft', FINITE_ELEMENT TL, 27 nodes, mass 1200 kg, at (0.5, 0.5, 0.5))"
    assert (body.kind, body.form, body.scheme, body.self_contact) == ("FINITE_ELEMENT", "TL", "DEF_LIM", False)
    np.testing.assert_allclose(body.inertia, 200 * np.eye(3), atol=1e-9)  # m a² / 6
    assert body.q.shape == body.u.shape == (81,)
    assert body.critical_step == float("inf")
    body.scheme, body.self_contact = "DEF_EXP", True
    assert body.critical_step < 0.1 and body.self_contact


def fe(**settings):
    sim, rubber = world()
    return sim.finite_element(cube(1), rubber, **settings)


@pytest.mark.parametrize("call, message", [
    (lambda: fe(form="FEM"), "Simulation.finite_element: argument 'form': got 'FEM', expected 'BC', 'TL'"),
    (lambda: fe(scheme="DEF_IMP"), "argument 'scheme': got 'DEF_IMP', expected 'DEF_LIM' or 'DEF_EXP' for a co-rotated body"),
    (lambda: fe(scheme="RIG_NEG"), "argument 'scheme': got 'RIG_NEG'"),
    (lambda: fe(damping=-1), "argument 'damping': got -1, expected a number >= 0"),
    (lambda: fe(mass_damping=-1), "argument 'mass_damping': got -1"),
    (lambda: corbel.Simulation(1).finite_element(corbel.box(1.0), corbel.Material()), "argument 'shape': got .*, expected a shape of one mesh"),
    (lambda: corbel.Material(poisson=0.5), "Material: argument 'poisson': got 0.5"),
    (lambda: corbel.Material(young=-1), "Material: argument 'young': got -1"),
    (lambda: fe().stress_at((2, 0, 0)), "Body.stress_at: argument 'point': got \\(2, 0, 0\\), .*outside the mesh"),
    (lambda: fe().position_of((2, 0, 0)), "Body.position_of: argument 'point'"),
    (lambda: setattr(fe(), "q", [0.0] * 12), "Body.q: argument 'q': got 12 numbers, expected 24 numbers"),
    (lambda: setattr(fe(), "u", [0.0] * 6), "Body.u: argument 'u': got 6 numbers, expected 24 numbers"),
    (lambda: fe().set_material(5, corbel.Material()), "Body.set_material: argument 'volume': got 5"),
    (lambda: fe().angular_velocity, "has no single angular velocity"),
    (lambda: fe(form="TL").rotation, "of kind FINITE_ELEMENT, expected a rigid body"),
    (lambda: fe().set_characteristics(1, 1, (0, 0, 0), np.eye(3)), "Body.set_characteristics: body 1 is of kind FINITE_ELEMENT, expected a rigid body"),
    (lambda: setattr(fe(), "rotation_enabled", False), "expected a rigid body"),
])
def test_bad_calls(call, message):
    with pytest.raises(corbel.InputError, match=message):
        call()


@pytest.mark.parametrize("call", [
    lambda b: b.stress_at((0, 0, 0)), lambda b: b.nodal_stress(), lambda b: b.nodes, lambda b: b.elements,
    lambda b: setattr(b, "damping", 0.1), lambda b: setattr(b, "self_contact", True),
    lambda b: b.set_material(0, corbel.Material())])
def test_rigid_bodies_have_no_such_thing(call):
    sim, rubber = world()
    with pytest.raises(corbel.InputError, match="of kind RIGID, expected a (deformable|finite-element) body"):
        call(sim.rigid(corbel.sphere((0, 0, 0), 1), rubber))


def test_torque_is_refused():
    sim, rubber = world()
    body = sim.finite_element(cube(1), rubber)
    with pytest.raises(corbel.InputError, match="Simulation.torque: argument 'body': got body 1 of kind FINITE_ELEMENT"):
        sim.torque(body, (0, 0, 1), 1)


def test_a_wrong_force_function_is_told():
    sim, rubber = world()
    body = sim.finite_element(cube(1), rubber)
    sim.force_function(body, lambda q, u, t, h: [0] * 9)
    with pytest.raises(corbel.InputError, match="argument 'function': got 9 numbers, expected 24 numbers from the force function"):
        sim.run(0.01, quiet=True)
