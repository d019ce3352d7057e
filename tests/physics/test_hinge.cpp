// SPDX-License-Identifier: MIT
// A joint of two rows, a hinge, on bodies of all kinds: periods, moments, momentum; resuming, removing it, all solvers.
#include "physics/hinge.hpp"
#include "physics/scene_helpers.hpp"

#include "corbel/solvers/cones/newton.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;
const BulkMaterial stiff = {.label = "", .young = 1e9, .poisson = 0.25, .density = 1000};

// --- bodies of all kinds ----------------------------------------------------------------------------

struct Kind {
  const char* name;
  const FiniteElementForm* form = nullptr;
};
const Kind rigid{"rigid"}, pseudo_rigid{"pseudo-rigid"}, corotated{"BC", &FiniteElementForm::bc},
    total_lagrangian{"TL", &FiniteElementForm::tl};

/// Elements of a bar along its length and its sides.
constexpr int along = 8, across = 2;

Mesh bar_mesh(const Vec3& center, const Vec3& size)
{
  std::vector<double> corners;
  for (const double z : {-0.5, 0.5})
    for (const auto& [x, y] : {std::pair(-0.5, -0.5), {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})
      for (const double a : {center.x() + x * size.x(), center.y() + y * size.y(), center.z() + z * size.z()})
        corners.push_back(a);
  return make_hex_mesh(corners, across, across, along, 0, std::vector<int>(6, 0), {}, {}, {});
}

Body& add_bar(Simulation& simulation, const Kind& kind, const ShapePart& bar)
{
  if (kind.form) return simulation.model.add_finite_element(std::get<Mesh>(bar), stiff, *kind.form, "");
  if (kind.name == pseudo_rigid.name) {
    PseudoRigidBody& body = simulation.model.add_pseudo_rigid({bar}, stiff, "");
    body.scheme = DeformableScheme::def_lim;
    return body;
  }
  return add_rigid(simulation, bar, stiff.density);
}

// --- physical pendulum ------------------------------------------------------------------------------

/// A bar of 1 m × 0.1 m × 0.1 m, hinged 0.05 m from its upper end about y, inclined by 25° towards the axis, so that the hinge has to
/// carry moments, and let go at 60°.
constexpr double width = 0.1, length = 1, arm = 0.45, inclination = 25 * pi / 180, amplitude = pi / 3;

/// T = 4 √(I / m g l) K(sin θ₀/2). Second moments of mass per mass are L²/12 along each side; those of n elements with masses at their
/// nodes are larger by (L/n)²/6.
double exact_period(const Kind& kind)
{
  const auto second = [&](double side, int n) {
    return side * side / 12 + (kind.form ? side * side / (6.0 * n * n) : 0);
  };
  const double s = std::sin(inclination), c = std::cos(inclination);
  const double own = second(width, across) * (1 + s * s) + second(length, along) * c * c;
  const double l = arm * c;
  return 2 * pi * std::sqrt((own + l * l) / (g * l)) / agm(1, std::cos(amplitude / 2));
}

struct Swinging {
  double period = 0;       ///< mean of two [s]
  double axis_error = 0;   ///< largest [rad]
  double point_error = 0;  ///< largest [m]
};

Swinging swing(const Kind& kind, double h, RuleKind rule = RuleKind::midpoint)
{
  Simulation simulation(h);
  set_gravity(simulation, {0, 0, -g});
  simulation.model.rule = rule;
  ShapePart bar = bar_mesh({0, 0, -arm}, {width, width, length});
  rotate(bar, Vec3::Zero(), {1, 0, 0}, inclination * 180 / pi);
  rotate(bar, Vec3::Zero(), {0, 1, 0}, -amplitude * 180 / pi);
  Body& body = add_bar(simulation, kind, bar);
  const Hinge& hinge = add_hinge(simulation.model, body, nullptr, Vec3::Zero(), Vec3::UnitY());
  const MaterialPoint middle = body.locate("point", body.center());
  Swinging result;
  double before = body.position(middle).x(), t = 0, first = 0;
  int crossings = 0;  // of the lowest point, where the acceleration vanishes
  EXPECT_GT(before, 0.3);
  run(simulation, 2.4 * exact_period(kind), [&] {
    const double x = body.position(middle).x();
    if (x * before < 0) {
      const double now = t + h * before / (before - x);
      if (crossings == 0) first = now;
      if (crossings == 4) result.period = (now - first) / 2;
      ++crossings;
    }
    t = simulation.time();
    before = x;
    result.axis_error = std::max(result.axis_error, hinge.axis_error(simulation.model.bodies()));
    result.point_error = std::max(result.point_error, hinge.point_error(simulation.model.bodies()));
  });
  EXPECT_EQ(crossings, 5);
  return result;
}

}  // namespace

