# SPDX-License-Identifier: MIT
"""Pictures: what is seen where. Colours are compared at points and areas whose projection is known in closed form."""
import cProfile
import pstats
from pathlib import Path

import numpy as np
import pytest

import corbel
from corbel.drawing.figure import COLOR_MAP
from corbel.drawing.surfaces import Surfaces

RED, GREEN, BLUE = (1.0, 0, 0), (0, 1.0, 0), (0, 0, 1.0)
DATA = Path(__file__).resolve().parents[1] / "data"
FRONT = {"azimuth": -90, "elevation": 0}  # x to the right, z up, seen from −y
STEEL = corbel.Material(7800, young=2e9, poisson=0.3)


def simulation(*shapes, output=None):
    sim = corbel.Simulation(1e-3, output)
    for i, shape in enumerate(shapes):
        sim.rigid(shape, STEEL, label=f"body {i}")
    return sim


def picture(figure, panel=0):
    """Pixels (rows, columns, 3), row 0 the lowest, and a function of a point in picture coordinates that gives its pixel."""
    image = figure.axes[panel].images[0]
    pixels, (left, right, bottom, top) = np.asarray(image.get_array()), image.get_extent()

    def at(x, y):
        return pixels[int((y - bottom) / (top - bottom) * pixels.shape[0]), int((x - left) / (right - left) * pixels.shape[1])]

    at.area = (right - left) * (top - bottom) / pixels.shape[0] / pixels.shape[1]  # of a pixel [m²]
    return pixels, at


def is_hue(pixel, color):
    """Of this colour, lit somehow."""
    return np.all((pixel > 0.25) == (np.asarray(color) > 0.5)) and np.all(pixel[np.asarray(color) < 0.5] < 0.05)


def is_white(pixel):
    return np.allclose(pixel, 1)


def area(figure):
    """Of all that is not white [m²]; a pixel in part covered counts in part (bodies black, no light needed)."""
    pixels, at = picture(figure)
    return np.sum(1 - pixels[..., 0]) * at.area


def bodies_of_every_kind(sim):
    cube = corbel.box(1.0)
    sim.rigid(corbel.sphere((0, 0, 0), 0.5), STEEL, label="sphere")
    sim.rigid(corbel.ellipsoid((2, 0, 0), (0.5, 0.3, 0.4)), STEEL, label="ellipsoid")
    sim.rigid(cube.translate((4, 0, 0)), STEEL, label="convex")
    sim.rigid(corbel.hull([(6, 0, 0.6), (5.5, -0.4, -0.4), (6.5, -0.4, -0.4), (6, 0.5, -0.4)]), STEEL, label="hull")
    sim.rigid(corbel.hex_mesh([(7.5, -0.5, -0.5), (8.5, 0.5, 0.5)], (2, 2, 2)), STEEL, label="mesh")
    sim.finite_element(corbel.hex_mesh([(9.5, -0.5, -0.5), (10.5, 0.5, 0.5)], (2, 2, 2)), STEEL, form="TL", label="TL")
    sim.finite_element(corbel.hex_mesh([(11.5, -0.5, -0.5), (12.5, 0.5, 0.5)], (2, 2, 2)), STEEL, form="BC", label="BC")
    sim.finite_element(cube.translate((14, 0, 0)), STEEL, mesh=corbel.hex_mesh([(13, -1, -1), (15, 1, 1)], (2, 2, 2)), label="in a mesh")
    sim.pseudo_rigid(corbel.ellipsoid((16, 0, 0), (0.4, 0.3, 0.5)), STEEL, label="pseudo-rigid")
    sim.obstacle(cube.translate((18, 0, 0)), STEEL, label="obstacle")
    return [body.label for body in sim.bodies]


