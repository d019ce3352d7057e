# SPDX-License-Identifier: MIT
"""Bodies by label or id, of simulations and of results."""
from typing import TYPE_CHECKING, Sequence, TypeVar

from . import check
from .errors import InputError
from .routine import closest

if TYPE_CHECKING:
    from .body import Body
    from .stored_motion import StoredBody

__all__ = ["find_body", "name_of"]

AnyBody = TypeVar("AnyBody", "Body", "StoredBody")


def name_of(body: "Body | StoredBody") -> str:
    """"body 3 'block'", as the engine writes it."""
    return f"body {body.id} '{body.label}'" if body.label else f"body {body.id}"


def find_body(bodies: Sequence[AnyBody], which: str | int, *, removed: Sequence[AnyBody] = (), where: str = "") -> AnyBody:
    """The one body with this label or id. removed: bodies that are no longer there; where: ' in …', for messages."""
    found = _matching(bodies, which)
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{len(found)} bodies{where} have the label {check.shown(which)}: ids {_listed(found)}. Give the id of one of them")
    gone = _matching(removed, which)
    if gone:
        raise InputError(f"{' and '.join(name_of(body) for body in gone)} {'were' if len(gone) > 1 else 'was'} removed from the simulation")
    raise InputError(f"there is no body {check.shown(which)}{where}.{closest(str(which), [body.label for body in bodies if body.label])}")


def _matching(bodies: Sequence[AnyBody], which: str | int) -> list[AnyBody]:
    if isinstance(which, str):
        return [body for body in bodies if which and body.label == which]
    return [body for body in bodies if body.id == which]


def _listed(bodies: "Sequence[Body] | Sequence[StoredBody]") -> str:
    """At most ten ids."""
    ids = [str(body.id) for body in bodies[:10]]
    return ", ".join(ids) + (", …" if len(bodies) > 10 else "")
