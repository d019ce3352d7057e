# SPDX-License-Identifier: MIT
"""3. The mathematical pendulum over ten periods.

    ./corbel run examples/03_pendulum.py [steps per run, default 8000]

A mass on a massless rigid link of length l = 1 m is let go at the height of its support (amplitude 90°), g = π² m/s². With
k = sin(amplitude/2) the exact motion is sin(θ/2) = k sn(K − ω t, k), ω = √(g/l), of period T = 4 K(k)/ω, where K is the
complete elliptic integral of the first kind and sn a Jacobi function (Landau & Lifshitz, Mechanics, § 11, problem 1).
Here T = 2.3607 s instead of 2 s for small swings. Both functions come from the arithmetic-geometric mean (Abramowitz & Stegun,
16.4 and 17.6).

The link keeps its length by an impulse in every step. Energy is not built into that, so its error tells about the step size.
"""
import sys

import matplotlib
import numpy as np

import corbel

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

G, LENGTH, AMPLITUDE, PERIODS = np.pi**2, 1.0, np.pi / 2, 10
STEPS = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
OUT = "out/03_pendulum"


def mean_table(k):
    """Arithmetic-geometric mean of 1 and √(1−k²): the last a_n, and the c_n/a_n on the way."""
    a, b, c, ratios = 1.0, np.sqrt(1 - k**2), k, []
    while abs(c) > 1e-15:
        a, b, c = (a + b) / 2, np.sqrt(a * b), (a - b) / 2
        ratios.append(c / a)
    return a, ratios


def complete_integral(k):
    return np.pi / (2 * mean_table(k)[0])


def sn(u, k):
    """Descending Landen transformation."""
    a, ratios = mean_table(k)
    phi = 2 ** len(ratios) * a * u
    for ratio in reversed(ratios):
        phi = (phi + np.arcsin(ratio * np.sin(phi))) / 2
    return np.sin(phi)


k, omega = np.sin(AMPLITUDE / 2), np.sqrt(G / LENGTH)
K = complete_integral(k)
period = 4 * K / omega


def exact_angle(t):
    return 2 * np.arcsin(k * sn(K - omega * t, k))


def swing(steps):
    """Ten periods in so many steps; times, angle and energy per m g l, zero at the lowest point."""
    path = f"{OUT}/{steps}_steps.h5"
    sim = corbel.Simulation(PERIODS * period / steps, path, gravity=(0, 0, -G))
    ball = sim.rigid(corbel.sphere((LENGTH, 0, 0), 0.05), corbel.Material(), label="mass")
    ball.set_characteristics(mass=1, volume=1, center=(LENGTH, 0, 0), inertia=np.eye(3))
    sim.rigid_link(ball, None, (LENGTH, 0, 0), (0, 0, 0))
    sim.run(PERIODS * period, quiet=True)
    results = corbel.open(path)
    x, v = results.history("mass"), results.history("mass", "velocity")
    energy = 0.5 * (v**2).sum(axis=1) / (G * LENGTH) + x[:, 2] / LENGTH + 1
    return results.times, np.arctan2(x[:, 0], -x[:, 2]), energy, np.linalg.norm(x, axis=1)


def measured_period(t, angle):
    """From the first to the last downward passage of the lowest point."""
    down = np.flatnonzero((angle[:-1] > 0) & (angle[1:] <= 0))
    zeros = t[down] - angle[down] * (t[down + 1] - t[down]) / (angle[down + 1] - angle[down])
    return (zeros[-1] - zeros[0]) / (len(zeros) - 1)


print(f"period by the elliptic integral: {period:.6f} s")
print("   steps    step [ms]   period [s]   error      energy error   length error [m]")
peak = 0.0
figure, (top, bottom) = plt.subplots(2, 1, figsize=(9, 5.6), sharex=True, layout="constrained")
for steps, color in ((STEPS // 4, "#e0a030"), (STEPS // 2, "#3d7ea6"), (STEPS, "#c8553d")):
    t, angle, energy, length = swing(steps)
    T = measured_period(t, angle)
    print(f"{steps:8d} {1e3 * t[1]:12.3f} {T:12.6f} {T / period - 1:10.1e} {np.abs(energy - 1).max():14.1e} "
          f"{np.abs(length - 1).max():14.1e}")
    peak = max(peak, energy.max() - 1)
    bottom.plot(t / period, energy - 1, color=color, lw=1, label=f"h = {1e3 * t[1]:.1f} ms")
top.plot(t / period, np.degrees(exact_angle(t)), color="k", lw=1, label="elliptic function")
top.plot(t[::STEPS // 200] / period, np.degrees(angle[::STEPS // 200]), "o", color="#c8553d", ms=3, label="Corbel")
top.set(ylabel="angle [degrees]", ylim=(-100, 140), yticks=(-90, -45, 0, 45, 90))
top.legend(loc="upper right", ncols=2)
bottom.set(xlabel="time [periods]", ylabel="energy error / (m g l)", ylim=(-0.1 * peak, 1.3 * peak))
bottom.legend(loc="upper right", ncols=3)
figure.savefig(f"{OUT}/picture.png", dpi=110)
print(f"picture: {OUT}/picture.png")
