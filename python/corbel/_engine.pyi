# SPDX-License-Identifier: MIT
# The compiled module behind the package: names only, no defaults (those live in the Python layer).
from typing import Any, Callable, Optional, Sequence, Union
import numpy as np

__version__: str
_Vector = Sequence[float] | np.ndarray

class _Pybind(type): ...                 # the metaclass of all classes here
class _Made(metaclass=_Pybind):          # made by the engine alone: the constructor raises TypeError
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...

class InputError(ValueError): ...        # bad input; says argument, given, expected
class FileError(OSError): ...            # missing, truncated or foreign file
class RunError(RuntimeError): ...        # a run came to a limit it was given
class InternalError(RuntimeError): ...   # a broken promise of the engine

# ---- geometry, mesh, bodies/shape ---------------------------------------------------------------------------------
class Sphere(_Made):                            # a shape part
    @property
    def center(self) -> np.ndarray: ...  # (3,) referential [m], read-only
    @property
    def radius(self) -> float: ...
    @property
    def volume_id(self) -> int: ...
    @property
    def surface_id(self) -> int: ...
class Ellipsoid(_Made):
    @property
    def center(self) -> np.ndarray: ...  # (3,) referential [m], read-only
    @property
    def radii(self) -> np.ndarray: ...  # (3,)
    @property
    def rotation(self) -> np.ndarray: ...  # (3, 3), columns: axes of the ellipsoid
    @property
    def volume_id(self) -> int: ...
    @property
    def surface_id(self) -> int: ...
class Convex(_Made):
    @property
    def vertices(self) -> np.ndarray: ...  # (n, 3) read-only copy
    @property
    def faces(self) -> list[list[int]]: ...  # vertex indices per face
    @property
    def face_surfaces(self) -> list[int]: ...
    @property
    def volume_id(self) -> int: ...
class Mesh(_Made):
    @property
    def nodes(self) -> np.ndarray: ...  # (n, 3) read-only copy
    @property
    def elements(self) -> list[list[int]]: ...  # node indices per element
    @property
    def volume_ids(self) -> list[int]: ...  # per element
    @property
    def boundary(self) -> list[tuple[list[int], int]]: ...  # (nodes, surface id) per boundary face
def make_sphere(center: Sequence[float], radius: float, volume_id: int, surface_id: int) -> Sphere: ...
def make_ellipsoid(center: Sequence[float], radii: Sequence[float], volume_id: int, surface_id: int) -> Ellipsoid: ...
def make_convex(vertices: Sequence[float], faces: Sequence[int], volume_id: int) -> Convex: ...   # flat lists
def convex_hull(points: Sequence[float], volume_id: int, surface_id: int) -> Convex: ...          # flat list
def make_mesh(nodes: Sequence[float], elements: Sequence[int], surfaces: Sequence[int], coincident: str,
              tolerance: float) -> Mesh: ...                          # coincident: 'refuse', 'keep', 'merge'; tolerance 0: derived
def coincident_nodes(mesh: Mesh) -> list[tuple[int, int]]: ...        # of different elements
def overlapping_elements(mesh: Mesh) -> Optional[tuple[int, int]]: ...  # the first two
def make_hex_mesh(corners: Sequence[float], i: int, j: int, k: int, volume_id: int, surfaces: Sequence[int],
                  dx: Sequence[float], dy: Sequence[float], dz: Sequence[float]) -> Mesh: ...     # dx empty: uniform
def make_pipe_mesh(point: Sequence[float], direction: Sequence[float], inner_radius: float, thickness: float, ndir: int, nrad: int,
                   nthi: int, volume_id: int, surfaces: Sequence[int]) -> Mesh: ...               # bottom, top, inner, outer
def make_rough_hex_mesh(convexes: list[Convex], i: int, j: int, k: int, dx: Sequence[float], dy: Sequence[float],
                        dz: Sequence[float]) -> Mesh: ...
