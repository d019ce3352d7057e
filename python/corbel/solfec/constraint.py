# SPDX-License-Identifier: MIT
"""CONSTRAINT: a joint made by the deck, or a contact."""
from .members import Members


class CONSTRAINT(Members):
    """Members are None once the constraint no longer exists.

    A joint lives until it is deleted, a contact as long as its two objects touch.
    """

    _unavailable = ("merit",)

    def __init__(self, solfec, joint=None, record=None):
        self._solfec = solfec
        self._joint = joint
        self._moment = solfec._simulation._moment()
        self._contact = record
        self._key = None if record is None else _identity(record)

    def _record(self):
        if self._joint is not None:
            return self._joint.record
        if self._moment != (moment := self._solfec._simulation._moment()):
            current = (c for c in self._solfec._simulation.contacts if _identity(c) == self._key)
            self._moment, self._contact = moment, next(current, None)
        return self._contact

    def _bodies(self):
        """Adjacent BODY objects, master first."""
        record = self._record()
        ids = () if record is None else (record.master, record.slave)
        return tuple(self._solfec._bodies[i] for i in ids if i in self._solfec._bodies)

    @property
    def point(self):
        """A rigid link: both points."""
        record = self._record()
        if record is None:
            return None
        second = record.point2.tolist() if record.kind == "RIGLNK" else []
        return tuple(record.point.tolist() + second)

    @property
    def adjbod(self):
        """(master, slave), or the only body."""
        bodies = self._bodies()
        return None if not bodies else bodies if len(bodies) == 2 else bodies[0]

    def __repr__(self):
        return f"CONSTRAINT({self._record()!r})"


def _identity(contact):
    """What stays of a contact from step to step: its bodies and their objects."""
    return contact.master, contact.slave, contact.identity


def _member(value, doc):
    def read(self):
        record = self._record()
        return None if record is None else value(record)

    return property(read, doc=doc)


def _contact_only(value):
    return lambda record: value(record) if record.kind == "CONTACT" else None


CONSTRAINT.kind = _member(lambda r: r.kind, "'CONTACT', 'FIXPNT', 'FIXDIR', 'VELODIR', 'VELODIR3', 'RIGLNK' or 'SPRING'")
CONSTRAINT.R = _member(lambda r: tuple(r.reaction.tolist()), "average force (T1, T2, N) over the step in the local base")
CONSTRAINT.U = _member(lambda r: tuple(r.U.tolist()), "relative velocity at the end of the step, local")
CONSTRAINT.V = _member(lambda r: tuple(r.V.tolist()), "relative velocity at the start of the step, local")
CONSTRAINT.base = _member(lambda r: tuple(r.frame.ravel().tolist()), "(t1x, t2x, nx, t1y, t2y, ny, t1z, t2z, nz)")
CONSTRAINT.gap = _member(lambda r: r.gap, "negative if the bodies penetrate")
CONSTRAINT.area = _member(_contact_only(lambda r: r.area), "of the contact; None for joints")
CONSTRAINT.matlab = _member(_contact_only(lambda r: r.material), "label of the surface material; None for joints")
CONSTRAINT.spair = _member(_contact_only(lambda r: (r.slave_surface, r.master_surface)), "surfaces: slave, master")


def constraint_of(solfec, record) -> CONSTRAINT:
    """The object the deck got when it made the joint, or a new one for a contact."""
    return solfec._joints[record.joint] if record.joint in solfec._joints else CONSTRAINT(solfec, record=record)
