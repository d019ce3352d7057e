# SPDX-License-Identifier: MIT
"""Materials, bodies, joints, loads and solvers of the input language: both argument forms, members, bad input."""
import inspect

import numpy as np
import pytest

import corbel
import corbel.solfec as language
from corbel.solfec import *
from models import CUBE, ball, run


@pytest.fixture
def model():
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/model")
    bulk = BULK_MATERIAL(solfec, density=100)
    body = BODY(solfec, "RIGID", HULL(CUBE, 1, 1), bulk, label="cube")
    return solfec, body


def test_solfec_members(model):
    solfec, body = model
    assert (solfec.analysis, solfec.mode, solfec.time, solfec.step, solfec.outpath) == ("DYNAMIC", "WRITE", 0, 1e-3, "out/model")
    solfec.step = 2e-3
    solfec.verbose = "%"
    solfec.cleanup = "ON"
    assert solfec.step == 2e-3
    assert solfec.nbod == 1 and solfec.bodies == [body] and solfec.ncon == 0
    with pytest.raises(ValueError, match="SOLFEC: member 'time' is read-only"):
        solfec.time = 3
    with pytest.raises(AttributeError, match="no member 'verbos'. Did you mean 'verbose'"):
        solfec.verbos = "ON"
    with pytest.raises(AttributeError, match="no member 'boddies'"):
        solfec.boddies


def test_most_recent_body_comes_first(model):
    solfec, body = model
    second = BODY(solfec, "OBSTACLE", SPHERE((9, 9, 9), 1, 1, 1), "BULK_MATERIAL_0")
    assert solfec.bodies == [second, body]
    assert (body.id, second.id) == (1, 2)


def test_body_members(model):
    _, body = model
    assert (body.kind, body.label, body.material) == ("RIGID", "cube", "BULK_MATERIAL_0")
    assert body.mass == pytest.approx(100) and body.volume == pytest.approx(1)
    assert body.center == pytest.approx((0.5, 0.5, 0.5))
    assert body.tensor == pytest.approx(np.eye(3).ravel() * 100 / 6)
    assert body.conf == pytest.approx((1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.5, 0.5))
    assert body.velo == (0,) * 6
    body.velo = [1, 2, 3, 4, 5, 6]
    assert body.velo == (1, 2, 3, 4, 5, 6)
    body.conf = (0, 1, 0, -1, 0, 0, 0, 0, 1, 1, 2, 3)  # a quarter turn about z
    assert DISPLACEMENT(body, (1.5, 0.5, 0.5)) == pytest.approx((1 - 1.5, 2 + 1 - 0.5, 3 - 0.5))
    body.scheme = "RIG_IMP"
    assert body.scheme == "RIG_IMP"
    body.disable_rotation = "ON"
    assert body.disable_rotation == "ON"
    body.damping = 0.1
    assert (body.selfcontact, body.fracturecheck, body.damping) == ("OFF", "OFF", 0.1)


@pytest.mark.parametrize("member, value", [("conf", (1, 2)), ("velo", "fast"), ("scheme", "DEF_LIM"), ("disable_rotation", "YES"),
                                           ("damping", -1), ("mass", 3)])
def test_bad_body_members(model, member, value):
    with pytest.raises((ValueError, TypeError), match="BODY"):
        setattr(model[1], member, value)


def test_form_and_mesh_are_accepted_for_rigid_bodies(model):
    solfec, _ = model
    for extra in ({"form": "TL"}, {"formulation": "FEM_O1"}, {"mesh": HEX(CUBE, 1, 1, 1, 1, [1] * 6)}):
        BODY(solfec, "RIGID", HULL(CUBE, 1, 1), "BULK_MATERIAL_0", **extra)


@pytest.mark.parametrize("form", ["FEM_O2", "BC-MODAL", "BC-RO"])
def test_other_forms_are_refused(model, form):
    with pytest.raises(corbel.UnavailableError, match=f"BODY: this version has no .*'{form}'.*use 'TL' or 'BC'"):
        BODY(model[0], "FINITE_ELEMENT", HEX(CUBE, 1, 1, 1, 1, [1] * 6), "BULK_MATERIAL_0", form=form)