def make_ellipsoid_mesh(center: Sequence[float], radii: Sequence[float], error: float, volume_id: int, surface_id: int) -> Mesh: ...
def element_convexes(mesh: Mesh) -> list[Convex]: ...
def bend_mesh(mesh: Mesh, point: Sequence[float], direction: Sequence[float], degrees: float) -> Mesh: ...
_Part = Sphere | Ellipsoid | Convex | Mesh
def split_parts(parts: list[_Part], point: Sequence[float], normal: Sequence[float], surfaces: tuple[int, int],
                remesh: bool) -> list[tuple[Optional[_Part], Optional[_Part]]]: ...  # (below, above) of each part
def copy_part(part: _Part) -> _Part: ...
def translate(part: _Part, v: Sequence[float]) -> None: ...                     # in place
def rotate(part: _Part, point: Sequence[float], axis: Sequence[float], degrees: float) -> None: ...
def scale(part: _Part, coefficients: Sequence[float]) -> None: ...
def shape_moments(parts: list[_Part]) -> tuple[float, np.ndarray, np.ndarray]: ...  # volume, centre (3,), Euler tensor about it (3, 3)

def overlapping_shapes(obstacles: list[_Part], shapes: list[list[_Part]], gap: float, epsilon: float) -> list[bool]: ...  # epsilon 0: derived from sizes

# ---- model --------------------------------------------------------------------------------------------------------
class TimeSeries(metaclass=_Pybind):
    def __init__(self, times: Sequence[float], values: Sequence[float]) -> None: ...
    @staticmethod
    def from_file(path: str) -> "TimeSeries": ...
    @property
    def times(self) -> np.ndarray: ...
    @property
    def values(self) -> np.ndarray: ...
    def value(self, t: float) -> float: ...
    def integral(self, t: float) -> float: ...
    def derivative_series(self) -> "TimeSeries": ...
    def integral_series(self) -> "TimeSeries": ...
class Amplitude(metaclass=_Pybind):        # numbers and time series are converted to it
    def __init__(self, value: float | TimeSeries) -> None: ...
_Amplitude = float | TimeSeries | Amplitude
_Motion = Sequence[_Amplitude] | Callable[[float], np.ndarray]  # three, or a function of time

class BulkMaterial(metaclass=_Pybind):
    def __init__(self, label: str, young: float, poisson: float, density: float) -> None: ...   # checked
    @property
    def label(self) -> str: ...  # read-only
    young: float                         # read/write, checked
    poisson: float
    density: float

class Body(_Made):                              # kept alive by its Simulation; after removal any use raises InputError
    @property
    def id(self) -> int: ...
    @property
    def kind(self) -> str: ...  # 'RIGID', 'OBSTACLE', 'PSEUDO_RIGID', 'FINITE_ELEMENT'
    @property
    def form(self) -> str: ...  # one of finite_element_forms(); '' of other kinds
    @property
    def deforms(self) -> bool: ...
    @property
    def label(self) -> str: ...
    @property
    def material(self) -> str: ...
    @property
    def alive(self) -> bool: ...
    @property
    def mass(self) -> float: ...
    @property
    def volume(self) -> float: ...
    @property
    def center(self) -> np.ndarray: ...  # (3,) referential
    @property
    def tensor(self) -> np.ndarray: ...  # (3, 3) about the centre: inertia, of bodies that deform the Euler tensor
    scheme: str                          # read/write 'RIG_POS' | 'RIG_NEG' | 'RIG_IMP', 'DEF_EXP' | 'DEF_LIM' | 'DEF_IMP' (also 'DEFAULT')
    rotation_enabled: bool               # read/write; rigid only
    q: np.ndarray                        # read/write (assignment checks): (12,), of finite elements (3n,)
    u: np.ndarray                        # read/write: (6,), pseudo-rigid (12,), finite elements (3n,)
    def restore(self, q: np.ndarray, u: np.ndarray) -> None: ...  # a state it was in: elements may be inverted
    @property
    def mass_center(self) -> np.ndarray: ...  # (3,) current
    @property
    def center_velocity(self) -> np.ndarray: ...  # (3,)
    @property
    def rotation(self) -> np.ndarray: ...  # (3, 3); rigid bodies, obstacles, form 'BC'
    @property
    def critical_step(self) -> float: ...  # inf for implicit schemes
    damping: tuple[float, float]         # read/write: of stiffness [s], of mass [1/s]; writing: bodies that deform
    self_contact: bool                   # read/write; writing: finite elements
    start_energy: float                  # read/write: energy it began with, for what looks at other states and goes back
    @property
    def reference_mesh(self) -> Mesh: ...  # finite elements: a copy
    @property
    def bytes(self) -> int: ...  # finite elements: of this body alone
    def stress(self, X: _Vector) -> np.ndarray: ...        # (3, 3) Cauchy; bodies that deform
    def nodal_stress(self) -> np.ndarray: ...                      # (n, 3, 3); finite elements
    def set_material(self, volume: int, material: BulkMaterial) -> None: ...  # finite elements
    def callback_force_size(self) -> int: ...                      # numbers that a force function returns
    def position(self, X: _Vector) -> np.ndarray: ...      # current position of a referential point
    def velocity(self, X: _Vector) -> np.ndarray: ...
    def set_characteristics(self, mass: float, volume: float, center: Sequence[float], inertia: Sequence[Sequence[float]]) -> None: ...
    def set_initial_velocity(self, linear: Sequence[float], angular: Sequence[float]) -> None: ...
    def energy(self) -> dict[str, float]: ...                      # kinetic, internal, external, contact, friction
    def linear_momentum(self) -> np.ndarray: ...
    def angular_momentum(self) -> np.ndarray: ...                  # about the origin of space

