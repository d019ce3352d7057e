# SPDX-License-Identifier: MIT
"""6. A rocking block: where do two flat faces touch?

    ./corbel run examples/06_rocking_block.py

A slender block (0.2 m wide, 1 m high), tilted to half of its tipping angle α and let go, rocks from one lower edge to the other.
Between impacts it is a pendulum upside down, θ'' = -p² sin(α - θ) with p² = 3g/4R; each impact leaves it 1 - 3/2 sin²α = 0.942
of its rate (G. W. Housner, Bull. Seism. Soc. Am. 53, 1963, 403). Masonry stands or falls by this loss.

With contact points at the corners of the touching area (PATCH, the default) the block turns about its true edges. With one
point in the middle of the overlap (CENTROID, as in the Solfec manual) the point wanders under the block while it comes down, and
the impact takes next to nothing.
"""
import matplotlib
import numpy as np

import corbel

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

G, HALF_WIDTH, HALF_HEIGHT, STEP, DURATION = 9.81, 0.1, 0.5, 2e-4, 4.0
OUT = "out/06_rocking_block"
ALPHA = np.arctan2(HALF_WIDTH, HALF_HEIGHT)
P2 = 3 * G / (4 * np.hypot(HALF_WIDTH, HALF_HEIGHT))
RATIO = 1 - 1.5 * np.sin(ALPHA)**2


def rock(points):
    """Times and tilt of the block with this kind of contact points."""
    path = f"{OUT}/{points.lower()}.h5"
    sim = corbel.Simulation(STEP, path, gravity=(0, 0, -G), output_interval=10 * STEP, contact_points=points)
    sim.surface_material(friction=2)
    stone = corbel.Material(2000)
    sim.obstacle(corbel.box(low=(-2, -2, -1), high=(2, 2, 0)), stone, label="ground")
    block = corbel.box(low=(-HALF_WIDTH, -0.2, 0), high=(HALF_WIDTH, 0.2, 2 * HALF_HEIGHT))
    sim.rigid(block.rotate((HALF_WIDTH, 0, 0), (0, 1, 0), np.degrees(ALPHA / 2)), stone, label="block")
    sim.run(DURATION, quiet=True)
    results = corbel.open(path)
    turned = results.history("block", "rotation")  # since the start
    return results.times, ALPHA / 2 + np.arctan2(turned[:, 0, 2], turned[:, 0, 0])


def housner():
    """The same from Housner's equations, integrated in steps of 10 µs; also the times of impact."""
    h, t, theta, rate, side = 1e-5, 0.0, ALPHA / 2, 0.0, 1
    times, angles, impacts = [], [], []
    while t < DURATION:
        rate -= h / 2 * P2 * np.sin(ALPHA - theta)
        theta += h * rate
        rate -= h / 2 * P2 * np.sin(ALPHA - theta)
        t += h
        if theta < 0:  # on to the other edge
            theta, rate, side = -theta, -RATIO * rate, -side
            impacts.append(t)
        if len(times) * 1e-3 <= t:
            times.append(t)
            angles.append(side * theta)
    return np.array(times), np.array(angles), impacts


def crossings(t, theta):
    """When the block stands upright."""
    i = np.flatnonzero(theta[:-1] * theta[1:] < 0)
    return t[i] - theta[i] * (t[i + 1] - t[i]) / (theta[i + 1] - theta[i])


t, theta, impacts = housner()
figure, axes = plt.subplots(figsize=(9, 3.6), layout="constrained")
axes.plot(t, np.degrees(theta), color="#444", lw=3, alpha=0.35, label="Housner 1963")
print(f"Housner: impacts at {', '.join(f'{x:.3f}' for x in impacts[:6])} s")
for points, color in (("PATCH", "#3d7ea6"), ("CENTROID", "#c8553d")):
    t, theta = rock(points)
    found = crossings(t, theta)
    worst = max(abs(a / b - 1) for a, b in zip(found, impacts))
    print(f"{points}: impacts at {', '.join(f'{x:.3f}' for x in found[:6])} s, at most {100 * worst:.2f} % off")
    axes.plot(t, np.degrees(theta), color=color, lw=1.2, label=points)
axes.set(xlabel="time [s]", ylabel="tilt [°]", xlim=(0, DURATION), ylim=(-7.5, 9.5))
axes.legend(loc="upper center", ncols=3)
figure.savefig(f"{OUT}/picture.png", dpi=110)
print(f"picture: {OUT}/picture.png")