def test_unknown_kind(model):
    with pytest.raises(ValueError, match="BODY: argument 'kind': got 'RIGIT', expected 'RIGID', .* or 'OBSTACLE'. Did you mean 'RIGID'"):
        BODY(model[0], "RIGIT", HULL(CUBE, 1, 1), "BULK_MATERIAL_0")


def test_quasi_static():
    assert SOLFEC("QUASI_STATIC", 1e-3, "out/q").analysis == "QUASI_STATIC"


@pytest.mark.parametrize("arguments", [("DYNAMIC", 0, "out"), ("DYNAMIC", 1e-3, 7), ("DYNAMC", 1e-3, "out"), ("DYNAMIC", float("nan"), "o")])
def test_bad_solfec(arguments):
    with pytest.raises((ValueError, TypeError), match="SOLFEC: argument '"):
        SOLFEC(*arguments)


def test_surface_material_members(model):
    solfec, _ = model
    material = SURFACE_MATERIAL(solfec, surf1=3, surf2=1, friction=0.5, restitution=0.1, spring=5, label="joint")
    assert (material.surf1, material.surf2, material.label) == (1, 3, "joint")
    assert (material.friction, material.restitution, material.cohesion, material.spring) == (0.5, 0.1, 0, 5)
    material.friction = 0.7
    assert material.friction == 0.7
    assert SURFACE_MATERIAL(solfec).label == "SURFACE_MATERIAL_0"
    assert SURFACE_MATERIAL(solfec, 7).surf2 == 2147483647
    for bad in ({"friction": -1}, {"restitution": 2}, {"model": "GLUE"}, {"surf1": "a"}, {"cohesion": -1}, {"spring": -1}, {"hpow": 0}):
        with pytest.raises((ValueError, TypeError), match="SURFACE_MATERIAL: "):
            SURFACE_MATERIAL(solfec, **bad)


def test_bulk_material_members(model):
    solfec, _ = model
    material = BULK_MATERIAL(solfec, label="stone", young=2e9, density=2000)
    assert (material.label, material.model, material.young, material.poisson, material.density) == ("stone", "KIRCHHOFF", 2e9, 0.25, 2000)
    material.density = 10
    assert BYLABEL(solfec, "BULK_MATERIAL", "stone").density == 10
    BULK_MATERIAL(solfec, label="stone", density=30)
    assert material.density == 30
    with pytest.raises(ValueError, match="BULK_MATERIAL: argument 'density': got -1"):
        material.density = -1


def test_bylabel(model):
    solfec, body = model
    assert BYLABEL(solfec, "BODY", "cube") is body
    assert BYLABEL(solfec, "BODY", "none") is None
    with pytest.raises(ValueError, match="BYLABEL: argument 'kind'"):
        BYLABEL(solfec, "BODIES", "cube")


SERIES = [0, 0, 1, 1]


@pytest.mark.parametrize("make, kind", [
    (lambda s, b: FIX_POINT(*s, b, (0, 0, 0)), "FIXPNT"),
    (lambda s, b: FIX_DIRECTION(*s, b, (0, 0, 0), (0, 0, 1)), "FIXDIR"),
    (lambda s, b: SET_DISPLACEMENT(*s, b, (0, 0, 0), (0, 0, 1), TIME_SERIES(SERIES)), "VELODIR"),
    (lambda s, b: SET_VELOCITY(*s, b, (0, 0, 0), (0, 0, 1), 3), "VELODIR"),
    (lambda s, b: SET_VELOCITY(*s, b, (0, 0, 0), (0, 0, 1), TIME_SERIES(SERIES)), "VELODIR"),
    (lambda s, b: SET_ACCELERATION(*s, b, (0, 0, 0), (0, 0, 1), TIME_SERIES(SERIES)), "VELODIR"),
    (lambda s, b: PUT_RIGID_LINK(*s, b, None, (0, 0, 0), (0, 0, 3)), "RIGLNK"),
])
@pytest.mark.parametrize("form", [2010, 2020])
def test_joints_in_both_forms(model, make, kind, form):
    solfec, body = model
    joint = make((solfec,) if form == 2010 else (), body)
    assert joint.kind == kind
    assert joint.adjbod is body
    assert len(joint.R) == len(joint.U) == len(joint.V) == 3 and len(joint.base) == 9
    assert len(joint.point) == (6 if kind == "RIGLNK" else 3)
    assert joint.matlab is None and joint.area is None
    assert solfec.constraints == [joint] == body.constraints
    DELETE(solfec, joint)
    assert joint.kind is None and joint.R is None and joint.point is None and joint.adjbod is None
    assert solfec.ncon == 0


