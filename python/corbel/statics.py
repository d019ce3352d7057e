# SPDX-License-Identifier: MIT
"""The kind of analysis, and how exact equilibrium is in a quasi-static one."""
from . import check
from .routine import routine

ANALYSES = ("dynamic", "quasi_static")


class StaticAnalysis:
    """The part of a Simulation that chooses the analysis."""

    analysis = property(lambda self: "quasi_static" if self._engine.quasi_static else "dynamic",
                        doc='"dynamic", or "quasi_static": each step ends in equilibrium under the loads of its end')
    static_tolerance = property(lambda self: self._engine.static_tolerance,
                                doc="imbalance of forces at the end of a quasi-static step, relative to the forces")
    static_passes = property(lambda self: self._engine.static_passes,
                             doc="most passes of Newton's method in a quasi-static step")

    def _set_analysis(self, value):
        self._engine.quasi_static = check.choice("analysis", value, ANALYSES) == "quasi_static"

    @static_tolerance.setter
    @routine("Simulation.static_tolerance")
    def static_tolerance(self, value):
        self._engine.static_tolerance = check.number("static_tolerance", value, above=0)

    @static_passes.setter
    @routine("Simulation.static_passes")
    def static_passes(self, value):
        self._engine.static_passes = check.integer("static_passes", value, at_least=1)
