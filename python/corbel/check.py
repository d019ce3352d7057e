# SPDX-License-Identifier: MIT
"""Checks of arguments: each returns a plain value or raises, naming the argument, what was given and what was expected."""
import contextlib
import math
import numbers as abstract
import os
import re
from typing import Any, Callable, Collection, Iterator, Sequence, TypeVar

import numpy as np

from .errors import ArgumentTypeError, InputError
from .routine import closest

Function = TypeVar("Function", bound=Callable[..., Any])

LARGEST = 1e50  # of coordinates, velocities and constants of materials: no unit makes more of them, and squares have room


def wrong_type(name: str, value: Any, expected: str) -> ArgumentTypeError:
    return ArgumentTypeError(f"argument '{name}': got {shown(value)}, expected {expected}")


def wrong_value(name: str, value: Any, expected: str, advice: str = "") -> InputError:
    return InputError(f"argument '{name}': got {shown(value)}, expected {expected}{'. ' + advice if advice else ''}")


@contextlib.contextmanager
def names(**known: str) -> Iterator[None]:
    """Errors of the engine speak of its own arguments; in this block they get the names that the user knows."""
    try:
        yield
    except InputError as error:
        renamed = re.sub(r"^((?:[\w.]+: )?argument ')(\w+)", lambda m: m[1] + known.get(m[2], m[2]), str(error))
        error.args = (renamed,)
        raise


def shown(value: Any) -> str:
    """The value as it appears in a message: short, with its type when that is the point."""
    if value is None or isinstance(value, (bool, np.bool_)):
        return str(value)
    if isinstance(value, abstract.Number):
        return f"{value}"
    if isinstance(value, (str, bytes)):
        return _short(repr(value))
    if isinstance(value, (list, tuple)) and all(isinstance(v, (abstract.Number, str)) for v in value[:8]):
        return _short(repr(value[:8]))
    if isinstance(value, (list, tuple)):
        return f"a {type(value).__name__} of length {len(value)}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    return f"an object of type {type(value).__name__}"


def counted(count: int, one: str, several: str) -> str:
    """"1 body", "2 bodies"."""
    return f"{count} {one if count == 1 else several}"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:56] + " ..."


def is_number(value: Any) -> bool:
    return isinstance(value, abstract.Real) and not isinstance(value, (bool, np.bool_))


def number(name: str, value: Any, *, above: float | None = None, at_least: float | None = None, at_most: float | None = None,
           infinite: bool = False) -> float:
    expected = "a number" + _range_text(above, at_least, at_most)
    if not is_number(value):
        raise wrong_type(name, value, expected)
    x = float(value)
    if math.isnan(x) or (math.isinf(x) and not infinite) or not _in_range(x, above, at_least, at_most):
        raise wrong_value(name, value, expected if math.isfinite(x) else expected.replace("a number", "a finite number"))
    return x


def integer(name: str, value: Any, *, at_least: int | None = None, at_most: int | None = None) -> int:
    """Whole floats pass too: Python 3 makes them where Python 2 divided integers."""
    expected = "an integer" + _range_text(None, at_least, at_most)
    if not is_number(value):
        raise wrong_type(name, value, expected)
    if not math.isfinite(value) or value != int(value) or not _in_range(value, None, at_least, at_most):
        raise wrong_value(name, value, expected)
    if abs(value) > 2**31 - 1:
        raise wrong_value(name, value, "an integer of at most 2147483647")
    return int(value)


def positive(name: str, value: Any) -> float:
    return number(name, value, above=0)


def not_negative(name: str, value: Any) -> float:
    return number(name, value, at_least=0)


def fraction(name: str, value: Any) -> float:
    return number(name, value, at_least=0, at_most=1)


def count(name: str, value: Any) -> int:
    return integer(name, value, at_least=1)


def _range_text(above: float | None, at_least: float | None, at_most: float | None) -> str:
    if at_least is not None and at_most is not None:
        return f" in [{at_least}, {at_most}]"
    if above is not None and at_most is not None:
        return f" in ({above}, {at_most}]"
    return f" > {above}" if above is not None else f" >= {at_least}" if at_least is not None else ""


def _in_range(x: float, above: float | None, at_least: float | None, at_most: float | None) -> bool:
    return (above is None or x > above) and (at_least is None or x >= at_least) and (at_most is None or x <= at_most)


def _as_list(name: str, value: Any, expected: str) -> list[Any]:
    """Lists, tuples and arrays, one level of nesting flattened."""
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "iuf":
            raise wrong_type(name, value, expected)
        return value.ravel().tolist()
    if not isinstance(value, (list, tuple)):
        raise wrong_type(name, value, expected)
    if any(isinstance(v, (list, tuple, np.ndarray)) for v in value):
        return [x for v in value for x in (v if isinstance(v, (list, tuple, np.ndarray)) else [v])]
    return list(value)


