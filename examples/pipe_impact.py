# SPDX-License-Identifier: MIT
"""An elastic pipe falls onto a block: large bodies of finite elements in contact (papers/000 §8.2, figures 8 to 11).

    ./corbel run examples/pipe_impact.py

The pipe (36×36×4 hexahedra, 19 980 unknowns, E = 1e7 Pa, η = 1e-4 s) falls 25 mm onto an obstacle that it hits off its middle,
and leaves it turning. Drawn are the energies, the heights of two points on top of the pipe and the angle between them, the inner
and outer diameters where it was hit, and the von Mises stress there; for the exact form TL and the co-rotated form BC.
"""
import time

import matplotlib
import numpy as np

import corbel

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

OUT = "out/pipe_impact"
POINTS = {"p0": (0.005, 0.05, 0.035), "p1": (0.005, 0.05, 0.065), "p2": (0.005, 0.05, 0.04), "p3": (0.005, 0.05, 0.06),
          "p4": (0.03, 0.05, 0.065), "p5": (-0.07, 0.05, 0.065)}
STYLE = {"TL": dict(color="#c8553d", lw=2.4), "BC": dict(color="#3d7ea6", lw=1.2, ls="--")}


def drop(form):
    """Runs the fall; gives one array per quantity over the steps."""
    sim = corbel.Simulation(1e-3, f"{OUT}/{form}.h5", gravity=(0, 0, -10), contact_points="CENTROID")
    sim.surface_material(friction=0.1)
    sim.obstacle(corbel.box(low=(0, 0, 0), high=(0.01, 0.1, 0.01)), corbel.Material(1000), label="block")
    mesh = corbel.pipe_mesh((0.005, 0.05, 0), (0, 0, 0.1), 0.01, 0.005, (36, 36, 4))
    mesh = mesh.rotate((0.005, 0.05, 0.05), (0, 1, 0), 90).translate((-0.025, 0, 0))
    pipe = sim.finite_element(mesh, corbel.Material(1000, young=1e7, poisson=0.25), form=form, damping=1e-4, label="pipe")
    rows = []

    def look(_):
        now = pipe.energy()
        x = {name: pipe.position_of(p) for name, p in POINTS.items()}
        along = (x["p5"] - x["p4"]) / np.linalg.norm(x["p5"] - x["p4"])
        rows.append((sim.time, now["kinetic"], now["internal"], x["p4"][2], x["p5"][2],
                     np.degrees(np.arcsin(np.cross(along, (-1, 0, 0))[1])), np.linalg.norm(x["p2"] - x["p3"]),
                     np.linalg.norm(x["p0"] - x["p1"]), pipe.von_mises_at(POINTS["p0"]), pipe.von_mises_at(POINTS["p2"])))

    begin = time.perf_counter()
    sim.run(0.1, callback=look, quiet=True)
    seconds = time.perf_counter() - begin
    names = ("time", "kinetic", "internal", "z4", "z5", "angle", "inner", "outer", "mises0", "mises2")
    columns = dict(zip(names, np.array(rows).T))
    print(f"{form}: least kinetic energy {columns['kinetic'][60:].min():.4e} J, largest internal {columns['internal'].max():.4e} J, "
          f"at the end kinetic {columns['kinetic'][-1]:.4e} J; {seconds:.1f} s")
    return columns


def main():
    figure, axes = plt.subplots(4, 2, figsize=(10, 13), constrained_layout=True)
    panels = [("kinetic", "kinetic energy [J]"), ("internal", "internal energy [J]"), (("z4", "z5"), "height of p4, p5 [m]"),
              ("angle", "rotation about y [°]"), ("inner", "inner diameter |p2 − p3| [m]"), ("outer", "outer diameter |p0 − p1| [m]"),
              ("mises0", "von Mises stress at p0 [Pa]"), ("mises2", "von Mises stress at p2 [Pa]")]
    for form in ("TL", "BC"):
        columns = drop(form)
        late = columns["time"] >= 0.05
        for panel, (names, title) in zip(axes.ravel(), panels):
            for name in np.atleast_1d(names):
                panel.plot(columns["time"][late], columns[name][late], label=form, **STYLE[form])
            panel.set(title=title, xlabel="time [s]")
    for panel in axes.ravel():
        panel.legend(fontsize=7)
    figure.savefig(f"{OUT}/picture.png", dpi=100)
    print(f"picture: {OUT}/picture.png")


main()
