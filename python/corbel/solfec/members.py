# SPDX-License-Identifier: MIT
"""Objects of the language: members that belong to parts of it this version does not have say so."""
from .. import members
from ..errors import InputError, UnavailableError


class Members(members.Members):
    """Base of the objects of the language."""

    _unavailable = ()  # members that belong to parts of the language this version does not have

    def _read_only(self, name):
        return InputError(f"{type(self).__name__}: member '{name}' is read-only")

    def _unknown(self, name):
        if name in self._unavailable:
            return UnavailableError(f"{type(self).__name__}: member '{name}' is not available in this version")
        return super()._unknown(name)
