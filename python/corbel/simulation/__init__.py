# SPDX-License-Identifier: MIT
"""A model and its run: the class Simulation, and the functions that are its methods, a module for each topic."""
from .simulation import Simulation

__all__ = ["Simulation"]
