// SPDX-License-Identifier: MIT
// Paths of rigid frames against closed forms.
#include "corbel/model/motion_path.hpp"

#include "corbel/math/rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

using namespace corbel;

namespace {

constexpr double cell = 0.01;

Amplitude series(std::vector<double> times, std::vector<double> values)
{
  return Amplitude(std::make_shared<const TimeSeries>(std::move(times), std::move(values)));
}

MotionPath translation(MotionKind kind, VectorAmplitude value, double t0 = 0, const Vec3& v0 = Vec3::Zero())
{
  MotionPath path(MotionPath::Translation{kind, std::move(value)}, std::nullopt, cell);
  path.begin(t0, v0);
  return path;
}

MotionPath rotation(VectorAmplitude omega, double t0 = 0)
{
  MotionPath path(std::nullopt, std::move(omega), cell);
  path.begin(t0, Vec3::Zero());
  return path;
}

void expect_near(const Vec3& a, const Vec3& b, double tolerance) { EXPECT_LT((a - b).norm(), tolerance); }

}  // namespace

TEST(MotionPaths, ConstantsAreIntegratedFromTheirBeginning)
{
  const std::array<Amplitude, 3> a = {2.0, 0.0, -1.0};
  MotionPath moving = translation(MotionKind::velocity, a, 3);
  expect_near(moving.placement(5).s, {4, 0, -2}, 1e-14);
  MotionPath faster = translation(MotionKind::acceleration, a, 3, {1, 1, 0});
  expect_near(faster.placement(5).s, {2 + 4, 2, -2}, 1e-14);
  expect_near(faster.velocity(5, 0.1), {5, 1, -2}, 1e-14);
}

TEST(MotionPaths, ADisplacementCountsFromItsValueAtTheBeginning)
{
  MotionPath path =
      translation(MotionKind::displacement, std::array<Amplitude, 3>{series({0, 2}, {5, 9}), 0.0, 7.0}, 1);
  expect_near(path.placement(1).s, Vec3::Zero(), 1e-15);
  expect_near(path.placement(1.5).s, {1, 0, 0}, 1e-14);
  expect_near(path.velocity(1.5, 0.1), {2, 0, 0}, 1e-12);
  expect_near(path.velocity(1, 0.1), {2, 0, 0}, 1e-12);
  expect_near(path.placement(7).s, {2, 0, 0}, 1e-14);  // the last value stays
}

TEST(MotionPaths, AtItsBeginningADisplacementHasTheSlopeFromThereOn)
{
  // Of second order, and not asked before t0, where the function need not exist.
  MotionPath path = translation(MotionKind::displacement, VectorFunction([](double t) {
                                  EXPECT_GE(t, 0);
                                  return Vec3(3 * t * t, 2 * t, 0);
                                }));
  expect_near(path.velocity(0, 0.1), {0, 2, 0}, 1e-14);
}

TEST(MotionPaths, AfterItsSeriesAVelocityGoesOnAndAnAccelerationEnds)
{
  const VectorAmplitude ramp = std::array<Amplitude, 3>{series({0, 1}, {0, 3}), 0.0, 0.0};
  MotionPath moving = translation(MotionKind::velocity, ramp);
  expect_near(moving.placement(3).s, {1.5 + 6, 0, 0}, 1e-14);
  MotionPath faster = translation(MotionKind::acceleration, ramp);
  expect_near(faster.velocity(1, 0.1), {1.5, 0, 0}, 1e-14);
  expect_near(faster.velocity(3, 0.1), {1.5, 0, 0}, 1e-14);
  expect_near(faster.placement(0.5).s, {3 * 0.125 / 6, 0, 0}, 1e-14);  // a = 3 t: t³/2
  expect_near(faster.placement(3).s, {0.5 + 3, 0, 0}, 1e-14);
}

