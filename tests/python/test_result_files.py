# SPDX-License-Identifier: MIT
"""Result files and the models they belong to: edited decks, bodies and joints that come and go, files of format 4, closing."""
import importlib.util
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

import corbel
from corbel.solfec import *
from corbel.solfec.session import session
from models import BALL_DECK, CUBE, FLOOR, run

DATA = Path(__file__).resolve().parents[1] / "data"


# ---- edited decks in READ mode


def block(friction=0.3, density=1000, shape=None, more=False, label="block"):
    """A block that slides on a floor: (solfec, block)."""
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/block")
    bulk = BULK_MATERIAL(solfec, label="stone", density=density)
    SURFACE_MATERIAL(solfec, friction=friction, label="dry")
    BODY(solfec, "OBSTACLE", HULL(FLOOR, 1, 1), bulk, label="floor")
    body = BODY(solfec, "RIGID", shape or HULL(CUBE, 2, 2), bulk, label=label)
    INITIAL_VELOCITY(body, (1, 0, 0), (0, 0, 0))
    GRAVITY(solfec, (0, 0, -10))
    if more:
        BODY(solfec, "RIGID", SPHERE((3, 0, 3), 0.5, 2, 2), bulk, label="ball")
    return solfec, body


@pytest.fixture
def written():
    solfec, body = block()
    run(solfec, 0.02)
    return ENERGY(solfec)


def test_the_same_deck_says_nothing(written, capfd):
    run(block()[0], 1)
    assert capfd.readouterr().err == ""


def test_another_friction_is_said(written, capfd):
    run(block(friction=0.1)[0], 1)
    said = capfd.readouterr().err
    assert "are of another model than this one" in said and "out/block" in said
    assert "friction of surface material (any, any): 0.3 in the results, 0.1 here" in said


def test_histories_alone_say_it_too(written, capfd):
    HISTORY(block(friction=0.1)[0], "STEP", 0, 1)
    assert "0.3 in the results, 0.1 here" in capfd.readouterr().err


def test_another_density_is_said_and_energies_are_those_of_the_run(written, capfd):
    solfec, body = block(density=2000)
    run(solfec, 1)
    assert "body 2 'block': density 1000 kg/m³ in the results, 2000 kg/m³ here" in capfd.readouterr().err
    SEEK(solfec, 1)
    assert ENERGY(solfec) == written and ENERGY(solfec, body) == written
    assert body.mass == pytest.approx(2000)


@pytest.mark.parametrize("change, words", [
    (dict(shape="sphere"), "body 2 'block': another shape: 8 vertices in the results, 1 sphere here"),
    (dict(shape="longer"), "body 2 'block': another shape: coordinates differ by up to 1 m"),
    (dict(more=True), "body 3 'ball' is not in the results")])
def test_other_models_are_refused(written, change, words):
    shapes = {"sphere": SPHERE((0.5, 0.5, 0.5), 0.5, 2, 2), "longer": HULL([2 * x if i % 3 == 0 else x for i, x in enumerate(CUBE)], 2, 2)}
    solfec, _ = block(**{**change, **({"shape": shapes[change["shape"]]} if "shape" in change else {})})
    for _ in range(2):  # also when it is tried again
        with pytest.raises(corbel.InputError) as refused:
            run(solfec, 1)
        assert words in str(refused.value) and "-w computes them anew" in str(refused.value)


def test_a_body_that_is_missing_is_named():
    run(block(more=True)[0], 0.01)
    with pytest.raises(corbel.InputError, match="body 3 'ball' is in the results, not in this model"):
        run(block()[0], 1)


# ---- joints and bodies that come and go

