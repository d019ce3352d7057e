// SPDX-License-Identifier: MIT
// Consistent nodal forces of a load on the boundary of a mesh.
#pragma once

#include "corbel/mesh/mesh.hpp"

#include <functional>

namespace corbel {

/// Force per area [Pa] from the unit outward normal and the point. A pressure p is −p normal.
using Traction = std::function<Vec3(const Vec3& normal, const Vec3& point)>;

/// f_a += ∫ N_a t dA over the boundary faces with this surface id; f has 3n entries. Without displacements
/// (nullptr) normals, points and areas are referential: a dead load. With them they are those of the
/// deformed faces: a load that follows.
void add_face_traction(const Mesh& mesh, int surface_id, const Eigen::VectorXd* q, const Traction& traction,
                       Eigen::VectorXd& f);

}  // namespace corbel
