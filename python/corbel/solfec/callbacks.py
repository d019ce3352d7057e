# SPDX-License-Identifier: MIT
"""Callbacks of the language: the items of a tuple given as data become separate arguments."""
from __future__ import annotations

from typing import Any, Callable

from .. import check
from ..routine import user_function

NOTHING = object()  # no data given: the callback gets none


def data_arguments(data: Any) -> tuple:
    if data is NOTHING:
        return ()
    return data if isinstance(data, tuple) else (data,)


def going_on(name: str, function: Callable[..., Any], *arguments: Any) -> Callable[[], bool]:
    """Calls the user's function, which returns 0 to stop; True: go on. A function that returns nothing goes on."""
    call = user_function(function)

    def asked() -> bool:
        value = call(*arguments)
        if value is None or isinstance(value, bool):
            return value is not False
        return check.integer(f"value returned by {name}", value) != 0

    return asked


def of_simulation(asked: Callable[[], bool]) -> Callable[[Any], bool]:
    """As Simulation.run calls it, with the simulation."""
    return lambda simulation: asked()
