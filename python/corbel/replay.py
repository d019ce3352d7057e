# SPDX-License-Identifier: MIT
"""Values over stored states of a deformable body: a body of the engine takes each state in turn and is asked."""
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Sequence

import numpy as np

from . import _engine
from .errors import InputError
from .shapes import box

if TYPE_CHECKING:
    from .stored_motion import StoredBody


def replay(body: _engine.Body, q: np.ndarray, u: np.ndarray, value: Callable[[_engine.Body], Any]) -> np.ndarray:
    """value(body) in each state, rows of q and u; NaN where a row is. The body of the engine keeps its own state."""
    own = body.q, body.u, body.start_energy
    if (len(own[0]), len(own[1])) != (q.shape[1], u.shape[1]):
        raise InputError(f"body {body.id} has {len(own[0])} numbers of configuration and {len(own[1])} of velocity, in the results "
                         f"{q.shape[1]} and {u.shape[1]}: they are of another body")
    values = np.full((len(q), *np.shape(value(body))), np.nan)
    try:
        for i in np.flatnonzero(~np.isnan(q).any(axis=1)):
            body.restore(q[i], u[i])
            values[i] = value(body)
    finally:
        body.restore(*own[:2])
        body.start_energy = own[2]
    return values


def stand_in(body: "StoredBody") -> _engine.Body:
    """A body of the engine with the mesh, form and materials of a stored one, to be asked in its states.

    Files of format 4 name no materials: positions and velocities do not depend on them, stresses are refused.
    """
    simulation, properties = _engine.Simulation(1.0), body.properties
    if body.kind == "PSEUDO_RIGID":  # its stress is a function of F: the shape does not matter
        return simulation.add_pseudo_rigid(list(box(1.0).parts), _material(properties), "")
    if "material of each element" not in properties:
        return simulation.add_finite_element(_mesh(body.nodes, body.elements), _material(properties), properties.get("form", "BC"), "")
    numbers = properties["material of each element"].astype(int)
    made = simulation.add_finite_element(_mesh(body.nodes, _with_volumes(body.elements, numbers)), _material(properties, " of material 1"),
                                         properties["form"], "")
    for number in set(numbers.tolist()):
        made.set_material(number, _material(properties, f" of material {number}"))
    return made


def knows_stress(body: "StoredBody") -> bool:
    return any(name.startswith("Young's modulus") for name in body.properties)


def _mesh(nodes: Any, elements: Sequence[int]) -> _engine.Mesh:
    return _engine.make_mesh(np.ravel(nodes).tolist(), list(elements), [0], "keep", 0.0)


def _material(properties: Mapping[str, Any], of: str = "") -> _engine.BulkMaterial:
    constants = (properties.get(name + of, default) for name, default in (("Young's modulus", 1e9), ("Poisson's ratio", 0.25), ("density", 1e3)))
    return _engine.BulkMaterial("", *constants)


def _with_volumes(elements: Sequence[int], volumes: Iterable[int]) -> list[int]:
    """The flat records (count, nodes, volume) with other volumes."""
    changed, start = list(elements), 0
    for volume in volumes:
        start += elements[start] + 2
        changed[start - 1] = int(volume)
    return changed