def finite_element_forms() -> list[str]: ...  # the first is the default of Simulation.finite_element

class Constraint(_Made):                        # a value: joint or contact as it is in the last step or the frame shown
    @property
    def kind(self) -> str: ...  # 'CONTACT', 'FIXPNT', 'FIXDIR', 'VELODIR', 'RIGLNK', 'SPRING', 'VELODIR3', 'JOINT'
    @property
    def joint(self) -> int: ...  # id, 0 for contacts
    @property
    def master(self) -> int: ...  # body ids, 0: none
    @property
    def slave(self) -> int: ...
    @property
    def impulse(self) -> np.ndarray: ...  # (3,) (T1, T2, N) [N s]
    @property
    def reaction(self) -> np.ndarray: ...  # impulse / h [N]
    @property
    def U(self) -> np.ndarray: ...
    @property
    def V(self) -> np.ndarray: ...
    @property
    def point(self) -> np.ndarray: ...  # on the master, current
    @property
    def point2(self) -> np.ndarray: ...  # on the slave, current
    @property
    def frame(self) -> np.ndarray: ...  # (3, 3), columns t1, t2, n
    @property
    def gap(self) -> float: ...
    @property
    def area(self) -> float: ...
    @property
    def material(self) -> str: ...  # surface material label, '' for joints
    @property
    def cohesive(self) -> bool: ...  # a contact that holds
    @property
    def master_surface(self) -> int: ...
    @property
    def slave_surface(self) -> int: ...
    @property
    def identity(self) -> tuple[int, int, int]: ...  # (master_object, slave_object, feature), so that CONSTRAINT follows a contact from step to step; of a joint feature is its row

class Solver(_Made):                            # of the last solve:
    @property
    def status(self) -> str: ...  # 'OK', 'DIVERGED', 'DIAGONAL_DIVERGED', 'DIAGONAL_FAILED'
    @property
    def iterations(self) -> int: ...
    @property
    def relative_change(self) -> float: ...
    @property
    def residual(self) -> tuple[float, float]: ...  # absolute, scaled
    @property
    def required(self) -> float: ...  # of both; 0: another criterion
    @property
    def change_history(self) -> list[float]: ...
    @property
    def residual_history(self) -> list[tuple[float, float]]: ...  # of iterations in which it was evaluated
    @property
    def stages(self) -> list[dict[str, Any]]: ...  # method, iterations, seconds, residual (absolute, scaled) of its best point
    record_iterations: bool              # read/write; setting it empties iteration_history
    @property
    def iteration_history(self) -> list[int]: ...  # of every solve since

