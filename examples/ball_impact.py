# SPDX-License-Identifier: MIT
"""A ball on a floor of springs and dashpots: the example of the Solfec manual, section 4.2, in its language.

    ./corbel run -w examples/ball_impact.py

A ball of 1 m radius and 2000 kg/m³ meets the floor with 5 m/s. The contact is a spring of 1e9 N/m beside a dashpot of 0, 1e6 or
1e7 N s/m. Until it is let go, the depth x of the ball obeys m x'' = m g - d x' - s x, and it is let go as soon as the floor
would have to pull. Drawn are the depth during the first impact and the kinetic energy, with the closed form of this oscillator
dashed. (The manual takes its EXPLICIT_SOLVER and 1 ms; Corbel's default solver takes the spring implicitly, and 0.1 ms.)
"""
import cmath
import math

from matplotlib.figure import Figure

STOP, STEP = 0.7, 1E-4
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
    body = BODY (solfec, 'RIGID', sphere, bulk, label = 'ball')
    INITIAL_VELOCITY (body, (0, 0, -SPEED), (0, 0, 0))
    SURFACE_MATERIAL (solfec, model = 'SPRING_DASHPOT', friction = 0.0,
                      spring = spring_value, dashpot = dashpot_value)
    GRAVITY (solfec, (0, 0, -1), G)
    RUN (solfec, None, stop)  # None: the default solver of Corbel
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
    """Times, depths and kinetic energies of the first impact and of the flight after it."""
    contact, speed = rebound(dashpot, SPEED)
    touching = [contact * i / 400 for i in range(401)]
    left = depth(contact, dashpot, SPEED)[0]  # of the ball that is let go; it comes out of the floor and falls back onto it
    flight = (speed + math.sqrt(speed**2 - 2 * G * left)) / G
    flying = [flight * i / 400 for i in range(401)]
    times = touching + [contact + t for t in flying]
    depths = [depth(t, dashpot, SPEED)[0] for t in touching] + [left - speed * t + G / 2 * t**2 for t in flying]
    speeds = [depth(t, dashpot, SPEED)[1] for t in touching] + [speed - G * t for t in flying]
    return times, depths, [MASS / 2 * v**2 for v in speeds]


def main():
    figure = Figure(figsize=(9.5, 4), layout="constrained", dpi=110)
    left, right = figure.subplots(1, 2)
    for k, (dashpot, color) in enumerate(zip(DASHPOTS, ("#3d7ea6", "#e0a030", "#6a994e"))):
        solfec = ball_impact (STEP, STOP, SPRING, dashpot, f"{OUT}/{k + 1}")
        ball = BYLABEL (solfec, 'BODY', 'ball')
        times, kinetic, dz = HISTORY (solfec, [(solfec, 'KINETIC'), (ball, ball.center, 'DZ')], 0, STOP)
        label = f"dashpot {dashpot:g} N s/m"
        left.plot([1E3 * t for t in times], [-1E3 * z for z in dz], lw=4, alpha=0.5, color=color, label=label)
        right.plot(times, [e / 1E3 for e in kinetic], lw=4, alpha=0.5, color=color, label=label)
        t, x, e = exact(dashpot)
        left.plot([1E3 * v for v in t], [1E3 * v for v in x], "--", lw=1, color="black")
        right.plot(t, [v / 1E3 for v in e], "--", lw=1, color="black")
        contact, speed = rebound(dashpot, SPEED)
        after = max(e for t, e in zip(times, kinetic) if 1.1 * contact < t < 0.5)
        print(f"dashpot {dashpot:g}: kinetic energy {kinetic[0] / 1E3:.2f} kJ, after the impact {after / 1E3:.2f} kJ, "
              f"closed form {MASS / 2 * speed**2 / 1E3:.2f} kJ")
    left.plot([], [], "--", lw=1, color="black", label="closed form, first impact")
    left.set(xlabel="time [ms]", ylabel="depth [mm]", xlim=(0, 30), ylim=(-6, 24), title="first impact")
    left.legend(loc="upper right", fontsize=8)
    right.set(xlabel="time [s]", ylabel="kinetic energy [kJ]", xlim=(0, STOP), ylim=(2E-3, 300), yscale="log", title="kinetic energy")
    figure.savefig(f"{OUT}/picture.png")
    print(f"picture: {OUT}/picture.png")


main()
