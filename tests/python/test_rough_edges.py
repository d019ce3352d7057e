# SPDX-License-Identifier: MIT
"""What users do by mistake: absurd numbers, other threads, clocks, steps that never end, contacts without a material."""
import threading
import time

import numpy as np
import pytest

import corbel
from corbel import solfec
from corbel.log import set_warnings
from models import ball, run


@pytest.fixture
def warnings():
    """Lines that the engine warned with."""
    lines = []
    corbel._engine.set_log_sink(lines.append)
    yield lines
    set_warnings(True)


def falling(step=1e-3, **options):
    sim = corbel.Simulation(step, gravity=(0, 0, -10), **options)
    return sim, sim.rigid(corbel.sphere((0, 0, 0), 1), corbel.Material(), label="ball")


# ---- absurd numbers

ABSURD = {
    "velocity": lambda sim, ball: sim.rigid(corbel.sphere((0, 0, 0), 1), corbel.Material(), velocity=(1e300, 0, 0)),
    "linear": lambda sim, ball: ball.set_velocity((0, 0, 1e300)),
    "u": lambda sim, ball: setattr(ball, "u", [0, 0, 0, -1e300, 0, 0]),
    "center": lambda sim, ball: corbel.sphere((0, 0, 1e200), 1),
    "vertices": lambda sim, ball: corbel.convex([(0, 0, 0), (1e90, 0, 0), (0, 1, 0), (0, 0, 1)], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]),
    "density": lambda sim, ball: corbel.Material(1e200),
    "young": lambda sim, ball: setattr(corbel.Material(), "young", 1e200),
}


@pytest.mark.parametrize("name", ABSURD)
def test_absurd_numbers_are_refused_at_the_door(name):
    with pytest.raises(corbel.InputError, match=f"argument '{name}': got .*expected .* of at most 1e\\+50.* Are the units correct"):
        ABSURD[name](*falling())


def test_absurd_velocity_in_a_deck_is_not_an_internal_error(deck):
    done = deck("solfec = SOLFEC ('DYNAMIC', 1e-3, 'out/x')\nbulk = BULK_MATERIAL (solfec)\n"
                "INITIAL_VELOCITY (BODY (solfec, 'RIGID', SPHERE ((0, 0, 0), 1, 1, 1), bulk), (1e300, 0, 0), (0, 0, 0))\n")
    assert done.returncode == 2 and "deck.py, line 3: INITIAL_VELOCITY: argument 'linear'" in done.stderr
    assert "internal error" not in done.stderr


def test_a_state_that_is_not_finite_names_body_and_time(tmp_path):
    sim, ball = falling(output=str(tmp_path / "r.h5"))
    sim.run(0.01)
    sim.force(ball, (0, 0, 0), (0, 0, 1), 1e250)
    with pytest.raises(corbel.RunError) as caught:
        sim.run(1)
    for words in ("body 1 'ball'", "not finite", "t = 0.01 s", "smaller step"):
        assert words in str(caught.value)
    assert len(corbel.open(str(tmp_path / "r.h5"))) == 11  # what was written is kept, the state in doubt is not added


def test_a_state_that_is_not_finite_in_a_deck(deck):
    done = deck("solfec = SOLFEC ('DYNAMIC', 1e-3, 'out/x')\nbulk = BULK_MATERIAL (solfec)\n"
                "body = BODY (solfec, 'RIGID', SPHERE ((0, 0, 0), 1, 1, 1), bulk)\n"
                "FORCE (body, 'SPATIAL', (0, 0, 0), (0, 0, 1), 1e300)\nRUN (solfec, GAUSS_SEIDEL_SOLVER (1e-3, 10), 1)")
    assert done.returncode == 1 and "the state of body 1 is not finite" in done.stderr
    assert "internal error" not in done.stderr


def test_a_contact_at_an_absurd_speed_is_no_internal_error():
    sim = corbel.Simulation(1e-3)
    sim.surface_material(0.3)
    sim.obstacle(corbel.box(1, center=(0, 0, -0.5)), corbel.Material())
    sim.rigid(corbel.box(1, center=(0, 0, 0.5)), corbel.Material(), velocity=(1e49, 0, -1e49), angular_velocity=(1e49, 0, 0))
    with pytest.raises(corbel.RunError, match="the state of body 2 is not finite"):
        sim.run(1e-2)


