# SPDX-License-Identifier: MIT
"""A figure of one or several moments of a simulation or of results."""
from __future__ import annotations

from typing import Any, Callable, Collection, Sequence

import numpy as np

from .. import check
from ..annotations import Numbers, Path
from ..errors import InputError
from ..results import AnyBody, Results, StoredBody
from ..routine import routine, user_function
from ..simulation import Simulation
from .camera import Camera, Window
from .moments import check_field, check_labels, chooser, moments_of, nothing_drawn
from .picture_file import checked_path, save
from .shading import Samples, shaded
from .surfaces import FIELDS, Surfaces

__all__ = ["draw"]

PALETTE = ["#c8553d", "#3d7ea6", "#e0a030", "#6a994e", "#8d6cab", "#d08770", "#4aa3a2", "#a8763e"]
OBSTACLE = "#d8d2c4"
COLOR_MAP = "YlOrRd"   # light where a field is small: there shading shows the shape
NO_VALUE = "#c9c9c9"  # of bodies without the field that is shown
Color = str | Sequence[float]                            # as Matplotlib takes it
View = tuple[np.ndarray, float, float]                   # middle (2,), width and height [m] of a picture
FINER = 2             # pixels computed per pixel shown, in each direction


@routine("draw")
def draw(source: Simulation | Results, time: float | Numbers | None = None, *, camera: Camera | None = None,
         color: Color | dict[str, Color] | Callable[[StoredBody], Color | None] | None = None, field: str | None = None,
         limits: Sequence[float] | None = None, color_bar: Any = True,
         bodies: Sequence[AnyBody] | Callable[[StoredBody], bool] | None = None, labels: bool | Sequence[str] = False,
         edges: bool | str = True, shadows: bool = True, floor: float | None = None, axes: Any = None,
         size: Sequence[float] | None = None, path: Path | None = None) -> Any:
    """Draws a simulation as it is now, or results at a time or several times; returns the Matplotlib figure.

    source: a Simulation, or Results (corbel.open); time [s]: of results, the nearest frame is drawn, by default the last;
    a list of times gives panels side by side. camera: a Camera, by default all that moves is seen from azimuth −60, elevation
    25 degrees. color: one colour, a dict of them by label, or a function of the body (id, label, kind, …) that returns one,
    or None for the default. field: "displacement", "speed" or "von_mises" (of deformable bodies) colours bodies by its magnitude,
    with a colour bar over limits = (low, high), color_bar: whether to draw it, or axes for it. bodies: the ones to draw, a list of labels, ids or bodies, or a function
    of the body. labels: True writes the labels of bodies on them, or a list of those to write. edges: True, False or
    "mesh", faces of elements too. floor: height z of a white plane on which shadows fall. axes: Matplotlib axes to draw into, or a list
    for several times; size: of the figure, (width, height) [inch]; path: of a file to write it to (….png, ….pdf).
    """
    check.instance("source", source, (Simulation, Results), "a Simulation or Results (corbel.open)")
    eye: Camera = Camera() if camera is None else check.instance("camera", camera, Camera, "a corbel.Camera")
    if field is not None:
        check.choice("field", field, tuple(FIELDS))
    if edges != "mesh" and not isinstance(edges, bool):
        raise check.wrong_value("edges", edges, "True, False or 'mesh'")
    floor = None if floor is None else check.number("floor", floor)
    file = None if path is None else checked_path(path)
    chosen = chooser(bodies, source)
    times, frames = moments_of(source, time, field)
    panels = [Surfaces([m for m in moments if chosen(m.body)], field) for moments in frames]
    if not any(p.bodies for p in panels):
        raise nothing_drawn(source, chosen, times)
    if isinstance(color, dict):
        known: list[Any] = [*source._bodies.values()] if isinstance(source, Simulation) else source.bodies
        check_labels("color", color, known)
    _check_shown(labels, panels)
    if not isinstance(color_bar, bool) and not hasattr(color_bar, "imshow"):
        raise check.wrong_value("color_bar", color_bar, "True, False or Matplotlib axes")
    panel_axes, bar_axes = _axes(axes, len(panels), size, field is not None and color_bar is True)
    if field:
        check_field(field, panels)
    span = _limits(limits, panels) if field else None
    for axis, t in zip(panel_axes, times):
        axis.set_axis_off()
        if len(panels) > 1:
            axis.set_title(f"t = {t:.4g} s", fontsize=10)
    figure = panel_axes[0].figure.figure  # of a subfigure the one it is part of
    if field and span and color_bar is not False:
        _colour_bar(panel_axes, bar_axes if color_bar is True else color_bar, span, FIELDS[field])
    if figure.get_layout_engine() is not None:
        figure.draw_without_rendering()  # the sizes of the axes are known after that
    view = _view(eye, panels)
    for axis, surfaces in zip(panel_axes, panels):
        window, seen, image = _picture(axis, surfaces, eye, view, color, span, check.boolean("shadows", shadows), edges, floor)
        axis.imshow(image, origin="lower", extent=window.extent, interpolation="antialiased")
        axis.set(xlim=window.extent[:2], ylim=window.extent[2:])
        _write_labels(axis, surfaces, seen, eye, labels)
    if file is not None:
        save(figure, file)
    return figure


