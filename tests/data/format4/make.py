# SPDX-License-Identifier: MIT
"""Made model.h5 with the last program that wrote format 4 (commit 0dee0da): `model` is the model in it.

A rigid box on an obstacle, a damped brick of finite elements that falls beside it, a ball on a link; the frames are
those of t = 0, 0.01 and 0.02 s. The file is committed; with a newer program this script would write a newer format.
"""
import sys

import corbel


def model(output):
    sim = corbel.Simulation(1e-3, output, gravity=(0, 0, -9.81), output_interval=0.01, threads=1, compress=True)
    sim.surface_material(0.5, label="rough")
    stone = corbel.Material(2000, label="stone")
    rubber = corbel.Material(1100, young=2e6, poisson=0.3, label="rubber")
    sim.obstacle(corbel.box(low=(-1, -1, -0.1), high=(1, 1, 0)), stone, label="floor")
    sim.rigid(corbel.box(low=(0, 0, 0), high=(0.2, 0.2, 0.2)), stone, label="box", velocity=(1, 0, 0))
    corners = [(x, y, z) for z in (0, 0.1) for x, y in ((-0.5, 0), (-0.3, 0), (-0.3, 0.2), (-0.5, 0.2))]
    brick = sim.finite_element(corbel.hex_mesh(corners, (1, 1, 1)), rubber, form="BC", label="brick")
    brick.damping = 1e-4
    ball = sim.rigid(corbel.sphere((0, 0.6, 0.5), 0.1), stone, label="ball", velocity=(0.5, 0, 0))
    sim.rigid_link(ball, None, (0, 0.6, 0.5), (0, 0.6, 1))
    return sim


if __name__ == "__main__":
    sim = model(sys.argv[1])
    sim.run(0.02, corbel.GaussSeidel(epsilon=1e-12, max_iterations=1000), quiet=True)
    print([b.q.tolist() for b in sim.bodies])