def test_an_absurd_force_on_a_body_in_contact_is_no_internal_error():
    sim = corbel.Simulation(1e-3)
    sim.surface_material(0.3)
    sim.obstacle(corbel.box(1, center=(0, 0, -0.5)), corbel.Material())
    block = sim.rigid(corbel.box(1, center=(0, 0, 0.5)), corbel.Material())
    sim.force(block, (0, 0, 0.5), (0, 0, -1), 1e250)
    with pytest.raises(corbel.RunError, match="loads on body 2 are 1e[+]250 N in the step from t = 0 s|state of body 2 is not finite"):
        sim.run(1e-2)


def soft_cube(sim):
    cube = sim.finite_element(corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (2, 2, 2), surface_id=(1, 2, 3, 4, 5, 6)), corbel.Material(1000, young=1e7, poisson=0.3))
    sim.fix_surface(cube, 1)
    return cube


def test_quasi_static_loads_beyond_a_body_are_an_error_and_leave_the_state_as_it_was():
    sim = corbel.Simulation(1.0, analysis="quasi_static")
    cube = soft_cube(sim)
    before = cube.q.copy()
    sim.pressure(cube, 6, 1e8)
    with pytest.raises(corbel.RunError, match="body 1 is displaced by .* times its size.*form TL|state of body 1 is not finite"):
        sim.run(1)
    assert (cube.q == before).all() and sim.time == 0


