# SPDX-License-Identifier: MIT
"""A model and its run."""
import os

import numpy as np

from . import _engine, check
from .body import Body
from .command_line import command_line
from .contact_settings import ContactSettings
from .deformable_bodies import DeformableBodies
from .errors import InputError
from .joint import Joint
from .limits import Limits
from .lookup import find_body
from .materials import Material, SurfaceMaterial
from .members import Members
from .motions import Motions
from .open_files import open_files
from .paths import result_file
from .point_joints import PointJoints
from .routine import routine, user_function
from .run_thread import RunThread
from .running import release_output, run
from .series import amplitude
from .results import ENERGIES
from .shapes import Shape
from .statics import StaticAnalysis
from .surface_loads import SurfaceLoads

__all__ = ["Simulation"]

MOST_THREADS = 1024  # far more than a machine has cores: a larger number is a mistake, and could exhaust its memory


def _output_file(output: str) -> str:
    """The file itself, or the one in a folder, to which `corbel run -s` may append another."""
    return output if output.endswith(".h5") else result_file(command_line.folder(output))


class Simulation(ContactSettings, DeformableBodies, Limits, Motions, PointJoints, StaticAnalysis, SurfaceLoads, Members):
    """Bodies, materials, joints and loads, advanced in time steps of fixed length.

    step [s]; output: result file (….h5) or the folder for it, None writes nothing; gravity: three numbers or
    TimeSeries [m/s²]; threads: 0 takes all cores; output_interval: simulated time between frames [s], 0 writes
    every step; epsilon: geometric tolerance of contact [m], None derives it from the sizes of the bodies;
    contact_points: "PATCH", convex pieces touch at up to four corners of their contact area, or "CENTROID", at one
    point in the middle of their overlap, as in the Solfec manual;
    extents ((x, y, z), (x, y, z)): bodies that leave this box are removed; max_penetration: a deeper contact [m] ends
    the run with a RunError; strict: problems found by inspect() raise an error instead of warnings;
    analysis: "dynamic", or "quasi_static", where each step finds equilibrium, to static_tolerance relative to the forces,
    in at most static_passes passes.
    Nothing is written before the first run.
    """

    @routine("Simulation")
    def __init__(self, step, output=None, *, gravity=(0, 0, 0), threads=0, output_interval=0.0, compress=False,
                 epsilon=None, contact_points="PATCH", extents=None, max_penetration=None, strict=False,
                 analysis="dynamic", static_tolerance=1e-9, static_passes=200):
        self._thread = RunThread()
        self._made = _engine.Simulation(check.number("step", step, above=0))
        self._engine.output_file = "" if output is None else _output_file(check.path("output", output))
        self.threads = threads
        self._engine.deck = os.path.basename(command_line.deck)
        self._engine.compress = check.boolean("compress", compress)
        self.output_interval = output_interval
        self.gravity = gravity
        self.epsilon = epsilon
        self.contact_points = contact_points
        self.extents, self.max_penetration, self.strict = extents, max_penetration, strict
        self._set_analysis(analysis)
        self.static_tolerance, self.static_passes = static_tolerance, static_passes
        self._bodies: dict[int, Body] = {}
        self._seen = None  # moment, constraints of the last step, read once, and those of joints by number
        self._changes = 0
        self._resumed = False
        self._calls_functions = False  # of the user, for loads
        self._freeze(report=None)  # of the last run

    @property
    def _engine(self) -> _engine.Simulation:
        """For all that uses the model: raises in other threads while it runs."""
        self._thread.check()
        return self._made

    step = property(lambda self: self._made.step, doc="length of a time step [s]")
    time = property(lambda self: self._made.time, doc="[s]")
    steps = property(lambda self: self._made.steps, doc="done so far")
    output_file = property(lambda self: self._engine.output_file, doc="path of the result file, '' for none")
    output_interval = property(lambda self: self._engine.output_interval, doc="simulated time between frames [s]")
    threads = property(lambda self: self._engine.threads, doc="number of threads of future runs; 0 for all cores, or the value of `corbel run -t`")
    gravity = property(lambda self: self._gravity, doc="acceleration of all bodies, three numbers or TimeSeries [m/s²]")

    @step.setter
    @routine("Simulation.step")
    def step(self, value):
        self._engine.step = check.number("step", value, above=0)

    @output_interval.setter
    @routine("Simulation.output_interval")
    def output_interval(self, value):
        self._engine.output_interval = check.number("output_interval", value, at_least=0)

    @threads.setter
    @routine("Simulation.threads")
    def threads(self, value):
        self._engine.threads = check.integer("threads", value, at_least=0, at_most=MOST_THREADS) or command_line.threads

    @gravity.setter
    @routine("Simulation.gravity")
    def gravity(self, value):
        self._set_gravity("gravity", value)

    # ---- materials and bodies

    def material(self, density=1e3, *, young=1e9, poisson=0.25, label="") -> Material:
        """density [kg/m³], young [Pa]. The same as corbel.Material; rigid bodies use the density only."""
        return Material(density, young=young, poisson=poisson, label=label)

    @routine("Simulation.surface_material")
    def surface_material(self, friction=0.0, restitution=0.0, *, cohesion=0.0, spring=0.0, dashpot=0.0, hpow=1.0,
                         model="SIGNORINI_COULOMB", impact="NEWTON", surfaces=None, label="SURFACE_MATERIAL") -> SurfaceMaterial:
        """The law of contacts.

        friction: Coulomb's coefficient; restitution in [0, 1]; cohesion [Pa]: strength of contacts that are there at t = 0;
        model: "SIGNORINI_COULOMB", rigid contact, or "SPRING_DASHPOT", a force spring·depth^hpow − dashpot·rate in each
        contact point, with a critical dashpot when that is negative. The Penalty solver takes all contacts by their spring.
        impact: "NEWTON" or "POISSON", see SurfaceMaterial.impact.
        surfaces: None for all, one surface id for that surface with any other, or two ids. The same pair again
        overwrites it.
        """
        return SurfaceMaterial(self, check.text("label", label), _pair(surfaces), friction=friction, restitution=restitution,
                               cohesion=cohesion, spring=spring, dashpot=dashpot, hpow=hpow, model=model, impact=impact)

    @routine("Simulation.rigid")
    def rigid(self, shape, material, *, label="", velocity=(0, 0, 0), angular_velocity=(0, 0, 0)) -> Body:
        """A rigid body. velocity [m/s] of its mass centre, angular_velocity [rad/s]."""
        velocity = check.vector("velocity", velocity), check.vector("angular_velocity", angular_velocity)
        body = self._add("RIGID", shape, material, label)
        body.set_velocity(*velocity)
        return body

    @routine("Simulation.obstacle")
    def obstacle(self, shape, material, *, label="") -> Body:
        """A body that no load and no contact moves; only its own joints do (move, fix_…, set_…)."""
        return self._add("OBSTACLE", shape, material, label)

    def _add(self, kind, shape, material, label) -> Body:
        check.instance("shape", shape, Shape, "a shape")
        check.instance("material", material, Material, "a material")
        return self._keep(self._engine.add_body(kind, list(shape.parts), material._material, check.text("label", label)))

    def _keep(self, made) -> Body:
        self._changes += 1
        self._bodies[made.id] = Body(self, made)
        return self._bodies[made.id]

    @property
    def bodies(self) -> list[Body]:
        """In creation order."""
        return [self._bodies[body.id] for body in self._engine.bodies]

    @routine("Simulation.body")
    def body(self, which) -> Body:
        """The body with this label or id; an error if several have the label."""
        return find_body(self.bodies, which, removed=[body for body in self._bodies.values() if not body.alive])

    @routine("Simulation.remove")
    def remove(self, item):
        """Takes a body (with its joints and loads) or a joint out of the simulation."""
        if isinstance(item, Joint):
            self._remove_joint(item)
        else:
            self._engine.remove_body(self._own("item", item, "a body or a joint"))
        self._changes += 1

    def _remove_joint(self, joint):
        if joint.simulation is not self:
            raise InputError("argument 'item': got a joint of another simulation")
        numbers = joint.ids
        if not numbers:
            raise InputError(f"joint {joint.id} is no longer there: it was removed, its body was removed, or it broke; "
                             "`alive` of a joint tells whether it is there")
        for number in numbers:
            self._engine.remove_joint(number)

    def _own(self, name, body, expected="a body"):
        if isinstance(body, str):
            expected += f"; sim.body({check.shown(body)}) returns the one with this label"
        check.instance(name, body, Body, expected)
        if body.simulation is not self:
            raise InputError(f"argument '{name}': got a body of another simulation")
        return body._body

    # ---- loads

    def _set_gravity(self, name, gravity):
        check.instance(name, gravity, (list, tuple, np.ndarray), "three numbers or time series")
        if len(gravity) != 3:
            raise check.wrong_value(name, gravity, "three numbers or time series")
        self._engine.gravity = tuple(amplitude(name, g) for g in gravity)
        self._gravity = tuple(gravity)

    @routine("Simulation.force")
    def force(self, body, point, direction, value, *, convected=False):
        """A force at a referential point. value: number or TimeSeries [N]; convected: the direction turns with the body."""
        self._engine.force(self._own("body", body), _load_kind(convected), check.vector("point", point),
                           check.direction("direction", direction), amplitude("value", value))

    @routine("Simulation.torque")
    def torque(self, body, direction, value, *, convected=False):
        """value: number or TimeSeries [N m]; convected: the direction turns with the body."""
        self._engine.torque(self._own("body", body), _load_kind(convected), check.direction("direction", direction),
                            amplitude("value", value))

    @routine("Simulation.force_function")
    def force_function(self, body, function):
        """A load from a function (q, u, t, h) → nine numbers: spatial force, spatial torque, torque in body axes; of a body
        that deforms as many numbers as its u, the force conjugate to it."""
        call = user_function(check.function("function", function))
        count = self._own("body", body).callback_force_size()
        expected = f"{count} numbers from the force function" if body._body.deforms else "nine numbers from the force function"
        self._engine.callback_force(
            body._body, lambda *state: check.numbers("function", call(*state), count=count, expected=expected))
        self._calls_functions = True

    # ---- running and looking

    @routine("Simulation.resume")
    def resume(self, *, drop_damaged=False):
        """Takes over the last frame of the output file; runs then go on from there and append to it. Bodies and joints must
        have been made as for the run that wrote it, those too that were added between its runs; those it removed are removed.
        Another shape, mass or material under the same number is refused, other settings (friction, gravity) are warned of. After a
        refusal the simulation is unchanged, and run() does not overwrite the file.
        drop_damaged: where frames at the end of a file are damaged, delete them and go on after the others."""
        release_output(self)
        self._engine.resume(check.boolean("drop_damaged", drop_damaged))
        open_files.own(self)
        self._resumed = True
        self._changes += 1

    @routine("Simulation.close")
    def close(self):
        """Completes the result file and lets go of it. What is in memory can still be looked at; runs need resume() first.
        `with Simulation(…) as sim:` closes at the end of the block."""
        self._engine.close()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    @routine("Simulation.run")
    def run(self, duration, solver=None, *, callback=None, every=0.0, on_failure="continue", quiet=None):
        """Advances by duration [s]; see corbel.running.run for the other arguments."""
        return run(self, duration, solver, callback=callback, every=every, on_failure=on_failure, quiet=quiet)

    @routine("Simulation.dump_problem")
    def dump_problem(self, path, *, compact=False):
        """Writes the contact problem of the last step, with its solution, as an FCLIB file that load_problem reads; joints are
        eliminated. compact: in the global form with M = I where all bodies are rigid and there are no joints, a smaller file."""
        self._engine.dump_problem(check.path("path", path), check.boolean("compact", compact))

    @property
    def constraints(self) -> list:
        """Joints, then contacts, as they are in the last step."""
        return self._at_this_moment()[0]

    def _at_this_moment(self):
        """(all constraints, those of joints by the number of the joint)"""
        if self._seen is None or self._seen[0] != self._moment():
            every = self._engine.constraints()
            self._seen = self._moment(), every, {c.joint: c for c in every if c.joint}
        return self._seen[1:]

    def _moment(self):
        """Changes whenever constraints may have changed."""
        return self.steps, self.time, self._changes

    @property
    def contacts(self) -> list:
        return [c for c in self.constraints if c.kind == "CONTACT"]

    def _joint_record(self, number):
        return self._at_this_moment()[1].get(number)

    def energy(self) -> dict[str, float]:
        """Sums over all bodies, as Body.energy [J]. kinetic + internal changes by external + contact + friction + damping +
        numerical: the audit of the run."""
        every = [body.energy() for body in self._engine.bodies]
        return {name: sum(e[name] for e in every) for name in ENERGIES}

    def __repr__(self):
        return (f"Simulation(t = {self.time:g} s, step {self.step:g} s, {check.counted(len(self._engine.bodies), 'body', 'bodies')}, "
                f"{check.counted(len(self.contacts), 'contact', 'contacts')})")


def _load_kind(convected):
    return "CONVECTED" if check.boolean("convected", convected) else "SPATIAL"


def _pair(surfaces):
    if surfaces is None or check.is_number(surfaces):
        return (None if surfaces is None else check.integer("surfaces", surfaces)), None
    return tuple(check.integers("surfaces", surfaces, count=2, expected="None, one surface id or two"))
