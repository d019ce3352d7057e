# SPDX-License-Identifier: MIT
"""Settings of a simulation: each function checks what the user assigned and returns what the engine takes."""
from typing import Any

from .. import check
from ..command_line import MOST_THREADS, command_line
from ..errors import InputError
from ..paths import result_file
from .limits import corners

ANALYSES = ("dynamic", "quasi_static")
RULES = ("MIDPOINT", "BACKWARD_EULER")  # the first is the default


def output_file(output: Any) -> str:
    """The file itself, or the one in a folder, to which `corbel run -s` may append another; None: no file."""
    if output is None:
        return ""
    path = check.path("output", output)
    return path if path.endswith(".h5") else result_file(command_line.folder(path))


def quasi_static(analysis: Any) -> bool:
    return check.choice("analysis", analysis, ANALYSES) == "quasi_static"


def rule(value: Any, analysis: str) -> str:
    name = check.choice("rule", value, RULES)
    if name != RULES[0] and analysis == "quasi_static":
        raise InputError(f"argument 'rule': got '{name}' in quasi-static analysis, expected '{RULES[0]}'. Quasi-static steps have a rule of "
                         "their own; rules of dynamics do not apply to them.")
    return name


def threads(name: str, value: Any) -> int:
    return check.integer(name, value, at_least=0, at_most=MOST_THREADS) or command_line.threads


def compliance_memory(name: str, value: Any) -> int:
    return int(check.not_negative(name, value))


def epsilon(name: str, value: Any) -> float:
    return 0.0 if value is None else check.positive(name, value)


def contact_points(name: str, value: Any) -> str:
    return check.choice(name, value, ("PATCH", "CENTROID"))


def min_distance(name: str, value: Any) -> float | None:
    return None if value is None else check.not_negative(name, value)


def extents(name: str, value: Any) -> tuple[list[float], list[float]] | None:
    return None if value is None else corners(name, value)
