# SPDX-License-Identifier: MIT
"""Pictures of result files: bodies as shaded polygons in a parallel projection, drawn from back to front.

    results = corbel.open("out/name")
    figure, axes = plt.subplots()
    drawing.draw(axes, results, results.frame(-1), View(azimuth=-60, elevation=25))
"""
import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb

LIGHT = np.array([0.35, -0.45, 0.82]) / np.linalg.norm([0.35, -0.45, 0.82])  # points to the lamp
PALETTE = ["#c8553d", "#3d7ea6", "#e0a030", "#6a994e", "#8d6cab", "#d08770"]


class View:
    """Looks at the scene from the direction azimuth (from x towards y) and elevation [degrees]."""

    def __init__(self, azimuth=-60, elevation=25):
        a, e = np.radians([azimuth, elevation])
        self.towards = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])  # from the scene to the eye
        right = np.array([-np.sin(a), np.cos(a), 0])
        self.plane = np.array([right, np.cross(self.towards, right)])

    def project(self, x):
        return x @ self.plane.T

    def depth(self, x):
        return x @ self.towards


def draw(axes, results, frame, view=View(), *, color=None, ground=None, only=None):
    """Draws one frame: obstacles from low to high, shadows on them, then all other bodies from back to front.

    color, only: functions of a stored body, for its colour and whether to draw it; ground: height of the shadows under a
    body, a number or a function of the body that may give None.
    """
    states = {record["id"]: record["q"] for record in frame["bodies"]}
    fixed, moving, shadows = [], [], []
    for body in results.bodies:
        if body.id not in states or (only and not only(body)):
            continue
        faces = placed_faces(body, states[body.id])
        base = np.array(to_rgb(color(body) if color else PALETTE[body.id % len(PALETTE)]))
        top = max(face[:, 2].max() for face in faces)
        for face in faces:
            normal = np.cross(face[1] - face[0], face[2] - face[1])
            if normal @ view.towards > 0:  # the others look away
                rank = (top, view.depth(face.mean(axis=0))) if body.kind == "OBSTACLE" else view.depth(face.mean(axis=0))
                (fixed if body.kind == "OBSTACLE" else moving).append((rank, view.project(face), shade(base, normal)))
        height = ground(body) if callable(ground) else ground
        if height is not None and body.kind != "OBSTACLE":
            shadows.append(_hull(np.vstack([view.project(f - np.outer((f[:, 2] - height) / LIGHT[2], LIGHT)) for f in faces])))
    _paint(axes, fixed, 1)
    axes.add_collection(PolyCollection(shadows, facecolors="#00000028", edgecolors="none", zorder=2))
    _paint(axes, moving, 3)
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.set_axis_off()


def shade(base, normal):
    """Lambert's law with some light from everywhere."""
    return np.clip(base * (0.55 + 0.5 * max(normal @ LIGHT / np.linalg.norm(normal), 0)), 0, 1)


def placed_faces(body, q):
    """Faces of a stored body as arrays (n, 3), moved to its configuration q: rotation column by column, mass centre."""
    rotation, center = q[:9].reshape(3, 3).T, q[9:]
    vertices = (np.asarray(body.vertices) - body.center) @ rotation.T + center
    faces = [vertices[f] for f in _face_indices(body.faces)]
    for x, y, z, radius in body.spheres:
        faces += [((f * radius + (x, y, z)) - body.center) @ rotation.T + center for f in BALL]
    return faces


def _face_indices(records):
    """Stored faces are one flat list: number of vertices, the vertices, surface id, and so on."""
    faces, i = [], 0
    while i < len(records):
        n = records[i]
        faces.append(records[i + 1:i + 1 + n])
        i += n + 2
    return faces


def _ball(rings=16, sectors=32):
    """Quadrilaterals of a unit sphere, seen from outside counter-clockwise."""
    t, p = np.linspace(0, np.pi, rings + 1), np.linspace(0, 2 * np.pi, sectors + 1)
    x = np.array([[(np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)) for b in p] for a in t])
    return [np.array([x[i, j], x[i + 1, j], x[i + 1, j + 1], x[i, j + 1]]) for i in range(rings) for j in range(sectors)]


BALL = _ball()


def _hull(points):
    """Convex outline of points in the plane (Andrew's monotone chain)."""
    points = sorted(map(tuple, points))
    sides = []
    for row in (points, points[::-1]):
        side = []
        for p in row:
            while len(side) > 1 and np.cross(np.subtract(side[-1], side[-2]), np.subtract(p, side[-1])) <= 0:
                side.pop()
            side.append(p)
        sides += side[:-1]
    return np.array(sides)


def _paint(axes, faces, level):
    """faces: (rank, polygon, colour), lowest rank first."""
    faces = sorted(faces, key=lambda f: f[0])
    colors = np.array([color for _, _, color in faces]).reshape(-1, 3)
    axes.add_collection(PolyCollection([polygon for _, polygon, _ in faces], facecolors=colors, edgecolors=0.75 * colors,
                                       linewidths=0.3, zorder=level))