TEST(Hinge, PeriodOfAPhysicalPendulumIsOfSecondOrder)
{
  const double exact = exact_period(rigid);
  const auto error = [&](double h) { return swing(rigid, h).period / exact - 1; };
  EXPECT_LT(std::abs(error(0.01)), 2e-5);
  // Terms of second and third order have opposite signs: the second order shows in small steps.
  EXPECT_NEAR(order(error(5e-4), error(2.5e-4)), 2, 0.15);
}

TEST(Hinge, PointAndAxisAreHeldToThirdOrder)
{
  const Swinging coarse = swing(rigid, 0.01), fine = swing(rigid, 0.005);
  EXPECT_LT(fine.axis_error, 1e-6);
  EXPECT_LT(fine.point_error, 2e-6);
  EXPECT_GT(order(coarse.axis_error, fine.axis_error), 2.9);
  EXPECT_GT(order(coarse.point_error, fine.point_error), 2.9);
}

TEST(Hinge, PeriodOfBodiesThatDeform)
{
  for (const Kind& kind : {pseudo_rigid, corotated, total_lagrangian}) {
    SCOPED_TRACE(kind.name);
    const double exact = exact_period(kind);
    const Swinging result = swing(kind, 0.002);
    EXPECT_NEAR(result.period, exact, 5e-4 * exact);  // they give way a little
    EXPECT_LT(result.axis_error, 1e-4);
    EXPECT_LT(result.point_error, 1e-4);
  }
}

TEST(Hinge, BackwardEulerHoldsItTooAndIsOfFirstOrder)
{
  const double exact = exact_period(rigid);
  const Swinging coarse = swing(rigid, 0.004, RuleKind::backward_euler),
                 fine = swing(rigid, 0.002, RuleKind::backward_euler);
  EXPECT_LT(fine.axis_error, 1e-4);
  EXPECT_LT(fine.point_error, 1e-4);
  EXPECT_LT(fine.period, exact);  // amplitudes decay
  EXPECT_NEAR(order(exact - coarse.period, exact - fine.period), 1, 0.15);
}

namespace {

// --- two bars ---------------------------------------------------------------------------------------

/// Small motions of two equal bars of length 2c, one hinged in space, the other to its lower end: M θ̈ + K θ = 0,
/// M = m [[k² + c² + 4c², 2c²], [2c², k² + c²]], K = m g c diag(3, 1). The slow mode: ω², and θ₂/θ₁.
struct SlowMode {
  double omega, ratio;
};
SlowMode slow_mode(double k2, double c)
{
  const double a = k2 + 5 * c * c, b = 2 * c * c, d = k2 + c * c;
  // (a d − b²) λ² − g c (a + 3 d) λ + 3 g² c² = 0
  const double A = a * d - b * b, B = g * c * (a + 3 * d), C = 3 * g * g * c * c;
  const double lambda = (B - std::sqrt(B * B - 4 * A * C)) / (2 * A);
  return {std::sqrt(lambda), (3 * g * c - a * lambda) / (b * lambda)};
}

struct TwoBars {
  Simulation simulation;
  Body *upper, *lower;
  Hinge *above, *between;