@pytest.mark.parametrize("stored", [False, True])
def test_every_kind_of_body_is_seen_where_it_is(tmp_path, stored):
    sim = corbel.Simulation(1e-3, str(tmp_path))
    labels = bodies_of_every_kind(sim)
    if stored:
        sim.run(1e-3, quiet=True)
    source = corbel.open(str(tmp_path)) if stored else sim
    colors = {label: (RED, GREEN, BLUE)[i % 3] for i, label in enumerate(labels)}
    figure = corbel.draw(source, camera=corbel.Camera(**FRONT), color=colors, size=(12, 2))
    _, at = picture(figure)
    for i, label in enumerate(labels):
        assert is_hue(at(2 * i, 0), colors[label]), label
        assert is_white(at(2 * i + 1, 0)), label
        assert is_white(at(2 * i, 0.7))


@pytest.mark.parametrize("shape, camera, exact", [
    (corbel.sphere((1, 2, 3), 0.5), {"azimuth": 33, "elevation": 21}, np.pi * 0.25),
    (corbel.ellipsoid((0, 0, 0), (1, 0.5, 0.3)).rotate((0, 0, 0), (0, 1, 0), 90), FRONT, np.pi * 1 * 0.3),
    (corbel.ellipsoid((0, 0, 0), (1, 0.5, 0.3)), {"azimuth": 45, "elevation": 0}, np.pi * 0.3 * np.sqrt((1 + 0.25) / 2)),
    # A unit cube: the sum of |n·d| over the axes.
    (corbel.box(1.0), {"azimuth": 30, "elevation": 40}, np.cos(np.radians(40)) * (np.cos(np.radians(30)) + 0.5) + np.sin(np.radians(40))),
    (corbel.hex_mesh([(0, 0, 0), (2, 1, 1)], (5, 3, 2)), {"azimuth": 90, "elevation": 0}, 2.0),
], ids=["sphere", "ellipsoid turned", "ellipsoid askew", "cube", "mesh"])
def test_a_silhouette_has_the_area_of_the_projection(shape, camera, exact):
    figure = corbel.draw(simulation(shape), camera=corbel.Camera(**camera), color="black")
    assert area(figure) == pytest.approx(exact, rel=4e-3)


def test_a_strained_pseudo_rigid_ball_is_an_ellipsoid():
    sim = corbel.Simulation(1e-3)
    ball = sim.pseudo_rigid(corbel.sphere((0, 0, 0), 1.0), STEEL)
    F, center = np.array([[2, 0.3, 0], [0, 1, 0], [0, 0, 0.5]]), (5, 6, 7)
    ball.q = np.append(F.T.ravel(), center)
    # The silhouette along y of F s, |s| = 1: its projection has the half-axes of the rows x and z of F.
    P = F[[0, 2]]
    figure = corbel.draw(sim, camera=corbel.Camera(**FRONT), color="black")
    assert area(figure) == pytest.approx(np.pi * np.sqrt(np.linalg.det(P @ P.T)), rel=4e-3)
    assert picture(figure)[1](5, 7)[0] < 0.05


def test_turned_rigid_body_is_drawn_turned():
    sim = simulation(corbel.box((2.0, 0.2, 0.2)))
    sim.bodies[0].q = np.append(np.array([[0, 0, -1], [0, 1, 0], [1, 0, 0.0]]).T.ravel(), (0, 0, 0))  # along z now
    _, at = picture(corbel.draw(sim, camera=corbel.Camera(**FRONT, target=(0, 0, 0), width=3), color=RED))
    assert is_hue(at(0, 0.9), RED) and is_white(at(0.9, 0))


@pytest.mark.parametrize("form", ["TL", "BC"])
def test_the_deformed_mesh_is_drawn(form):
    sim = corbel.Simulation(1e-3)
    bar = sim.finite_element(corbel.hex_mesh([(0, 0, 0), (4, 1, 1)], (4, 1, 1)), STEEL, form=form)
    nodes = bar.nodes.copy()
    nodes[:, 2] += 0.25 * nodes[:, 0]  # sheared
    bar.q = nodes.ravel()
    _, at = picture(corbel.draw(sim, camera=corbel.Camera(**FRONT, target=(2, 0, 1), width=6), color=BLUE))
    assert is_hue(at(3.9, 1.9), BLUE) and is_white(at(3.9, 0.9)) and is_hue(at(0.1, 0.1), BLUE)


