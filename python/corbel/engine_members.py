# SPDX-License-Identifier: MIT
"""Members of public objects that are kept by an object of the engine: read there, and checked when they are assigned."""
from typing import TYPE_CHECKING, Any, Callable, Generic, NoReturn, TypeVar

from .routine import routine

__all__ = ["EngineOption", "EngineSetting", "EngineValue"]

Value = TypeVar("Value")  # what is read
Given = TypeVar("Given")  # what may be assigned


class EngineValue(property, Generic[Value]):
    """mass = EngineValue[float]("_body", "[kg]"): a read-only member, the attribute of the same name (or `name`) of the object
    that the attribute `keeper` holds."""

    def __init__(self, keeper: str, doc: str, name: str = "") -> None:
        super().__init__(self._read)
        self._keeper, self._name = keeper, name
        self.__doc__ = doc  # the argument `doc` of property has no effect in a derived class

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = self._name or name

    def _read(self, item: object) -> Any:
        return getattr(getattr(item, self._keeper), self._name)

    if TYPE_CHECKING:
        def __get__(self, item: Any, owner: type | None = None) -> Value: ...
        def __set__(self, item: Any, value: NoReturn) -> None: ...


class EngineSetting(EngineValue[Value], Generic[Value, Given]):
    """A member that can be assigned: checked(name, value) returns what the engine takes, or raises."""

    def __init__(self, keeper: str, checked: Callable[[str, Any], Any], doc: str) -> None:
        super().__init__(keeper, doc)
        self._checked = checked

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        doc = self.__doc__
        property.__init__(self, self._read, routine(self._title(owner))(self._write))
        self.__doc__ = doc

    def _title(self, owner: type) -> str:
        """What messages begin with."""
        return f"{owner.__name__}.{self._name}"

    def _write(self, item: object, value: Given) -> None:
        setattr(getattr(item, self._keeper), self._name, self._checked(self._name, value))

    if TYPE_CHECKING:
        def __set__(self, item: Any, value: Given) -> None: ...


class EngineOption(EngineSetting[Value, Value]):
    """A setting whose messages begin with the name of the class alone, as those of its constructor do."""

    def _title(self, owner: type) -> str:
        return owner.__name__