TEST(MotionPaths, FunctionsAreIntegratedToFourthOrder)
{
  // v = cos 3t: s = sin 3t / 3;  a = cos 3t: s = (1 − cos 3t)/9. Simpson: error ≤ t cell⁴ max|f''''| / 2880.
  const VectorFunction wave = [](double t) { return Vec3(std::cos(3 * t), 0, 0); };
  const double bound = 2 * std::pow(cell, 4) * 81 / 2880;
  MotionPath moving = translation(MotionKind::velocity, wave);
  MotionPath faster = translation(MotionKind::acceleration, wave, 0, {1, 0, 0});
  for (const double t : {0.003, 0.5, 1.2345, 2.0}) {
    EXPECT_NEAR(moving.placement(t).s.x(), std::sin(3 * t) / 3, bound + 1e-15);
    EXPECT_NEAR(faster.placement(t).s.x(), t + (1 - std::cos(3 * t)) / 9, 2 * bound + 1e-15);
    EXPECT_NEAR(faster.velocity(t, 0.1).x(), 1 + std::sin(3 * t) / 3, bound + 1e-15);
  }
}

TEST(MotionPaths, AreFunctionsOfTimeAlone)
{
  // In whatever order they are asked: a restarted run asks for late times first.
  const auto make = [] {
    return MotionPath(MotionPath::Translation{MotionKind::velocity, VectorFunction([](double t) {
                                                return Vec3(t, std::sin(t), 1);
                                              })},
                      VectorFunction([](double t) { return Vec3(std::cos(t), t, 1); }), cell);
  };
  MotionPath forward = make(), late = make();
  forward.begin(0, Vec3::Zero());
  late.begin(0, Vec3::Zero());
  for (const double t : {0.1, 0.3, 0.7})
    forward.placement(t);
  EXPECT_EQ(forward.placement(1.003).s, late.placement(1.003).s);
  EXPECT_EQ(forward.placement(1.003).R, late.placement(1.003).R);
}

TEST(MotionPaths, RotationsAboutAFixedAxisAreExact)
{
  const Vec3 axis = Vec3(1, 2, -2) / 3;
  const auto along = [&](const Amplitude& a) {  // a / 3 along (1, 2, −2) has the length |a|
    const auto scaled = [&](double factor) {
      if (!a.series()) return Amplitude(factor * a.value(0));
      std::vector<double> values = a.series()->values();
      for (double& value : values)
        value *= factor;
      return series(a.series()->times(), values);
    };
    return std::array<Amplitude, 3>{scaled(1.0 / 3), scaled(2.0 / 3), scaled(-2.0 / 3)};
  };
  MotionPath constant = rotation(along(5.0), 2);
  EXPECT_LT((constant.placement(9).R - exp_map(35 * axis)).norm(), 1e-13);
  MotionPath ramp = rotation(along(series({0, 1}, {0, 4})));
  EXPECT_LT((ramp.placement(0.7).R - exp_map(2 * 0.49 * axis)).norm(), 1e-13);
  EXPECT_LT((ramp.placement(3).R - exp_map((2 + 8) * axis)).norm(), 1e-12);
}

TEST(MotionPaths, RotationsAboutAnAxisThatTurnsAreOfSecondOrder)
{
  // A frame that turns about z by a and, in itself, about x by b: R = Rz(a t) Rx(b t), ω = a e_z + b Rz e_x.
  const double a = 2, b = 3, t = 1.5;
  const Mat3 exact = exp_map({0, 0, a * t}) * exp_map({b * t, 0, 0});
  const auto error = [&](double width) {
    MotionPath path(
        std::nullopt,
        VectorFunction([&](double s) { return Vec3(b * std::cos(a * s), b * std::sin(a * s), a); }), width);
    path.begin(0, Vec3::Zero());
    return (path.placement(t).R - exact).norm();
  };
  EXPECT_LT(error(0.01), 1e-3);
  EXPECT_NEAR(std::log2(error(0.02) / error(0.01)), 2, 0.1);
}