class GaussSeidel(Solver):
    def __init__(self, epsilon: float, max_iterations: int, residual_tolerance: float, block_epsilon: float,
                 block_max_iterations: int, reverse: bool) -> None: ...    # checked
    epsilon: float                       # all read/write
    max_iterations: int
    residual_tolerance: float
    block_epsilon: float
    block_max_iterations: int
    reverse: bool
    block_method: str                    # 'exact', 'semismooth_newton', 'projected_gradient', 'de_saxce_feng', 'projected_newton'
    block_fallback: bool                 # the other methods after one that does not converge
    record_residuals: bool

class Auto(Solver):
    def __init__(self, tolerance: float, impact_tolerance: float, most_sweeps: int, last_resort: int, effort: int) -> None: ...
    tolerance: float                     # all read/write, checked, as of the next three; assigned: in all steps
    impact_tolerance: float              # 0: no other
    locdyn: str
    most_sweeps: int
    last_resort: int
    effort: int
class Newton(Solver):
    def __init__(self, tolerance: float, max_iterations: int, epsilon: float, delta: float, fall_back: bool) -> None: ...
    tolerance: float
    max_iterations: int
    epsilon: float
    delta: float
    fall_back: bool
    inner: str                           # 'automatic', 'direct', 'krylov'
    locdyn: str                          # 'automatic', 'assembled', 'implicit'; 'implicit' with inner 'direct' is refused
class Admm(Solver):
    def __init__(self, tolerance: float, max_iterations: int, rho: float, relaxation: float, memory: int) -> None: ...
    tolerance: float
    max_iterations: int
    rho: float
    relaxation: float
    memory: int
class InteriorPoint(Solver):
    def __init__(self, tolerance: float, max_iterations: int, theta: float, polish_iterations: int, polish_epsilon: float) -> None: ...
    tolerance: float
    max_iterations: int
    theta: float
    polish_iterations: int
    polish_epsilon: float

class Penalty(Solver):
    def __init__(self, variant: str) -> None: ...
    variant: str                         # read/write 'IMPLICIT', 'EXPLICIT', 'MANUAL'