STORY = BALL_DECK + """
hook = FIX_POINT (ball, (0, 0, 0.51))
RUN (solfec, solver, 0.02)
where = [ball.conf [11]]
DELETE (solfec, hook)
second = BODY (solfec, 'RIGID', SPHERE ((2, 0, 0.5), 0.5, 2, 2), bulk, label = 'second')
INITIAL_VELOCITY (second, (0.1, 0, 0), (0, 0, 0))
pin = FIX_DIRECTION (ball, (0, 0, 0.51), (1, 0, 0))
RUN (solfec, solver, 0.03)
DELETE (solfec, second)
RUN (solfec, solver, 0.02)
print (solfec.mode, [b.label for b in solfec.bodies], [c.kind for c in solfec.constraints if c.kind != 'CONTACT'])
"""


def frames(path):
    """All that is stored, but seconds."""
    results = corbel.open(path)
    all = [results.frame(i) for i in range(len(results))]
    return [([(b["id"], b["q"].tolist(), b["u"].tolist(), b["energy"]) for b in f["bodies"]],
             [(c.kind, c.joint, c.master, c.slave, c.impulse.tolist(), c.U.tolist(), c.V.tolist(), c.point.tolist(), c.gap)
              for c in f["constraints"]], f["solver"], f["certificate"], f["time"], f["step"]) for f in all]


def test_a_deck_that_deletes_is_read(deck):
    assert deck(STORY).stdout.startswith("WRITE")
    look = """
def seen (t):
  SEEK (solfec, t)
  return [b.label for b in solfec.bodies][::-1][1:], [c.kind for c in solfec.constraints if c.kind != 'CONTACT']
for t in (0.01, 0.03, 0.07, 0.02): print (*seen (t))
"""
    done = deck(STORY + look)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.splitlines()[1:] == ["['ball'] ['FIXPNT']", "['ball', 'second'] ['FIXDIR']", "['ball'] ['FIXDIR']",
                                            "['ball'] ['FIXPNT']"]
    results = corbel.open("out/ball")
    assert results.body("second").added == pytest.approx(0.02) and results.body("second").removed == pytest.approx(0.05)
    assert [(j.kind, j.bodies) for j in results.joints] == [("FIXPNT", (2,)), ("FIXDIR", (2,))]
    assert results.joints[0].removed == pytest.approx(0.02) and np.isinf(results.joints[1].removed)


@pytest.mark.parametrize("stop", [0.01, 0.02, 0.035, 0.05, 0.06])
def test_a_deck_that_deletes_is_continued(deck, stop):
    """Stopped in each of its runs and between them: continued, all frames are those of the deck that never stopped."""
    deck(STORY)
    expected = frames("out/ball")
    shutil.rmtree("out")
    stopping = "CALLBACK (solfec, 1e-3, None, lambda data: (_ for _ in ()).throw (SystemExit (0)) if solfec.time > %g else 1)\n" % (stop - 5e-4)
    deck(STORY.replace("RUN (solfec, solver, 0.02)", stopping + "RUN (solfec, solver, 0.02)", 1))
    assert corbel.open("out/ball").times[-1] == pytest.approx(stop)
    done = deck(STORY, options=("-q", "-c"))
    assert done.returncode == 0, done.stderr
    assert frames("out/ball") == expected


def test_a_deck_that_failed_in_the_first_step_of_a_run_is_continued(deck):
    """What it deleted and created before that RUN is in another frame of the same time."""
    text = STORY.replace("hook = FIX_POINT", "import os\nFORCE (ball, 'SPATIAL', (0, 0, 0.51), (0, 0, 1), "
                         "lambda q, u, t, h: 1 / 0 if t > 0.02 and os.path.exists ('fails') else [0] * 9)\nhook = FIX_POINT")
    deck(text)
    expected = frames("out/ball")
    shutil.rmtree("out")
    Path("fails").touch()
    assert "ZeroDivisionError" in deck(text).stderr
    stopped = corbel.open("out/ball")
    assert stopped.times[-2:] == pytest.approx([0.02, 0.02]) and len(stopped.frame(-1)["bodies"]) == len(stopped.frame(-2)["bodies"]) + 1
    stopped.close()
    Path("fails").unlink()
    done = deck(text, options=("-q", "-c"))
    assert done.returncode == 0, done.stderr
    found = frames("out/ball")
    assert found[:21] == expected[:21] and found[22:] == expected[21:]