def test_solfec_as_keyword(model):
    solfec, body = model
    assert FIX_POINT(solfec=solfec, body=body, point=(0, 0, 0)).kind == "FIXPNT"


@pytest.mark.parametrize("call, error, message", [
    (lambda s, b: FIX_POINT(b, (9, 9, 9)), ValueError, "FIX_POINT: argument 'point'"),
    (lambda s, b: FIX_POINT("cube", (0, 0, 0)), TypeError, "FIX_POINT: argument 'body': got 'cube', expected a BODY object"),
    (lambda s, b: FIX_POINT(b), TypeError, "FIX_POINT: argument 'point' is missing"),
    (lambda s, b: FIX_POINT(b, (0, 0, 0), strength=-3), ValueError, "FIX_POINT: argument 'strength': got -3"),
    (lambda s, b: FIX_DIRECTION(b, (0, 0, 0), (0, 0, 0)), ValueError, "FIX_DIRECTION: argument 'direction'"),
    (lambda s, b: SET_VELOCITY(b, (0, 0, 0), (0, 0, 1), "fast"), TypeError, "expected a number or a time series"),
    (lambda s, b: SET_DISPLACEMENT(b, (0, 0, 0), (0, 0, 1), 1), TypeError, "argument 'tms': got 1, expected a TIME_SERIES"),
    (lambda s, b: PUT_RIGID_LINK(None, None, (0, 0, 0), (0, 0, 1)), ValueError, "at least one BODY"),
    (lambda s, b: GRAVITY(s, (0, 0)), ValueError, "GRAVITY: argument 'vector'"),
    (lambda s, b: GRAVITY(s, (0, 0, 0), 9), ValueError, "GRAVITY: argument 'direction'"),
    (lambda s, b: FORCE(b, "SPATAL", (0, 0, 0), (0, 0, 1), 1), ValueError, "Did you mean 'SPATIAL'"),
    (lambda s, b: FORCE(b, "SPATIAL", (0, 0, 0), (0, 0, 1), None), TypeError, "FORCE: argument 'value'"),
    (lambda s, b: TORQUE(b, "SPATIAL", (0, 0, 0), 1), ValueError, "TORQUE: argument 'direction'"),
    (lambda s, b: BODY_CHARS(b, 0, 1, (0, 0, 0), (1, 0, 0, 0, 1, 0, 0, 0, 1)), ValueError, "argument 'mass': got 0"),
    (lambda s, b: BODY_CHARS(b, 1, 1, (0, 0, 0), (1, 0, 0)), ValueError, "argument 'tensor': got 3 numbers"),
    (lambda s, b: INITIAL_VELOCITY(b, (0, 0, 1), 0), TypeError, "INITIAL_VELOCITY: argument 'angular'"),
    (lambda s, b: DELETE(s, 3), TypeError, "DELETE: argument 'object'"),
    (lambda s, b: CONTACT_EXCLUDE_BODIES(b, b), ValueError, "CONTACT_EXCLUDE_BODIES: "),
    (lambda s, b: CONTACT_SPARSIFY(s, 2), ValueError, "CONTACT_SPARSIFY: argument 'threshold': got 2, expected a number in [0, 1]"),
    (lambda s, b: GEOMETRIC_EPSILON(0), ValueError, "GEOMETRIC_EPSILON"),
    (lambda s, b: OUTPUT(s, -1), ValueError, "OUTPUT: argument 'interval'"),
    (lambda s, b: OUTPUT(s, 1, "ZIP"), ValueError, "argument 'compression': got 'ZIP', expected 'OFF', 'ON' or 'FASTLZ'"),
    (lambda s, b: CALLBACK(s, 0, None, print), ValueError, "CALLBACK: argument 'interval'"),
    (lambda s, b: CALLBACK(s, 1, None, 5), TypeError, "argument 'callback': got 5, expected a function"),
    (lambda s, b: RUN(s, 5, 1), TypeError, "RUN: argument 'solver': got 5"),
    (lambda s, b: RUN(s, GAUSS_SEIDEL_SOLVER(1e-3, 10), 0), ValueError, "RUN: argument 'duration'"),
    (lambda s, b: RUN(b, GAUSS_SEIDEL_SOLVER(1e-3, 10), 1), TypeError, "RUN: argument 'solfec': got an object of type BODY"),
    (lambda s, b: HISTORY(s, "STEP", 0, 1), ValueError, "HISTORY: there are no results yet"),
    (lambda s, b: TIMING(s, "ALL"), ValueError, "TIMING: argument 'kind'"),
    (lambda s, b: EXTENTS(s, (0, 0, 0, 1, 1, -1)), ValueError, "EXTENTS: "),
])
def test_bad_calls(model, call, error, message):
    with pytest.raises(error) as caught:
        call(*model)
    assert message in str(caught.value)


