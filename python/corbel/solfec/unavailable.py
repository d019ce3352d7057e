# SPDX-License-Identifier: MIT
"""Names of the language that belong to later versions: they exist, and say what this version does not have."""
from __future__ import annotations

from typing import Any, Callable

from ..errors import UnavailableError

# name: (what this version has not, with its article; what can be used instead)
MISSING = {
    "TETRAHEDRALIZE": ("a tetrahedral mesh generator", "MESH with a mesh made by another program"),
    "MESH_SPLIT": ("splitting of meshes", ""),
    "RT_SPLIT": ("splitting of bodies", ""),
    "FIELD": ("fields", ""),
    "HYBRID_SOLVER": ("a coupling with Parmec", "GAUSS_SEIDEL_SOLVER"),
    "SIMPLIFIED_CRACK": ("cracks", ""),
    "FRACTURE_EXPORT_YAFFEMS": ("fracture", ""),
    "MBFCP_EXPORT": ("MBFCP export", ""),
    "XDMF_EXPORT": ("XDMF export", "the result file itself (HDF5), or corbel.Results"),
    "SOLFEC_EXPORT": ("export of partial results", "the result file itself (HDF5)"),
    "RENDER": ("a viewer", ""),
    "MODAL_ANALYSIS": ("modal analysis", ""),
    "BODY_MM_EXPORT": ("export of mass and stiffness", ""),
    "REGISTER_BASE": ("reduced order bodies", ""),
    "COROTATED_DISPLACEMENTS": ("displacements in body axes", "BODY.conf"),
    "RIGID_DISPLACEMENTS": ("rigid parts of displacements", "BODY.conf"),
}


def unavailable(routine: str, what: str, instead: str = "") -> UnavailableError:
    """The exception for a part of the language that is not there."""
    return UnavailableError(f"{routine}: this version has no {what}{'; use ' + instead if instead else ''}")


def _missing(name: str, what: str, instead: str) -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise unavailable(name, what.removeprefix("a ").removeprefix("the "), instead)

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = f"Not available: {what}."
    return refuse


ROUTINES = {name: _missing(name, *text) for name, text in MISSING.items()}