def test_a_run_that_its_callback_stopped_is_continued_after_it(deck):
    text = STORY.replace("RUN (solfec, solver, 0.03)", "CALLBACK (solfec, 1e-3, None, lambda data: solfec.time < 0.0295)\nRUN (solfec, solver, 0.03)"
                         "\nCALLBACK (solfec, 1e-3, None, lambda data: 1)")
    deck(text)
    expected = frames("out/ball")
    assert expected[-1][4] == pytest.approx(0.05)
    shutil.rmtree("out")
    deck(text.replace("DELETE (solfec, second)", "import os; os._exit (0)"))
    assert deck(text, options=("-q", "-c")).returncode == 0
    assert frames("out/ball") == expected


def two_balls(output, everything=False):
    sim = corbel.Simulation(1e-3, output, gravity=(0, 0, -10), threads=1)
    stone = sim.material(1000)
    sim.surface_material(0.3)
    sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), stone)
    ball = sim.rigid(corbel.sphere((0, 0, 0.6), 0.5), stone, velocity=(1, 0, 0))
    hook = sim.rigid_link(ball, None, (0, 0, 0.6), (0, 0, 2))
    return (sim, ball, hook, *(second_part(sim, ball) if everything else ()))


def second_part(sim, ball):
    held = sim.fix_point(ball, ball.center)
    return held, sim.rigid(corbel.sphere((3, 0, 0.5), 0.5), sim.material(2000), velocity=(0, 1, 0))


def test_a_script_goes_on_after_joints_and_bodies_came_and_went():
    sim, ball, hook = two_balls("whole.h5")
    sim.run(0.02)
    sim.remove(hook)
    second_part(sim, ball)
    sim.run(0.05)
    sim.close()
    sim, ball, hook = two_balls("part.h5")
    sim.run(0.02)
    sim.remove(hook)
    second_part(sim, ball)
    sim.run(0.01)
    sim.close()
    sim, ball, hook, held, last = two_balls("part.h5", everything=True)
    sim.resume()
    assert not hook.alive and held.alive and len(sim.bodies) == 3
    sim.run(0.04)
    whole, part = corbel.open("whole.h5"), corbel.open("part.h5")
    for i in (ball.id, last.id):
        assert np.array_equal(part.history(i, "q")[-1], whole.history(i, "q")[-1])
        assert np.array_equal(part.history(i, "u")[-1], whole.history(i, "u")[-1])
    # The ball is held where it was when the joint was made, not where it is in the reference configuration.
    assert part.history(ball.id)[-1] == pytest.approx(part.history(ball.id)[20], abs=2e-3)


def test_another_density_is_not_gone_on_from():
    with corbel.Simulation(1e-3, "a.h5") as sim:
        sim.rigid(corbel.sphere((0, 0, 0), 1), sim.material(1000), label="ball")
        sim.run(0.01)
    sim = corbel.Simulation(1e-3, "a.h5")
    sim.rigid(corbel.sphere((0, 0, 0), 1), sim.material(3000), label="ball")
    with pytest.raises(corbel.InputError, match="body 1 'ball': density 1000 kg/m³ in the results, 3000 kg/m³ here"):
        sim.resume()


# ---- files of format 4


