# SPDX-License-Identifier: MIT
"""Utilities: characteristics of bodies, deletion, labels, settings, and what parallel runs and the viewer ask for."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

from .. import check
from ..command_line import command_line
from ..errors import InputError
from ..log import set_warnings
from ..routine import routine
from .body import BODY
from .body import body as checked_body
from .constraint import CONSTRAINT
from .model import SOLFEC
from .session import session

if TYPE_CHECKING:
    from ..annotations import Rows, Vector


def _solfec(value: Any) -> SOLFEC:
    return check.instance("solfec", value, SOLFEC, "a SOLFEC object")


@routine("BODY_CHARS")
def BODY_CHARS(body: BODY, mass: float, volume: float, center: Vector, tensor: Rows) -> None:
    """BODY_CHARS (body, mass, volume, center, tensor): the inertia tensor column by column."""
    checked_body("body", body)._body._body.set_characteristics(
        check.number("mass", mass, above=0), check.number("volume", volume, above=0), check.vector("center", center),
        check.matrix("tensor", tensor))


@routine("INITIAL_VELOCITY")
def INITIAL_VELOCITY(body: BODY, linear: Vector, angular: Vector) -> None:
    """INITIAL_VELOCITY (body, linear, angular): angular in referential axes [rad/s]."""
    checked_body("body", body)._body.set_velocity(linear, angular)


@routine("DELETE")
def DELETE(solfec: SOLFEC, object: BODY | CONSTRAINT) -> None:
    """DELETE (solfec, object): a BODY, or a CONSTRAINT that the deck made. In READ mode bodies and constraints come and go as
    they did in the run."""
    check.instance("object", object, (BODY, CONSTRAINT), "a BODY or a CONSTRAINT object")
    if object._solfec is not _solfec(solfec):
        raise InputError("argument 'object': it belongs to another SOLFEC object")
    if solfec.mode == "READ":
        return
    if isinstance(object, BODY):
        solfec._simulation.remove(checked_body("object", object)._body)
    elif object._joint is None:
        raise InputError("argument 'object': contacts cannot be deleted, they are created by detection; use CONTACT_EXCLUDE_BODIES")
    elif object._joint.alive:  # members of a CONSTRAINT that no longer exists are None, and deleting it has no effect
        solfec._simulation.remove(object._joint)


@routine("BYLABEL")
def BYLABEL(solfec: SOLFEC, kind: str, label: str) -> Any:
    """BYLABEL (solfec, kind, label): the object, or None."""
    kind = check.choice("kind", kind, ("SURFACE_MATERIAL", "BULK_MATERIAL", "BODY", "FIELD"))
    label = check.text("label", label)
    if kind == "BODY":
        return next((b for b in _solfec(solfec).bodies if b.label == label), None)
    tables: dict[str, dict[str, Any]] = {"SURFACE_MATERIAL": _solfec(solfec)._surface_materials, "BULK_MATERIAL": solfec._bulk_materials, "FIELD": {}}
    return tables[kind].get(label)


@routine("GEOMETRIC_EPSILON")
def GEOMETRIC_EPSILON(epsilon: float) -> None:
    """GEOMETRIC_EPSILON (epsilon): for the SOLFEC objects that exist and for those to come."""
    session.epsilon = check.number("epsilon", epsilon, above=0)
    for solfec in session.alive:
        solfec._simulation.epsilon = session.epsilon


@routine("WARNINGS")
def WARNINGS(state: str) -> None:
    """WARNINGS (state): 'ON' or 'OFF'."""
    session.warnings = check.flag("state", state)
    set_warnings(session.warnings)


@routine("DISPLAY_POINT")
def DISPLAY_POINT(body: BODY, point: Vector, label: str = "") -> None:
    """DISPLAY_POINT (body, point | label): kept in BODY.display_points."""
    checked_body("body", body)._display_points.append((check.text("label", label), tuple(check.vector("point", point))))


@routine("NON_SOLFEC_ARGV")
def NON_SOLFEC_ARGV() -> list[str] | None:
    """Arguments behind the deck on the command line, or None."""
    return list(session.argv) or None


@routine("SUBDIR")
def SUBDIR() -> str | None:
    """The value of -s, or None."""
    return command_line.subdir or None


@routine("VIEWER")
def VIEWER() -> bool:
    """False: there is no viewer."""
    return False


@routine("RANK")
def RANK() -> int:
    return 0


@routine("BARRIER")
def BARRIER() -> bool:
    return True


@routine("NCPU")
def NCPU(solfec: SOLFEC | None = None) -> int:
    """Number of processes: 1."""
    return 1


@routine("HERE")
def HERE(solfec: SOLFEC, object: BODY | CONSTRAINT) -> bool:
    """True: there is one process only."""
    _solfec(solfec)
    check.instance("object", object, (BODY, CONSTRAINT), "a BODY or a CONSTRAINT object")
    return True


@routine("IMBALANCE_TOLERANCE")
def IMBALANCE_TOLERANCE(solfec: SOLFEC, tolerance: float, weightfactor: float = 1.0, updatefreq: int = 10) -> bool:
    """Concerns parallel runs; has no effect."""
    _solfec(solfec)
    check.number("tolerance", tolerance, at_least=1)
    return True


@routine("REGISTER_CALLBACK")
def REGISTER_CALLBACK(callback: Callable[..., Any], data: Any = None) -> None:
    """Concerns parallel runs; has no effect."""
    check.function("callback", callback)
