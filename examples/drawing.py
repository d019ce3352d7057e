# SPDX-License-Identifier: MIT
"""Pictures of result files: bodies as shaded polygons in a parallel projection, drawn from back to front.

    results = corbel.open("out/name")
    figure, axes = plt.subplots()
    drawing.draw(axes, results, results.frame(-1), drawing.View(azimuth=-60, elevation=25))
"""
import numpy as np
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import PathPatch
from matplotlib.path import Path

LIGHT = np.array([-0.45, -0.35, 0.82]) / np.linalg.norm([-0.45, -0.35, 0.82])  # points to the lamp
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


def draw(axes, results, frame, view=View(), *, color=None, ground=None):
    """Draws one frame: obstacles, shadows on them, then all other bodies.

    color: function of a stored body; ground: height of the plane that a body throws its shadow on, a number or a
    function of the body that may give None.
    """
    states = {record["id"]: record["q"] for record in frame["bodies"]}
    bodies = [body for body in results.bodies if body.id in states]
    faces = {body.id: placed_faces(body, states[body.id]) for body in bodies}
    for level, fixed in ((1, True), (3, False)):
        polygons, colors = [], []
        for body in back_to_front([b for b in bodies if (b.kind == "OBSTACLE") == fixed], faces, view):
            base = np.array(to_rgb(color(body) if color else PALETTE[body.id % len(PALETTE)]))
            for face in sorted(faces[body.id], key=lambda f: f.mean(axis=0) @ view.towards):
                normal = np.cross(face[1] - face[0], face[2] - face[1])
                if normal @ view.towards > 0:  # the others look away
                    polygons.append(view.project(face))
                    colors.append(shade(base, normal))
        colors = np.array(colors).reshape(-1, 3)
        axes.add_collection(PolyCollection(polygons, fc=colors, ec=0.85 * colors, lw=0.3, zorder=level))
    heights = {b.id: ground(b) if callable(ground) else ground for b in bodies if b.kind != "OBSTACLE"}
    shadows = [shadow(faces[i], height, view) for i, height in heights.items() if height is not None]
    if shadows:  # one path: where shadows overlap they are not darker
        axes.add_patch(PathPatch(Path.make_compound_path(*shadows), fc="#00000038", ec="none", zorder=2))
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.set_axis_off()


def back_to_front(bodies, faces, view):
    """Bodies in an order in which each may be painted over the ones before it.

    Where the boxes of two bodies are apart along an axis, the one on the eye's side comes later; if two axes disagree, neither
    hides the other.
    """
    boxes = {b.id: (np.min([f.min(axis=0) for f in faces[b.id]], axis=0), np.max([f.max(axis=0) for f in faces[b.id]], axis=0))
             for b in bodies}
    ids = list(boxes)
    low, high = (np.array([boxes[i][k] for i in ids]).reshape(-1, 3) for k in (0, 1))
    order = []
    # gap[i, j, axis] > 0: body j lies beyond body i on the side of the eye
    gap = np.where(view.towards > 0, low[None] - high[:, None], low[:, None] - high[None])
    ahead = gap.max(axis=2, initial=-np.inf)
    apart = ahead > -1e-3 * np.min(high - low, initial=np.inf)
    behind = (ahead > ahead.T) & ~(apart & apart.T)  # behind[i, j]: paint i before j
    depth, left = (low + high) @ view.towards, set(range(len(ids)))
    while left:
        free = [j for j in left if not any(behind[i, j] for i in left)] or left
        chosen = min(free, key=lambda j: depth[j])
        order.append(chosen)
        left.remove(chosen)
    return [bodies[i] for i in order]


def shade(base, normal):
    """Lambert's law with some light from everywhere."""
    return np.clip(base * (0.55 + 0.5 * max(normal @ LIGHT / np.linalg.norm(normal), 0)), 0, 1)


def shadow(faces, height, view):
    """Outline of the shadow on the plane z = height."""
    x = np.vstack(faces)
    return Path(_outline(view.project(x - np.outer((x[:, 2] - height) / LIGHT[2], LIGHT))), closed=True)


def placed_faces(body, q):
    """Faces of a stored body as arrays (n, 3), moved to its configuration q: rotation column by column, mass centre."""
    rotation = q[:9].reshape(3, 3).T
    faces = [np.asarray(body.vertices)[f] for f in _face_indices(body.faces)]
    faces += [face * radius + (x, y, z) for x, y, z, radius in body.spheres for face in BALL]
    faces += [face @ e[3:].reshape(3, 3) + e[:3] for e in body.ellipsoids for face in BALL]  # rows: semi-axes
    return [(face - body.center) @ rotation.T + q[9:] for face in faces]


def _face_indices(records):
    """Stored faces are one flat list: number of vertices, the vertices, surface id, and so on."""
    faces, i = [], 0
    while i < len(records):
        n = records[i]
        faces.append(records[i + 1:i + 1 + n])
        i += n + 2
    return faces


def _ball(rings=16, sectors=32):
    """Quadrilaterals of a unit sphere, counter-clockwise seen from outside."""
    t, p = np.linspace(1e-3, np.pi - 1e-3, rings + 1), np.linspace(0, 2 * np.pi, sectors + 1)
    x = np.array([[(np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)) for b in p] for a in t])
    return [np.array([x[i, j], x[i + 1, j], x[i + 1, j + 1], x[i, j + 1]]) for i in range(rings) for j in range(sectors)]


BALL = _ball()


def _outline(points):
    """Convex outline of points in the plane, closed (Andrew's monotone chain)."""
    points, outline = sorted(map(tuple, points)), []
    for row in (points, points[::-1]):
        side = []
        for p in row:
            while len(side) > 1 and _turn(side[-2], side[-1], p) <= 0:
                side.pop()
            side.append(p)
        outline += side[:-1]
    return [*outline, outline[0]]


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