  /// Bars of 1 m hanging from the origin at these angles about y.
  TwoBars(double h, const Kind& kind1, const Kind& kind2, double angle1, double angle2) : simulation(h)
  {
    set_gravity(simulation, {0, 0, -g});
    ShapePart one = bar_mesh({0, 0, -0.5}, {width, width, 1}),
              two = bar_mesh({0, 0, -0.5}, {width, width, 1});
    const Vec3 knee(-std::sin(angle1), 0, -std::cos(angle1));
    rotate(one, Vec3::Zero(), {0, 1, 0}, angle1 * 180 / pi);
    rotate(two, Vec3::Zero(), {0, 1, 0}, angle2 * 180 / pi);
    translate(two, knee);
    upper = &add_bar(simulation, kind1, one);
    lower = &add_bar(simulation, kind2, two);
    simulation.model.exclude_contact(*upper, *lower);
    above = &add_hinge(simulation.model, *upper, nullptr, Vec3::Zero(), Vec3::UnitY());
    between = &add_hinge(simulation.model, *upper, lower, knee, Vec3::UnitY());
  }
};

}  // namespace

TEST(Hinge, SlowModeOfADoublePendulum)
{
  const SlowMode mode = slow_mode((1 + width * width) / 12, 0.5);
  const double period = 2 * pi / mode.omega;
  EXPECT_GT(mode.ratio, 1);
  TwoBars bars(0.01, rigid, rigid, 1e-3, 1e-3 * mode.ratio);
  const MaterialPoint middle{bars.upper->center()};
  double before = bars.upper->position(middle).x(), t = 0, first = 0, measured = 0;
  int crossings = 0;
  run(bars.simulation, 3.4 * period, [&] {
    const double x = bars.upper->position(middle).x();
    if (x * before < 0) {
      const double now = t + 0.01 * before / (before - x);
      if (crossings == 0) first = now;
      if (crossings == 6) measured = (now - first) / 3;
      ++crossings;
    }
    t = bars.simulation.time();
    before = x;
  });
  // Forces at mid-steps, explicit or implicit, change ω of a linear oscillation by (ωh)²/24 or −(ωh)²/12.
  EXPECT_NEAR(measured / period, 1, std::pow(mode.omega * 0.01, 2) / 12);
}

TEST(Hinge, AFreePairKeepsItsMomenta)
{
  // Two plates, hinged along an edge that is no principal axis, thrown into space.
  const auto largest_error = [](double h) {
    Simulation simulation(h);
    RigidBody& one = add_rigid(simulation, box({0.5, 0, 0}, {1, 0.8, 0.1}));
    RigidBody& two = add_rigid(simulation, box({-0.3, 0.1, 0}, {0.6, 0.6, 0.2}));
    simulation.model.exclude_contact(one, two);
    const Hinge& hinge = add_hinge(simulation.model, one, &two, Vec3::Zero(), {0, 1, 0.2});
    const Vec3 v(0.3, -0.2, 0.5), w(1, 0.5, -0.7), relative(0, 2, 0.4);
    one.set_initial_velocity(v + w.cross(one.center()), w);
    two.set_initial_velocity(v + (w + relative).cross(two.center()), w + relative);
    const Vec3 p = one.linear_momentum() + two.linear_momentum();
    const Vec3 L = one.angular_momentum() + two.angular_momentum();
    double error = 0;
    run(simulation, 4, [&] {
      EXPECT_LT((one.linear_momentum() + two.linear_momentum() - p).norm(), 1e-12 * p.norm());
      error = std::max(error, (one.angular_momentum() + two.angular_momentum() - L).norm() / L.norm());
      error = std::max(error, hinge.axis_error(simulation.model.bodies()));
    });
    const Vec3 axis = one.rotation() * Vec3(0, 1, 0.2).normalized();
    const double turning = (two.rotation() * omega(two) - one.rotation() * omega(one)).dot(axis);
    EXPECT_GT(std::abs(turning), 0.5);  // the hinge lets them turn
    return error;
  };
  const double coarse = largest_error(0.01), fine = largest_error(0.005);
  EXPECT_LT(fine, 2e-4);
  EXPECT_GT(order(coarse, fine), 1.8);
}

