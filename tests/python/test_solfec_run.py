# SPDX-License-Identifier: MIT
"""Running and looking at results: modes, callbacks, failures, histories."""
import os

import pytest

import corbel
from corbel.command_line import command_line
from corbel.solfec import *
from corbel.solfec.session import session
from models import ball, run


def test_nothing_is_written_before_run():
    solfec, _ = ball()
    OUTPUT(solfec, 0.01, "ON")
    assert not os.path.exists("out")
    run(solfec, 0.02)
    assert os.listdir("out/ball") == ["ball.h5"]


def test_write_then_read():
    first, body = ball()
    run(first, 0.1)
    assert first.mode == "WRITE" and DURATION(first) == pytest.approx(0.1)
    second, again = ball()
    assert second.mode == "READ"
    assert run(second, 50).iters == 0  # returns at once
    assert DURATION(second) == pytest.approx((0, 0.1))
    assert DISPLACEMENT(again, (0, 0, 0)) == (0, 0, 0)
    SEEK(second, 0.1)
    assert second.time == pytest.approx(0.1)
    assert again.conf == body.conf and again.velo == body.velo
    assert ENERGY(second) == pytest.approx(ENERGY(first))
    assert [c.R for c in second.constraints] == [c.R for c in first.constraints]


def test_run_without_a_solver_takes_the_portfolio():
    solfec, _ = ball()
    RUN(solfec, None, 0.6)  # the ball lands
    report = solfec._simulation.report
    assert report.methods and report.unconverged_steps == report.uncertified_steps == 0
    with pytest.raises(TypeError, match="RUN: argument 'solver': got 3, expected a solver, such as a GAUSS_SEIDEL_SOLVER object, or None"):
        RUN(solfec, 3, 0.1)


def test_stepping_through_frames():
    run(ball()[0], 0.01)
    solfec, body = ball()
    run(solfec, 1)
    times = []
    for move, steps in ((FORWARD, 3), (FORWARD, 100), (BACKWARD, 2), (BACKWARD, 100)):
        move(solfec, steps)
        times.append(solfec.time)
    assert times == pytest.approx([0.003, 0.01, 0.008, 0])
    SEEK(solfec, 0.0052)
    assert solfec.time == pytest.approx(0.005)


def test_read_mode_ignores_what_concerns_running():
    run(ball()[0], 0.01)
    solfec, _ = ball()
    OUTPUT(solfec, 1)
    CALLBACK(solfec, 1, None, lambda data: 1 / 0)
    EXTENTS(solfec, (0, 0, 0, 1, 1, 1))
    UNPHYSICAL_PENETRATION(solfec, 1)
    run(solfec, 1)
    assert os.path.getsize("out/ball/ball.h5") > 0


def test_write_mode_ignores_seek():
    solfec, _ = ball()
    run(solfec, 0.01)
    SEEK(solfec, 0)
    FORWARD(solfec, 1)
    assert solfec.time == pytest.approx(0.01)


def test_forced_writing_spares_results_of_this_process():
    run(ball()[0], 0.01)
    session.force_write = True
    session.written.clear()
    forced, _ = ball()
    assert forced.mode == "WRITE"
    run(forced, 0.02)
    assert ball()[0].mode == "READ"


def test_continued_run():
    whole, expected = ball("out/whole")
    run(whole, 0.1)
    run(ball("out/part")[0], 0.05)
    session.resume = True
    rest, body = ball("out/part")
    assert rest.mode == "WRITE"
    run(rest, 0.1)
    assert rest.time == pytest.approx(0.1)
    assert body.conf == expected.conf
    del rest, body
    nothing_left, again = ball("out/part")
    run(nothing_left, 0.1)
    assert again.conf == expected.conf and len(corbel.Results("out/part")) == 101


def test_subdir():
    command_line.subdir = "fine"
    solfec, _ = ball()
    assert solfec.outpath == "out/ball/fine" and SUBDIR() == "fine"
    run(solfec, 0.01)
    assert os.path.isfile("out/ball/fine/fine.h5")


