# SPDX-License-Identifier: MIT
"""The 81-brick array (221 bodies, 583 joints), rigid or of finite elements: seconds per stage and step as JSON.

    PYTHONPATH=build/release/python python3 benchmarks/brick_array.py FOLDER [--form BC] [--steps 2000] [--points CENTROID] [--threads 1]

FOLDER holds `81array.inp` (Abaqus: parts FB, IB, LK and their instances) and `table-velocity.txt` (time, velocity).
Solfec-1.0 on one core: detection 13 ms a step with deformable, 11.5 ms with rigid bricks.
"""
import argparse
import json
import os
import re

import numpy as np

import corbel

DENSITY = {"FB": 1687.71, "IB": 1637.39, "LK": 1740.0}  # [kg/m³], as in the file
YOUNG, POISSON, DAMPING = 11.8e9, 0.21, 1e-7  # of the form BC or TL
HOLDS = {"FB": [(-0.1, 0.1, 0), (-0.1, -0.1, 0), (0.14, 0, 0)],  # vertical holds relative to the centre [m]
         "IB": [(-0.07, 0.07, 0), (-0.07, -0.07, 0), (0.098, 0, 0)], "LK": [(0, 0, 0)]}


def numbers(line):
    return [float(item) for item in line.replace(",", " ").split()]


def read_parts(text) -> dict:
    """Name → shape."""
    parts = {}
    for name, body in re.findall(r"\*Part, name=(\w+)\n(.*?)\*End Part", text, re.S):
        nodes, elements, target = {}, [], None
        for line in body.splitlines():
            if line.startswith("*"):
                target = line.lower()
            elif target.startswith("*node"):
                number, *place = numbers(line)
                nodes[int(number)] = place
            elif target.startswith("*element"):
                elements.append([int(n) for n in numbers(line)[1:]])
        used = sorted({n for element in elements for n in element})
        index = {n: i for i, n in enumerate(used)}
        parts[name] = corbel.mesh([nodes[n] for n in used], [[index[n] for n in e] for e in elements])
    return parts


def instances(text, parts):
    """(name, part, placed shape) of all instances."""
    for name, part, body in re.findall(r"\*Instance, name=(\S+), part=(\w+)\n(.*?)\*End Instance", text, re.S):
        shape = parts[part]
        lines = [numbers(line) for line in body.splitlines() if line.strip() and not line.startswith("*")]
        if lines:
            shape = shape.translate(lines[0])
        if len(lines) > 1:
            point, other, degrees = np.array(lines[1][:3]), np.array(lines[1][3:6]), lines[1][6]
            shape = shape.rotate(point, other - point, degrees)
        yield name, part, shape


def is_boundary(name) -> bool:
    i, j = (int(n) for n in re.findall(r"\((\d)\)", name))
    return (name.startswith("FB1") and (i in (0, 5) or j in (0, 5))) or (name.startswith("IB2") and i in (0, 5)) or (
        name.startswith("IB1") and j in (0, 5))


def build(folder, form, points, threads) -> corbel.Simulation:
    with open(os.path.join(folder, "81array.inp")) as file:
        text = file.read()
    table = np.loadtxt(os.path.join(folder, "table-velocity.txt"))
    shaking = corbel.TimeSeries(table)
    simulation = corbel.Simulation(1e-4, contact_points=points, threads=threads)
    simulation.surface_material(friction=0.1)
    for name, part, shape in instances(text, read_parts(text)):
        if form == "RIGID":
            body = simulation.rigid(shape, corbel.Material(DENSITY[part]), label=name)
        else:
            material = corbel.Material(DENSITY[part], young=YOUNG, poisson=POISSON)
            body = simulation.finite_element(shape, material, form=form, damping=DAMPING, label=name)
        holds = [body.center + np.array(offset) for offset in HOLDS[part]]
        for point in holds:
            simulation.fix_direction(body, point, (0, 0, -1))
        if is_boundary(name):
            simulation.set_velocity(body, holds[2], (1, 0, 0), shaking)
            for point in holds[1:]:
                simulation.fix_direction(body, point, (0, 1, 0))
    return simulation


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--form", default="RIGID", choices=("RIGID", "BC", "TL"))
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--points", default="PATCH", choices=("PATCH", "CENTROID"))
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    simulation = build(options.folder, options.form, options.points, options.threads)
    contacts = []
    report = simulation.run(options.steps * simulation.step, corbel.GaussSeidel(epsilon=1e-4, max_iterations=1000), quiet=True,
                            callback=lambda s: contacts.append(len(s.contacts)), every=50 * simulation.step)
    print(json.dumps({"scene": "brick_array", "form": options.form, "points": options.points, "threads": options.threads,
                      "bodies": len(simulation.bodies), "steps": report.steps, "contacts_mean": float(np.mean(contacts)),
                      "contacts_max": max(contacts), "iterations_per_step": report.iterations / report.steps,
                      "unconverged_steps": report.unconverged_steps, "max_penetration": report.max_penetration,
                      "stage_seconds_per_step": {k: v / report.steps for k, v in report.seconds.items()}}, indent=2))


if __name__ == "__main__":
    main()