def format4_model(output):
    spec = importlib.util.spec_from_file_location("format4", DATA / "format4/make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.model(output)


def test_a_file_of_format_4_is_read_and_continued():
    shutil.copy(DATA / "format4/model.h5", "old.h5")
    old = corbel.open("old.h5")
    assert (old.format, len(old), len(old.bodies), old.joints) == (4, 3, 4, [])
    assert old.history("brick", "nodes").shape == (3, 8, 3)
    tight = corbel.GaussSeidel(epsilon=1e-12, max_iterations=1000)
    whole = format4_model("whole.h5")
    whole.run(0.05, tight)
    sim = format4_model("old.h5")
    sim.resume()
    assert sim.time == pytest.approx(0.02) and len(sim.bodies) == 4
    sim.run(0.03, tight)
    # The same program would give the same bits; a later one may round differently.
    for own, other in zip(sim.bodies, whole.bodies):
        assert own.q == pytest.approx(other.q, abs=1e-10)
    new = corbel.open("old.h5")
    assert (new.format, len(new), len(new.joints)) == (5, 6, 1)
    assert np.array_equal(new.history("box", "q")[:3], old.history("box", "q"))
    assert new.body("brick").properties["Young's modulus"] == pytest.approx(2e6)


def test_a_file_of_format_4_is_compared_with_the_model():
    shutil.copy(DATA / "format4/model.h5", "old.h5")
    sim = corbel.Simulation(1e-3, "old.h5")
    sim.rigid(corbel.sphere((0, 0, 0), 1), sim.material(1000))
    with pytest.raises(corbel.InputError, match="body 1: of kind OBSTACLE in the results, RIGID here"):
        sim.resume()


def test_what_a_file_says_of_the_model():
    with corbel.Simulation(1e-3, "a.h5", gravity=(0, 0, -10)) as sim:
        sim.surface_material(0.4, label="dry")
        body = sim.rigid(corbel.box((1, 1, 1)), sim.material(1000), label="block")
        sim.run(0.01)
        body.scheme = "RIG_IMP"
        sim.gravity = (0, 0, -5)
        sim.run(0.01)
    results = corbel.open("a.h5")
    assert [t for t, _ in results.settings] == pytest.approx([0, 0.01])
    assert [s["gravity along z"] for _, s in results.settings] == [-10, -5]
    assert results.settings[0][1]["friction of surface material (any, any)"] == 0.4
    stored, = results.bodies
    assert stored.properties["scheme"] == "RIG_IMP" and stored.added == 0 and np.isinf(stored.removed)
    assert stored.parts[0] == ("rotation", "configuration", 9) and sum(size for *_, size in stored.parts) == 18


# ---- closing, and taking over


def falling(output="fall.h5"):
    sim = corbel.Simulation(1e-3, output, gravity=(0, 0, -10))
    sim.rigid(corbel.sphere((0, 0, 0), 1), sim.material(1000))
    return sim


def test_a_closed_file_is_complete_and_goes_on_by_resume():
    sim = falling()
    sim.run(0.01)
    assert not corbel.open("fall.h5").closed_properly
    sim.close()
    sim.close()  # twice is no harm
    assert corbel.open("fall.h5").closed_properly
    with pytest.raises(corbel.InputError, match="was closed.*resume"):
        sim.run(0.01)
    sim.resume()
    sim.run(0.01)
    assert len(corbel.open("fall.h5")) == 21


def test_a_block_closes_even_when_it_fails():
    with pytest.raises(ZeroDivisionError):
        with falling() as sim:
            sim.run(0.01)
            1 / 0
    assert corbel.open("fall.h5").closed_properly and sim.time == pytest.approx(0.01)


def test_a_cell_of_a_notebook_can_be_run_again(capfd):
    """The old simulation is still held by a name, as in a notebook."""
    first = falling()
    first.run(0.02)
    second = falling()
    second.run(0.01)
    assert "taken over from an earlier simulation" in capfd.readouterr().err
    assert len(corbel.open("fall.h5")) == 11
    with pytest.raises(corbel.InputError, match="was closed"):
        first.run(0.01)
    third = falling()
    third.resume()
    third.run(0.01)
    assert len(corbel.open("fall.h5")) == 21


def test_a_simulation_that_runs_is_not_taken_over():
    first = falling()

    def intrude(sim):
        with pytest.raises(corbel.FileError, match="another run is writing it"):
            falling().run(0.01)

    first.run(0.003, callback=intrude)
    assert len(corbel.open("fall.h5")) == 4


# ---- what resume() must not destroy


def test_a_resume_that_fails_destroys_nothing():
    with falling() as sim:
        sim.run(0.02)
    results = corbel.open("fall.h5")
    before = Path("fall.h5").read_bytes()
    sim = falling()
    with pytest.raises(corbel.FileError, match=r"close\(\) of its Results object"):
        sim.resume()
    assert sim.time == 0
    with pytest.raises(corbel.InputError, match="resume.. could not go on with 'fall.h5', and a run would overwrite it"):
        sim.run(0.01)
    assert Path("fall.h5").read_bytes() == before
    results.close()
    sim.resume()
    sim.run(0.01)
    sim.close()
    assert len(corbel.open("fall.h5")) == 31


def test_results_are_closed_by_a_block():
    with falling() as sim:
        sim.run(0.02)
    with corbel.open("fall.h5") as results:
        height = results.history(1)[-1]
    assert len(results) == 21 and (results.history(1)[-1] == height).all()  # read before
    with pytest.raises(corbel.InputError, match="'fall.h5' were closed: open them again"):
        results.frame(3)
    results.close()  # twice is no harm
    sim.resume()
    sim.run(0.01)


def damage(path, number):
    """64 bytes from this number on."""
    content = bytearray(Path(path).read_bytes())
    start = content.find(np.float64(number).tobytes())
    assert start > 0
    content[start:start + 64] = bytes(reversed(content[start:start + 64]))
    Path(path).write_bytes(content)


def test_damaged_frames_are_told_and_not_dropped(capfd):
    with falling() as sim:
        sim.run(0.02)
    with corbel.open("fall.h5") as results:
        number = results.certificate()["energy_balance"][12]
    assert number != 0
    damage("fall.h5", number)
    before = Path("fall.h5").read_bytes()
    capfd.readouterr()
    with corbel.open("fall.h5") as results:
        assert "frames 12 to 20 are damaged: 12 of 21 frames can be read" in capfd.readouterr().err
        assert len(results) == 12 and "damaged" in results.describe() and "closed properly" not in results.describe()
    sim = falling()
    with pytest.raises(corbel.FileError, match="frames 12 to 20 are damaged.*drop_damaged=True"):
        sim.resume()
    assert Path("fall.h5").read_bytes() == before
    sim.resume(drop_damaged=True)
    assert sim.time == pytest.approx(0.011)
    sim.run(0.01)
    sim.close()
    assert len(corbel.open("fall.h5")) == 22


# ---- paths and messages


def test_tilde_is_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    sim = falling("~/results/fall.h5")
    sim.run(0.01)
    assert os.path.isfile(tmp_path / "home/results/fall.h5") and len(corbel.open("~/results/fall.h5")) == 11
    (tmp_path / "home/series.txt").write_text("0 0\n1 2\n")
    assert corbel.TimeSeries("~/series.txt")(0.5) == 1


def test_a_directory_is_no_time_series(tmp_path):
    with pytest.raises(corbel.FileError, match="is a directory, expected the file of a time series"):
        corbel.TimeSeries(tmp_path)


def test_without_output_there_is_nothing_to_resume():
    with pytest.raises(corbel.InputError, match="made without output"):
        falling(None).resume()


@pytest.mark.parametrize("routine", [MBFCP_EXPORT, XDMF_EXPORT, SOLFEC_EXPORT])
def test_what_is_missing_is_said_in_english(routine):
    with pytest.raises(corbel.UnavailableError) as refused:
        routine()
    assert "has no the" not in str(refused.value)


def test_energies_of_removed_bodies_stay_in_the_sums(tmp_path):
    """kinetic + internal + removed = start + all work: before and after a body is removed, also between two frames."""
    sim, start = balls_on_a_floor(tmp_path)
    sim.run(0.35, quiet=True)
    before = sim.energy()
    assert before["removed"] == 0 and before["contact"] < -1
    gone = sim.body("first").energy()
    sim.remove(sim.body("first"))
    after = sim.energy()
    for name in ("external", "contact", "friction", "damping", "numerical"):
        assert after[name] == pytest.approx(before[name], rel=1e-12, abs=1e-9)
    assert after["removed"] == pytest.approx(gone["kinetic"] + gone["internal"])
    assert after["kinetic"] == pytest.approx(before["kinetic"] - gone["kinetic"])
    sim.run(0.3, quiet=True)
    end = sim.energy()
    sim.close()
    with corbel.open(tmp_path) as results:
        stored = results.energies()
        assert stored["removed"][results.times < 0.35 - 1e-9] == pytest.approx(0, abs=0)
        balance = sum(stored[n] for n in ("external", "contact", "friction", "damping", "numerical")) - stored["kinetic"] - stored["internal"] - stored["removed"]
        assert balance == pytest.approx(-start, rel=1e-9)
        for name, value in end.items():
            assert stored[name][-1] == pytest.approx(value, rel=1e-12, abs=1e-9)
        assert results.energies("first")["contact"][-1] == gone["contact"] and results.energies("second")["removed"][-1] == 0
        assert "removed" in results.describe()
    again, _ = balls_on_a_floor(tmp_path)
    again.resume()
    assert again.energy() == end


def balls_on_a_floor(folder):
    """Two balls that fall on a floor, one of which starts with a velocity; and the kinetic energy at the start."""
    sim = corbel.Simulation(1e-3, folder, gravity=(0, 0, -10), output_interval=0.1)
    sim.surface_material(friction=0.3, restitution=0.2)
    stone = sim.material(2000)
    sim.obstacle(corbel.box(low=(-9, -9, -1), high=(9, 9, 0)), stone)
    first = sim.rigid(corbel.sphere((0, 0, 0.4), 0.2), stone, label="first", velocity=(1, 0, 0))
    sim.rigid(corbel.sphere((3, 0, 0.5), 0.2), stone, label="second")
    return sim, 0.5 * first.mass


def test_energies_of_deleted_bodies_stay_in_decks(deck):
    """ENERGY after DELETE as it was before, but for the kinetic energy; the same in READ mode at the end."""
    text = STORY + """
if solfec.mode == 'READ': SEEK (solfec, 0.07)
print (ENERGY (solfec))
print (HISTORY (solfec, [(solfec, 'EXTERNAL')], 0, 1)[1][-1])
"""
    written = deck(text)
    assert written.returncode == 0, written.stderr
    read = deck(text)
    assert read.returncode == 0, read.stderr
    assert written.stdout.splitlines()[1:] == read.stdout.splitlines()[1:]
    energy, history = (eval(line) for line in read.stdout.splitlines()[1:])
    results = corbel.open("out/ball")
    frame = results.frame_at(0.05)  # the last that holds it
    deleted = sum(results.history("second", name)[frame] for name in ("external", "contact", "friction"))
    assert deleted < -0.1  # it slid
    ball = sum(results.history("ball", name)[-1] for name in ("external", "contact", "friction"))
    assert energy[2] == pytest.approx(ball + deleted, rel=1e-9)
    assert history == pytest.approx(energy[2])


def test_another_step_or_solver_of_a_deck_is_told(deck):
    deck(STORY)
    said = deck(STORY.replace("'DYNAMIC', 1e-3", "'DYNAMIC', 2e-3").replace("(1e-6, 1000)", "(1e-9, 1000)")).stderr
    assert "were computed with other settings:" in said
    assert "step: 0.001 in the results, 0.002 here" in said
    assert "solver: Gauss-Seidel: epsilon 1e-06, at most 1000 iterations" in said and "Gauss-Seidel: epsilon 1e-09, at most 1000 iterations" in said
    assert deck(STORY).stderr == ""