def test_body_of_another_solfec(model):
    other, body = ball("out/other")
    with pytest.raises(ValueError, match="FIX_POINT: body 2 belongs to another SOLFEC"):
        FIX_POINT(model[0], body, (0, 0, 0.51))


def test_deleted_body(model):
    solfec, body = model
    FIX_POINT(body, (0, 0, 0))
    DELETE(solfec, body)
    assert solfec.bodies == [] and solfec.constraints == []
    with pytest.raises(ValueError, match="DISPLACEMENT: argument 'body': body 1 was deleted"):
        DISPLACEMENT(body, (0, 0, 0))


@pytest.mark.parametrize("gravity", [((0, 0, -9),), ((0, 0, -1), 9), ((0, 0, -2), 9), ([0, 0, TIME_SERIES([0, -9, 1, -9])],),
                                     ((0, 0, -1), TIME_SERIES([0, 9, 1, 9]))])
def test_gravity_forms(model, gravity):
    solfec, body = model
    GRAVITY(solfec, *gravity)
    run(solfec, 0.1)
    assert body.velo[5] == pytest.approx(-0.9)


def test_gravity_by_keywords(model):
    solfec, body = model
    GRAVITY(solfec, direction=(1, 0, 0), value=2)
    run(solfec, 0.1)
    assert body.velo[3] == pytest.approx(0.2)


def test_force_callback_expands_data(model):
    solfec, body = model
    calls = []

    def push(a, b, q, u, time, step):
        calls.append((a, b, len(q), len(u), step))
        return 100 * a, 0, 0, 0, 0, 0, 0, 0, 0

    FORCE(body, "SPATIAL", (0, 0, 0), (0, 0, 1), push, (2, "x"))
    run(solfec, 0.01)
    assert calls[0] == (2, "x", 12, 6, 1e-3)
    assert body.velo[3] == pytest.approx(0.02)


def test_force_callback_without_data(model):
    FORCE(model[1], "SPATIAL", (0, 0, 0), (0, 0, 1), lambda q, u, t, h: [0] * 9)
    run(model[0], 0.01)


def test_force_callback_must_return_nine_numbers(model):
    FORCE(model[1], "SPATIAL", (0, 0, 0), (0, 0, 1), lambda q, u, t, h: (1, 2, 3))
    with pytest.raises(ValueError, match="RUN: .*got 3 numbers, expected nine numbers"):
        run(model[0], 0.01)


def test_time_series_forms(tmp_path):
    (tmp_path / "data.txt").write_text("# t v\n0 0\n1 2\n2 2\n")
    for points in ([0, 0, 1, 2, 2, 2], [[0, 0], [1, 2], [2, 2]], [(0, 0), (1, 2), (2, 2)], np.array([[0, 0], [1, 2], [2, 2]]), "data.txt"):
        series = TIME_SERIES(points, cache=10)
        assert (series.times, series.values) == ([0, 1, 2], [0, 2, 2])
    assert series.derivative.values == [2, 2, 0, 0]
    assert series.integral.values == [0, 1, 3]


def test_bad_time_series():
    for points in ([0, 0], [0, 0, 0, 1], [0, 0, 1], [0, 0, 1, float("inf")], 5, "missing.txt", [0, 0, 1, "a"]):
        with pytest.raises((ValueError, TypeError, OSError)):
            TIME_SERIES(points)
    TIME_SERIES(SERIES, "motion")
    with pytest.raises(ValueError, match="already a TIME_SERIES 'motion'"):
        TIME_SERIES(SERIES, label="motion")


def test_missing_file_is_named():
    with pytest.raises(OSError, match="time series file 'missing.txt' does not exist"):
        TIME_SERIES("missing.txt")


