# SPDX-License-Identifier: MIT
"""A dry brick wall on a shaking table: base excitation in one line.

    ./corbel run examples/wall_on_shaking_table.py [seconds, default 2] [peak acceleration in g, default 0.35]

66 bricks in six courses of eleven, three of them cut in halves for the ends of every second course (sizes and friction as in
scenes/shaken_wall.hpp). The table follows an accelerogram like a record: a sum of sines under an envelope, sampled at 100 Hz, with its
baseline corrected so that it ends at rest where it began. It shakes across the wall, along it with half of that:

    sim.move(table, acceleration=(along, across, 0))

A wall of thickness b and height H that rocks as one block starts to do so at an acceleration of b/H g, here 0.27 g. A dry wall of
courses can open at every joint. Drawn are the wall at three times, and how far its top went from the table. The output says how many of the steps
were certified: their residuals were computed anew and found small.
"""
import sys

import numpy as np
from matplotlib.figure import Figure

import corbel

G = 9.81
COURSES, LENGTH = 6, 11
BRICK = 0.24, 0.115, 0.071  # length, thickness, height [m]
END = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
PEAK = G * float(sys.argv[2] if len(sys.argv) > 2 else 0.35)
OUT = "out/wall_on_shaking_table"

# frequency [Hz], amplitude, phase [rad]
WAVES = (1.1, 0.7, 0.3), (1.9, 1.0, 1.9), (3.1, 0.9, 4.0), (4.7, 0.6, 2.6), (6.8, 0.4, 0.9), (9.7, 0.2, 5.3)


def accelerogram(peak, duration=3.0, spacing=0.01):
    """Scaled to the peak [m/s²], with a straight line taken off so that velocity and displacement end at zero."""
    t = spacing * np.arange(round(duration / spacing) + 1)
    envelope = np.minimum(t / 0.5, 1) ** 2 * np.where(t > 1.5, np.exp(-2 * (t - 1.5)), 1)
    a = envelope * sum(c * np.sin(2 * np.pi * f * t + phase) for f, c, phase in WAVES)
    v = np.concatenate([[0], np.cumsum((a[1:] + a[:-1]) / 2 * spacing)])
    s = np.sum(v[:-1] * spacing + (2 * a[:-1] + a[1:]) * spacing**2 / 6)
    slope = (6 * duration * v[-1] - 12 * s) / duration**3
    a = a - (v[-1] / duration - slope * duration / 2) - slope * t
    return corbel.TimeSeries(np.column_stack([t, peak / np.abs(a).max() * a]))


def build():
    sim = corbel.Simulation(1e-3, OUT, gravity=(0, 0, -G), output_interval=0.02)
    sim.surface_material(friction=0.6)
    clay = corbel.Material(1800)
    length, thickness, height = BRICK
    reach = LENGTH * length / 2 + 0.3
    table = sim.obstacle(corbel.box(low=(-reach, -0.5, -0.1), high=(reach, 0.5, 0)), clay, label="table")
    for course in range(COURSES):
        pieces = [length] * LENGTH if course % 2 == 0 else [length / 2, *[length] * (LENGTH - 1), length / 2]
        ends = np.cumsum([0, *pieces]) - LENGTH * length / 2
        for i, (low, high) in enumerate(zip(ends, ends[1:])):
            sim.rigid(corbel.box(low=(low, -thickness / 2, course * height), high=(high, thickness / 2, (course + 1) * height)), clay,
                      label=f"brick {course}.{i}")
    sim.move(table, acceleration=(accelerogram(PEAK / 2), accelerogram(PEAK), 0))
    return sim


def top(results):
    """Displacement of the middle brick of the top course relative to the table, across the wall, over time [m]."""
    brick = f"brick {COURSES - 1}.{LENGTH // 2}"
    return (results.history(brick, "displacement") - results.history("table", "displacement"))[:, 1]


def picture(results):
    figure = Figure(figsize=(11, 6), layout="constrained")
    upper, lower = figure.subfigures(2, 1, height_ratios=[1.1, 1])
    times = [0, END / 2, END]
    corbel.draw(results, times, camera=corbel.Camera(-65, 18), axes=list(upper.subplots(1, 3)),
                color=lambda body: "#8f8a80" if body.kind == "OBSTACLE" else ("#b8553a", "#c9745a", "#a8452f")[body.id % 3])
    ground, wall = lower.subplots(1, 2)
    series = accelerogram(PEAK)
    ground.plot(series.times, series.values / G, color="#5b6b7a", lw=1)
    ground.axvspan(0, END, color="#e9e4d8", zorder=0)
    ground.set(xlabel="time [s]", ylabel="table acceleration across [g]", title="accelerogram; shaded: computed")
    wall.plot(results.times, 1e3 * top(results), color="#b8553a")
    wall.set(xlabel="time [s]", ylabel="[mm]", title="top of the wall relative to the table, across")
    figure.savefig(f"{OUT}/picture.png", dpi=110)


sim = build()
bricks = [body for body in sim.bodies if body.kind == "RIGID"]
halves = sum(body.volume < 0.75 * max(b.volume for b in bricks) for body in bricks)
print(f"{len(bricks) - halves} whole bricks and {halves} halves: {len(bricks) - halves + halves // 2} bricks")
report = sim.run(END)
certified = report.steps - report.unconverged_steps - report.uncertified_steps
results = corbel.open(OUT)
print(f"steps certified: {certified} of {report.steps}, {report.time:.2f} s of shaking in {report.wall_seconds:.0f} s")
print(f"top of the wall: largest displacement {1e3 * np.abs(top(results)).max():.3g} mm across, relative to the table")
picture(results)
print(f"picture: {OUT}/picture.png")
