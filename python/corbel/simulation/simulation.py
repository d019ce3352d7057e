# SPDX-License-Identifier: MIT
"""A model and its run. What can be done with it is in modules by topic: functions of a simulation, which are its methods here."""
from __future__ import annotations

import os
from typing import Any, Sequence

import numpy as np

from .. import check
from .._engine import Constraint, RunReport
from .._engine import Simulation as EngineSimulation
from ..annotations import Path, Rows
from ..body import Body
from ..command_line import command_line
from ..engine_members import EngineSetting, EngineValue
from ..materials import Material
from ..members import Members
from ..removed_energies import with_removed
from ..results import ENERGIES
from ..routine import routine
from ..series import Amplitude
from . import bodies as bodies_  # `bodies` is a member
from . import contact, joints, last_step, limits, loads, motions, running, settings
from .run_thread import RunThread

__all__ = ["Simulation"]

Gravity = Sequence[Amplitude] | np.ndarray  # three numbers or time series


class Simulation(Members):
    """Bodies, materials, joints and loads, advanced in time steps of fixed length.

    step [s]; output: result file (….h5) or the folder for it, None writes nothing; gravity: three numbers or
    TimeSeries [m/s²]; threads: 0 takes all cores; output_interval: simulated time between frames [s], 0 writes
    every step; epsilon: geometric tolerance of contact [m], None derives it from the sizes of the bodies;
    contact_points: "PATCH", convex pieces touch at up to four corners of their contact area, or "CENTROID", at one
    point in the middle of their overlap, as in the Solfec manual;
    extents ((x, y, z), (x, y, z)): bodies that leave this box are removed; max_penetration: a deeper contact [m] ends
    the run with a RunError; strict: problems found by inspect() raise an error instead of warnings;
    analysis: "dynamic", or "quasi_static", where each step finds equilibrium, to static_tolerance relative to the forces,
    in at most static_passes passes; rule: of the steps of dynamic analysis, see `rule`.
    Nothing is written before the first run.
    """

    report: RunReport | None  # of the last run
    _bodies: dict[int, Body]
    _seen: tuple[Any, list[Constraint], dict[int, Constraint]] | None  # constraints of the last step, see last_step
    _changes: int  # of the model: how many
    _resumed: bool
    _calls_functions: bool  # of the user, for loads
    _gravity: Gravity

    @routine("Simulation")
    def __init__(self, step: float, output: Path | None = None, *, gravity: Gravity = (0, 0, 0),
                 threads: int = 0, output_interval: float = 0.0, compress: bool = False, epsilon: float | None = None,
                 contact_points: str = "PATCH", extents: Rows | None = None, max_penetration: float | None = None,
                 strict: bool = False, analysis: str = "dynamic", static_tolerance: float = 1e-9, static_passes: int = 200,
                 rule: str = "MIDPOINT") -> None:
        self._thread = RunThread()
        self._made = EngineSimulation(check.number("step", step, above=0))
        self._engine.output_file = settings.output_file(output)
        self.threads = threads
        self._engine.deck = os.path.basename(command_line.deck)
        self._engine.compress = check.boolean("compress", compress)
        self.output_interval = output_interval
        self.gravity = gravity
        self.epsilon = epsilon
        self.contact_points = contact_points
        self.extents, self.max_penetration, self.strict = extents, max_penetration, strict
        self._engine.quasi_static = settings.quasi_static(analysis)
        self.static_tolerance, self.static_passes = static_tolerance, static_passes
        self.rule = rule
        self._bodies, self._seen, self._changes = {}, None, 0
        self._resumed = self._calls_functions = False
        self._freeze(report=None)

    @property
    def _engine(self) -> EngineSimulation:
        """For all that uses the model: raises in other threads while it runs."""
        self._thread.check()
        return self._made

    # ---- time, threads and output

    time = EngineValue[float]("_made", "[s]")
    steps = EngineValue[int]("_made", "done so far")
    output_file = EngineValue[str]("_engine", "path of the result file, '' for none")
    output_interval = EngineSetting[float, float]("_engine", check.not_negative, "simulated time between frames [s]")
    threads = EngineSetting[int, int]("_engine", settings.threads, "number of threads of future runs; 0 for all cores, or the value of `corbel run -t`")

    @property
    def step(self) -> float:
        """length of a time step [s]"""
        return self._made.step

    @step.setter
    @routine("Simulation.step")
    def step(self, value: float) -> None:
        self._engine.step = check.positive("step", value)

    # ---- bodies

    rigid = bodies_.rigid
    obstacle = bodies_.obstacle
    finite_element = bodies_.finite_element
    pseudo_rigid = bodies_.pseudo_rigid
    body = bodies_.body
    remove = bodies_.remove
    templates = bodies_.templates
    compliance_memory = EngineSetting[int, float](
        "_engine", settings.compliance_memory, "bytes that the columns of one template may take; columns beyond are solved for anew in each step")

    def material(self, density: float = 1e3, *, young: float = 1e9, poisson: float = 0.25, label: str = "") -> Material:
        """density [kg/m³], young [Pa]. The same as corbel.Material; rigid bodies use the density only."""
        return Material(density, young=young, poisson=poisson, label=label)

    @property
    def bodies(self) -> list[Body]:
        """In creation order."""
        return [self._bodies[body.id] for body in self._engine.bodies]

    # ---- joints and motion

    fix_point = joints.fix_point
    fix_direction = joints.fix_direction
    fix_surface = joints.fix_surface
    set_displacement = joints.set_displacement
    set_velocity = joints.set_velocity
    set_acceleration = joints.set_acceleration
    rigid_link = joints.rigid_link
    spring = joints.spring
    move = motions.move

    # ---- loads

    force = loads.force
    torque = loads.torque
    force_function = loads.force_function
    surface_load = loads.surface_load
    pressure = loads.pressure

    @property
    def gravity(self) -> Gravity:
        """acceleration of all bodies, three numbers or TimeSeries [m/s²]"""
        return self._gravity

    @gravity.setter
    @routine("Simulation.gravity")
    def gravity(self, value: Gravity) -> None:
        loads.set_gravity(self, "gravity", value)

    # ---- contact

    surface_material = contact.surface_material
    exclude_contact = contact.exclude_contact
    exclude_objects = contact.exclude_objects
    exclude_surfaces = contact.exclude_surfaces
    epsilon = EngineSetting[float, float | None](
        "_engine", settings.epsilon, "geometric tolerance of contact [m]; None derives it from the sizes of the bodies")
    contact_points = EngineSetting[str, str](
        "_engine", settings.contact_points, 'where convex pieces touch: "PATCH" (corners of the common area) or "CENTROID"')
    sparsify_threshold = EngineSetting[float, float](
        "_engine", check.fraction, "ratio of areas below which a new contact next to another is dropped, in [0, 1]; "
                                   "0: none is dropped, min_area and min_distance have no effect either")
    min_area = EngineSetting[float, float]("_engine", check.not_negative, "new contacts of less area are dropped [m²]")
    min_distance = EngineSetting[float | None, float | None](
        "_engine", settings.min_distance, "of contacts closer than twice this one is kept [m]; None: the tolerance epsilon of each pair of objects")

    # ---- limits and checks

    certificate = limits.certificate
    inspect = limits.inspect
    extents = EngineSetting[tuple[np.ndarray, np.ndarray] | None, Rows | None](
        "_engine", settings.extents, "lowest and highest corner; bodies whose box lies entirely outside are removed. None: no limit")
    max_penetration = EngineSetting[float, float | None](
        "_engine", limits.bound, "a larger penetration ends the run with a RunError [m]; inf or None: no limit")
    strict = EngineSetting[bool, bool]("_engine", check.boolean, "True: problems found by inspect() raise an error instead of a warning")

    # ---- runs and what they give

    run = running.run
    resume = running.resume
    close = running.close
    dump_problem = running.dump_problem
    static_tolerance = EngineSetting[float, float](
        "_engine", check.positive, "imbalance of forces at the end of a quasi-static step, relative to the forces")
    static_passes = EngineSetting[int, int]("_engine", check.count, "most passes of Newton's method in a quasi-static step")

    @property
    def analysis(self) -> str:
        """"dynamic", or "quasi_static": each step ends in equilibrium under the loads of its end"""
        return "quasi_static" if self._engine.quasi_static else "dynamic"

    @property
    def rule(self) -> str:
        """of the steps of dynamic analysis: "MIDPOINT", of second order, keeps the energy of motion; "BACKWARD_EULER", of first order,
        damps what a step does not resolve. Can be set between runs"""
        return self._engine.rule

    @rule.setter
    @routine("Simulation.rule")
    def rule(self, value: str) -> None:
        self._engine.rule = settings.rule(value, self.analysis)

    _joint_record = last_step.joint_record

    @property
    def constraints(self) -> list[Constraint]:
        """Joints, then contacts, as they are in the last step."""
        return last_step.constraints(self)

    @property
    def contacts(self) -> list[Constraint]:
        """The contacts of the last step."""
        return [c for c in self.constraints if c.kind == "CONTACT"]

    def energy(self) -> dict[str, float]:
        """Sums over all bodies, as Body.energy [J], with the work done on bodies that were removed since. kinetic + internal +
        removed changes by external + contact + friction + damping + numerical: the audit of the run. removed: kinetic and
        internal energy of bodies as they were removed."""
        every = [body.energy() for body in self._engine.bodies]
        return with_removed({name: sum(e[name] for e in every) for name in ENERGIES}, self._engine.removed_energies().values())

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return (f"Simulation(t = {self.time:g} s, step {self.step:g} s, {check.counted(len(self._engine.bodies), 'body', 'bodies')}, "
                f"{check.counted(len(self.contacts), 'contact', 'contacts')})")