TEST(Hinge, TurningAboutTheAxisOfAPairIsFree)
{
  // Hinged through both centres of mass along a principal axis: both keep their angular velocity to round-off.
  Simulation simulation(0.01);
  RigidBody& one = add_rigid(simulation, box({0, 0, 0}, {1, 0.5, 0.1}));
  RigidBody& two = add_rigid(simulation, box({0, 0, 0.3}, {0.3, 0.7, 0.1}));
  add_hinge(simulation.model, one, &two, Vec3::Zero(), Vec3::UnitZ());
  one.set_initial_velocity(Vec3::Zero(), {0, 0, 2});
  two.set_initial_velocity(Vec3::Zero(), {0, 0, -3});
  run(simulation, 2);
  EXPECT_LT((omega(one) - Vec3(0, 0, 2)).norm(), 1e-12);
  EXPECT_LT((omega(two) - Vec3(0, 0, -3)).norm(), 1e-12);
}

namespace {

// --- a door -----------------------------------------------------------------------------------------

/// 0.8 m wide, hinged about z at the middle of its edge.
constexpr double reach = 0.4;

Hinge& add_door(Simulation& simulation, const Kind& kind)
{
  set_gravity(simulation, {0, 0, -g});
  Body& door = add_bar(simulation, kind, bar_mesh({reach, 0, 0}, {2 * reach, 0.1, 2}));
  return add_hinge(simulation.model, door, nullptr, Vec3::Zero(), Vec3::UnitZ());
}

double mass_of(const Simulation& simulation, const Hinge& hinge)
{
  return simulation.model.bodies()[hinge.master.body].mass();
}

Vec3 force(const Simulation& simulation, const Hinge& hinge) { return hinge.force(simulation.reactions()); }

Vec3 couple(const Simulation& simulation, const Hinge& hinge)
{
  return hinge.couple(simulation.model.bodies(), simulation.reactions());
}

void expect_held(const Simulation& simulation, const Hinge& hinge, double tolerance)
{
  const double weight = g * mass_of(simulation, hinge);
  EXPECT_LT((force(simulation, hinge) - Vec3(0, 0, weight)).norm(), tolerance * weight);
  EXPECT_LT((couple(simulation, hinge) - Vec3(0, -weight * reach, 0)).norm(), tolerance * weight * reach);
}

}  // namespace

TEST(Hinge, CarriesTheMomentOfADoor)
{
  Simulation simulation(0.01);
  const Hinge& hinge = add_door(simulation, rigid);
  run_steps(simulation, 50);
  expect_held(simulation, hinge, 1e-10);
}

TEST(Hinge, CarriesTheMomentOfADoorInStatics)
{
  for (const Kind& kind : {rigid, pseudo_rigid, corotated, total_lagrangian}) {
    SCOPED_TRACE(kind.name);
    Simulation simulation(1);
    const Hinge& hinge = add_door(simulation, kind);
    simulation.analysis = Analysis::quasi_static;
    const RunReport report = run_steps(simulation, 1);
    EXPECT_EQ(report.unconverged_steps, 0);
    // Bodies that deform sag by some 1e-4 of their size.
    expect_held(simulation, hinge, kind.name == rigid.name ? 1e-8 : 1e-3);
    EXPECT_LT(hinge.axis_error(simulation.model.bodies()), 1e-9);
    EXPECT_LT(hinge.point_error(simulation.model.bodies()), 1e-9);
  }
}

TEST(Hinge, OfABodyThatDoesNotTurnIsAFixedPoint)
{
  Simulation simulation(0.01);
  Hinge& hinge = add_door(simulation, rigid);
  static_cast<RigidBody&>(simulation.model.bodies()[hinge.master.body]).set_rotation_enabled(false);
  for (const std::string& name : solver_names()) {
    SCOPED_TRACE(name);
    EXPECT_EQ(simulation.run(*make_solver(name, {.tolerance = 1e-9}), 0.02, {}).unconverged_steps, 0);
    EXPECT_EQ(couple(simulation, hinge), Vec3(0, 0, 0));
    EXPECT_LT((force(simulation, hinge) - Vec3(0, 0, g * mass_of(simulation, hinge))).norm(), 1e-6);
  }
}

