# SPDX-License-Identifier: MIT
"""Energies as the language counts them: external work holds all reactions, contact and friction are parts of it."""

KINDS = ("KINETIC", "INTERNAL", "EXTERNAL", "CONTACT", "FRICTION")


def energy(parts, kind):
    """One energy of the language [J] from the parts of corbel, each of which counts once."""
    if kind == "EXTERNAL":
        return parts["external"] + parts["contact"] + parts["friction"]
    return parts[kind.lower()]
