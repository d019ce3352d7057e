# SPDX-License-Identifier: MIT
"""Values over stored states of a deformable body: a body of the engine takes each state in turn and is asked."""
import numpy as np

from . import _engine
from .errors import InputError


def replay(body, q: np.ndarray, u: np.ndarray, value) -> np.ndarray:
    """value(body) in each state, rows of q and u; NaN where a row is. The body of the engine keeps its own state."""
    own = body.q, body.u, body.start_energy
    if (len(own[0]), len(own[1])) != (q.shape[1], u.shape[1]):
        raise InputError(f"body {body.id} has {len(own[0])} numbers of configuration and {len(own[1])} of velocity, in the results "
                         f"{q.shape[1]} and {u.shape[1]}: they are of another body")
    values = np.full((len(q), *np.shape(value(body))), np.nan)
    try:
        for i in np.flatnonzero(~np.isnan(q).any(axis=1)):
            body.q, body.u = q[i], u[i]
            values[i] = value(body)
    finally:
        body.q, body.u, body.start_energy = own
    return values


def stand_in(nodes: np.ndarray, elements: list[int]):
    """A body of the engine with this mesh, for the motion of its points; its material is made up."""
    mesh = _engine.make_mesh(np.ravel(nodes).tolist(), elements, [0], "keep", 0.0)
    return _engine.Simulation(1.0).add_finite_element(mesh, _engine.BulkMaterial("", 1e9, 0.25, 1e3), "BC", "")