# ---- where it is seen from

def _view(camera: Camera, panels: list[Surfaces]) -> View:
    """The same for all panels, so that they can be compared."""
    boxes = [s.bounds(_in_view(s), camera.axes[:2]) for s in panels if s.bodies]
    low, high = np.min([b[0] for b in boxes], axis=0), np.max([b[1] for b in boxes], axis=0)
    center = 0.5 * (low + high) if camera.target is None else camera.project(camera.target)
    width, height = 1.08 * np.maximum(np.maximum(high - center, center - low) * 2, 1e-9)
    return (center, camera.width, 0.0) if camera.width else (center, width, height)


def _in_view(surfaces: Surfaces) -> list[int]:
    """Bodies a picture is made for: what moves, and obstacles that are not much larger than all of it."""
    moving = [i for i, b in enumerate(surfaces.bodies) if b.kind != "OBSTACLE"]
    if not moving:
        return list(range(len(surfaces.bodies)))
    low, high = surfaces.bounds(moving, np.eye(3))
    for i, body in enumerate(surfaces.bodies):
        if body.kind == "OBSTACLE":
            a, b = surfaces.bounds([i], np.eye(3))
            if np.max(b - a) <= 2.5 * np.max(high - low):
                moving.append(i)
    return moving


# ---- the picture

def _picture(axis: Any, surfaces: Surfaces, camera: Camera, view: View, color: Any, limits: tuple[float, float] | None, shadows: bool,
             edges: bool | str, floor: float | None) -> tuple[Window, Samples, np.ndarray]:
    box, (center, width, height) = axis.get_window_extent(), view
    columns, rows = max(int(round(box.width)), 8), max(int(round(box.height)), 8)
    window = Window(camera, center, max(width, height * columns / rows), (FINER * rows, FINER * columns))
    seen = Samples(window, surfaces, FINER)
    colors = _body_colors(surfaces, color, limits)[seen.body]
    if limits:
        known = np.isfinite(seen.values)
        colors[known] = _map(limits).to_rgba(seen.values[known])[:, :3]
    image = shaded(window, surfaces, seen, colors, floor=floor, shadows=shadows, edges=edges, casters=_in_view(surfaces) if surfaces.bodies else [])
    return window, seen, image


