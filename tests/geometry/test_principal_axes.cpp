// SPDX-License-Identifier: MIT
// Principal axes: eigenvectors, right-handed, the same choice every time.
#include "corbel/geometry/principal_axes.hpp"

#include "geometry/bodies.hpp"

#include <Eigen/LU>

namespace corbel::testing {
namespace {

Mat3 tensor(const Mat3& R, const Vec3& values) { return R * values.asDiagonal() * R.transpose(); }

TEST(PrincipalAxes, DiagonaliseAnyTensor)
{
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    Vec3 values = random.vector(1, 2);
    if (trial % 3 == 1) values[1] = values[0];
    if (trial % 10 == 0) values = Vec3::Ones();
    const Mat3 E = tensor(exp_map(random.vector(-3, 3)), values);
    const Mat3 A = principal_axes(E);
    EXPECT_TRUE(is_rotation(A, 1e-12));
    Mat3 D = A.transpose() * E * A;
    D.diagonal().setZero();
    expect_near(D, Mat3::Zero(), 1e-8);
  }
}

/// Frames less than some 30 degrees away from the axes of space are found as they are.
TEST(PrincipalAxes, KeepTheOrderAndTheSignsOfNearFrames)
{
  Random random(2);
  for (int trial = 0; trial < 100; ++trial) {
    const Mat3 R = exp_map(random.vector(-0.3, 0.3));
    expect_near(principal_axes(tensor(R, {2, 3, 1})), R, 1e-12);
    expect_near(principal_axes(tensor(R, {1, 2, 3})), R, 1e-12);
  }
}

TEST(PrincipalAxes, TiesKeepAnAxisOfSpace)
{
  expect_near(principal_axes(Mat3::Identity() * 1e-7), Mat3::Identity(), 0);
  for (const Vec3& values : {Vec3(1, 1, 2), Vec3(1, 2, 1), Vec3(2, 1, 1), Vec3(1, 2, 2), Vec3(0, 0, 1)})
    expect_near(principal_axes(tensor(Mat3::Identity(), values)), Mat3::Identity(), 1e-12);
  // round-off does not decide
  Mat3 E = tensor(Mat3::Identity(), {1, 1, 2});
  E(0, 1) = E(1, 0) = 1e-13;
  expect_near(principal_axes(E), Mat3::Identity(), 1e-9);
}

}  // namespace
}  // namespace corbel::testing
