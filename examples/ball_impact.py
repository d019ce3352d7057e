# SPDX-License-Identifier: MIT
"""A ball on a floor of springs and dashpots: the example of the Solfec manual, section 4.2, in its language.

    ./corbel run -w examples/ball_impact.py

A ball of 1 m radius and 2000 kg/m³ meets the floor with 5 m/s. The contact is a spring of 1e9 N/m beside a dashpot of 0, 1e6 or
1e7 N s/m, taken by the EXPLICIT_SOLVER. Drawn is the kinetic energy, with the closed form of the oscillator dashed: until it is
let go, the depth x of the ball obeys m x'' = m g - d x' - s x, and is let go as soon as the floor would have to pull.
"""
import cmath
import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

STOP, STEP = 2.0, 1E-3
SPRING, DASHPOTS = 1E9, (0, 1E6, 1E7)
MASS, SPEED, G = 2E3 * 4 / 3 * math.pi, 5.0, 10.0
OUT = "out/ball_impact"


def ball_impact(step, stop, spring_value, dashpot_value, output):
    w = 2
    l = 2
    h = 1
    floor = HULL ([-w/2, -l/2, -h,
                   w/2, -l/2, -h,
                   w/2, l/2, -h,
                   -w/2, l/2, -h,
                   -w/2, -l/2, 0,
                   w/2, -l/2, 0,
                   w/2, l/2, 0,
                   -w/2, l/2, 0], 1, 1)

    solfec = SOLFEC ('DYNAMIC', step, output)
    solfec.verbose = 'OFF'
    bulk = BULK_MATERIAL (solfec, model = 'KIRCHHOFF', young = 15E9, poisson = 0.3, density = 2E3)
    BODY (solfec, 'OBSTACLE', floor, bulk)
    sphere = SPHERE ((0, 0, 1.0), 1, 1, 1)
    body = BODY (solfec, 'RIGID', sphere, bulk)
    INITIAL_VELOCITY (body, (0, 0, -SPEED), (0, 0, 0))
    SURFACE_MATERIAL (solfec, model = 'SPRING_DASHPOT', friction = 0.0,
                      spring = spring_value, dashpot = dashpot_value)
    GRAVITY (solfec, (0, 0, -1), G)
    RUN (solfec, EXPLICIT_SOLVER (), stop)
    return solfec


def depth(t, dashpot, speed):
    """x, x' and x'' of the ball t seconds after it came down with a speed; x = g/w² + A exp(pt) + B exp(qt)."""
    rest, beta, w2 = MASS * G / SPRING, dashpot / (2 * MASS), SPRING / MASS
    root = cmath.sqrt(beta**2 - w2)
    p, q = -beta + root, -beta - root
    a = (speed + q * rest) / (p - q)  # x(0) = 0, x'(0) = speed
    b = -rest - a
    terms = a * cmath.exp(p * t), b * cmath.exp(q * t)
    x = rest + sum(terms)
    v = p * terms[0] + q * terms[1]
    return x.real, v.real, (p * p * terms[0] + q * q * terms[1]).real


def rebound(dashpot, speed):
    """Seconds of contact and speed afterwards: the floor lets go when it would have to pull, x'' = g."""
    t = 1E-6
    while depth(t, dashpot, speed)[2] < G:
        t += 1E-6
    return t, -depth(t, dashpot, speed)[1]


def exact(dashpot):
    """Times and kinetic energies of the first impact and of the flight after it."""
    contact, speed = rebound(dashpot, SPEED)
    touching = [contact * i / 400 for i in range(400)]
    flying = [2 * speed / G * i / 400 for i in range(401)]
    energies = [depth(t, dashpot, SPEED)[1]**2 for t in touching] + [(speed - G * t)**2 for t in flying]
    return touching + [contact + t for t in flying], [MASS / 2 * e for e in energies]


def main():
    figure, axes = plt.subplots(figsize=(7, 4.5), constrained_layout=True)
    for k, dashpot in enumerate(DASHPOTS):
        solfec = ball_impact (STEP, STOP, SPRING, dashpot, f"{OUT}/{k + 1}")
        history = HISTORY (solfec, (solfec, 'KINETIC'), 0, STOP)
        axes.plot(history[0], [e / 1E3 for e in history[1]], lw=2, label=f"dashpot {dashpot:g} N s/m")
        times, energies = exact(dashpot)
        axes.plot(times, [e / 1E3 for e in energies], "--", lw=1, color="black")
        contact, speed = rebound(dashpot, SPEED)
        after = max(e for t, e in zip(*history) if 1.1 * contact < t < 0.5)
        print(f"dashpot {dashpot:g}: kinetic energy {history[1][0] / 1E3:.2f} kJ, after the impact {after / 1E3:.2f} kJ, "
              f"closed form {MASS / 2 * speed**2 / 1E3:.2f} kJ")
    axes.set(xlabel="time [s]", ylabel="kinetic energy [kJ]", xlim=(0, STOP), ylim=(-5, 115))
    axes.legend(loc="upper right")
    figure.savefig(f"{OUT}/picture.png", dpi=110)
    print(f"picture: {OUT}/picture.png")


main()
