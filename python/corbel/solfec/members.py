# SPDX-License-Identifier: MIT
"""Objects of the language: assigning to a read-only or unknown member says so."""
from ..errors import InputError, UnavailableError
from ..routine import closest


class Members:
    """Base of the objects of the language."""

    _unavailable = ()  # members that belong to parts of the language this version does not have

    def __setattr__(self, name, value):
        member = getattr(type(self), name, None)
        if name.startswith("_") or (isinstance(member, property) and member.fset):
            return object.__setattr__(self, name, value)
        if isinstance(member, property):
            raise InputError(f"{type(self).__name__}: member '{name}' is read-only")
        raise self._unknown(name)

    def __getattr__(self, name):
        raise AttributeError(name) if name.startswith("_") else self._unknown(name)

    def _unknown(self, name):
        kind = type(self).__name__
        if name in self._unavailable:
            return UnavailableError(f"{kind}: member '{name}' is not available in this version")
        names = [n for n in dir(type(self)) if not n.startswith("_")]
        return AttributeError(f"{kind} has no member '{name}'.{closest(name, names)} Members: {', '.join(names)}.")
