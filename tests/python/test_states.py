# SPDX-License-Identifier: MIT
"""INITIALIZE_STATE and RIGID_TO_FEM."""
import numpy as np
import pytest
from models import CUBE, run

import corbel
from corbel.solfec import (BODY, BULK_MATERIAL, DISPLACEMENT, HEX, INITIAL_VELOCITY, INITIALIZE_STATE, RIGID_TO_FEM, SOLFEC, SPHERE,
                           VELOCITY)


def model(output, kind, *labels):
    solfec = SOLFEC("DYNAMIC", 1e-3, output)
    bulk = BULK_MATERIAL(solfec, density=1000)
    return solfec, [BODY(solfec, kind, HEX(CUBE, 1, 1, 1, 1, [1] * 6), bulk, label=label) for label in labels]


def turned(labels=("a", "b")):
    """Results of rigid bodies that move and turn; their last states."""
    solfec, bodies = model("out/rigid", "RIGID", *labels)
    for i, body in enumerate(bodies):
        INITIAL_VELOCITY(body, (1 + i, 0, 0), (1, 20, 3))
    run(solfec, 0.1)
    return [(body._body.rotation, body.conf, body.velo, [(DISPLACEMENT(body, p), VELOCITY(body, p)) for p in ((1, 0, 1), (0.5, 0.5, 0.2))])
            for body in bodies]


def test_rigid_to_fem():
    states = turned()
    solfec, bodies = model("out/fem", "FINITE_ELEMENT", "a", "b")
    RIGID_TO_FEM("out/rigid", 0.1, solfec)
    assert np.abs(states[0][0] - np.eye(3)).max() > 0.5  # turned far enough to tell body axes from space axes
    for body, (_, _, _, motion) in zip(bodies, states):
        for point, (d, v) in zip(((1, 0, 1), (0.5, 0.5, 0.2)), motion):
            np.testing.assert_allclose(DISPLACEMENT(body, point), d, atol=1e-12)
            np.testing.assert_allclose(VELOCITY(body, point), v, atol=1e-11)


def test_initialize_state_by_identifier():
    states = turned()
    solfec, bodies = model("out/other", "RIGID", "x", "y")
    INITIALIZE_STATE(solfec, "out/rigid", 0.1)
    for body, (_, conf, velo, _) in zip(bodies, states):
        np.testing.assert_allclose(body.conf, conf, atol=1e-14)
        np.testing.assert_allclose(body.velo, velo, atol=1e-14)


@pytest.mark.parametrize("subset", ["^b", ["^b", "^c"]])
def test_a_subset_goes_by_label(subset):
    states = turned()
    solfec, bodies = model("out/other", "RIGID", "b", "a")
    INITIALIZE_STATE(solfec, "out/rigid", 0.1, subset)
    np.testing.assert_allclose(bodies[0].velo, states[1][2], atol=1e-14)
    assert bodies[1].velo == (0,) * 6


def test_other_kinds_are_refused():
    turned()
    solfec, _ = model("out/fem", "FINITE_ELEMENT", "a")
    with pytest.raises(corbel.InputError, match="INITIALIZE_STATE: argument 'path': body 1 there is of kind RIGID with 12 .* here FINITE_ELEMENT"):
        INITIALIZE_STATE(solfec, "out/rigid", 0.1)
    with pytest.raises(corbel.InputError, match="argument 'subset': not a regular expression"):
        INITIALIZE_STATE(solfec, "out/rigid", 0.1, "(")
    with pytest.raises(corbel.FileError, match="there is no result file"):
        RIGID_TO_FEM("out/nowhere", 0.1, solfec)


def test_rigid_to_fem_leaves_other_bodies_alone():
    turned()
    solfec = SOLFEC("DYNAMIC", 1e-3, "out/ball")
    ball = BODY(solfec, "RIGID", SPHERE((0, 0, 0), 1, 1, 1), BULK_MATERIAL(solfec))
    RIGID_TO_FEM("out/rigid", 0.1, solfec)
    assert ball.velo == (0,) * 6