TEST(Hinge, RecordsHaveTheMomentAboutItsPoint)
{
  Simulation simulation(0.01);
  const Hinge& hinge = add_door(simulation, rigid);
  run_steps(simulation, 5);
  const std::vector<ConstraintRecord> rows = simulation.constraints();
  ASSERT_EQ(rows.size(), 2U);
  for (int k = 0; k < 2; ++k) {
    EXPECT_EQ(rows[static_cast<std::size_t>(k)].kind, ConstraintKind::joint);
    EXPECT_EQ(rows[static_cast<std::size_t>(k)].joint, hinge.id);
    EXPECT_EQ(rows[static_cast<std::size_t>(k)].feature, k);
  }
  const Vec3 tip =
      Eigen::Map<const Vec3>(rows[1].point.data()) - Eigen::Map<const Vec3>(rows[0].point.data());
  EXPECT_LT((tip.cross(spatial_impulse(rows[1])) / 0.01 - couple(simulation, hinge)).norm(), 1e-9);
  EXPECT_LT((spatial_impulse(rows[0]) / 0.01 - force(simulation, hinge)).norm(), 1e-9);
}

TEST(Hinge, BreaksAtItsStrength)
{
  // The force and, at the tip of an axis of 1 m, the couple: m g √(1 + l²).
  for (const double share : {0.99, 1.01}) {
    Simulation simulation(0.01);
    Hinge& hinge = add_door(simulation, rigid);
    const double m = mass_of(simulation, hinge);
    hinge.strength = share * m * g * std::hypot(1, reach);
    run_steps(simulation, 3);
    EXPECT_EQ(simulation.model.joints().size(), share > 1 ? 1U : 0U);
  }
}

TEST(Hinge, RemovedItLetsBodiesFall)
{
  TwoBars bars(0.01, rigid, rigid, 0.5, 1);
  run_steps(bars.simulation, 30);
  bars.simulation.model.remove_joint(bars.between->id);
  const auto& lower = static_cast<const RigidBody&>(*bars.lower);
  const Vec3 x = lower.current_center(), v = velocity(lower), w = omega(lower);
  run_steps(bars.simulation, 30);
  EXPECT_EQ(bars.simulation.constraints().size(), 2U);
  EXPECT_LT((lower.current_center() - x - 0.3 * v - Vec3(0, 0, -0.5 * g * 0.09)).norm(), 1e-12);
  EXPECT_LT((omega(lower) - w).norm(), 1e-12);  // about a principal axis
  EXPECT_LT(bars.above->axis_error(bars.simulation.model.bodies()), 1e-4);
}

TEST(Hinge, OfAnObstacleLeavesItOneMotion)
{
  // Driven at (1, 0, 0) along n = (0, 1, 1)/√2 with 1 m/s: turning about z alone, n·(ω z × x) = ω/√2. Without the rows of the axis the
  // obstacle would turn about n × x, with ω = 1.
  Simulation simulation(0.001);
  RigidBody& gate = add_obstacle(simulation, box({0.5, 0, 0}, {1, 0.1, 1}));
  const Hinge& hinge = add_hinge(simulation.model, gate, nullptr, Vec3::Zero(), Vec3::UnitZ());
  simulation.model.add_prescribed_motion(gate, {1, 0, 0}, {0, 1, 1}, MotionKind::velocity, 1);
  run_steps(simulation, 2);
  EXPECT_LT((omega(gate) - Vec3(0, 0, std::sqrt(2))).norm(), 1e-5);
  EXPECT_LT(hinge.axis_error(simulation.model.bodies()), 1e-12);
  EXPECT_LT(hinge.point_error(simulation.model.bodies()),
            0.5 * std::pow(std::sqrt(2) * 0.001, 2));  // of a jump of ω
}

