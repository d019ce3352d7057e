// SPDX-License-Identifier: MIT
// Bodies of second-order tetrahedra (fem/tet10.hpp), whose masses are a matrix, in whole time steps: vibration, free flight, damping,
// the order of the schemes, rest on a floor.
#include "deformable_helpers.hpp"

#include "corbel/linalg/eigenpairs.hpp"

#include "../fem/tet10.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;

/// A box with a corner at `corner`, cells × cells × cells cells of six tetrahedra each.
Mesh tet10_box(const Vec3& corner, const Vec3& size, int cells)
{
  Mesh linear = distorted_block(Kind::tetrahedra, 0, cells);
  for (Vec3& X : linear.nodes)
    X = corner + X.cwiseProduct(size);
  return second_order(linear);
}

const BulkMaterial soft = {.label = "", .young = 1e6, .poisson = 0.3, .density = 1000};
const BulkMaterial no_poisson = {.label = "", .young = 1e6, .poisson = 0, .density = 1000};

struct Mode {
  double omega;           ///< [rad/s]
  Eigen::VectorXd shape;  ///< shapeᵀ M shape = 1
};

/// Of a free bar along x the mode that is nearest to cos(πx/L) along it.
Mode axial_mode(const BodyTemplate& of, double length)
{
  Eigen::SparseMatrix<double> M = of.solid().tangent_pattern();
  of.mass_matrix().add_to(1, M);
  const Eigenpairs modes = lowest_eigenpairs(of.K0(), M, 20);
  Eigen::VectorXd wave = Eigen::VectorXd::Zero(M.rows());
  for (Eigen::Index i = 0; i < wave.size(); i += 3)
    wave[i] = std::cos(pi * of.nodes()[i] / length);
  const Eigen::VectorXd share = (modes.vectors.transpose() * (M * wave)).cwiseAbs();
  Eigen::Index best = 0;
  share.maxCoeff(&best);
  EXPECT_GT(share[best], 0.98 * std::sqrt(wave.dot(M * wave)));
  return {std::sqrt(modes.values[best]), modes.vectors.col(best)};
}

/// Mass centre, by ∫ ρ N dV of the nodes.
Vec3 mass_center(const FiniteElementBody& body)
{
  const Eigen::VectorXd &m = body.body_template().solid().gravity_load(), q = vector(body.q());
  Vec3 sum = Vec3::Zero();
  for (Eigen::Index a = 0; a < m.size(); ++a)
    sum += m[a] * q.segment<3>(3 * a);
  return sum / body.mass();
}

}  // namespace

/// ν = 0: ω = πc/L with c = √(E/ρ). Quadratic elements of length d with consistent masses are too stiff by (kd)⁴/1440, k = π/L (Strang and
/// Fix, An Analysis of the Finite Element Method, 1973: λ has the error of energies of interpolated modes).
TEST(SecondOrder, FrequenciesOfABarAreOfFourthOrder)
{
  const double length = 1, exact = pi / length * std::sqrt(no_poisson.young / no_poisson.density);
  std::vector<double> error;
  for (const int n : {2, 4}) {
    Simulation simulation(1);
    const FiniteElementBody& bar =
        add_elastic(simulation, tet10_box(Vec3::Zero(), {length, 0.2, 0.2}, n), no_poisson, "LINEAR");
    error.push_back(axial_mode(bar.body_template(), length).omega / exact - 1);
    EXPECT_GT(error.back(), 0);
    EXPECT_LT(error.back(), 1.1 * std::pow(pi / n, 4) / 1440);
  }
  EXPECT_NEAR(order(error[0], error[1]), 4, 0.25);  // 3.81
}

/// The phase of a mode grows in a step by 2 atan(ωh/2) (linear mid-point rule) or 2 asin(ωh/2) (DEF_EXP, leap-frog).
TEST(SecondOrder, ABarReleasedFromAModeSwingsWithThePhaseOfTheScheme)
{
  for (const auto& [form, scheme] : {std::pair("LINEAR", "DEF_LIM"),
                                     {"LINEAR", "DEF_EXP"},
                                     {"BC", "DEF_LIM"},
                                     {"BC", "DEF_EXP"},
                                     {"TL", "DEF_LIM"},
                                     {"TL", "DEF_EXP"},
                                     {"TL", "DEF_IMP"}}) {
    Simulation simulation(1);
    FiniteElementBody& bar =
        add_elastic(simulation, tet10_box(Vec3::Zero(), {1, 0.2, 0.2}, 1), no_poisson, form);
    bar.set_scheme(scheme);
    const bool is_explicit = scheme == std::string("DEF_EXP");
    const auto [omega, shape] = axial_mode(bar.body_template(), 1);
    simulation.set_h(is_explicit ? 0.5 * bar.critical_step() : 0.1 / omega);
    const double x = omega * simulation.h() / 2;
    const double turn = is_explicit ? 2 * std::asin(x) : 2 * std::atan(x);
    const Eigen::VectorXd start = vector(bar.q());
    const double amplitude = 1e-7;
    bar.set_q(flat(start + amplitude * shape));
    double worst = 0;
    run_steps(simulation, instrumented ? 20 : 200, [&] {
      const double a =
          shape.dot(bar.body_template().mass_matrix().times(vector(bar.q()) - start)) / amplitude;
      worst = std::max(worst, std::abs(a - std::cos(static_cast<double>(simulation.steps()) * turn)));
    });
    EXPECT_LT(worst, form == std::string("TL") ? 1e-6 : 1e-7) << form << " " << scheme;
  }
}