def test_output_path_that_is_a_file(tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(ValueError, match="SOLFEC: argument 'output': got 'out', expected a folder"):
        SOLFEC("DYNAMIC", 1, "out")


def test_a_file_that_is_no_result_is_mentioned(tmp_path, capsys):
    (tmp_path / "out" / "ball").mkdir(parents=True)
    (tmp_path / "out" / "ball" / "ball.h5").write_text("not a result")
    solfec, _ = ball()
    assert solfec.mode == "WRITE" and "is not a readable result file" in capsys.readouterr().err


def test_results_of_another_model():
    run(ball()[0], 0.01)
    other = SOLFEC("DYNAMIC", 1e-3, "out/ball")
    with pytest.raises(ValueError, match="RUN: .* are of another model than this one:\n  body 1 'floor' is in the results, not in this model(.|\n)*-w computes them anew"):
        run(other, 0.01)


def test_callback_expands_tuples_and_stops_at_zero():
    solfec, _ = ball()
    calls = []

    def look(a, b):
        calls.append((a, b, round(solfec.time, 9)))
        return 0 if len(calls) == 3 else 1

    CALLBACK(solfec, 0.01, ("a", "b"), look)
    run(solfec, 1)
    assert calls == [("a", "b", t) for t in (0.001, 0.01, 0.02)]  # after the first step too
    assert solfec.time == pytest.approx(0.02)


def test_callback_with_one_argument():
    solfec, _ = ball()
    seen = []
    CALLBACK(solfec, 0.01, [1, 2], lambda data: seen.append(data) or 1)
    run(solfec, 0.02)
    assert seen == [[1, 2], [1, 2], [1, 2]]


def test_error_in_a_callback_comes_out_and_keeps_the_frames():
    solfec, _ = ball()
    CALLBACK(solfec, 0.01, None, lambda data: SPHERE((0, 0, 0), 0, 1, 1))
    with pytest.raises(ValueError, match="^SPHERE: argument 'radius'"):
        run(solfec, 1)
    assert corbel.Results("out/ball").times[-1] == pytest.approx(0.001)


def test_callback_with_extents_keeps_its_clock():
    solfec, body = ball(height=0.6, velocity=(100, 0, 0), gravity=(0, 0, 0))
    times = []
    CALLBACK(solfec, 0.02, None, lambda data: times.append(round(solfec.time, 9)) or 1)
    EXTENTS(solfec, (-6, -6, -6, 6, 6, 6))
    run(solfec, 0.1)
    assert times == [0.001, 0.02, 0.04, 0.06, 0.08, 0.1]
    assert solfec.nbod == 1 and not body._body.alive
    history = HISTORY(solfec, (body, (0, 0, 0.6), "DX"), 0, 1)
    assert history[1][0] == 0 and history[1][-1] != history[1][-1]  # not a number once the body is gone


def test_unphysical_penetration_stops_the_run():
    solfec, _ = ball(velocity=(0, 0, -100))
    UNPHYSICAL_PENETRATION(solfec, 1e-3)
    OUTPUT(solfec, 1)
    # 0.01 above the floor, half a step on: 0.05 further down
    with pytest.raises(corbel.RunError, match="body 1 'floor' and body 2 'ball' is 0.04 m at t = 0.001 s, the bound is 0.001"):
        run(solfec, 1)
    assert corbel.Results("out/ball").times.tolist() == [0, 0.001]
    assert len(corbel.Results("out/ball").constraints(-1)) == 1


HARD = (1e-16, 1)  # no solve reaches this in one sweep


def test_failure_continue():
    solfec, _ = ball(velocity=(3, 0, -1))
    solver = GAUSS_SEIDEL_SOLVER(*HARD)
    seen = []
    CALLBACK(solfec, 1e-3, None, lambda data: seen.append((solver.error, solver.iters, len(solver.rerhist))) or 1)
    RUN(solfec, solver, 0.05)
    assert ("DIVERGED", 1, 1) in seen and solfec.time == pytest.approx(0.05)


def test_failure_exit():
    solfec, _ = ball(velocity=(3, 0, -1))
    with pytest.raises(corbel.RunError, match="did not converge at t = "):
        RUN(solfec, GAUSS_SEIDEL_SOLVER(*HARD, "EXIT"), 0.05)
    assert 0 < solfec.time < 0.05


def test_failure_callback():
    solfec, _ = ball(velocity=(3, 0, -1))
    calls = []

    def failed(solver, a, b):
        calls.append((solver.error, a, b))
        return 0

    RUN(solfec, GAUSS_SEIDEL_SOLVER(*HARD, "CALLBACK", data=(1, 2), callback=failed), 0.05)
    assert calls == [("DIVERGED", 1, 2)] and solfec.time < 0.05


def test_contacts():
    solfec, body = ball(height=0.5)
    run(solfec, 0.05)
    (contact,) = solfec.constraints
    assert contact.kind == "CONTACT" and set(contact.adjbod) == set(solfec.bodies)
    assert contact.R[2] == pytest.approx(body.mass * 10)
    assert set(contact.spair) == {1, 2} and contact.matlab == "SURFACE_MATERIAL_0"
    n = contact.base[2::3]  # (t1x, t2x, nx, t1y, …): manual, section 3.1.11
    assert n == pytest.approx((0, 0, 1) if contact.adjbod[0] is body else (0, 0, -1))
    assert body.ncon == 1 and contact.gap <= 0
    run(solfec, 0.01)
    assert contact.kind == "CONTACT" and contact.R[2] == pytest.approx(body.mass * 10)  # still the same contact
    with pytest.raises(ValueError, match="contacts cannot be deleted"):
        DELETE(solfec, solfec.constraints[0])
    body.velo = (0, 0, 0, 0, 0, 5)
    run(solfec, 0.01)
    assert contact.kind is None  # parted


@pytest.mark.parametrize("mode", ["WRITE", "READ"])
def test_history_against_states(mode):
    first, body = ball(velocity=(1, 0, 0))
    states = []
    CALLBACK(first, 1e-3, None, lambda data: states.append(
        (DISPLACEMENT(body, (0, 0, 0)), VELOCITY(body, (0, 0, 0)), ENERGY(first), ENERGY(first, body), first.ncon)) or 1)
    run(first, 0.1)
    solfec, body = (first, body) if mode == "WRITE" else ball(velocity=(1, 0, 0))
    point = (0, 0, 0)
    items = [(body, point, "DX"), ("ball", point, "VZ"), (solfec, "KINETIC"), ([body], "EXTERNAL"), "CONS", "STEP", "BODS", "GSITERS",
             "MERIT", "CONDET", (body, "GAP"), (body, (0, 0, 1), None, "R"), (body, point, "CZ"), (solfec, None, (2, 1), "CR")]
    times, dx, vz, kinetic, external, cons, step, bods, iters, merit, detect, gap, force, cz, normal = HISTORY(solfec, items, 0, 10)
    assert len(times) == 101 and all(len(v) == 101 for v in (dx, vz, kinetic, external, cons, step, gap, force))
    assert dx[1:] == pytest.approx([s[0][0] for s in states], abs=1e-14)
    assert vz[1:] == pytest.approx([s[1][2] for s in states], abs=1e-14)
    assert kinetic[1:] == pytest.approx([s[2][0] for s in states])
    assert external[1:] == pytest.approx([s[3][2] for s in states])
    assert cons[1:] == [s[4] for s in states]
    assert set(step) == {1e-3} and set(bods) == {2} and iters[-1] >= 1 and merit[-1] >= 0 and sum(detect) > 0
    assert gap[-1] <= 0 and cz[0] == 0
    assert force[-1] == pytest.approx(normal[-1]) and normal[-1] == pytest.approx(body.mass * 10, rel=1e-3)


def test_history_of_part_of_the_time():
    solfec, body = ball()
    run(solfec, 0.1)
    times, values = HISTORY(solfec, (body, (0, 0, 0), "DZ"), 0.02, 0.05, skip=10)
    assert times == pytest.approx([0.02, 0.03, 0.04, 0.05]) and len(values) == 4
    assert len(HISTORY(solfec, "STEP", 0, 1)) == 2
    assert len(HISTORY(solfec, ("STEP", "CONS"), 0, 1)) == 3


@pytest.mark.parametrize("item, error, message", [
    ("STEPS", ValueError, "Did you mean 'STEP'"),
    (("bal", (0, 0, 0), "DX"), ValueError, "Did you mean 'ball'"),
    (("ball", (0, 0), "DX"), ValueError, "argument 'point'"),
    (("ball", (0, 0, 0), "QX"), ValueError, "got 'QX'"),
    (("ball", (0, 0, 0), "MISES"), ValueError, "of kind RIGID, expected a deformable body"),
    (("ball", "KINETICS"), ValueError, "Did you mean 'KINETIC'"),
    ([5], TypeError, "HISTORY: argument 'list'"),
    ("GSRUN", RuntimeError, "HISTORY"),
])
def test_bad_history(item, error, message):
    solfec, _ = ball()
    run(solfec, 0.01)
    with pytest.raises(error) as caught:
        HISTORY(solfec, item, 0, 1)
    assert message in str(caught.value)


def test_timing():
    solfec, _ = ball()
    OUTPUT(solfec, 1)
    run(solfec, 0.01)
    assert TIMING(solfec, "TIMINT") >= 0 and TIMING(solfec, "PARBAL") == 0


def test_energy_of_a_falling_ball():
    solfec, body = ball(height=50)
    run(solfec, 0.1)
    kinetic, internal, external, contact, friction = ENERGY(solfec, body)
    assert kinetic == pytest.approx(body.mass / 2) and external == pytest.approx(kinetic)
    assert internal == contact == friction == 0
    assert ENERGY(solfec, [body]) == ENERGY(solfec) == ENERGY(solfec, solfec)
