# SPDX-License-Identifier: MIT
"""How contacts of a simulation are found, and which are left out."""
from . import check
from .routine import routine


class ContactSettings:
    """The part of a Simulation that concerns contact detection."""

    epsilon = property(lambda self: self._engine.epsilon, doc="geometric tolerance of contact [m]; None derives it from the sizes of the bodies")
    contact_points = property(lambda self: self._engine.contact_points,
                              doc='where convex pieces touch: "PATCH" (corners of the common area) or "CENTROID"')
    sparsify_threshold = property(lambda self: self._engine.sparsify_threshold,
                                  doc="ratio of areas below which a new contact next to another is dropped, in [0, 1]; "
                                      "0: none is dropped, min_area and min_distance have no effect either")
    min_area = property(lambda self: self._engine.min_area, doc="new contacts of less area are dropped [m²]")
    min_distance = property(lambda self: self._engine.min_distance,
                            doc="of contacts closer than twice this one is kept [m]; None: the tolerance epsilon of each pair of objects")

    @epsilon.setter
    @routine("Simulation.epsilon")
    def epsilon(self, value):
        self._engine.epsilon = 0.0 if value is None else check.number("epsilon", value, above=0)

    @contact_points.setter
    @routine("Simulation.contact_points")
    def contact_points(self, value):
        self._engine.contact_points = check.choice("contact_points", value, ("PATCH", "CENTROID"))

    @sparsify_threshold.setter
    @routine("Simulation.sparsify_threshold")
    def sparsify_threshold(self, value):
        self._engine.sparsify_threshold = check.number("sparsify_threshold", value, at_least=0, at_most=1)

    @min_area.setter
    @routine("Simulation.min_area")
    def min_area(self, value):
        self._engine.min_area = check.number("min_area", value, at_least=0)

    @min_distance.setter
    @routine("Simulation.min_distance")
    def min_distance(self, value):
        self._engine.min_distance = None if value is None else check.number("min_distance", value, at_least=0)

    @routine("Simulation.exclude_contact")
    def exclude_contact(self, body1, body2):
        """No contact between these two bodies."""
        self._engine.exclude_contact(self._own("body1", body1), self._own("body2", body2))

    @routine("Simulation.exclude_objects")
    def exclude_objects(self, body1, point1, body2, point2):
        """No contact between the spheres, ellipsoids, convexes or mesh elements that contain these referential points."""
        self._engine.exclude_objects(self._own("body1", body1), check.vector("point1", point1),
                                     self._own("body2", body2), check.vector("point2", point2))

    @routine("Simulation.exclude_surfaces")
    def exclude_surfaces(self, surface1, surface2):
        """No contact between surfaces of these ids, of whatever bodies."""
        self._engine.exclude_surfaces(check.integer("surface1", surface1), check.integer("surface2", surface2))