def test_a_user_function_that_fails_in_a_quasi_static_pass_leaves_the_state_as_it_was(tmp_path):
    sim = corbel.Simulation(1.0, str(tmp_path), analysis="quasi_static")
    cube = soft_cube(sim)
    before, calls = cube.q.copy(), []

    def force(q, u, t, h):
        calls.append(t)
        if len(calls) == 2:
            raise ArithmeticError("no")
        return [0, 0, 1e4] * (len(q) // 3)

    sim.force_function(cube, force)
    with pytest.raises(ArithmeticError):
        sim.run(1)
    assert len(calls) == 2 and (cube.q == before).all()
    results = corbel.open(str(tmp_path))
    assert (results.frame(len(results) - 1)["bodies"][0]["q"] == before).all()


def test_frames_with_inverted_elements_can_be_read_drawn_and_resumed(tmp_path):
    """A node pushed through its element: warned of, and a result as any other."""
    def make():
        sim = corbel.Simulation(1e-3, str(tmp_path))
        return sim, sim.finite_element(corbel.hex_mesh([(0, 0, 0), (1, 1, 1)], (1, 1, 1)), corbel.Material(1000, young=1e3, poisson=0.3))

    sim, cube = make()
    velocity = [0.0] * 24
    for node in range(8):
        if cube.nodes[node][2] > 0.5:
            velocity[3 * node + 2] = -1500.0
    cube.u = velocity
    sim.run(2e-3, quiet=True)
    assert cube.nodes[:, 2].max() - cube.nodes[:, 2].min() > 1  # through the bottom and on
    results = corbel.open(str(tmp_path))
    assert results.history(cube.id, point=(0.5, 0.5, 0.5)).shape == (3, 3)
    corbel.draw(results, field="displacement")
    del results
    again, copy = make()
    again.resume()
    assert (copy.q == cube.q).all() and (copy.u == cube.u).all()


def test_a_body_moved_by_a_function_may_leave_the_extents():
    """Its function goes with it, in a thread that does not hold the interpreter."""
    sim = corbel.Simulation(1e-2, extents=((-1, -1, -1), (1, 1, 1)))
    floor = sim.obstacle(corbel.box(0.1), corbel.Material())
    sim.move(floor, velocity=lambda t: (10.0, 0, 0))
    sim.rigid(corbel.box(0.1, center=(0, 0.5, 0)), corbel.Material())
    sim.run(0.5, quiet=True)
    assert len(sim.bodies) == 1


# ---- threads


def slow(sim, run_thread_may=None):
    """Runs until the other thread is done; returns what that raised."""
    started, done, errors = threading.Event(), threading.Event(), []

    def callback(simulation):
        started.set()
        if run_thread_may:
            run_thread_may(simulation)
        time.sleep(1e-3)
        return not done.is_set()

    def other(work):
        started.wait(30)
        try:
            work(sim)
        except Exception as error:
            errors.append(error)
        done.set()

    def go(work):
        thread = threading.Thread(target=other, args=(work,))
        thread.start()
        sim.run(1e6, callback=callback)
        thread.join()
        return errors

    return go


OTHER_THREADS = {
    "add": lambda sim: sim.rigid(corbel.sphere((9, 0, 0), 1), corbel.Material()),
    "remove": lambda sim: sim.remove(sim.bodies[0]),
    "velocity": lambda sim: ball_of(sim).set_velocity((0, 0, 0)),
    "position": lambda sim: ball_of(sim).position,
    "joint": lambda sim: sim.fix_point(ball_of(sim), (0, 0, 0)),
    "contacts": lambda sim: sim.contacts,
    "run": lambda sim: sim.run(1),
    "gravity": lambda sim: setattr(sim, "gravity", (0, 0, 0)),
    "step": lambda sim: setattr(sim, "step", 1.0),
}


def ball_of(sim):
    return sim._bodies[1]


@pytest.mark.parametrize("what", OTHER_THREADS)
def test_other_threads_may_not_touch_a_running_simulation(what):
    sim, _ = falling()
    errors = slow(sim)(OTHER_THREADS[what])
    assert len(errors) == 1 and isinstance(errors[0], corbel.InputError)
    assert "being run by another thread" in str(errors[0])
    OTHER_THREADS[what](sim)  # after the run


def test_other_threads_may_ask_for_the_time():
    sim, _ = falling()
    assert slow(sim)(lambda s: (s.time, s.steps, s.step)) == []


def test_callbacks_of_the_run_may_change_the_model():
    sim, _ = falling()

    def change(s):
        s.remove(s.rigid(corbel.sphere((9, 0, 0), 1), corbel.Material()))

    assert slow(sim, change)(lambda s: None) == []


@pytest.mark.parametrize("change", [lambda sim, ball: sim.remove(ball), lambda sim, ball: ball.set_velocity((1, 0, 0)),
                                    lambda sim, ball: setattr(ball, "q", ball.q), lambda sim, ball: setattr(ball, "scheme", "RIG_POS")])
def test_force_functions_may_not_change_bodies(change):
    sim, ball = falling()

    def force(q, u, t, h):
        change(sim, ball)
        return [0] * 9

    sim.force_function(ball, force)
    with pytest.raises(corbel.InputError, match="in a force callback, which is called during a step"):
        sim.run(0.01)
    assert sim.bodies == [ball]


# ---- the clock


@pytest.mark.parametrize("step, end", [(0.1, 1.0), (0.1, 0.3), (1e-3, 1.0), (0.003, 0.3), (2.5e-4, 0.1), (1 / 3, 2.0), (7e-3, 0.7)])
def test_the_time_is_what_was_asked_for(step, end):
    sim, _ = falling(step)
    sim.run(end)
    assert sim.time == pytest.approx(end, rel=4e-16)  # sums of the step are off by 1e-14 and more
    if step != 1 / 3:
        assert sim.time == end
    steps = sim.steps
    sim.run(end - sim.time)  # the rest, which is nothing
    assert sim.steps == steps


@pytest.mark.parametrize("step, end", [(0.1, 12.3), (1e-3, 0.777), (0.007, 4.9)])
def test_runs_to_the_rest_of_the_time_end_there(step, end):
    sim, _ = falling(step)
    for part in (0.21, 0.43, 0.68, 0.9, 1.0, 1.0):
        sim.run(part * end - sim.time)
        assert 0 <= sim.time - part * end + 1e-12 < step  # the last step is not shortened
    assert sim.time == end


def test_times_of_frames_are_multiples_of_the_step(tmp_path):
    sim, _ = falling(0.1, output=str(tmp_path / "r.h5"))
    sim.run(2)
    assert corbel.open(str(tmp_path / "r.h5")).times.tolist() == [i / 10 for i in range(21)]


def test_a_negative_duration_is_refused():
    sim, _ = falling()
    sim.run(0.01)
    with pytest.raises(ValueError, match="argument 'duration': got -0.001"):
        sim.run(-1e-3)


def test_a_changed_step_goes_on_from_the_time_reached():
    sim, _ = falling(0.1)
    sim.run(0.3)
    sim.step = 0.04
    sim.run(0.08)
    assert sim.time == pytest.approx(0.38, rel=1e-15) and sim.steps == 5


# ---- steps


@pytest.mark.parametrize("step", [1e-30, 1e-15])
def test_a_run_that_would_never_end_is_refused(step):
    with pytest.raises(corbel.InputError, match="takes 1.0e\\+.* steps and would not end"):
        falling(step)[0].run(1)


def test_a_step_below_round_off_of_the_time_is_refused():
    sim, _ = falling(1e3)
    sim.run(1e3)
    sim.step = 1e-14
    with pytest.raises(corbel.InputError, match="would not end"):
        sim.run(1e-13)


def test_an_absurdly_long_step_is_warned_of(warnings):
    falling(1e10)[0].run(1e10)
    assert len(warnings) == 1 and "body 1 'ball' moves by about 1e+21 m in one step" in warnings[0]
    warnings.clear()
    sim, _ = falling(1e-2)
    sim.run(0.1)
    assert warnings == []


# ---- no friction given


def stack(give=lambda sim: None):
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -10))
    give(sim)
    sim.obstacle(corbel.box(1, center=(0, 0, -0.5)), corbel.Material(), label="floor")
    sim.rigid(corbel.box(1, center=(0, 0, 0.5)), corbel.Material(), label="block")
    sim.run(0.01)
    sim.run(0.01)


