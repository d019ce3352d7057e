# SPDX-License-Identifier: MIT
"""The input language of the Solfec manual: `from corbel.solfec import *` brings every name of it into scope."""
from __future__ import annotations

from .body import BODY
from .constraint import CONSTRAINT
from .contact import (CONTACT_EXCLUDE_BODIES, CONTACT_EXCLUDE_OBJECTS, CONTACT_EXCLUDE_SURFACES, CONTACT_POINTS, CONTACT_SPARSIFY,
                      OVERLAPPING)
from .generators import ELLIP_MESH, MESH2CONVEX, PIPE, ROUGH_HEX
from .history import HISTORY
from .joints import (FIX_DIRECTION, FIX_POINT, FIX_SURFACE, PUT_RIGID_LINK, PUT_SPRING, SET_ACCELERATION, SET_ACCELERATION3,
                     SET_DISPLACEMENT, SET_DISPLACEMENT3, SET_VELOCITY, SET_VELOCITY3)
from .loads import FORCE, GRAVITY, LOAD, PRESSURE, TORQUE
from .material_of import APPLY_BULKMAT, MATERIAL
from .materials import BULK_MATERIAL, SURFACE_MATERIAL
from .model import SOLFEC
from .newton_solvers import NEWTON_SOLVER, SICONOS_SOLVER, TEST_SOLVER
from .operations import BEND, SPLIT
from .penalty import EXPLICIT_SOLVER, PENALTY_SOLVER
from .results import BACKWARD, DISPLACEMENT, DURATION, ENERGY, FORWARD, SEEK, STRESS, TIMING, VELOCITY
from .running import CALLBACK, EXTENTS, LOCDYN_DUMP, OUTPUT, RUN, UNPHYSICAL_PENETRATION
from .series import TIME_SERIES
from .shapes import CONVEX, ELLIP, HEX, HULL, MESH, SPHERE
from .solvers import GAUSS_SEIDEL_SOLVER
from .states import INITIALIZE_STATE, RIGID_TO_FEM
from .transforms import COPY, MASS_CENTER, ROTATE, SCALE, TRANSLATE
from .unavailable import ROUTINES
from .utilities import (BARRIER, BODY_CHARS, BYLABEL, DELETE, DISPLAY_POINT, GEOMETRIC_EPSILON, HERE, IMBALANCE_TOLERANCE,
                        INITIAL_VELOCITY, NCPU, NON_SOLFEC_ARGV, RANK, REGISTER_CALLBACK, SUBDIR, VIEWER, WARNINGS)

globals().update(ROUTINES)
__all__ = sorted(name for name in globals() if name.isupper() and name != "ROUTINES")


def language() -> dict:
    """Every name of the language with its object."""
    return {name: globals()[name] for name in __all__}
