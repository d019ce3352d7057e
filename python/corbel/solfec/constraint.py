# SPDX-License-Identifier: MIT
"""CONSTRAINT: a joint made by the deck, or a contact."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

from ..simulation.last_step import moment
from .members import Members

if TYPE_CHECKING:
    from .._engine import Constraint
    from ..joint import Joint
    from .body import BODY
    from .model import SOLFEC


class CONSTRAINT(Members):
    """Members are None once the constraint no longer exists.

    A joint lives until it is deleted, a contact as long as its two objects touch.
    """

    kind: str | None
    R: tuple[float, ...] | None
    U: tuple[float, ...] | None
    V: tuple[float, ...] | None
    base: tuple[float, ...] | None
    gap: float | None
    area: float | None
    matlab: str | None
    spair: tuple[int, int] | None

    _unavailable = ("merit",)

    def __init__(self, solfec: SOLFEC, joint: Joint | None = None, record: Constraint | None = None) -> None:
        self._solfec = solfec
        self._joint = joint
        self._moment = moment(solfec._simulation)
        self._contact = record
        self._key = None if record is None else _identity(record)

    def _record(self) -> Constraint | None:
        if self._joint is not None:
            return self._joint.record
        if self._moment != (now := moment(self._solfec._simulation)):
            current = (c for c in self._solfec._simulation.contacts if _identity(c) == self._key)
            self._moment, self._contact = now, next(current, None)
        return self._contact

    def _bodies(self) -> tuple[BODY, ...]:
        """Adjacent BODY objects, master first."""
        record = self._record()
        ids = () if record is None else (record.master, record.slave)
        return tuple(self._solfec._bodies[i] for i in ids if i in self._solfec._bodies)

    @property
    def point(self) -> tuple[float, ...] | None:
        """A rigid link: both points."""
        record = self._record()
        if record is None:
            return None
        second = record.point2.tolist() if record.kind == "RIGLNK" else []
        return tuple(record.point.tolist() + second)

    @property
    def adjbod(self) -> tuple[BODY, ...] | BODY | None:
        """(master, slave), or the only body."""
        bodies = self._bodies()
        return None if not bodies else bodies if len(bodies) == 2 else bodies[0]

    def __repr__(self) -> str:
        return f"CONSTRAINT({self._record()!r})"


def _identity(contact: Constraint) -> tuple[Any, ...]:
    """What stays of a contact from step to step: its bodies and their objects."""
    return contact.master, contact.slave, contact.identity


def _member(value: Callable[[Constraint], Any], doc: str) -> property:
    def read(self: CONSTRAINT) -> Any:
        record = self._record()
        return None if record is None else value(record)

    return property(read, doc=doc)


def _contact_only(value: Callable[[Constraint], Any]) -> Callable[[Constraint], Any]:
    return lambda record: value(record) if record.kind == "CONTACT" else None


_MEMBERS = {
    "kind": _member(lambda r: r.kind, "'CONTACT', 'FIXPNT', 'FIXDIR', 'VELODIR', 'VELODIR3', 'RIGLNK' or 'SPRING'"),
    "R": _member(lambda r: tuple(r.reaction.tolist()), "average force (T1, T2, N) over the step in the local base"),
    "U": _member(lambda r: tuple(r.U.tolist()), "relative velocity at the end of the step, local"),
    "V": _member(lambda r: tuple(r.V.tolist()), "relative velocity at the start of the step, local"),
    "base": _member(lambda r: tuple(r.frame.ravel().tolist()), "(t1x, t2x, nx, t1y, t2y, ny, t1z, t2z, nz)"),
    "gap": _member(lambda r: r.gap, "negative if the bodies penetrate"),
    "area": _member(_contact_only(lambda r: r.area), "of the contact; None for joints"),
    "matlab": _member(_contact_only(lambda r: r.material), "label of the surface material; None for joints"),
    "spair": _member(_contact_only(lambda r: (r.slave_surface, r.master_surface)), "surfaces: slave, master"),
}
for _name, _property in _MEMBERS.items():
    setattr(CONSTRAINT, _name, _property)


def constraint_of(solfec: SOLFEC, record: Constraint) -> CONSTRAINT:
    """The object the deck got when it made the joint, or a new one for a contact."""
    return solfec._joints[record.joint] if record.joint in solfec._joints else CONSTRAINT(solfec, record=record)
