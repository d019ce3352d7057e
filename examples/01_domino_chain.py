# SPDX-License-Identifier: MIT
"""1. A chain of dominoes sends a ball down a ramp into a wall.

    ./corbel run examples/01_domino_chain.py [seconds, default 2.45]

The dominoes stand on a table in a bend and a straight row. The first one is pushed. A falling domino does not leave its
neighbour alone after the blow: it leans on it, so that behind the front many dominoes push together. The front then
runs with a constant speed v. By dimensions v = √(g H) G(gap/H) for thin dominoes (McLachlan et al., "Falling dominoes",
SIAM Review 25, 1983). Without friction between them, if their feet do not slip and if they never part, G follows from
energy: `frictionless_speed` below (after van Leeuwen, "The domino effect", arXiv:physics/0401018). Friction makes the
chain slower, and so do the small blows between dominoes that part and meet again.

The last domino nudges a steel ball off the table; rolling down from the height Z it reaches about √(10/7 g Z), the
speed of a sphere that rolls without slip, and meets a wall of loose bricks. No contact bounces (restitution 0).
"""
import sys

import numpy as np
from matplotlib import colormaps
from matplotlib.figure import Figure

import corbel

G = 9.81
HEIGHT, THICKNESS, WIDTH, PITCH = 0.048, 0.0075, 0.024, 0.020  # of a domino; distance from one to the next [m]
BEND, STRAIGHT, LEAD = 0.14, 25, 10                            # radius [m]; dominoes after and before the bend
TABLE, RAMP, BALL = 0.15, 0.36, 0.026                          # height of the table, length of the ramp, radius of the ball [m]
BRICK = 0.020, 0.040, 0.016                                    # [m]
END = float(sys.argv[1]) if len(sys.argv) > 1 else 2.45        # [s]
OUT = "out/01_domino_chain"


def block(size, bottom):
    """A box standing with the middle of its bottom in the given point."""
    half = np.array(size) / 2
    center = np.add(bottom, (0, 0, half[2]))
    return corbel.box(low=center - half, high=center + half)


def positions():
    """x, y and heading [rad] of the dominoes: a straight row, half a circle, a straight row back."""
    rows = [((LEAD - i) * PITCH, 2 * BEND, np.pi) for i in range(LEAD)]
    for a in np.linspace(np.pi / 2, 3 * np.pi / 2, round(np.pi * BEND / PITCH), endpoint=False):
        rows.append((BEND * np.cos(a), BEND + BEND * np.sin(a), a + np.pi / 2))
    return rows + [(i * PITCH, 0, 2 * np.pi) for i in range(STRAIGHT)]


def build():
    sim = corbel.Simulation(1e-3, OUT, gravity=(0, 0, -G), output_interval=0.01)
    sim.surface_material(friction=0.5)
    sim.surface_material(friction=0.2, surfaces=(1, 1))  # dominoes among themselves: polished
    wood, steel = corbel.Material(600), corbel.Material(7800)

    chain = positions()
    for i, (x, y, heading) in enumerate(chain):
        shape = corbel.box((THICKNESS, WIDTH, HEIGHT), center=(0, 0, TABLE + HEIGHT / 2), surface_id=1)
        domino = sim.rigid(shape.rotate((0, 0, 0), (0, 0, 1), np.degrees(heading)).translate((x, y, 0)), wood,
                           label=f"domino {i}")
        if i == 0:  # a push: it turns about its foot
            forward, spin = np.array([np.cos(heading), np.sin(heading), 0]), 6.0
            domino.set_velocity(spin * HEIGHT / 2 * forward, spin * np.cross((0, 0, 1), forward))

    start = chain[-1][0] + PITCH - THICKNESS / 2 + BALL
    sim.rigid(corbel.sphere((start, 0, TABLE + BALL), BALL), steel, label="ball")
    edge = start + 0.002
    sim.obstacle(corbel.box(low=(-0.2, -0.05, 0), high=(edge, 0.33, TABLE)), wood, label="table")
    sim.obstacle(ramp(edge), wood, label="ramp")
    sim.obstacle(corbel.box(low=(-0.25, -0.2, -0.015), high=(edge + RAMP + 0.4, 0.38, 0)), wood, label="floor")
    for row in range(8):
        for y, length in bricks_of(row):
            bottom = edge + RAMP + 0.06, y, row * BRICK[2]
            sim.rigid(block((BRICK[0], length, BRICK[2]), bottom), wood, label=f"brick in row {row}")
    return sim


def ramp(edge):
    """Steep at the top, level at the bottom: one obstacle of many convex slices."""
    x = np.linspace(0, RAMP, 17)
    z = TABLE * (1 - x / RAMP) ** 2
    slices = [corbel.hull([(edge + x[j], y, level) for j in (i, i + 1) for y in (-0.04, 0.04) for level in (z[j], -0.01)])
              for i in range(16)]
    return sum(slices[1:], slices[0])


def bricks_of(row):
    """Middle and length of the bricks of a row; every other row starts with half a brick."""
    L = BRICK[1]
    if row % 2 == 0:
        return [(-L, L), (0, L), (L, L)]
    return [(-L / 2, L), (L / 2, L), (-1.25 * L, L / 2), (1.25 * L, L / 2)]


