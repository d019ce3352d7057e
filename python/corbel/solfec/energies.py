# SPDX-License-Identifier: MIT
"""Energies as the language counts them: external work holds all reactions, contact and friction are parts of it."""
from __future__ import annotations

from typing import Any

KINDS = ("KINETIC", "INTERNAL", "EXTERNAL", "CONTACT", "FRICTION")  # as ENERGY lists them
HISTORY_KINDS = (*KINDS, "DAMPING", "NUMERICAL")


def energy(parts: Any, kind: str) -> Any:
    """One energy of the language [J] from the parts of corbel, each of which counts once."""
    if kind == "EXTERNAL":
        return parts["external"] + parts["contact"] + parts["friction"]
    return parts[kind.lower()]
