# SPDX-License-Identifier: MIT
"""A spinning elastic bar: the co-rotated form BC against the exact form TL (TR1 §8.1, figures 2 to 5).

    ./corbel run examples/rotating_bar.py [quick]

A bar of 0.1 × 0.1 × 1 m (2×2×20 hexahedra, ρ = 7800 kg/m³, ν = 0.26) spins about its centre with 1 rad/s. It is let go
unstretched, so it rings about the stretch that spinning gives it. Soft (E = 2e6 Pa) its modes are slow enough to follow; stiff
(E = 2e11 Pa, steel) they are not, and damping η takes them out.

Drawn are the bar, coloured by speed, its elongation without and with damping, the total energy of 100 s (the bands hold all
steps), and the error of the displacements at t = 1/16 s against the length of the step. `quick` shortens the long runs.
"""
import sys

import numpy as np
from matplotlib.figure import Figure

import corbel

OUT = "out/rotating_bar"
QUICK = "quick" in sys.argv[1:]
ENDS = (0, 0, 0), (0, 0, 1)
RED, BLUE = "#c8553d", "#3d7ea6"
FORM = {"TL": dict(lw=4, alpha=0.4), "BC": dict(lw=1.2, ls="--")}  # BC is drawn over TL


def spin(form, step, duration, eta=0.0, young=2e6, file=None):
    """Runs the bar; gives times, elongations, energies and the nodes at the end."""
    sim = corbel.Simulation(step, file)
    bar = sim.finite_element(corbel.hex_mesh([(-0.05, -0.05, 0), (0.05, 0.05, 1)], (2, 2, 20)),
                             corbel.Material(7800, young=young, poisson=0.26), form=form, damping=eta)
    bar.set_velocity(angular=(1, 0, 0))
    times, stretch, energy = [], [], []

    def record(_):
        low, high = (bar.position_of(p) for p in ENDS)
        times.append(sim.time)
        stretch.append(np.linalg.norm(high - low) - 1)
        now = bar.energy()
        energy.append(now["kinetic"] + now["internal"])

    record(sim)
    sim.run(duration, callback=record, quiet=True)
    return np.array(times), np.array(stretch), np.array(energy), bar.nodes.copy()


def draw_elongations(free, damped):
    cases = ((free, [(256, 0.0, BLUE), (64, 0.0, RED)]), (damped, [(64, 0.01, RED), (64, 0.05, BLUE)]))
    for axes, runs in cases:
        for n, eta, color in runs:
            for form in ("TL", "BC"):
                times, stretch, _, _ = spin(form, 1 / n, 1.0, eta, file=f"{OUT}/{form}_{n}_{eta:g}.h5")
                name = f"η = {eta:g} s" if eta else f"h = 1/{n} s"
                axes.plot(times, 1e3 * stretch, color=color, label=f"{form}, {name}", **FORM[form])
                print(f"{form} h = 1/{n} eta = {eta:g}: largest elongation {stretch.max():.6e} m")
        axes.set(xlabel="time [s]", ylabel="elongation [mm]", ylim=(0, 1.0), xlim=(0, 1))
        axes.legend(fontsize=8, ncols=2, loc="upper center")
    free.set_title("undamped")
    damped.set_title("damped, h = 1/64 s")


def draw_energy(axes):
    """Bands between the least and the largest value of each second."""
    duration = 10.0 if QUICK else 100.0
    for n, color in ((64, RED), (256, BLUE)):
        for form in ("TL", "BC"):
            _, _, energy, _ = spin(form, 1 / n, duration)
            seconds = (1e4 * (energy[1:] / energy[0] - 1)).reshape(-1, n)
            low, high, t = seconds.min(axis=1), seconds.max(axis=1), np.arange(len(seconds)) + 0.5
            if form == "TL":
                axes.fill_between(t, low, high, color=color, alpha=0.4, lw=0, label=f"TL, h = 1/{n} s")
            else:
                axes.plot(t, low, color=color, **FORM["BC"], label=f"BC, h = 1/{n} s")
                axes.plot(t, high, color=color, **FORM["BC"])
            print(f"{form} h = 1/{n}: energy within {np.ptp(energy) / energy.mean():.2e} of its mean over {duration:g} s")
    axes.set(xlabel="time [s]", ylabel="change of total energy [10⁻⁴]", title="energy, undamped", xlim=(0, duration), ylim=(-1.1, 2.4))
    axes.legend(fontsize=8, ncols=2, loc="upper center")


def draw_convergence(axes):
    finest = 12 if QUICK else 16  # the highest mode of the soft bar needs h < 1e-4 s
    for young, eta, name, color in ((2e6, 0.0, "soft, undamped", RED), (2e11, 1e-6, "stiff, damped", BLUE)):
        for form in ("TL", "BC"):
            reference = spin(form, 2.0**-finest, 1 / 16, eta, young)[3]
            powers = np.arange(8, finest - 2)
            errors = [np.linalg.norm(spin(form, 2.0**-p, 1 / 16, eta, young)[3] - reference) for p in powers]
            order = -np.polyfit(powers[-3:] * np.log(2), np.log(errors[-3:]), 1)[0]
            axes.loglog(2.0**-powers, errors, marker="o", ms=3, color=color, label=f"{form}, {name}: order {order:.2f}", **FORM[form])
            print(f"{form} {name}: order {order:.2f}")
    h = 2.0**-np.arange(8, finest - 2)
    axes.loglog(h, 0.5 * h**2, color="#888", lw=0.8, label="slope 2")
    axes.set(xlabel="step h [s]", ylabel="|q − q_ref| [m]", title="convergence at t = 1/16 s")
    axes.legend(fontsize=8, loc="lower right")


def draw_bar(panels):
    """From the results of a run above."""
    results, times = corbel.open(f"{OUT}/TL_256_0.h5"), np.arange(4) / 3
    camera = corbel.Camera(0, 18, target=(0, 0, 0.5), width=1.1)
    corbel.draw(results, times, camera=camera, field="speed", edges="mesh", axes=panels)


def main():
    figure = Figure(figsize=(10, 10.5), layout="constrained")
    top, below = figure.subfigures(2, 1, height_ratios=(1, 2.4))
    axes = below.subplots(2, 2)
    draw_elongations(axes[0, 0], axes[0, 1])
    draw_energy(axes[1, 0])
    draw_convergence(axes[1, 1])
    draw_bar(top.subplots(1, 4))
    figure.savefig(f"{OUT}/picture.png", dpi=90)
    print(f"picture: {OUT}/picture.png")


main()