TEST(Hinge, CouplesAreNoForcesOnADrive)
{
  // A door on a post that moves up with 2 m/s²: the drive feels the weight and the inertia, not the couple.
  Simulation simulation(0.01);
  set_gravity(simulation, {0, 0, -g});
  RigidBody& post = add_obstacle(simulation, box({-0.1, 0, 0}, {0.1, 0.1, 2}));
  RigidBody& door = add_rigid(simulation, box({reach, 0, 0}, {2 * reach, 0.05, 2}), 100);
  add_hinge(simulation.model, door, &post, Vec3::Zero(), Vec3::UnitZ());
  const std::array<Amplitude, 3> up = {Amplitude(0.0), Amplitude(0.0), Amplitude(2.0)};
  const Joint& drive = simulation.model.move_obstacle(
      post, post.center(),
      std::make_shared<MotionPath>(MotionPath::Translation{MotionKind::acceleration, up}, std::nullopt,
                                   0.01));
  run_steps(simulation, 20);
  EXPECT_LT((simulation.reactions().outcome(drive, 0).R / 0.01 - Vec3(0, 0, door.mass() * (g + 2))).norm(),
            1e-6 * door.mass() * g);
}

namespace {

// --- all solvers, and resuming ----------------------------------------------------------------------

/// A chain of three bars hinged to each other swings onto a floor without friction.
void add_chain(Simulation& simulation, double friction, const Kind& last)
{
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, friction);
  add_floor(simulation);
  Body* before = nullptr;
  for (int i = 0; i < 3; ++i) {
    const ShapePart bar = bar_mesh({i + 0.5, 0, 0.2}, {0.9, 0.2, 0.2});
    Body& body = add_bar(simulation, i < 2 ? rigid : last, bar);
    add_hinge(simulation.model, body, before, {i + 0.05, 0, 0.2}, {0, 1, 0});
    before = &body;
  }
}

std::vector<Vec3> centers(const Simulation& simulation)
{
  std::vector<Vec3> all;
  for (const auto& body : simulation.model.bodies())
    all.push_back(body->position(body->locate("point", body->center())));
  return all;
}

/// Largest error of all hinges.
double hinge_error(const Simulation& simulation)
{
  double error = 0;
  for (const auto& joint : simulation.model.joints()) {
    const auto& hinge = static_cast<const Hinge&>(*joint);
    error = std::max(
        {error, hinge.axis_error(simulation.model.bodies()), hinge.point_error(simulation.model.bodies())});
  }
  return error;
}

/// Runs the chain until it touches the floor; the residuals of all steps are those asked for.
std::vector<Vec3> fallen(const Solver& with, double friction, const Kind& last)
{
  Simulation simulation(0.005);
  add_chain(simulation, friction, last);
  EXPECT_EQ(simulation.run(with, 40 * simulation.h(), {}).unconverged_steps, 0);
  const CertificateRecord worst = simulation.frame().certificate;  // of all steps
  EXPECT_LT(std::max(worst.residual_absolute, worst.residual_scaled), 1e-9);
  EXPECT_GT(simulation.constraints().size(), 8U);  // six rows of joints, and contacts
  EXPECT_LT(hinge_error(simulation), 1e-6);
  return centers(simulation);
}

void expect_same_centers(const std::vector<Vec3>& a, const std::vector<Vec3>& b, double tolerance)
{
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_LT((a[i] - b[i]).norm(), tolerance) << i;
}

}  // namespace

TEST(Hinge, AllSolversTakeIt)
{
  for (const Kind& last : {rigid, corotated}) {
    const std::vector<Vec3> expected = fallen(*make_solver("gauss_seidel", {.tolerance = 1e-9}), 0, last);
    for (const std::string& name : solver_names()) {
      SCOPED_TRACE(name + ", " + last.name);
      expect_same_centers(fallen(*make_solver(name, {.tolerance = 1e-9}), 0, last), expected, 1e-6);
    }
  }
}