def test_gauss_seidel_forms():
    of_2010 = GAUSS_SEIDEL_SOLVER(1e-3, 1000, "EXIT", 1e-8, 50, "DE_SAXE_AND_FENG")
    assert (of_2010.failure, of_2010.diagepsilon, of_2010.diagmaxiter, of_2010.diagsolver) == ("EXIT", 1e-8, 50, "DE_SAXE_AND_FENG")
    of_2020 = GAUSS_SEIDEL_SOLVER(1e-3, 1000, 1e-6, "EXIT", 1e-8, 50, "PROJECTED_NEWTON")
    assert of_2020.meritval == pytest.approx(1e-6) and of_2020.failure == "EXIT" and of_2020.diagepsilon == 1e-8
    words = GAUSS_SEIDEL_SOLVER(epsilon=1e-3, maxiter=10, failure="CONTINUE")
    assert (words.epsilon, words.maxiter, words.meritval, words.diagmaxiter) == (1e-3, 10, 1, 100)
    assert words.diagepsilon == pytest.approx(1e-6)


def test_gauss_seidel_members():
    solver = GAUSS_SEIDEL_SOLVER(1e-3, 10)
    assert (solver.error, solver.iters, solver.rerhist, solver.history, solver.reverse, solver.variant) == ("OK", 0, [], "OFF", "OFF", "FULL")
    solver.epsilon, solver.maxiter, solver.reverse, solver.variant, solver.history = 1e-5, 20, "ON", "MIDDLE_JACOBI", "ON"
    assert (solver.epsilon, solver.maxiter, solver.reverse) == (1e-5, 20, "ON")
    for member, value in (("epsilon", 0), ("maxiter", 0), ("variant", "HALF"), ("reverse", True), ("failure", "EXIT")):
        with pytest.raises((ValueError, TypeError), match="GAUSS_SEIDEL_SOLVER: "):
            setattr(solver, member, value)


@pytest.mark.parametrize("arguments", [(0, 10), (1e-3, 0), (1e-3, 10, "STOP"), (1e-3, 10, -1), (1e-3,), (1e-3, 10, 1, 5)])
def test_bad_gauss_seidel(arguments):
    with pytest.raises((ValueError, TypeError), match="GAUSS_SEIDEL_SOLVER: "):
        GAUSS_SEIDEL_SOLVER(*arguments)


def test_names_of_later_versions_say_so():
    for name, routine in language.ROUTINES.items():
        with pytest.raises(corbel.UnavailableError, match=f"^{name}: this version has no "):
            routine(1, 2, key=3)
    assert issubclass(corbel.UnavailableError, RuntimeError)


def test_small_utilities(model):
    solfec, body = model
    assert (NCPU(), NCPU(solfec), RANK(), BARRIER(), VIEWER(), SUBDIR(), NON_SOLFEC_ARGV()) == (1, 1, 0, True, False, None, None)
    assert HERE(solfec, body) is True and IMBALANCE_TOLERANCE(solfec, 1.3) is True
    DISPLAY_POINT(body, (0, 0, 0), "corner")
    assert body.display_points == [("corner", (0, 0, 0))]
    WARNINGS("OFF")
    WARNINGS("ON")
    REGISTER_CALLBACK(print, ())
    GEOMETRIC_EPSILON(1e-4)
    assert solfec._simulation.epsilon == 1e-4
    assert SOLFEC("DYNAMIC", 1, "out/later")._simulation.epsilon == 1e-4


def test_every_routine_has_a_docstring_or_a_plain_name():
    for name in language.__all__:
        assert callable(getattr(language, name)) and not inspect.ismodule(getattr(language, name))


def test_the_base_of_a_constraint_is_given_row_by_row():
    """(t1x, t2x, nx, t1y, …), n along the direction of the joint."""
    solfec, body = ball(gravity=(0, 0, 0))
    joint = SET_VELOCITY(body, (0, 0, 0.51), (1 / 3, 2 / 3, 2 / 3), 1.0)
    run(solfec, 0.001)
    base = np.array(joint.base).reshape(3, 3)
    assert joint.base[2::3] == pytest.approx((1 / 3, 2 / 3, 2 / 3))
    assert base.T @ base == pytest.approx(np.eye(3), abs=1e-14)
    assert base @ joint.U == pytest.approx(body.velo[3:], abs=1e-9)