/// Velocity and place of the mid-point rule are exact in a uniform field, and M 1 g is the load of gravity: nothing deforms.
TEST(SecondOrder, FreeFallDoesNotDeform)
{
  for (const auto& [form, scheme] : {std::pair("LINEAR", "DEF_LIM"),
                                     {"BC", "DEF_EXP"},
                                     {"TL", "DEF_LIM"},
                                     {"TL", "DEF_EXP"},
                                     {"TL", "DEF_IMP"}}) {
    Simulation simulation(1e-4);
    set_gravity(simulation, {0, 0, -g});
    FiniteElementBody& body =
        add_elastic(simulation, tet10_box(Vec3::Zero(), {0.2, 0.1, 0.1}, 1), soft, form);
    body.set_scheme(scheme);
    body.set_initial_velocity({1, 0, 2}, Vec3::Zero());
    const Eigen::VectorXd X = vector(body.q());
    const double t = 200 * simulation.h();
    run_steps(simulation, 200);
    const Vec3 v = Vec3(1, 0, 2) - g * t * Vec3::UnitZ();
    const Vec3 moved = t * Vec3(1, 0, 2) - 0.5 * g * t * t * Vec3::UnitZ();
    const Eigen::Index n = X.size() / 3;
    EXPECT_LT((vector(body.q()) - X - moved.replicate(n, 1)).cwiseAbs().maxCoeff(), 1e-14) << form;
    EXPECT_LT((vector(body.u()) - v.replicate(n, 1)).cwiseAbs().maxCoeff(), 1e-11) << form;
    EXPECT_LT((body.linear_momentum() - body.mass() * v).norm(), 1e-12 * body.mass()) << form;
    EXPECT_LT(body.internal_energy(), 1e-16 * body.kinetic_energy());
    EXPECT_LT(std::abs(simulation.energy(body).numerical()), 1e-12 * body.kinetic_energy()) << form;
  }
}

/// Forces of TL have no moment where they act, x½ (DEF_EXP) or (x + x⁺)/2 (DEF_IMP), and Σ M_ab ū_a × ū_b = 0, as M is symmetric: both keep
/// the angular momentum about the mass centre, DEF_IMP as far as its equations are solved.
TEST(SecondOrder, ASpinningBodyKeepsItsAngularMomentum)
{
  for (const auto& [scheme, tolerance] : {std::pair("DEF_EXP", 1e-12), {"DEF_IMP", 1e-11}}) {
    Simulation simulation(2e-4);
    set_gravity(simulation, {0, 0, -g});
    FiniteElementBody& body = add_elastic(simulation, tet10_box({2, 1, 0}, {0.3, 0.2, 0.1}, 1), soft, "TL");
    body.set_scheme(scheme);
    if (scheme == std::string("DEF_EXP")) simulation.set_h(0.5 * body.critical_step());
    body.set_initial_velocity({1, 0, 2}, {3, -4, 10});
    const auto spin = [&]() -> Vec3 {
      return body.angular_momentum() - mass_center(body).cross(body.linear_momentum());
    };
    const Vec3 L = spin(), P = body.linear_momentum();
    double worst = 0;
    const double kinetic = body.kinetic_energy();
    run_steps(simulation, instrumented ? 20 : 400,
              [&] { worst = std::max(worst, (spin() - L).norm() / L.norm()); });
    EXPECT_LT(worst, tolerance) << scheme;
    const Vec3 gained = -g * body.mass() * simulation.time() * Vec3::UnitZ();
    EXPECT_LT((body.linear_momentum() - P - gained).norm(), 1e-11 * P.norm());
    EXPECT_GT(body.internal_energy(), 1e-6 * kinetic);  // it is stretched
    EXPECT_LT(std::abs(simulation.energy(body).numerical()), 1e-5 * kinetic) << scheme;
  }
}

