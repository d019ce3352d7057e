// SPDX-License-Identifier: MIT
#include "corbel/local_dynamics/matrix_free_compliance.hpp"

#include "corbel/core/index.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/local_dynamics/compliant_part.hpp"

namespace corbel {
namespace {

constexpr std::size_t row_grain = 256;  ///< rows per task

/// Both sides of a constraint are one body.
bool is_self_contact(const std::array<BodySide, 2>& sides)
{
  return sides[0].body >= 0 && sides[0].body == sides[1].body;
}

}  // namespace

MatrixFreeCompliance::MatrixFreeCompliance(TouchedBodies touched)
    : touched_(std::move(touched)), diagonal_(size())
{
  for (const TouchedBody& b : touched_.bodies)
    b.inverse->need(b.points, PointUse::products);
  parallel_for(size(), 16, [&](std::size_t i) {
    diagonal_[i].setZero();
    const auto& sides = touched_.sides[i];
    if (is_self_contact(sides)) return;
    for (const BodySide& side : sides)
      if (side.body >= 0) diagonal_[i] += own_block(touched_.bodies[index(side.body)], index(side.touch));
  });
  for (std::size_t i = 0; i < size(); ++i)
    if (is_self_contact(touched_.sides[i])) diagonal_[i] = self_contact_block(i);
}

Mat3 MatrixFreeCompliance::own_block(const TouchedBody& b, std::size_t touch) const
{
  const Mat3& E = b.touches[touch].E;
  return E.transpose() * b.inverse->own_block(b.points[touch]) * E;
}

Mat3 MatrixFreeCompliance::self_contact_block(std::size_t i) const
{
  const auto& sides = touched_.sides[i];
  const TouchedBody& b = touched_.bodies[index(sides[0].body)];
  const std::size_t master = index(sides[0].touch), slave = index(sides[1].touch);
  const std::array<MaterialPoint, 2> points = {b.points[master], b.points[slave]};
  const Mat3& E = b.touches[master].E;  // that of the slave is −E
  Mat3 block;
  for (int k = 0; k < 3; ++k) {
    const std::array<Vec3, 2> p = {E.col(k), -E.col(k)};
    std::array<Vec3, 2> v;
    b.inverse->product(points, p, v);
    block.col(k) = E.transpose() * (v[0] - v[1]);
  }
  return 0.5 * (block + block.transpose());
}

std::vector<Vec3> MatrixFreeCompliance::multiply(const std::vector<Vec3>& R) const
{
  std::vector<std::vector<Vec3>> v(touched_.bodies.size());  // velocities of the points of each body
  parallel_for(v.size(), 1, [&](std::size_t k) {
    const TouchedBody& b = touched_.bodies[k];
    std::vector<Vec3> p(b.points.size());
    for (std::size_t j = 0; j < p.size(); ++j)
      p[j] = b.touches[j].E * R[index(b.touches[j].row)];
    v[k].resize(p.size());
    b.inverse->product(b.points, p, v[k]);
  });
  std::vector<Vec3> U(size(), Vec3::Zero());
  parallel_for(size(), row_grain, [&](std::size_t i) {
    for (const BodySide& side : touched_.sides[i])
      if (side.body >= 0)
        U[i] += touched_.bodies[index(side.body)].touches[index(side.touch)].E.transpose() *
                v[index(side.body)][index(side.touch)];
  });
  return U;
}

BlockSparse MatrixFreeCompliance::assemble() const { return compliant_part(touched_); }

}  // namespace corbel
