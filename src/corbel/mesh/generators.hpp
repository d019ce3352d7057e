// SPDX-License-Identifier: MIT
// Meshes of given forms (manual §3.1.2 and later additions to the language). HEX is in mesh.hpp.
#pragma once

#include "corbel/mesh/mesh.hpp"

namespace corbel {

/// PIPE: a tube of hexahedra that starts at `point` and runs along `direction`, whose length is that of the
/// tube. Nodes lie on circles of the radii inner_radius … inner_radius + thickness. Cells along the
/// direction (ndir ≥ 1), around (nrad ≥ 3) and through the wall (nthi ≥ 1). surfaces: four identifiers,
/// bottom (at the point), top, inner, outer. Numbering: through the wall first, then around, then along.
Mesh make_pipe_mesh(const Vec3& point, const Vec3& direction, double inner_radius, double thickness, int ndir,
                    int nrad, int nthi, int volume_id, std::span<const int> surfaces);

/// ROUGH_HEX: a box of i × j × k hexahedra along the principal axes of the Euler tensor of some convexes,
/// from their lowest to their highest vertex along each axis; dx, dy, dz as for HEX. Identifiers are the
/// largest integer. The axes come in the order and with the signs nearest to x, y, z
/// (geometry/principal_axes.hpp).
Mesh make_rough_hex_mesh(std::span<const Convex> convexes, int i, int j, int k, std::span<const double> dx,
                         std::span<const double> dy, std::span<const double> dz);

/// ELLIP_MESH: an ellipsoid of tetrahedra. The nodes of the surface lie on the ellipsoid, and the two
/// surfaces are nowhere farther apart than `error` [m]. Throws InputError on 'error' when that takes more
/// than four million tetrahedra.
Mesh make_ellipsoid_mesh(const Vec3& center, const Vec3& radii, double error, int volume_id, int surface_id);

}  // namespace corbel
