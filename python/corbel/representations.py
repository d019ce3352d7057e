# SPDX-License-Identifier: MIT
"""How values of the engine print themselves."""
from . import _engine
from .annotations import Part


def _constraint(c: _engine.Constraint) -> str:
    name = f"{c.kind} {c.joint}" if c.joint else f"{c.kind}"
    bodies = " and ".join(str(b) for b in (c.master, c.slave) if b)
    force = ", ".join(f"{r:.4g}" for r in c.reaction)
    return f"Constraint({name}, bodies {bodies}, reaction ({force}) N, gap {c.gap:.3g} m)"


def _report(r: _engine.RunReport) -> str:
    return f"RunReport({r.outcome} at t = {r.time:g} s, {r.steps} steps)\n{r.outline().rstrip()}"


def _part(part: Part) -> str:
    if isinstance(part, _engine.Sphere):
        return f"Sphere(radius {part.radius:g} m)"
    if isinstance(part, _engine.Ellipsoid):
        return f"Ellipsoid(radii {part.radii[0]:g}, {part.radii[1]:g}, {part.radii[2]:g} m)"
    if isinstance(part, _engine.Convex):
        return f"Convex({len(part.vertices)} vertices, {len(part.faces)} faces)"
    return f"Mesh({len(part.nodes)} nodes, {len(part.elements)} elements)"


setattr(_engine.Constraint, "__repr__", _constraint)
setattr(_engine.RunReport, "__repr__", _report)
for _kind in (_engine.Sphere, _engine.Ellipsoid, _engine.Convex, _engine.Mesh):
    setattr(_kind, "__repr__", _part)
