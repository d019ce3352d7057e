# SPDX-License-Identifier: MIT
"""2. A block slides on a table until friction has stopped it.

    ./corbel run examples/02_sliding_block.py

Coulomb's law: a sliding contact pulls back with μ times the normal force, here μ m g. The block of initial speed v0 loses
μ g per second, stops after v0/(μ g) and has then slid s = v0²/(2 μ g) (Coulomb 1785; any textbook of dynamics).
The friction has eaten all of m v0²/2. Three coefficients of friction, one block each.

The block is flat (0.1 m long, 0.02 m high): a tall one would tip over its front edge when μ exceeds length/height.
A load that pulls at the height of the mass centre while friction acts below makes the front press harder than the back;
the total friction is the same.
"""
import matplotlib
import numpy as np

import corbel

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

G, SPEED, STEP = 9.81, 2.0, 1e-3
FRICTION = 0.2, 0.4, 0.8
OUT = "out/02_sliding_block"


def slide(mu):
    """Runs one block; returns its result file."""
    path = f"{OUT}/mu_{mu:g}.h5"
    sim = corbel.Simulation(STEP, path, gravity=(0, 0, -G), output_interval=10 * STEP)
    sim.surface_material(friction=mu)
    stone = corbel.Material(2500)
    sim.obstacle(corbel.box(low=(-1, -0.5, -0.1), high=(4, 0.5, 0)), stone, label="table")
    sim.rigid(corbel.box(low=(-0.05, -0.05, 0), high=(0.05, 0.05, 0.02)), stone, label="block", velocity=(SPEED, 0, 0))
    sim.run(1.2 * SPEED / (mu * G), quiet=True)
    return corbel.open(path)


figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
print("friction   slid [m]   v0²/2μg [m]   error     stop [s]   v0/μg [s]   friction work / (m v0²/2)")
for mu, color in zip(FRICTION, ("#3d7ea6", "#c8553d", "#6a994e")):
    results = slide(mu)
    t, x, v = results.times, results.history("block")[:, 0], results.history("block", "velocity")[:, 0]
    distance, duration = SPEED**2 / (2 * mu * G), SPEED / (mu * G)
    sliding = v > 0.05 * SPEED
    stop = np.roots(np.polyfit(t[sliding], v[sliding], 1))[0]  # where the line of v(t) meets zero
    work = results.energies()["friction"][-1] / (results.body("block").mass * SPEED**2 / 2)
    print(f"{mu:8.1f} {x[-1]:10.5f} {distance:13.5f} {x[-1] / distance - 1:9.1e} {stop:12.5f} {duration:11.5f} {work:18.5f}")

    s = np.linspace(0, 1.2 * duration, 200)
    left.plot(s, np.where(s < duration, SPEED * s - mu * G * s**2 / 2, distance), color=color)
    left.plot(t[::5], x[::5], "o", color=color, ms=4, label=f"µ = {mu:g}")
    right.plot(s, np.maximum(SPEED - mu * G * s, 0), color=color)
    right.plot(t[::5], v[::5], "o", color=color, ms=4)
left.set(xlabel="time [s]", ylabel="distance slid [m]")
left.legend(title="dots: Corbel\nlines: closed form")
right.set(xlabel="time [s]", ylabel="speed [m/s]")
figure.savefig(f"{OUT}/picture.png", dpi=110)
print(f"picture: {OUT}/picture.png")
