# SPDX-License-Identifier: MIT
"""The public names of the package `corbel`."""
from . import representations  # noqa: F401 (values of the engine print themselves)
from ._engine import RunReport
from .body import Body
from .cone_solvers import Admm, Auto, InteriorPoint, Newton
from .drawing import Camera, draw
from .errors import (ArgumentTypeError, FileError, InputError, InternalError, Interrupted, RunError, UnavailableError)
from .generators import ellipsoid_mesh, mesh_to_convex, pipe_mesh, rough_hex_mesh
from .inspection import Inspection
from .joint import Joint
from .materials import Material, SurfaceMaterial
from .operations import bend, split
from .overlap import overlapping
from .problems import ContactProblem, Solution, load_problem, solver_names
from .results import Results, StoredBody
from .series import TimeSeries
from .shapes import Shape, box, convex, ellipsoid, hex_mesh, hull, mesh, rotate, scale, sphere, translate
from .simulation import Simulation
from .solvers import GaussSeidel, Penalty

open = Results  # corbel.open(path), as h5py and netCDF users expect

__all__ = ["Admm", "ArgumentTypeError", "Auto", "Body", "Camera", "ContactProblem", "FileError", "GaussSeidel", "InputError", "Inspection", "InteriorPoint", "InternalError", "Interrupted",
           "Joint", "Material", "Newton", "Penalty", "Results", "RunError", "RunReport", "Shape", "Simulation", "Solution", "StoredBody", "SurfaceMaterial",
           "TimeSeries", "UnavailableError", "bend", "box", "convex", "draw", "ellipsoid", "ellipsoid_mesh", "hex_mesh", "hull",
           "load_problem", "mesh", "mesh_to_convex", "overlapping", "pipe_mesh", "rotate", "rough_hex_mesh", "scale", "solver_names", "sphere", "split", "translate"]