/// Strained, thrown and damped both ways, by the linear mid-point rule: kinetic and internal energy less all work stays.
TEST(SecondOrder, TheEnergyBudgetOfALinearBodyCloses)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  FiniteElementBody& body =
      add_elastic(simulation, tet10_box(Vec3::Zero(), {0.2, 0.1, 0.1}, 1), soft, "LINEAR");
  body.set_damping({1e-4, 2});
  body.set_scheme("DEF_LIM");
  const Eigen::VectorXd X = vector(body.q());
  body.set_q(flat(X + 2e-4 * noise(X.size(), 1)));
  body.set_u(flat(0.1 * noise(X.size(), 2)));
  const double start = body.kinetic_energy() + body.internal_energy();
  run_steps(simulation, 100);
  const EnergyRecord energy = simulation.energy(body);
  EXPECT_LT(energy.damping, -0.5 * start);
  EXPECT_LT(std::abs(energy.numerical()), 1e-11 * (start + energy.kinetic));
}

/// u⁺ = u (1 − αh/2)/(1 + αh/2), which is exp(−αt) to second order; what is lost is the work of damping.
TEST(SecondOrder, MassDampingSlowsABodyDown)
{
  const double alpha = 5, h = 0.01;
  for (const std::string form : {"LINEAR", "BC", "TL"}) {
    Simulation simulation(h);
    FiniteElementBody& body =
        add_elastic(simulation, tet10_box(Vec3::Zero(), {0.2, 0.1, 0.1}, 1), soft, form);
    body.set_scheme("DEF_LIM");
    body.set_damping({0, alpha});
    const Vec3 v(1, -2, 0.5);
    body.set_initial_velocity(v, Vec3::Zero());
    const double start = body.kinetic_energy();
    run_steps(simulation, 50);
    const double left = std::pow((1 - alpha * h / 2) / (1 + alpha * h / 2), 50);
    EXPECT_NEAR(left, std::exp(-alpha * 0.5), alpha * 0.5 * std::pow(alpha * h, 2) / 12 * left * 1.01);
    EXPECT_LT((body.linear_momentum() - left * body.mass() * v).norm(), 1e-11 * body.mass()) << form;
    EXPECT_NEAR(simulation.energy(body).damping, (left * left - 1) * start, 1e-11 * start) << form;
    EXPECT_LT(std::abs(simulation.energy(body).numerical()), 1e-11 * start) << form;
  }
}

namespace {

/// Nodes after 0.01 s of free vibration and flight.
Eigen::VectorXd flown(const std::string& form, const std::string& scheme, double h)
{
  Simulation simulation(h);
  FiniteElementBody& body = add_elastic(simulation, tet10_box(Vec3::Zero(), {0.4, 0.4, 0.4}, 1), soft, form);
  body.set_scheme(scheme);
  body.set_initial_velocity({1, 0, 0}, form == "LINEAR" ? Vec3(0, 0, 0) : Vec3(0, 0, 5));
  Eigen::VectorXd x = vector(body.q());
  for (Eigen::Index i = 0; i < x.size(); i += 3)
    x[i] *= 1.01;  // a smooth strain
  body.set_q(flat(x));
  EXPECT_GT(body.critical_step(), h);
  fly(simulation, 0.01);
  return vector(body.q());
}

}  // namespace

TEST(SecondOrder, ExplicitAndImplicitSchemesAgreeToSecondOrder)
{
  for (const auto& [form, implicit] :
       {std::pair("LINEAR", "DEF_LIM"), {"BC", "DEF_LIM"}, {"TL", "DEF_LIM"}, {"TL", "DEF_IMP"}}) {
    std::vector<double> difference;
    for (const double h : {2e-4, 1e-4, 5e-5})
      difference.push_back((flown(form, "DEF_EXP", h) - flown(form, implicit, h)).norm());
    EXPECT_GT(difference.back(), 1e-12);
    EXPECT_NEAR(order(difference[0], difference[1]), 2, 0.02) << form << " " << implicit;
    EXPECT_NEAR(order(difference[1], difference[2]), 2, 0.01) << form << " " << implicit;
  }
}

namespace {

/// A column of 0.1 × 0.1 × 0.2 m above a floor without friction.
FiniteElementBody& add_column(Simulation& simulation, const std::string& form, double gap, int cells)
{
  set_gravity(simulation, {0, 0, -g});
  simulation.model.surface_materials.add({.label = "", .surface1 = 0, .surface2 = 1, .friction = 0});
  add_floor(simulation, 4);
  return add_elastic(simulation, tet10_box({0, 0, gap}, {0.1, 0.1, 0.2}, cells),
                     {.label = "", .young = 2e5, .poisson = 0, .density = 1000}, form);
}

Vec3 total_reaction(const Simulation& simulation)
{
  Vec3 sum = Vec3::Zero();
  for (const ConstraintRecord& c : simulation.constraints())
    if (c.slave > 0) sum += spatial_impulse(c) / simulation.h();
  return sum;
}

}  // namespace

