# SPDX-License-Identifier: MIT
"""An elastic pipe falls onto a block: large bodies of finite elements in contact (TR1 §8.2, figures 8 to 11).

    ./corbel run examples/pipe_impact.py [quick]

The pipe (36×36×4 hexahedra, 19 980 unknowns, E = 1e7 Pa, η = 1e-4 s) falls 25 mm onto an obstacle that it hits off its middle,
and leaves it turning. Drawn are the pipe, coloured by stress, and over time the energies, the heights of the ends of the pipe, its
diameters where it was hit, and the von Mises stress there, for the exact form TL and the co-rotated form BC.

The paper takes steps of 1 ms, of which three see the impact: dots. Lines are steps of 0.1 ms; `quick` leaves them out and ends
after 80 ms.
"""
import sys

import numpy as np
from matplotlib.figure import Figure

import corbel

OUT = "out/pipe_impact"
QUICK = "quick" in sys.argv[1:]
BEFORE, END = 0.07, 0.08 if QUICK else 0.1  # [s] just before the impact; end of the run
SHOWN = 0.069, 0.0722, END                  # [s] times of the pictures
POINTS = {"p0": (0.005, 0.05, 0.035), "p1": (0.005, 0.05, 0.065), "p2": (0.005, 0.05, 0.04), "p3": (0.005, 0.05, 0.06),
          "p4": (0.03, 0.05, 0.065), "p5": (-0.07, 0.05, 0.065)}
RED, BLUE = "#c8553d", "#3d7ea6"
FORM = {"TL": dict(lw=4, alpha=0.4), "BC": dict(lw=1.2, ls="--")}  # BC is drawn over TL


def measures(pipe):
    """Energies [J], heights of p4 and p5, inner and outer diameter [m], stresses at p0 and p2 [Pa]."""
    energy, x = pipe.energy(), {name: pipe.position_of(p) for name, p in POINTS.items()}
    return (energy["kinetic"], energy["internal"], x["p4"][2], x["p5"][2], np.linalg.norm(x["p2"] - x["p3"]),
            np.linalg.norm(x["p0"] - x["p1"]), pipe.von_mises_at(POINTS["p0"]), pipe.von_mises_at(POINTS["p2"]))


def drop(form, step, panels=(), bar=False):
    """Runs the fall, with this step from shortly before the impact on, and draws it into the panels; gives times and measures."""
    sim = corbel.Simulation(1e-3, f"{OUT}/{form}_{step:g}.h5", gravity=(0, 0, -10), contact_points="CENTROID")
    sim.surface_material(friction=0.1)
    sim.obstacle(corbel.box(low=(0, 0, 0), high=(0.01, 0.1, 0.01)), corbel.Material(1000), label="block")
    mesh = corbel.pipe_mesh((0.005, 0.05, 0), (0, 0, 0.1), 0.01, 0.005, (36, 36, 4))
    mesh = mesh.rotate((0.005, 0.05, 0.05), (0, 1, 0), 90).translate((-0.025, 0, 0))
    pipe = sim.finite_element(mesh, corbel.Material(1000, young=1e7, poisson=0.25), form=form, damping=1e-4, label="pipe")
    times, rows, panels = [], [], list(panels)

    def record(_):
        times.append(sim.time)
        rows.append(measures(pipe))
        if panels and sim.time > SHOWN[-len(panels)] - 0.5 * sim.step:
            show(sim, panels.pop(0), False if panels else bar)

    sim.run(BEFORE, callback=record, quiet=True)
    sim.step = step
    sim.run(END - BEFORE, callback=record, quiet=True)
    t, rows = np.array(times), np.array(rows).T
    print(f"{form} h = {1e3 * step:g} ms: least kinetic energy {rows[0][t > 0.06].min():.4e} J, largest internal {rows[1].max():.4e} J, "
          f"at the end kinetic {rows[0][-1]:.4e} J")
    return t, rows


def show(sim, axes, bar):
    camera = corbel.Camera(-62, 16, target=(-0.018, 0.05, 0.026), width=0.135)
    corbel.draw(sim, camera=camera, field="von_mises", limits=(0, 1.2e5), color_bar=bar, color={"block": "#b9b3a6"}, axes=axes)
    axes.set_title(f"t = {1e3 * sim.time:.1f} ms", fontsize=10)


def draw(axes, t, rows, form, **style):
    """Curves of a run. style: of dots; lines else."""
    kinetic, internal, z4, z5, inner, outer, mises0, mises2 = rows
    curves = [(axes[0, 0], [(1e3 * kinetic, "kinetic"), (1e3 * internal, "internal")]),
              (axes[0, 1], [(1e3 * z5, "end far from the block"), (1e3 * z4, "end near to it")]),
              (axes[1, 0], [(1e3 * (inner - 0.02), "inner"), (1e3 * (outer - 0.03), "outer")]),
              (axes[1, 1], [(1e-3 * mises0, "outside"), (1e-3 * mises2, "inside")])]
    late = t > 0.0655
    for panel, lines in curves:
        for (values, name), color in zip(lines, (RED, BLUE)):
            label = None if style else f"{name}, {form}"
            panel.plot(1e3 * t[late], values[late], color=color, label=label, **(style or FORM[form]))


def main():
    figure = Figure(figsize=(10, 9.5), layout="constrained", dpi=90)
    top, below = figure.subfigures(2, 1, height_ratios=(1, 2.3))
    pictures, bar = [top.add_axes((0.295 * i + 0.005, 0, 0.285, 0.88)) for i in range(3)], top.add_axes((0.905, 0.1, 0.014, 0.7))
    axes = below.subplots(2, 2)
    for axis, title, unit, low_high in ((axes[0, 0], "energies", "mJ", (0, 14.5)), (axes[0, 1], "heights of the top of both ends", "mm", (0, 80)),
                                        (axes[1, 0], "change of diameters over the block", "mm", (-0.8, 0.5)),
                                        (axes[1, 1], "von Mises stress over the block", "kPa", (0, 400))):
        axis.set(title=title, xlabel="time [ms]", ylabel=f"[{unit}]", ylim=low_high)
    steps = (1e-3,) if QUICK else (1e-4, 1e-3)
    for step in steps:
        for form in ("TL", "BC"):
            t, rows = drop(form, step, *((pictures, bar) if (step, form) == (steps[0], "TL") else ()))
            dots = {} if step == steps[0] else dict(ls="none", marker="o", ms=3.5, mfc="none" if form == "BC" else None, mew=0.8)
            draw(axes, t, rows, form, **dots)
    for axis in axes.ravel():
        axis.legend(fontsize=8, ncols=2, loc="upper center", title=None if QUICK else "dots: steps of 1 ms", title_fontsize=8)
    figure.savefig(f"{OUT}/picture.png")
    print(f"picture: {OUT}/picture.png")


main()