def test_pieces_follow_the_mesh_around_them(tmp_path):
    """Their vertices are no nodes: x = X + shear of the mesh, exact for a linear field."""
    sim = corbel.Simulation(1e-3, str(tmp_path))
    piece = sim.finite_element(corbel.box(1.0, center=(0.1, 0, 0)), STEEL, mesh=corbel.hex_mesh([(-1, -1, -1), (1, 1, 1)], (2, 2, 2)), form="TL")
    nodes = piece.nodes.copy()
    nodes[:, 0] += 0.5 * nodes[:, 2]
    piece.q = nodes.ravel()
    camera = corbel.Camera(**FRONT, target=(0, 0, 0), width=3)
    _, at = picture(corbel.draw(sim, camera=camera, color=RED))
    assert is_hue(at(0.8, 0.48), RED) and is_white(at(-0.3, 0.48)) and is_hue(at(-0.6, -0.48), RED)
    sim.run(1e-3, corbel.GaussSeidel(1e-8), quiet=True)
    _, at = picture(corbel.draw(corbel.open(str(tmp_path)), 0, camera=camera, color=RED))
    assert is_hue(at(0.8, 0.48), RED) and is_white(at(-0.3, 0.48))


@pytest.mark.parametrize("azimuth, front", [(-90, RED), (90, BLUE)])
def test_the_nearer_body_hides_the_other(azimuth, front):
    sim = simulation(corbel.sphere((0, -1, 0), 0.5), corbel.box(2.0, center=(0, 1.5, 0)))
    _, at = picture(corbel.draw(sim, camera=corbel.Camera(azimuth, 0), color={"body 0": RED, "body 1": BLUE}))
    assert is_hue(at(0, 0), front)
    assert is_hue(at(0.8, 0.8), BLUE)


def test_bodies_that_intersect_hide_each_other_in_part():
    """A bar from the front left to the back right goes through a plate y = 0: seen up to there, hidden behind it."""
    bar = corbel.box((4.0, 0.4, 0.4)).rotate((0, 0, 0), (0, 0, 1), 45)
    sim = simulation(bar, corbel.box((4.0, 0.02, 4.0)))
    _, at = picture(corbel.draw(sim, camera=corbel.Camera(**FRONT), color={"body 0": RED, "body 1": GREEN}))
    assert is_hue(at(-0.8, 0), RED) and is_hue(at(0.8, 0), GREEN)


def test_a_ball_pokes_through_a_plate():
    """Its near side is seen where |x| < √(r² − d²), d the distance of its centre behind the plate."""
    sim = simulation(corbel.sphere((0, 0.3, 0), 0.5), corbel.box((4.0, 0.002, 4.0)))
    _, at = picture(corbel.draw(sim, camera=corbel.Camera(**FRONT), color={"body 0": RED, "body 1": GREEN}))
    rim = np.sqrt(0.5**2 - 0.3**2)
    assert is_hue(at(0, 0), RED) and is_hue(at(0, rim - 0.03), RED) and is_hue(at(0, rim + 0.03), GREEN)


def test_a_ball_is_light_towards_the_light():
    camera = corbel.Camera(**FRONT)
    _, at = picture(corbel.draw(simulation(corbel.sphere((0, 0, 0), 1.0)), camera=camera, color="white", edges=False))
    assert at(-0.4, 0.6)[0] > 1.2 * at(0.4, -0.6)[0]


def test_overlapping_triangles_and_balls_far_and_near_in_any_order():
    for order in (1, -1):
        sim = simulation(*[corbel.box(1.0, center=(0.1 * i, 2 * i, 0)) for i in range(5)][::order])
        colors = {f"body {i}": RED if (i == 0) == (order == 1) and i in (0, 4) else BLUE for i in range(5)}
        colors["body 0" if order == 1 else "body 4"] = RED
        _, at = picture(corbel.draw(sim, camera=corbel.Camera(**FRONT), color=colors))
        assert is_hue(at(-0.45, 0), RED) and is_hue(at(0.4, 0), RED) and is_hue(at(0.6, 0), BLUE)