def frictionless_speed():
    """Speed of the front of an endless chain whose dominoes turn about their feet and lean on each other.

    The corner of a domino tilted by b touches the next one, tilted by a < b: H sin(b − a) = L cos a − D. Derived in time this
    gives the ratio of their spins; S is the sum of all squared spins, relative to the front's. A blow onto the next domino
    turns S into S + 1 and keeps the momentum that belongs to this motion; in between energy is kept.
    """
    H, D, L = HEIGHT, THICKNESS, PITCH
    first_blow, at_rest = np.arcsin((L - D) / H), np.arccos(D / L)
    inertia = (H**2 + D**2) / 3  # about the foot; all per unit of mass
    potential = lambda a: G * (H * np.cos(a) + D * np.sin(a)) / 2  # noqa: E731

    def chain_behind(a):
        S, energy, spin = 0.0, 0.0, 1.0
        for _ in range(100):
            S, energy = S + spin**2, energy + potential(a) - potential(at_rest)
            b = a + np.arcsin((L * np.cos(a) - D) / H)
            spin, a = spin * (1 - L / H * np.sin(a) / np.cos(b - a)), b
        return S, energy

    S = chain_behind(first_blow)[0]
    start = 2 * (potential(0) - potential(at_rest)) / inertia * S / (S + 1)  # squared spin of the front after a blow
    tilts = np.linspace(0, first_blow, 200)
    S, energy = np.array([chain_behind(a) for a in tilts]).T
    spins = np.sqrt((S[0] * start + 2 * (energy[0] - energy) / inertia) / S)
    return L / np.trapz(1 / spins, tilts)


def fall_times(results, count):
    """Instant at which each domino has tilted by 0.1 rad [s]; NaN if it has not."""
    tilts = [np.arccos(np.clip(results.history(f"domino {i}", "rotation")[:, 2, 2], -1, 1)) for i in range(count)]
    return np.array([np.interp(0.1, tilt[:k + 1], results.times[:k + 1]) if tilt[k] > 0.1 else np.nan
                     for tilt in tilts for k in [np.argmax(tilt)]])


def color(body):
    if body.label.startswith("domino"):
        return colormaps["turbo"](0.06 + 0.88 * int(body.label.split()[1]) / len(positions()))
    wanted = {"floor": "#efebe2", "table": "#c79a6b", "ramp": "#d9b483", "ball": "#aab4bd"}
    return wanted.get(body.label) or ("#b5543c" if body.id % 2 else "#d98a6e")


def picture(results, path):
    start = results.body("ball").center[0]
    all_of_it, wall = corbel.Camera(-58, 27), corbel.Camera(-58, 27, target=(start + 0.34, 0, 0.05), width=0.66)
    figure = Figure(figsize=(9, 6.8), dpi=110)
    for t, place, camera in ((min(0.8, END), (0, 0.4, 1, 0.6), all_of_it),
                             (min(2.1, END), (0, 0, 0.497, 0.39), wall), (END, (0.503, 0, 0.497, 0.39), wall)):
        axes = figure.add_axes(place)
        corbel.draw(results, t, camera=camera, color=color, axes=axes)
        axes.text(0.02, 0.05, f"t = {results.times[results.frame_at(t)]:.2f} s", transform=axes.transAxes, fontsize=12)
    figure.savefig(path)


simulation = build()
report = simulation.run(END)
results = corbel.open(OUT)

count = len(positions())
times = fall_times(results, count)
fallen = np.flatnonzero(np.isfinite(times))
in_order = bool(np.all(np.diff(times[fallen]) > 0)) and len(fallen) == fallen[-1] + 1
first, last = fallen[-1] - 18, fallen[-1] - 2  # a straight part of the chain
speed = (last - first) * PITCH / (times[last] - times[first])
ball = results.history("ball", "velocity")
bricks = [b for b in results.bodies if b.label.startswith("brick")]
moved = sum(np.linalg.norm(results.history(b)[-1] - results.history(b)[0]) > 0.01 for b in bricks)

print(f"dominoes fallen          {len(fallen)} of {count}, {'one after the other' if in_order else 'not in order'}")
print(f"speed of the front       {speed:.3f} m/s = {speed / np.sqrt(G * HEIGHT):.2f} √(g H)")
print(f"  without friction       {frictionless_speed():.3f} m/s by theory (van Leeuwen)")
print(f"fastest ball             {np.linalg.norm(ball, axis=1).max():.3f} m/s")
print(f"  rolling from there     {np.sqrt(10 / 7 * G * TABLE):.3f} m/s")
print(f"bricks knocked away      {moved} of {len(bricks)}")
print(f"deepest penetration      {1e3 * report.max_penetration:.2f} mm")
print(f"residuals                at most {max(report.worst_residual, report.worst_residual_absolute):.1e} in every step")
print(f"computed                 {report.steps} steps in {report.wall_seconds:.1f} s")
picture(results, f"{OUT}/picture.png")
print(f"picture                  {OUT}/picture.png")