def numbers(name: str, value: Any, *, count: int | None = None, at_least: int = 0, multiple: int = 1,
            expected: str | None = None) -> list[float]:
    """A flat list of finite numbers."""
    expected = expected or (f"{count} numbers" if count else "a list of numbers")
    flat = _as_list(name, value, expected)
    for i, x in enumerate(flat):
        if not is_number(x):
            raise ArgumentTypeError(f"argument '{name}': got {shown(x)} at index {i}, expected a number")
        if not math.isfinite(x):
            raise InputError(f"argument '{name}': got {x} at index {i}, expected a finite number")
    _check_count(name, flat, count, at_least, multiple, expected)
    return [float(x) for x in flat]


def bounded(name: str, values: list[float]) -> list[float]:
    """Numbers with which the engine can reckon."""
    for i, x in enumerate(values):
        if abs(x) > LARGEST:
            raise InputError(f"argument '{name}': got {x:g} at index {i}, expected numbers of at most {LARGEST:g}. Are the units correct?")
    return values


def integers(name: str, value: Any, *, count: int | None = None, at_least: int = 0, expected: str | None = None) -> list[int]:
    expected = expected or (f"{count} integers" if count else "a list of integers")
    flat = _as_list(name, value, expected)
    _check_count(name, flat, count, at_least, 1, expected)
    return [integer(f"{name}[{i}]", x) for i, x in enumerate(flat)]


def _check_count(name: str, flat: Sequence[Any], count: int | None, at_least: int, multiple: int, expected: str) -> None:
    if (count is not None and len(flat) != count) or len(flat) < at_least or len(flat) % multiple:
        raise InputError(f"argument '{name}': got {len(flat)} numbers, expected {expected}")


def vector(name: str, value: Any) -> list[float]:
    """Three numbers; flat."""
    expected = "three numbers (x, y, z)"
    if isinstance(value, np.ndarray) and value.ndim != 1:
        raise wrong_value(name, value, expected)
    return bounded(name, numbers(name, value, count=3, expected=expected))


def direction(name: str, value: Any) -> list[float]:
    v = vector(name, value)
    if not any(v):
        raise wrong_value(name, value, "a vector of length > 0")
    return v


def radii(name: str, value: Any) -> list[float]:
    """Three numbers > 0."""
    r = vector(name, value)
    if not all(x > 0 for x in r):
        raise wrong_value(name, value, "three numbers > 0")
    return r


def points(name: str, value: Any, *, at_least: int = 4) -> list[float]:
    """Coordinates x, y, z, flat or as rows."""
    expected = f"x, y, z of at least {at_least} points"
    if isinstance(value, np.ndarray) and value.ndim == 2 and value.shape[1] != 3:
        raise wrong_value(name, value, "an array of shape (n, 3)")
    return bounded(name, numbers(name, value, at_least=3 * at_least, multiple=3, expected=expected))


def matrix(name: str, value: Any) -> list[list[float]]:
    """A 3×3 array by rows, or nine numbers column by column."""
    if isinstance(value, np.ndarray) and value.shape == (3, 3):
        return [numbers(name, row, count=3) for row in value]
    m = numbers(name, value, count=9, expected="nine numbers in column-major order")
    return [[m[i], m[3 + i], m[6 + i]] for i in range(3)]


def text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise wrong_type(name, value, "a string")
    return value


def choice(name: str, value: Any, allowed: Collection[str]) -> str:
    expected = " or ".join(", ".join(f"'{a}'" for a in allowed).rsplit(", ", 1))
    if not isinstance(value, str):
        raise wrong_type(name, value, expected)
    if value not in allowed:
        raise InputError(f"argument '{name}': got '{value}', expected {expected}.{closest(value, allowed)}")
    return value


def flag(name: str, value: Any) -> bool:
    return choice(name, value, ("ON", "OFF")) == "ON"


def boolean(name: str, value: Any) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise wrong_type(name, value, "True or False")
    return bool(value)


def instance(name: str, value: Any, types: type | tuple[type, ...], expected: str) -> Any:
    if not isinstance(value, types):
        raise wrong_type(name, value, expected)
    return value


def function(name: str, value: Function) -> Function:
    if not callable(value):
        raise wrong_type(name, value, "a function")
    return value


def path(name: str, value: Any) -> str:
    if not isinstance(value, (str, os.PathLike)) or not os.fspath(value):
        raise wrong_type(name, value, "a path")
    return os.path.expanduser(os.fspath(value))