def test_bodies_that_touch_without_a_surface_material_are_told_of_once(warnings):
    stack()
    assert len(warnings) == 1
    for words in ("'block'", "'floor'", "no surface material was given", "without friction", "friction = 0"):
        assert words in warnings[0]


def test_surfaces_that_no_material_is_for_are_told_of_once_each(warnings):
    sim = corbel.Simulation(1e-3, gravity=(0, 0, -10))
    sim.surface_material(friction=0.6, surfaces=(1, 2))
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0), surface_id=1), corbel.Material(), label="floor")
    for x, z, surface in ((0, 0.5, 2), (0, 1.5, 2), (2, 0.5, 3), (-2, 0.5, 3)):
        sim.rigid(corbel.box(1, center=(x, 0, z), surface_id=surface), corbel.Material())
    sim.run(0.01)
    told = [w for w in warnings if "touch" in w]
    assert len(told) == 2
    assert any("surfaces 2 and 2" in w for w in told) and any("surfaces 1 and 3" in w for w in told)


@pytest.mark.parametrize("give", [lambda sim: sim.surface_material(), lambda sim: sim.surface_material(friction=0),
                                  lambda sim: sim.surface_material(0.3, surfaces=(0, 0))])
def test_a_surface_material_silences_it(warnings, give):
    stack(give)
    assert warnings == []


def test_nothing_is_said_where_nothing_touches(warnings):
    falling()[0].run(0.01)
    assert warnings == []


def test_surface_materials_of_the_language_silence_it(warnings):
    run(ball(height=0.5)[0], 0.01)
    assert warnings == []


# ---- solvers


def test_the_memory_of_admm_is_bounded():
    for make in (lambda: corbel.Admm(memory=10**9), lambda: setattr(corbel.Admm(), "memory", 10**9)):
        with pytest.raises(corbel.InputError, match="argument 'memory': got 1000000000, expected an integer in \\[1, 1000\\]"):
            make()
    assert corbel.Admm(memory=1000).memory == 1000


def test_missing_parts_are_named_in_english():
    with pytest.raises(corbel.UnavailableError, match="XDMF_EXPORT: this version has no XDMF export; use the result file"):
        solfec.XDMF_EXPORT()
    for name, refuse in solfec.ROUTINES.items():
        with pytest.raises(corbel.UnavailableError) as caught:
            refuse()
        assert not {"no the ", "no a ", "no an "} & {str(caught.value)[i:i + n] for n in (5, 6, 7) for i in range(len(str(caught.value)))}, name