def test_nothing_is_seen_out_of_view():
    sim = simulation(corbel.sphere((0, 0, 0), 0.5), corbel.box(1.0, center=(2, 0, 0)))
    pixels, _ = picture(corbel.draw(sim, camera=corbel.Camera(**FRONT, target=(50, 0, 0), width=4)))
    assert is_white(pixels)
    pixels, _ = picture(corbel.draw(sim, camera=corbel.Camera(**FRONT, target=(0, 0, 0.5), width=1.0), color=RED))
    assert is_hue(pixels[0, pixels.shape[1] // 2], RED) and is_white(pixels[-1, 0])  # cut by the border


def test_removed_and_unwanted_bodies_are_not_drawn():
    sim = simulation(*[corbel.sphere((2 * i, 0, 0), 0.5) for i in range(3)])
    sim.remove(sim.body("body 0"))
    camera = corbel.Camera(**FRONT, target=(2, 0, 0), width=8)
    _, at = picture(corbel.draw(sim, camera=camera))
    assert is_white(at(0, 0)) and not is_white(at(2, 0)) and not is_white(at(4, 0))
    for chosen in (["body 2"], [sim.body("body 2")], lambda body: body.id == 3):
        _, at = picture(corbel.draw(sim, camera=camera, bodies=chosen))
        assert is_white(at(2, 0)) and not is_white(at(4, 0))


def test_a_picture_for_each_time(tmp_path):
    sim = corbel.Simulation(0.01, str(tmp_path))
    sim.rigid(corbel.sphere((0, 0, 0), 0.2), STEEL, velocity=(1, 0, 0))
    sim.run(2.0, quiet=True)
    results = corbel.open(str(tmp_path))
    figure = corbel.draw(results, [0, 1, 2], camera=corbel.Camera(**FRONT), color=RED)
    assert len(figure.axes) == 3 and figure.axes[1].get_title() == "t = 1 s"
    for panel, x in enumerate((0, 1, 2)):
        _, at = picture(figure, panel)
        assert [is_hue(at(p, 0), RED) for p in (0, 1, 2)] == [p == x for p in (0, 1, 2)]  # all panels show the same window
    _, at = picture(corbel.draw(results, camera=corbel.Camera(**FRONT, target=(1, 0, 0), width=4), color=RED))
    assert is_hue(at(2, 0), RED)  # the last frame


def test_shadows_fall_away_from_the_light():
    """The light comes from 40 degrees to the left of the eye, 52 degrees high; a ball at height z throws its shadow z / tan 52° away."""
    sim = simulation(corbel.sphere((0, 0, 1.0), 0.2))
    reach = np.array([-np.cos(np.radians(-130)), -np.sin(np.radians(-130))]) / np.tan(np.radians(52))
    camera = corbel.Camera(-90, 60, target=(0, 0, 0.5), width=4)
    where = camera.project([*reach, 0])
    _, at = picture(corbel.draw(sim, camera=camera, floor=0))
    assert np.allclose(at(*where), 0.75) and is_white(at(*camera.project([*(0.6 * reach), 0])))
    assert is_white(at(*camera.project([*(1.4 * reach), 0])))
    _, at = picture(corbel.draw(sim, camera=camera, floor=0, shadows=False))
    assert is_white(at(*where))
    sim.obstacle(corbel.box(low=(-3, -3, -1), high=(3, 3, 0)), STEEL, label="ground")
    _, at = picture(corbel.draw(sim, camera=camera, color={"ground": "white"}))
    assert at(*where)[0] < 0.7 * at(*camera.project([*(1.4 * reach), 0]))[0]


def test_lit_faces_are_lighter_than_others():
    _, at = picture(corbel.draw(simulation(corbel.box(1.0)), camera=corbel.Camera(-60, 30), color="white", edges=False, shadows=False))
    camera = corbel.Camera(-60, 30)
    top, left, right = (at(*camera.project(p))[0] for p in ((0, 0, 0.5), (0, -0.5, 0), (0.5, 0, 0)))
    assert top > left > right > 0.3  # the light is above and to the left


def test_edges_part_faces_and_elements():
    mesh = corbel.hex_mesh([(0, 0, 0), (2, 1, 1)], (2, 1, 1))
    camera = corbel.Camera(-60, 30)
    crease, seam, inside = camera.project([(1.2, 0, 1), (1, 0, 0.3), (0.6, 0, 0.5)])

    def darkest(at, p):
        pixel = np.sqrt(at.area)
        return min(at(p[0] + dx * pixel, p[1] + dy * pixel)[0] for dx in (-1, 0, 1) for dy in (-1, 0, 1))

    shown = {kind: picture(corbel.draw(simulation(mesh), camera=camera, color="white", edges=kind))[1] for kind in (False, True, "mesh")}
    face = shown[False](*inside)[0]
    assert darkest(shown[False], crease) > 0.95 * face
    assert darkest(shown[True], crease) < 0.75 * face and darkest(shown[True], seam) == pytest.approx(face)
    assert darkest(shown["mesh"], seam) < 0.95 * face and darkest(shown["mesh"], crease) < 0.75 * face


def mapped(value):
    from matplotlib import colormaps

    return np.array(colormaps[COLOR_MAP](value)[:3])


def same_hue(pixel, color):
    return np.allclose(pixel / np.linalg.norm(pixel), color / np.linalg.norm(color), atol=0.02)


def test_speed_colours_a_spinning_rod(tmp_path):
    sim = corbel.Simulation(1e-4, str(tmp_path))
    sim.rigid(corbel.hex_mesh([(-1, -0.1, -0.1), (1, 0.1, 0.1)], (20, 1, 1)), STEEL, angular_velocity=(0, 3, 0))
    sim.obstacle(corbel.box(0.2, center=(0, 0, -1)), STEEL)
    sim.run(1e-4, quiet=True)
    for source in (sim, corbel.open(str(tmp_path))):
        figure = corbel.draw(source, camera=corbel.Camera(**FRONT), field="speed", limits=(0, 3), edges=False)
        _, at = picture(figure)
        for x in (-0.9, -0.5, 0.5, 0.9):  # speed 3 |x| on the axis
            assert same_hue(at(x, 0), mapped(abs(x)))
        assert same_hue(at(0, -1), np.array((0xd8, 0xd2, 0xc4)) / 255)  # an obstacle keeps its colour
        assert figure.axes[-1].get_ylabel() == "speed [m/s]"


def test_speed_of_what_flies_and_turns():
    """v + ω × r of a rigid box, |v| of a ball and of a body that deforms."""
    sim = corbel.Simulation(1e-3)
    sim.rigid(corbel.hex_mesh([(-1, -0.1, -0.1), (1, 0.1, 0.1)], (20, 1, 1)), STEEL, velocity=(0, 0, 2), angular_velocity=(0, 1, 0))
    sim.rigid(corbel.sphere((3, 0, 0), 0.4), STEEL, velocity=(1, 0, 0))
    sim.pseudo_rigid(corbel.box(0.8, center=(5, 0, 0)), STEEL, velocity=(0, 2, 0))
    sim.finite_element(corbel.hex_mesh([(6.6, -0.4, -0.4), (7.4, 0.4, 0.4)], (1, 1, 1)), STEEL, velocity=(0, 0, 1))
    _, at = picture(corbel.draw(sim, camera=corbel.Camera(**FRONT), field="speed", limits=(0, 4), edges=False, shadows=False, size=(12, 3)))
    for x in (-0.8, 0.0, 0.8):
        assert same_hue(at(x, 0), mapped((2 - x) / 4))  # ω = (0, 1, 0): v_z = 2 − x
    for x, speed in ((3, 1), (5, 2), (7, 1)):
        assert same_hue(at(x, 0), mapped(speed / 4))


def test_the_colour_bar_goes_where_it_is_wanted():
    from matplotlib.figure import Figure

    sim = simulation(corbel.box(1.0))
    assert len(corbel.draw(sim, field="speed").axes) == 2 and len(corbel.draw(sim, field="speed", color_bar=False).axes) == 1
    picture, bar = Figure().subplots(1, 2)
    corbel.draw(sim, field="speed", limits=(1, 3), axes=picture, color_bar=bar)
    assert bar.get_ylim() == (1, 3) and len(bar.figure.axes) == 2


def test_displacement_and_stress_colour_a_stretched_bar():
    sim = corbel.Simulation(1e-3)
    bar = sim.finite_element(corbel.hex_mesh([(0, 0, 0), (4, 1, 1)], (8, 1, 1)), STEEL, form="TL")
    nodes = bar.nodes.copy()
    nodes[:, 0] *= 1.1
    bar.q = nodes.ravel()
    camera = corbel.Camera(**FRONT)
    _, at = picture(corbel.draw(sim, camera=camera, field="displacement", limits=(0, 0.4), edges=False))
    assert same_hue(at(2.2, 0.5), mapped(0.5)) and same_hue(at(4.3, 0.5), mapped(0.977))
    # Uniaxial strain: of Saint Venant–Kirchhoff material S = λ tr E + 2 μ E, σ = F S Fᵀ / J.
    young, poisson, stretch = 2e9, 0.3, 1.1
    lam, mu = young * poisson / (1 + poisson) / (1 - 2 * poisson), young / 2 / (1 + poisson)
    E = (stretch**2 - 1) / 2
    mises = abs((lam + 2 * mu) * E * stretch - lam * E / stretch)
    figure = corbel.draw(sim, camera=camera, field="von_mises", limits=(0, 2 * mises), edges=False)
    assert same_hue(picture(figure)[1](2, 0.5), mapped(0.5))


def test_labels_stand_on_what_is_seen():
    sim = simulation(corbel.sphere((0, 0, 0), 0.5), corbel.sphere((3, 0, 0), 0.5), corbel.sphere((0, 2, 0), 0.2))
    camera = corbel.Camera(**FRONT)
    texts = {t.get_text(): t.get_position() for t in corbel.draw(sim, camera=camera, labels=True).axes[0].texts}
    assert set(texts) == {"body 0", "body 1"}  # body 2 is hidden
    assert texts["body 1"] == pytest.approx((3, 0), abs=0.02)
    texts = corbel.draw(sim, camera=camera, labels=["body 1"]).axes[0].texts
    assert [t.get_text() for t in texts] == ["body 1"]


def test_eye_and_angles_say_the_same():
    a, b = corbel.Camera(30, 20), corbel.Camera(eye=(1 + np.cos(np.radians(20)) * np.cos(np.radians(30)), 2 + np.cos(np.radians(20)) / 2, 3 + np.sin(np.radians(20))), target=(1, 2, 3))
    assert np.allclose(a.axes, b.axes)
    assert np.allclose(corbel.Camera(0, 90).axes[2], (0, 0, 1))  # from above
    assert np.allclose(a.axes @ a.axes.T, np.eye(3)) and np.linalg.det(a.axes) == pytest.approx(1)


def test_into_axes_and_files(tmp_path):
    from matplotlib.figure import Figure

    figure = Figure()
    axes = figure.subplots(1, 2)
    sim = simulation(corbel.sphere((0, 0, 0), 0.5))
    assert corbel.draw(sim, axes=axes[1]) is figure and len(axes[1].images) == 1 and not axes[0].images
    corbel.draw(sim, path=tmp_path / "picture.png", size=(2, 1))
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_no_display_and_no_global_figure_is_needed(tmp_path):
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    corbel.draw(simulation(corbel.box(1.0)))
    assert plt.get_fignums() == before


def test_many_spheres_cost_few_operations():
    """Spheres are intersected in closed form: no triangles, and a handful of calls each (they were drawn as 512 polygons each once)."""
    sim = simulation(*[corbel.sphere((i % 10, i // 10 % 10, i // 100), 0.4) for i in range(500)])
    profile = cProfile.Profile()
    profile.enable()
    corbel.draw(sim)
    profile.disable()
    assert pstats.Stats(profile).total_calls < 500 * 300  # NumPy's own and the reading of the model included
    from corbel.drawing.moments import moments_of

    surfaces = Surfaces(moments_of(sim, None, None)[1][0])
    assert len(surfaces.corners) == 0 and len(surfaces.centers) == 500


SIM = simulation(corbel.sphere((0, 0, 0), 0.5))


def obstacle_only():
    sim = corbel.Simulation(1e-3)
    sim.obstacle(corbel.box(1.0), STEEL)
    return sim


@pytest.mark.parametrize("call, message", [
    (lambda: corbel.draw(3), "draw: argument 'source': got 3, expected a Simulation or Results"),
    (lambda: corbel.draw(SIM, 1.0), "draw: argument 'time': a simulation is drawn in its current state; open its results"),
    (lambda: corbel.draw(corbel.Simulation(1)), "draw: there is no body to draw"),
    (lambda: corbel.draw(SIM, camera=30), "draw: argument 'camera': got 30, expected a corbel.Camera"),
    (lambda: corbel.draw(SIM, color="reddish"), "argument 'color': got 'reddish' for body 1, expected a Matplotlib colour"),
    (lambda: corbel.draw(SIM, field="sped"), "argument 'field': got 'sped', expected .* Did you mean 'speed'?"),
    (lambda: corbel.draw(SIM, field="speed", limits=(2, 1)), "argument 'limits': got .2, 1., expected .low, high. with low < high"),
    (lambda: corbel.draw(SIM, field="speed", color_bar=3), "argument 'color_bar': got 3, expected True, False or Matplotlib axes"),
    (lambda: corbel.draw(SIM, edges="mash"), "argument 'edges': got 'mash', expected True, False or 'mesh'"),
    (lambda: corbel.draw(SIM, bodies=["bdy 0"]), "there is no body 'bdy 0'. Did you mean 'body 0'?"),
    (lambda: corbel.draw(SIM, bodies=[]), "there is no body to draw"),
    (lambda: corbel.draw(SIM, labels=["x"]), "argument 'labels': there is no body with the label 'x'"),
    (lambda: corbel.draw(SIM, labels=["body O"]), "there is no body with the label 'body O'. Did you mean 'body 0'?"),
    (lambda: corbel.draw(SIM, color={"bdy 0": "red"}), "argument 'color': there is no body with the label 'bdy 0'. Did you mean 'body 0'?"),
    (lambda: corbel.draw(SIM, color={1: "red"}), "argument 'color': there is no body with the label 1"),
    (lambda: corbel.draw(SIM, field="von_mises"), "argument 'field': got 'von_mises', which only deformable bodies .* expected 'displacement' or 'speed'"),
    (lambda: corbel.draw(SIM, field="von_mises", limits=(0, 1)), "argument 'field': got 'von_mises'"),
    (lambda: corbel.draw(obstacle_only(), field="speed"), "only obstacles are drawn, which have no field"),
    (lambda: corbel.draw(SIM, path="picture.pgn"), r"draw: argument 'path': got 'picture.pgn', expected a path that ends with one of .*\.png"),
    (lambda: corbel.draw(SIM, path="picture"), "argument 'path': got 'picture', expected a path that ends with one of"),
    (lambda: corbel.draw(SIM, labels="body 0"), "argument 'labels': got 'body 0', expected True, False or a list"),
    (lambda: corbel.draw(SIM, axes=[1]), "argument 'axes': got 1 objects, expected Matplotlib axes, 1 of them"),
    (lambda: corbel.draw(SIM, size=(0, 1)), r"argument 'size': got \(0, 1\), expected \(width, height\) in inches"),
    (lambda: corbel.draw(SIM, floor="low"), "argument 'floor': got 'low', expected a number"),
    (lambda: corbel.draw(SIM, colour="red"), "draw: unknown argument 'colour'. Did you mean 'color'?"),
    (lambda: corbel.Camera(eye=(1, 0, 0)), "Camera: argument 'eye' requires 'target'"),
    (lambda: corbel.Camera(30, eye=(1, 0, 0), target=(0, 0, 0)), "give either 'eye' or 'azimuth' and 'elevation'"),
    (lambda: corbel.Camera(eye=(1, 0, 0), target=(1, 0, 0)), "argument 'eye': got .*, expected a point other than the target"),
    (lambda: corbel.Camera(width=0), "Camera: argument 'width': got 0, expected a number > 0"),
])
def test_bad_input(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()


def test_a_picture_in_a_folder_that_is_missing(tmp_path):
    with pytest.raises(corbel.FileError, match="draw: cannot write 'nodir/x.png': there is no folder 'nodir'"):
        corbel.draw(SIM, path="nodir/x.png")
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(corbel.FileError, match="draw: cannot write 'folder.png': Is a directory"):
        corbel.draw(SIM, path="folder.png")


def removed_body(tmp_path):
    """Frames at t = 0, 0.25 … 1; body 0 is removed at 0.5, before the frame after it."""
    sim = simulation(corbel.sphere((0, 0, 0), 0.5), corbel.sphere((2, 0, 0), 0.5), output=str(tmp_path))
    sim.step = sim.output_interval = 0.25
    sim.run(0.5, quiet=True)
    sim.remove(sim.body("body 0"))
    sim.run(0.5, quiet=True)
    return sim, corbel.open(str(tmp_path))


@pytest.mark.parametrize("time", [-0.2, 1.2, [0, 1.2]])
def test_times_that_were_not_computed_are_refused(time, tmp_path):
    """More than half an output interval, 0.125 s, before the first or after the last frame."""
    results = removed_body(tmp_path)[1]
    with pytest.raises(corbel.InputError, match=r"draw: argument 'time': got (-0.2|1.2), expected a time in the stored range, t = 0 … 1 s"):
        corbel.draw(results, time)
    corbel.draw(results, [-0.1, 1.1])


def test_a_body_that_was_removed_is_said_to_be(tmp_path):
    sim, results = removed_body(tmp_path)
    with pytest.raises(corbel.InputError, match="there is no body to draw at t = 1 s: body 1 'body 0' was removed at t = 0.5 s"):
        corbel.draw(results, 1.0, bodies=["body 0"])
    with pytest.raises(corbel.InputError, match="body 1 'body 0' was removed"):
        corbel.draw(sim, bodies=["body 0"])
    corbel.draw(results, [0.25, 1.0], bodies=["body 0"], labels=["body 0"], color={"body 0": "red"})  # there in the first panel
    corbel.draw(sim, color={"body 0": "red"})  # one dict of colours serves all pictures of a run


def stretched_bar(sim, kind):
    """Along x from 0 to 4, by a tenth; of two materials: soft up to x = 2."""
    if kind == "PSEUDO_RIGID":
        body = sim.pseudo_rigid(corbel.box(low=(0, 0, 0), high=(4, 1, 1)), STEEL)
        body.q = [1.1, 0, 0, 0, 1, 0, 0, 0, 1, 2.2, 0.5, 0.5]
        return
    nodes = [(2 * x, y, z) for x in range(3) for y, z in ((0, 0), (1, 0), (1, 1), (0, 1))]
    shape = corbel.mesh(nodes, [[*range(8)], [*range(4, 12)]], volume_id=[1, 2])
    body = sim.finite_element(shape, STEEL, form="BC" if kind == "two materials" else kind)
    if kind == "two materials":
        body.set_material(1, corbel.Material(7800, young=1e9, poisson=0.3))
    body.q = (np.array(nodes) * (1.1, 1, 1)).ravel()


@pytest.mark.parametrize("kind", ["TL", "BC", "PSEUDO_RIGID", "two materials"])
def test_stresses_of_results_are_those_of_the_simulation(kind, tmp_path):
    """Files store states and materials, from which stresses follow."""
    sim = corbel.Simulation(1e-6, str(tmp_path))
    stretched_bar(sim, kind)
    sim.run(1e-6, quiet=True)
    arguments = dict(camera=corbel.Camera(**FRONT), field="von_mises", edges=False, limits=(0, 4e8))
    now, stored = (picture(corbel.draw(source, **arguments))[1] for source in (sim, corbel.open(str(tmp_path))))
    colors = [stored(x, 0.5) for x in (0.4, 4.0)]
    assert same_hue(colors[0], now(0.4, 0.5)) and same_hue(colors[1], now(4.0, 0.5))
    assert same_hue(*colors) == (kind != "two materials")


def test_stresses_of_files_without_materials_are_refused():
    with pytest.raises(corbel.InputError, match=r"the file names no material of body \d+ \(format 4\)"):
        corbel.draw(corbel.open(str(DATA / "format4/model.h5")), field="von_mises")