TEST(Hinge, AllSolversOfFrictionTakeIt)
{
  const std::vector<Vec3> expected = fallen(*make_solver("gauss_seidel", {.tolerance = 1e-9}), 0.4, rigid);
  for (const char* name : {"auto", "anderson_gauss_seidel", "admm", "newton", "interior_point"}) {
    SCOPED_TRACE(name);
    expect_same_centers(fallen(*make_solver(name, {.tolerance = 1e-9}), 0.4, rigid), expected, 1e-5);
  }
}

/// Where W is matrix-free no group is eliminated: Newton's method has both rows in its system.
TEST(Hinge, MatrixFree)
{
  NewtonOptions options;
  options.tolerance = 1e-9;
  const std::vector<Vec3> expected = fallen(Newton(options), 0, corotated);
  options.form = LocalForm::matrix_free;
  expect_same_centers(fallen(Newton(options), 0, corotated), expected, 1e-6);
}

namespace {

struct HingeFile {
  explicit HingeFile(const std::string& name)
      : path(::testing::TempDir() + "corbel_hinge_" + std::to_string(::getpid()) + "_" + name + ".h5")
  {
    std::filesystem::remove(path);
  }
  ~HingeFile() { std::filesystem::remove(path); }
  const std::string path;
};

/// Contacts do not converge.
const GaussSeidel rough = solver(1e-3, 10);

/// R, U, V, points and frames of all rows.
std::vector<double> numbers_of_constraints(const Simulation& simulation)
{
  Frame frame;
  frame.constraints = simulation.constraints();
  return numbers(frame);
}

void prepare(Simulation& simulation, const std::string& file)
{
  add_chain(simulation, 0.3, corotated);
  simulation.output.file = file;
  simulation.output.interval = 0.05;
}

}  // namespace

TEST(Hinge, ResumedInTheSameBits)
{
  const HingeFile whole("whole"), half("half");
  Simulation expected(0.005);
  prepare(expected, whole.path);
  run_steps(expected, 80, {}, rough);
  EXPECT_GT(expected.constraints().size(), 6U);
  std::vector<double> middle;
  {
    Simulation first(0.005);
    prepare(first, half.path);
    run_steps(first, 40, {}, rough);
    middle = numbers_of_constraints(first);
  }
  Simulation second(0.005);
  prepare(second, half.path);
  second.resume();
  EXPECT_TRUE(same_bits(numbers_of_constraints(second), middle));
  run_steps(second, 40, {}, rough);
  EXPECT_TRUE(same_bits(all_numbers(second.frame()), all_numbers(expected.frame())));
}

TEST(Hinge, IsDescribedInFilesAndNotTakenForAnotherJoint)
{
  const HingeFile file("kind");
  {
    Simulation simulation(0.005);
    prepare(simulation, file.path);
    run_steps(simulation, 4, {}, rough);
  }
  const ResultReader results(file.path);
  ASSERT_EQ(results.joints().size(), 3U);
  for (const JointDescription& joint : results.joints())
    EXPECT_EQ(joint.kind, "HINGE");

  Simulation other(0.005);
  set_gravity(other, {0, 0, -g});
  add_chain(other, 0.3, corotated);
  const Vec3 X(0.05, 0, 0.2);
  other.model.remove_joint(1);
  other.model.add_fixed_point(*other.model.bodies()[1], X);
  EXPECT_THROW(other.show(results, 0), InputError);
}

TEST(Hinge, WarmStartsOfAllRowsFollowTheStep)
{
  Simulation simulation(0.01);
  const Hinge& hinge = add_door(simulation, rigid);
  run_steps(simulation, 10);
  simulation.set_h(0.004);
  simulation.run(WarmStart(), 0.008, {});
  expect_held(simulation, hinge, 1e-10);
  EXPECT_LT(hinge.axis_error(simulation.model.bodies()), 1e-10);
}
