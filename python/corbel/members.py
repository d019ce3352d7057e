# SPDX-License-Identifier: MIT
"""Public objects have the members they are documented with: assigning any other is an error that names the nearest one."""
from typing import TYPE_CHECKING, Any

from .routine import closest

__all__ = ["Members"]


class Members:
    """Base of the public classes. Writable members are properties; read-only ones, properties or set once by `_freeze`.

    A class derived by the user may have members of its own: it declares them, `shown = False`, in its body.
    """

    if not TYPE_CHECKING:  # which would take every name for a member
        def __setattr__(self, name, value):
            member = getattr(type(self), name, None)
            if name.startswith("_") or getattr(member, "fset", None) or (hasattr(type(self), name) and not _is_ours(member)):
                object.__setattr__(self, name, value)
            elif isinstance(member, property) or name in self.__dict__:
                raise self._read_only(name)
            else:
                raise self._unknown(name)

        def __getattr__(self, name):
            if hasattr(type(self), name):  # a property that failed: let it say why
                return object.__getattribute__(self, name)
            raise AttributeError(name) if name.startswith("_") else self._unknown(name)

    def _freeze(self, **members: Any) -> None:
        """Members that stay as they are."""
        self.__dict__.update(members)

    def _read_only(self, name: str) -> Exception:
        return AttributeError(f"{type(self).__name__}: member '{name}' is read-only")

    def _unknown(self, name: str) -> Exception:
        names = sorted(n for n in {*dir(type(self)), *self.__dict__} if not n.startswith("_"))
        return AttributeError(f"{type(self).__name__} has no member '{name}'.{closest(name, names)} Members: {', '.join(names)}.")


def _is_ours(member: Any) -> bool:
    """Properties and methods, as against plain values in the body of a class."""
    return isinstance(member, property) or callable(member) or hasattr(member, "__get__")
