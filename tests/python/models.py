# SPDX-License-Identifier: MIT
"""Small models that several tests use."""
from corbel.solfec import (BODY, BULK_MATERIAL, GAUSS_SEIDEL_SOLVER, GRAVITY, HULL, INITIAL_VELOCITY, RUN, SOLFEC, SPHERE,
                           SURFACE_MATERIAL)

CUBE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
FLOOR = [-5, -5, -1, 5, -5, -1, 5, 5, -1, -5, 5, -1, -5, -5, 0, 5, -5, 0, 5, 5, 0, -5, 5, 0]

BALL_DECK = """
solfec = SOLFEC ('DYNAMIC', 1e-3, 'out/ball')
bulk = BULK_MATERIAL (solfec, label = 'steel', density = 1000)
SURFACE_MATERIAL (solfec, friction = 0.3)
BODY (solfec, 'OBSTACLE', HULL ([-5, -5, -1, 5, -5, -1, 5, 5, -1, -5, 5, -1, -5, -5, 0, 5, -5, 0, 5, 5, 0, -5, 5, 0], 1, 1), bulk)
ball = BODY (solfec, 'RIGID', SPHERE ((0, 0, 0.51), 0.5, 2, 2), bulk, label = 'ball')
GRAVITY (solfec, (0, 0, -10))
solver = GAUSS_SEIDEL_SOLVER (1e-6, 1000)
"""


def ball(output="out/ball", gravity=(0, 0, -10), velocity=(0, 0, 0), height=0.51):
    """A ball above a floor: (solfec, ball)."""
    solfec = SOLFEC("DYNAMIC", 1e-3, output)
    bulk = BULK_MATERIAL(solfec, label="steel", density=1000)
    SURFACE_MATERIAL(solfec, friction=0.3)
    BODY(solfec, "OBSTACLE", HULL(FLOOR, 1, 1), bulk, label="floor")
    body = BODY(solfec, "RIGID", SPHERE((0, 0, height), 0.5, 2, 2), bulk, label="ball")
    INITIAL_VELOCITY(body, velocity, (0, 0, 0))
    GRAVITY(solfec, gravity)
    return solfec, body


def run(solfec, duration):
    solver = GAUSS_SEIDEL_SOLVER(1e-6, 1000)
    RUN(solfec, solver, duration)
    return solver