def _body_colors(surfaces: Surfaces, color: Any, limits: tuple[float, float] | None) -> np.ndarray:
    from matplotlib.colors import is_color_like, to_rgb

    def one(body: StoredBody) -> Any:
        if limits and body.kind != "OBSTACLE":
            return NO_VALUE
        usual = OBSTACLE if body.kind == "OBSTACLE" else PALETTE[body.id % len(PALETTE)]
        wanted = color.get(body.label) if isinstance(color, dict) else user_function(color)(body) if callable(color) else color
        if wanted is not None and not is_color_like(wanted):
            raise InputError(f"argument 'color': got {check.shown(wanted)} for body {body.id}, expected a Matplotlib colour such as '#c8553d' or (r, g, b)")
        return usual if wanted is None else wanted

    return np.array([to_rgb(one(body)) for body in surfaces.bodies]).reshape(-1, 3)


def _limits(limits: Any, panels: list[Surfaces]) -> tuple[float, float]:
    """Of the colour bar."""
    if limits is not None:
        low, high = check.numbers("limits", limits, count=2)
        if not low < high:
            raise check.wrong_value("limits", limits, "(low, high) with low < high")
        return low, high
    every = np.concatenate([np.append(p.values.ravel(), p.ball_values) for p in panels])
    every = every[np.isfinite(every)]
    low, high = every.min(), every.max()
    return (low, high) if high > low else (low, low + (abs(low) or 1.0))


def _map(limits: tuple[float, float]) -> Any:
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    return ScalarMappable(Normalize(*limits), COLOR_MAP)


# ---- the figure

def _axes(axes: Any, count: int, size: Any, with_bar: bool) -> tuple[list[Any], Any]:
    """One per panel, of a new figure that belongs to no window if none are given, and room for a colour bar."""
    if axes is not None:
        if size is not None:
            raise InputError("argument 'size': it cannot be used together with 'axes', whose figure has its own size")
        given = list(np.ravel(axes))
        if len(given) != count or not all(hasattr(a, "imshow") for a in given):
            raise InputError(f"argument 'axes': got {len(given)} objects, expected Matplotlib axes, {count} of them")
        return given, None
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    width, height = check.numbers("size", (min(4.5 * count, 12) if count > 1 else 8, 6 if count == 1 else 4) if size is None else size, count=2)
    if not min(width, height) > 0:
        raise check.wrong_value("size", size, "(width, height) in inches, both > 0")
    figure = Figure(figsize=(width, height), dpi=110)
    FigureCanvasAgg(figure)
    bar, title = (0.9 / width if with_bar else 0), (0.3 / height if count > 1 else 0)
    panel = (1 - bar) / count
    made = [figure.add_axes((i * panel + 0.004, 0, panel - 0.008, 1 - title)) for i in range(count)]
    return made, figure.add_axes((1 - bar + 0.1 / width, 0.15, 0.15 / width, 0.7)) if with_bar else None


def _colour_bar(axes: list[Any], bar_axes: Any, limits: tuple[float, float], text: str) -> None:
    where = {"cax": bar_axes} if bar_axes else {"ax": axes, "shrink": 0.8}
    bar = axes[0].figure.colorbar(_map(limits), **where)
    bar.set_label(text)
    bar.formatter.set_powerlimits((-2, 3))
    bar.update_ticks()


def _check_shown(labels: Any, panels: list[Surfaces]) -> None:
    if not isinstance(labels, (bool, list, tuple)):
        raise check.wrong_type("labels", labels, "True, False or a list of labels")
    if not isinstance(labels, bool):
        check_labels("labels", labels, [body for p in panels for body in p.bodies])


def _write_labels(axis: Any, surfaces: Surfaces, seen: Samples, camera: Camera, labels: bool | Collection[str]) -> None:
    """In the middle of what is seen of each body."""
    from matplotlib.patheffects import withStroke

    if labels is False:
        return
    for i, body in enumerate(surfaces.bodies):
        mine = seen.body == i
        if body.label and (isinstance(labels, bool) or body.label in labels) and mine.any():
            x, y = np.median(camera.project(seen.points[mine]), axis=0)
            axis.text(x, y, body.label, ha="center", va="center", fontsize=8, path_effects=[withStroke(linewidth=2.5, foreground="white")])
