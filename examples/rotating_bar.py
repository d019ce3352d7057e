# SPDX-License-Identifier: MIT
"""A spinning elastic bar: the co-rotated form BC against the exact form TL (papers/000 §8.1, figures 2 to 5).

    ./corbel run examples/rotating_bar.py [quick]

A bar of 0.1 × 0.1 × 1 m (2×2×20 hexahedra, ρ = 7800 kg/m³, ν = 0.26) spins about its centre with 1 rad/s. It is let go
unstretched, so it rings about the stretch that spinning gives it. Soft (E = 2e6 Pa) its modes are slow enough to follow; stiff
(E = 2e11 Pa, steel) they are not, and damping η takes them out.

Drawn are the elongation without and with damping, the total energy of 100 s, and the error of the displacements at t = 1/16 s
against the length of the step. `quick` shortens the long runs.
"""
import sys

import matplotlib
import numpy as np

import corbel

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

OUT = "out/rotating_bar"
QUICK = "quick" in sys.argv[1:]
ENDS = (0, 0, 0), (0, 0, 1)
STYLE = {"TL": dict(color="#c8553d", lw=2.4), "BC": dict(color="#3d7ea6", lw=1, ls="--")}


def spin(form, step, duration, eta=0.0, young=2e6, file=None):
    """Runs the bar; gives times, elongations, energies and the nodes at the end."""
    sim = corbel.Simulation(step, file)
    bar = sim.finite_element(corbel.hex_mesh([(-0.05, -0.05, 0), (0.05, 0.05, 1)], (2, 2, 20)),
                             corbel.Material(7800, young=young, poisson=0.26), form=form, damping=eta)
    bar.set_velocity(angular=(1, 0, 0))
    times, stretch, energy = [], [], []

    def look(_):
        low, high = (bar.position_of(p) for p in ENDS)
        times.append(sim.time)
        stretch.append(np.linalg.norm(high - low) - 1)
        now = bar.energy()
        energy.append(now["kinetic"] + now["internal"])

    sim.run(duration, callback=look, quiet=True)
    return np.array(times), np.array(stretch), np.array(energy), bar.nodes.copy()


def draw_elongations(free, damped):
    for axes, runs in ((free, [(64, 0.0), (256, 0.0)]), (damped, [(64, 0.01), (64, 0.05)])):
        for n, eta in runs:
            for form in ("TL", "BC"):
                file = f"{OUT}/{form}_{n}_{eta:g}.h5"
                times, stretch, _, _ = spin(form, 1 / n, 1.0, eta, file=file)
                axes.plot(times, 1e3 * stretch, label=f"{form}, h = 1/{n} s" + (f", η = {eta:g}" if eta else ""), **STYLE[form])
                print(f"{form} h = 1/{n} eta = {eta:g}: largest elongation {stretch.max():.6e} m")
        axes.set(xlabel="time [s]", ylabel="elongation [mm]")
        axes.legend(fontsize=7)
    free.set_title("undamped")
    damped.set_title("damped")


def draw_energy(axes):
    duration = 10.0 if QUICK else 100.0
    for n in (64, 256):
        for form in ("TL", "BC"):
            times, _, energy, _ = spin(form, 1 / n, duration)
            axes.plot(times, energy, label=f"{form}, h = 1/{n} s", **{**STYLE[form], "lw": 0.6})
            print(f"{form} h = 1/{n}: energy within {np.ptp(energy) / energy.mean():.2e} of its mean over {duration:g} s")
    axes.set(xlabel="time [s]", ylabel="kinetic + internal energy [J]", title="total energy")
    axes.legend(fontsize=7)


def draw_convergence(axes):
    finest = 12 if QUICK else 16  # the highest mode of the soft bar needs h < 1e-4 s
    for young, eta, name in ((2e6, 0.0, "soft, undamped"), (2e11, 1e-6, "stiff, damped")):
        for form in ("TL", "BC"):
            reference = spin(form, 2.0**-finest, 1 / 16, eta, young)[3]
            powers = np.arange(8, finest - 2)
            errors = [np.linalg.norm(spin(form, 2.0**-p, 1 / 16, eta, young)[3] - reference) for p in powers]
            order = -np.polyfit(powers[-3:] * np.log(2), np.log(errors[-3:]), 1)[0]
            axes.loglog(2.0**-powers, errors, marker="o", ms=3, label=f"{form}, {name}: order {order:.2f}", **STYLE[form])
            print(f"{form} {name}: order {order:.2f}")
    axes.set(xlabel="step h [s]", ylabel="|q − q_ref| [m]", title="convergence at t = 1/16 s")
    axes.legend(fontsize=7)


def main():
    figure, axes = plt.subplots(2, 2, figsize=(11, 8), constrained_layout=True)
    draw_elongations(axes[0, 0], axes[0, 1])
    draw_energy(axes[1, 0])
    draw_convergence(axes[1, 1])
    figure.savefig(f"{OUT}/picture.png", dpi=110)
    print(f"picture: {OUT}/picture.png")


main()