def solver_names() -> list[str]: ...
def read_fclib(path: str) -> "ContactProblem": ...
def make_problem(rows: np.ndarray, columns: np.ndarray, values: np.ndarray, q: np.ndarray, mu: np.ndarray) -> "ContactProblem": ...
class ContactProblem(_Made):                    # rows ordered (T1, T2, N)
    @property
    def size(self) -> int: ...  # all read-only
    @property
    def q(self) -> np.ndarray: ...  # (n, 3)
    @property
    def mu(self) -> np.ndarray: ...  # (n,)
    @property
    def entries(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]: ...  # rows, columns, values of W
    @property
    def title(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def math_info(self) -> str: ...
    @property
    def is_global(self) -> bool: ...
    @property
    def spacedim(self) -> int: ...
    @property
    def equalities(self) -> int: ...
    @property
    def immovable(self) -> list[int]: ...
    @property
    def singular_blocks(self) -> list[int]: ...
    @property
    def asymmetry(self) -> float: ...
    @property
    def notes(self) -> list[str]: ...
    @property
    def solution(self) -> Optional[np.ndarray]: ...  # (n, 3)
    @property
    def guesses(self) -> list[np.ndarray]: ...
    def velocities(self, reactions: np.ndarray) -> np.ndarray: ...
    def residual(self, reactions: np.ndarray) -> tuple[float, float]: ...           # absolute, scaled
    def solve(self, solver: str, tolerance: float, max_iterations: int, start: np.ndarray, threads: int) -> tuple[np.ndarray, dict[str, Any]]: ...
    # the dict: status, iterations, seconds, residual, change_history, residual_history, stages [(method, iterations, seconds, absolute, scaled)]
    def write(self, path: str, title: str, description: str, math_info: str, reactions: Optional[np.ndarray]) -> None: ...

class StrainRecord(_Made):
    @property
    def body(self) -> int: ...  # id
    @property
    def label(self) -> str: ...
    @property
    def time(self) -> float: ...
    @property
    def element(self) -> int: ...  # -1: the body as a whole (pseudo-rigid)
    @property
    def inverted(self) -> bool: ...  # else strained beyond what its form holds for
    @property
    def value(self) -> float: ...  # det F; else the stretch (TL, pseudo-rigid) or the displacement gradient in body axes (BC, LINEAR)
    @property
    def text(self) -> str: ...

class RunReport(_Made):
    @property
    def outcome(self) -> str: ...  # 'finished', 'stopped', 'interrupted'
    @property
    def time(self) -> float: ...
    @property
    def steps(self) -> int: ...
    @property
    def wall_seconds(self) -> float: ...
    @property
    def seconds(self) -> dict[str, float]: ...  # stage -> seconds
    @property
    def iterations(self) -> int: ...
    @property
    def max_iterations(self) -> int: ...
    @property
    def passes(self) -> int: ...  # of quasi-static analysis
    @property
    def unconverged_steps(self) -> int: ...
    @property
    def inverted_steps(self) -> int: ...  # of unconverged_steps: quasi-static, ended with inverted elements
    @property
    def uncertified_steps(self) -> int: ...  # of the others: converged by the solver's own criterion, but with a residual above 1e-2
    @property
    def worst_imbalance(self) -> float: ...  # of quasi-static analysis: forces, less the round-off of internal forces
    @property
    def worst_misfit(self) -> float: ...  # of quasi-static analysis: constraints
    @property
    def method_costs(self) -> dict[str, dict[str, float]]: ...  # steps, iterations and seconds of each method that was tried
    @property
    def tolerances(self) -> dict[float, int]: ...  # steps, by the tolerance they were solved with
    @property
    def static_failure(self) -> str: ...  # of the first quasi-static step without equilibrium: when and why; empty: there was none
    @property
    def unheld(self) -> str: ...  # of the first quasi-static step with motions that nothing holds; empty: there was none
    @property
    def methods(self) -> dict[str, int]: ...  # steps that converged, by the method that ended them, of solvers that try several
    @property
    def worst_residual(self) -> float: ...  # scaled
    @property
    def worst_residual_absolute(self) -> float: ...
    @property
    def max_penetration(self) -> float: ...
    @property
    def strains(self) -> list[StrainRecord]: ...  # one for each body and state, the first of it
    def outline(self) -> str: ...        # the text printed at the end of a run

class ModelInspection(_Made):
    @property
    def overlaps(self) -> list[tuple[int, int, float]]: ...  # body ids and depth, deepest first
    @property
    def outside(self) -> list[int]: ...  # body ids
    @property
    def inverted(self) -> list[int]: ...  # body ids
    @property
    def scale(self) -> list[str]: ...
    @property
    def surfaces(self) -> list[str]: ...  # identifiers that no body has
    def lines(self) -> list[str]: ...        # all findings in words, at most ten lines

class Simulation(metaclass=_Pybind):
    def __init__(self, step: float) -> None: ...
    step: float                          # read/write, checked
    @property
    def time(self) -> float: ...
    @property
    def steps(self) -> int: ...
    threads: int                         # read/write, 0: all cores
    epsilon: float                       # geometric tolerance in use; write > 0 to fix it, 0 for the default derived from sizes
    sparsify_threshold: float            # read/write, in [0, 1]
    contact_points: str                  # read/write 'PATCH' (default) or 'CENTROID'
    min_area: float                      # read/write, >= 0
    min_distance: Optional[float]        # read/write >= 0; None: the tolerance of each pair of objects
    extents: Optional[tuple[np.ndarray, np.ndarray]]  # read/write, lowest and highest corner, checked
    max_penetration: float               # read/write, > 0, inf: no limit; a run that exceeds it raises RunError
    max_residual: float                  # read/write, > 0, inf: no limit; as max_penetration, of both residuals of a step
    max_energy_balance: float            # read/write, > 0, inf: no limit; of |energy balance|
    strict: bool                         # read/write
    rule: str                            # read/write 'MIDPOINT' (default) or 'BACKWARD_EULER', the step rule of dynamics
    quasi_static: bool                   # read/write
    static_tolerance: float              # read/write, > 0
    static_passes: int                   # read/write, >= 1
    output_file: str                     # read/write path of the HDF5 file, '' for none
    output_interval: float
    compress: bool
    deck: str                            # stored in the file
    solver_text: str                     # stored in the file
    @property
    def bodies(self) -> list[Body]: ...  # in creation order
    gravity: Sequence[_Amplitude]        # write-only: three amplitudes

    def add_body(self, kind: str, parts: list[_Part], material: BulkMaterial, label: str) -> Body: ...
    def add_finite_element(self, mesh: Mesh, material: BulkMaterial, form: str, label: str) -> Body: ...  # form: one of finite_element_forms()
    def add_finite_element_around(self, convexes: list[_Part], mesh: Mesh, material: BulkMaterial, form: str, label: str) -> Body: ...
    def add_pseudo_rigid(self, parts: list[_Part], material: BulkMaterial, label: str) -> Body: ...
    def templates(self) -> list[dict[str, Any]]: ...                                           # nodes, elements, bodies, factorizations, columns, bytes
    compliance_memory: int                                                           # read/write [bytes] per template
    def remove_body(self, body: Body) -> None: ...
    def surface_material(self, label: str, surface1: Optional[int], surface2: Optional[int], friction: float, restitution: float,
                         cohesion: float, spring: float, dashpot: float, hpow: float, model: str, impact: str) -> int: ...
    def set_surface_material(self, index: int, friction: float, restitution: float, cohesion: float, spring: float, dashpot: float,
                             hpow: float, model: str, impact: str) -> None: ...      # 'SIGNORINI_COULOMB', 'SPRING_DASHPOT'; 'NEWTON', 'POISSON'
    def fix_point(self, body: Body, X: _Vector, strength: float) -> int: ... # joint id
    def fix_direction(self, body: Body, X: _Vector, direction: Sequence[float]) -> int: ...
    def prescribe(self, body: Body, X: _Vector, direction: Sequence[float], kind: str, value: _Amplitude) -> int: ...  # kind: 'displacement', 'velocity', 'acceleration'
    def prescribe3(self, body: Body, X: _Vector, base: np.ndarray, kind: str, values: Sequence[_Amplitude]) -> int: ...  # base: columns; three amplitudes
    def rigid_link(self, body1: Optional[Body], body2: Optional[Body], X1: _Vector, X2: _Vector, strength: float) -> int: ...
    def spring(self, body1: Body, X1: _Vector, body2: Optional[Body], X2: _Vector, function: Callable[[float, float], float],
               smin: float, smax: float, direction: Optional[Sequence[float]], update: str) -> int: ...  # update: 'FIXED', 'CONV1', 'CONV2'
    def remove_joint(self, joint: int) -> None: ...
    def force(self, body: Body, kind: str, X: _Vector, direction: Sequence[float], value: _Amplitude) -> None: ...    # kind: 'SPATIAL', 'CONVECTED'
    def torque(self, body: Body, kind: str, direction: Sequence[float], value: _Amplitude) -> None: ...
    def callback_force(self, body: Body, function: Callable[[np.ndarray, np.ndarray, float, float], Sequence[float]]) -> None: ...  # (q, u, t, h) -> Body.callback_force_size() numbers
    # direction: three numbers, 'NORMAL', 'TANGENT1' or 'TANGENT2'; kind: 'SPATIAL' (dead), 'CONVECTED' (follows)
    def surface_load(self, body: Body, kind: str, surface: int, direction: Union[str, Sequence[float]], value: _Amplitude) -> None: ...
    # translation: three amplitudes or a function of time, None: none, kind then ''; omega likewise
    def move_obstacle(self, body: Body, about: _Vector, kind: str, translation: Optional[_Motion], omega: Optional[_Motion]) -> int: ...
    def move_surface(self, body: Body, surface: int, about: Optional[_Vector], kind: str, translation: Optional[_Motion], omega: Optional[_Motion]) -> list[int]: ...
    def surface_ids(self) -> set[int]: ...  # that any body has
    def fix_surface(self, body: Body, surface: int, direction: Optional[Union[str, Sequence[float]]]) -> list[int]: ...  # joint ids
    def exclude_contact(self, body1: Body, body2: Body) -> None: ...
    def exclude_objects(self, body1: Body, X1: _Vector, body2: Body, X2: _Vector) -> None: ...
    def exclude_surfaces(self, surface1: int, surface2: int) -> None: ...
    def inspect(self) -> ModelInspection: ...
    def constraints(self) -> list[Constraint]: ...                                   # joints, then contacts
    # progress: 'none', 'auto' (live line or plain lines on stdout). callback: returns False to stop. not_converged(): same, after such a step.
    # Ctrl-C finishes the step, writes the frame, then outcome == 'interrupted' (KeyboardInterrupt is NOT raised here).
    # An exception in a callback: the frame is written, then the exception is raised.
    def run(self, solver: Solver, duration: float, callback: Optional[Callable[[], bool]], callback_interval: float,
            after_step: Optional[Callable[[], bool]], not_converged: Optional[Callable[[], bool]], progress: str) -> RunReport: ...
    def dump_problem(self, path: str, compact: bool) -> None: ...                    # of the last step, FCLIB
    def call_back_after_next_step(self) -> None: ...                                 # the callback of the next run: after its first step too
    def resume(self, drop_damaged: bool) -> None: ...                                # continue after the last frame of output_file
    def close(self) -> None: ...                                                     # lets go of output_file; only resume() makes further runs possible
    @property
    def is_writing(self) -> bool: ...  # has output_file open
    @property
    def is_running(self) -> bool: ...
    def show(self, reader: "ResultReader", frame: int) -> None: ...                  # take over a frame (READ mode)
    def body_descriptions(self) -> list[dict[str, Any]]: ...                         # of the bodies there are, as ResultReader has them
    def removed_energies(self) -> dict[int, dict[str, float]]: ...                   # by id, as Body.energy was when the body was removed
    def stage_seconds(self) -> dict[str, float]: ...                                 # since the last frame, or of the frame shown
    def solver_record(self) -> dict[str, float]: ...                                 # iterations, max_iterations, unconverged_steps, relative_change, residual_absolute, residual_scaled

# ---- output -------------------------------------------------------------------------------------------------------
class ResultReader(metaclass=_Pybind):
    def __init__(self, path: str) -> None: ...
    @staticmethod
    def is_valid(path: str) -> bool: ...
    @property
    def times(self) -> np.ndarray: ...
    @property
    def frame_count(self) -> int: ...
    @property
    def closed_properly(self) -> bool: ...
    @property
    def being_written(self) -> bool: ...  # when it was opened
    @property
    def damage(self) -> str: ...  # "frames 5 to 9 are damaged: …", or ""
    @property
    def format(self) -> int: ...
    def close(self) -> None: ...                                                     # frames cannot be read afterwards
    def describe(self) -> str: ...                                                   # text of `corbel info`
    def body_descriptions(self) -> list[dict[str, Any]]: ...                                   # id, kind, label, mass, …, vertices (n, 3), faces, spheres (n, 4), ellipsoids (n, 12): centre and semi-axes, nodes (n, 3) and elements (flat: count, nodes, volume) of finite elements, parts (name, role, size), properties, added, removed
    def joint_descriptions(self) -> list[dict[str, Any]]: ...                                  # id, kind, bodies, properties, added, removed
    def settings(self) -> list[tuple[float, dict[str, Any]]]: ...                              # of the model as a whole, from a time on
    def run_ends(self) -> list[tuple[float, bool]]: ...                              # times at which runs ended; True: stopped by the script
    def read(self, frame: int) -> dict[str, Any]: ...                                          # time, h, step, bodies: list of dicts (id, kind, q, u, energy), constraints: list[Constraint], seconds, solver, certificate
def set_log_sink(sink: Optional[Callable[[str], None]]) -> None: ...                # warnings, one line each
