# SPDX-License-Identifier: MIT
"""Objects of the language: members that belong to parts of it this version does not have say so."""
from __future__ import annotations

from .. import members
from ..errors import InputError, UnavailableError


class Members(members.Members):
    """Base of the objects of the language."""

    _unavailable: tuple[str, ...] = ()  # members that belong to parts of the language this version does not have

    def _read_only(self, name: str) -> Exception:
        return InputError(f"{type(self).__name__}: member '{name}' is read-only")

    def _unknown(self, name: str) -> Exception:
        if name in self._unavailable:
            return UnavailableError(f"{type(self).__name__}: member '{name}' is not available in this version")
        return super()._unknown(name)
