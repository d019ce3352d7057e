// SPDX-License-Identifier: MIT
#include "corbel/fem/surface_load.hpp"

#include "meshes.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

const Traction unit_pressure = [](const Vec3& normal, const Vec3&) { return Vec3(-normal); };

struct Resultant {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

Resultant resultant(const Mesh& mesh, const Eigen::VectorXd& f, const Eigen::VectorXd& q)
{
  Resultant sum;
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
    const Vec3 force = f.segment<3>(3 * static_cast<Eigen::Index>(n));
    const Vec3 x = mesh.nodes[n] + q.segment<3>(3 * static_cast<Eigen::Index>(n));
    sum.force += force;
    sum.torque += x.cross(force);
  }
  return sum;
}

Eigen::VectorXd zeros(const Mesh& mesh)
{
  return Eigen::VectorXd::Zero(3 * static_cast<Eigen::Index>(mesh.nodes.size()));
}

/// The block, with the faces in z = 1 marked 2.
Mesh marked_block(Kind kind)
{
  Mesh mesh = distorted_block(kind, 0);
  for (BoundaryFace& face : mesh.boundary) {
    bool top = true;
    for (const int n : face.node_span())
      top = top && mesh.nodes[static_cast<std::size_t>(n)].z() == 1;
    if (top) face.surface_id = 2;
  }
  return mesh;
}

TEST(SurfaceLoad, PressureOnAFaceIsItsAreaTimesTheNormalThroughItsCentre)
{
  for (const Kind kind : all_kinds) {
    const Mesh mesh = marked_block(kind);
    Eigen::VectorXd f = zeros(mesh);
    add_face_traction(mesh, 2, nullptr, unit_pressure, f);
    const Resultant sum = resultant(mesh, f, zeros(mesh));
    EXPECT_LT((sum.force - Vec3(0, 0, -1)).norm(), 1e-14) << name(kind);
    EXPECT_LT((sum.torque - Vec3(0.5, 0.5, 1).cross(Vec3(0, 0, -1))).norm(), 1e-14);
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
      if (mesh.nodes[n].z() < 1) {
        EXPECT_EQ(f.segment<3>(3 * static_cast<Eigen::Index>(n)).norm(), 0);
      }
  }
}

TEST(SurfaceLoad, PressureAllAroundHasNoResultantAlsoOnWarpedFaces)
{
  for (const Kind kind : all_kinds) {
    const Mesh mesh = distorted_block(kind);
    const Eigen::VectorXd q = 0.05 * noise(zeros(mesh).size(), 4);
    for (const Eigen::VectorXd* at : {static_cast<const Eigen::VectorXd*>(nullptr), &q}) {
      Eigen::VectorXd f = zeros(mesh);
      add_face_traction(mesh, 1, at, unit_pressure, f);
      const Resultant sum = resultant(mesh, f, at ? *at : zeros(mesh));
      EXPECT_GT(f.norm(), 0.1);
      EXPECT_LT(sum.force.norm(), 1e-14) << name(kind);
      EXPECT_LT(sum.torque.norm(), 1e-14) << name(kind);
    }
  }
}

TEST(SurfaceLoad, FollowsTheDeformedFaceIfGivenDisplacements)
{
  const Mesh mesh = marked_block(Kind::mixed);
  Mat3 F;
  F << 0, -2, 0.3, 1.5, 0.1, 0, 0, 0.2, 1.2;  // det F > 0; Nanson: n da = det F F⁻ᵀ N dA
  ASSERT_GT(F.determinant(), 0);
  const Eigen::VectorXd q = affine(mesh, F, Vec3(1, 1, 1));
  Eigen::VectorXd follower = zeros(mesh), dead = zeros(mesh);
  add_face_traction(mesh, 2, &q, unit_pressure, follower);
  add_face_traction(mesh, 2, nullptr, unit_pressure, dead);
  const Vec3 exact = -F.determinant() * F.inverse().transpose() * Vec3::UnitZ();
  EXPECT_LT((resultant(mesh, follower, q).force - exact).norm(), 1e-13);
  EXPECT_LT((resultant(mesh, dead, q).force - Vec3(0, 0, -1)).norm(), 1e-14);
}

TEST(SurfaceLoad, ATractionThatVariesIsIntegratedConsistently)
{
  // t = (X, 0, 0) on the unit square z = 1: force ½, its point of action x̄ = (∫X² / ∫X) from nodal forces:
  // the virtual work with the linear field X is ∫X² = ⅓. Triangles and squares do that exactly.
  for (const Kind kind : all_kinds) {
    const Mesh mesh = marked_block(kind);
    Eigen::VectorXd f = zeros(mesh);
    add_face_traction(
        mesh, 2, nullptr,
        [](const Vec3& normal, const Vec3& x) {
          EXPECT_LT((normal - Vec3::UnitZ()).norm(), 1e-14);
          return Vec3(x.x(), 0, 0);
        },
        f);
    double force = 0, work = 0;
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n) {
      force += f[3 * static_cast<Eigen::Index>(n)];
      work += f[3 * static_cast<Eigen::Index>(n)] * mesh.nodes[n].x();
    }
    EXPECT_NEAR(force, 0.5, 1e-14) << name(kind);
    EXPECT_NEAR(work, 1.0 / 3, 1e-14) << name(kind);
  }
}

TEST(SurfaceLoad, AddsToWhatIsThere)
{
  const Mesh mesh = marked_block(Kind::hexahedra);
  Eigen::VectorXd f = Eigen::VectorXd::Ones(zeros(mesh).size());
  add_face_traction(mesh, 77, nullptr, unit_pressure, f);  // no such surface
  EXPECT_EQ(f, Eigen::VectorXd::Ones(f.size()));
}

}  // namespace
}  // namespace corbel::testing
