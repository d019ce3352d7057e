// SPDX-License-Identifier: MIT
// Meshes for the tests of the fem folder: distorted, of each kind of element and of all kinds together.
#pragma once

#include "corbel/fem/solid.hpp"

#include <string>

namespace corbel::testing {

/// What the cells of a block are divided into.
enum class Kind { tetrahedra, pyramids, wedges, hexahedra, mixed };
inline constexpr std::array<Kind, 5> all_kinds{Kind::tetrahedra, Kind::pyramids, Kind::wedges,
                                               Kind::hexahedra, Kind::mixed};
std::string name(Kind kind);

/// The unit cube in cells³ cells, its nodes moved by up to `distortion` times the cell size (boundary ones
/// too), the same in each run. All boundary faces have the surface id 1.
Mesh distorted_block(Kind kind, double distortion = 0.15, int cells = 3);

/// One distorted element of k nodes with edges of about 1.
Mesh single_element(int k);

/// One frustum of k nodes, all its faces plane but no two of its opposite edges alike: its moments are known
/// from its boundary.
Mesh frustum(int k);

/// Young's modulus 1E7, Poisson's ratio 0.3, density 1200.
inline constexpr double young = 1e7, poisson = 0.3, density = 1200;
Solid make_solid(const Mesh& mesh);

/// q of the motion x = F X + c.
Eigen::VectorXd affine(const Mesh& mesh, const Mat3& F, const Vec3& c = Vec3::Zero());

/// The same numbers between −1 and 1 in each run.
Eigen::VectorXd noise(Eigen::Index size, unsigned seed);

/// Nodes that are on no boundary face.
std::vector<int> interior_nodes(const Mesh& mesh);

}  // namespace corbel::testing