/// In flight momentum changes by the weight less α times itself, in each step as the scheme has it; at rest the floor carries the weight. DEF_EXP still
/// trembles, as little damps its high modes.
TEST(SecondOrder, AColumnThatFallsOnAFloorComesToRest)
{
  for (const auto& [form, scheme] : {std::pair("BC", "DEF_LIM"), {"TL", "DEF_LIM"}, {"BC", "DEF_EXP"}}) {
    Simulation simulation(1e-3);
    FiniteElementBody& column = add_column(simulation, form, 1e-3, 1);
    column.set_scheme(scheme);
    const double alpha = 20, weight = column.mass() * g;
    const bool is_explicit = scheme == std::string("DEF_EXP");
    column.set_damping({is_explicit ? 1e-5 : 2e-3, alpha});  // η of an explicit scheme costs steps
    if (is_explicit) simulation.set_h(0.5 * column.critical_step());
    Vec3 momentum = Vec3::Zero();
    double flight = 0;
    bool free = true;
    run(
        simulation, instrumented ? 0.03 : 0.8,
        [&] {
          free = free && simulation.constraints().empty();
          if (!free) return;
          momentum = column.linear_momentum();
          flight = simulation.time();
        },
        solver(1e-10, 1000));
    EXPECT_GT(flight, 0.012);  // √(2 gap/g) = 14 ms
    const double x = alpha * simulation.h(), n = std::round(flight / simulation.h());
    const double kept = is_explicit ? 1 - x : (1 - x / 2) / (1 + x / 2);  // of a velocity, in a step
    const double fallen = weight / alpha * (1 - std::pow(kept, n));
    EXPECT_NEAR(momentum.z(), -fallen, 1e-11 * fallen) << form << scheme;
    if (instrumented) continue;
    EXPECT_LT((total_reaction(simulation) - weight * Vec3::UnitZ()).norm(),
              (is_explicit ? 1e-3 : 1e-6) * weight)
        << form << scheme;
    EXPECT_LT(column.kinetic_energy(), 1e-9 * weight * 0.2) << form << scheme;
  }
}

/// u = −ρg (Hz − z²/2)/E, ν = 0, is a displacement that second-order elements have: they are exact. On supports, since on a floor corners of
/// faces would carry nothing (∫ N dA = 0) and be free to lift off.
TEST(SecondOrder, AColumnThatStandsIsExactInQuasiStaticAnalysis)
{
  Simulation simulation(1);
  simulation.analysis = Analysis::quasi_static;
  set_gravity(simulation, {0, 0, -g});
  FiniteElementBody& column =
      add_elastic(simulation, tet10_box(Vec3::Zero(), {0.1, 0.1, 0.2}, 2), no_poisson, "LINEAR");
  for (std::size_t i = 0; i < column.node_count(); ++i)
    if (column.reference_node(i).z() == 0) simulation.model.add_fixed_point(column, column.reference_node(i));
  const RunReport report = run_steps(simulation, 1, {}, solver(1e-12, 10000));
  EXPECT_EQ(report.unconverged_steps, 0);
  for (std::size_t i = 0; i < column.node_count(); ++i) {
    const Vec3 X = column.reference_node(i);
    const Vec3 u = Vec3(vector(column.q()).segment<3>(3 * static_cast<Eigen::Index>(i))) - X;
    const double sag = no_poisson.density * g * (0.2 * X.z() - X.z() * X.z() / 2) / no_poisson.young;
    EXPECT_LT((u + sag * Vec3::UnitZ()).norm(), 1e-12);  // of 0.2 mm at the top
  }
}

TEST(SecondOrder, ThreadsDoNotChangeBits)
{
  for (const std::string scheme : {"DEF_LIM", "DEF_EXP"}) {
    std::vector<std::vector<double>> ends;
    for (const int threads : {1, 2, 2}) {
      Simulation simulation(1e-3);
      simulation.threads = threads;
      FiniteElementBody& column = add_column(simulation, "BC", 1e-5, 2);
      column.set_scheme(scheme);
      if (scheme == "DEF_EXP") simulation.set_h(0.5 * column.critical_step());
      run_steps(simulation, 40, {}, solver(1e-3, 20));
      EXPECT_FALSE(simulation.constraints().empty());
      ends.push_back(numbers(simulation.frame()));
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(ends[1], ends[2]);
  }
}
