// SPDX-License-Identifier: MIT
// A body in modes of small strain, of which only this test knows: reduced kinematics and a dense operator in whole time steps, with
// rows of W as wide as there are modes. With all modes it is form LINEAR; with the six rigid ones it falls and stands.
#include "physics/scene_helpers.hpp"

#include "corbel/bodies/dense_operator.hpp"
#include "corbel/bodies/reduced_kinematics.hpp"
#include "corbel/core/error.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"
#include "corbel/step/time_step.hpp"

#include <Eigen/Eigenvalues>

#include <gtest/gtest.h>

#include <string>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// A (u⁺ − u) = h f − h K_r q_r½ + Sᵀ R ,  A = M_r + h²/4 K_r ,  in axes that stay: linear_body.hpp in coordinates of E. The
/// columns of E are the lowest modes of (K₀, M), M-orthonormal: M_r = I.
class ModalBody final : public Body, private Deformation {
 public:
  ModalBody(const Mesh& mesh, const SolidMaterial& material, Eigen::Index r)
      : Body(BodyKind::finite_element, Shape{mesh},
             {{{"axes", StateVector::q, 0, 9},
               {"center", StateVector::q, 9, 3},
               {"mode coordinates", StateVector::q, 12, r},
               {"mode velocities", StateVector::u, 0, r}},
              3 + r,
              "axes, centre, modes",
              "modes"}),
        match_{std::make_shared<BodyTemplate>(
            Solid(mesh, {material}, std::vector<int>(mesh.elements.size(), 0)), std::size_t{1} << 20)},
        nodal_(match_, surface, Shape{mesh}), modes_(modes(*match_.of, r)),
        reduced_(nodal_, match_, modes_, mass_center()), operator_(reduced_)
  {
    K_ = modes_->transpose() * match_.of->K0() * *modes_;
    mass_.mass = M().sum() / 3;
    mass_.volume = match_.of->solid().volume();
    mass_.center = mass_center();
    kinematics_ = &reduced_;
    inverse_ = &operator_;
    deformation_ = this;
    v_.q = reduced_.at_rest();
    v_.q_mid = v_.q;
  }

  Eigen::VectorXd nodes() const { return reduced_.nodes(v_.q); }

  void half_step(const StepRule& rule) override
  {
    v_.q_mid = v_.q;
    v_.q_mid.tail(r()) += rule.a * rule.h * v_.u;
    ++mid_revision;
    v_.start = v_.u;
    v_.force.setZero();
    forget_impulses();
  }
  void add_acceleration(const Vec3& a) override
  {
    v_.force.head<3>() += mass_.mass * a;
    const Eigen::VectorXd field = a.replicate(M().size() / 3, 1);
    v_.force.tail(r()) += modes_->transpose() * M().cwiseProduct(field);
  }
  void add_force(const MaterialPoint& X, const Vec3& force) override
  {
    v_.force.head<3>() += force;
    reduced_.scatter(X, v_.q_mid, force, v_.force.tail(r()));
  }
  void predict(const StepRule& rule) override
  {
    const OperatorFactors factors = rule.factors({});
    operator_.set(factors.mass * Eigen::MatrixXd::Identity(r(), r()) + factors.stiffness * K_);
    operator_.begin_step(v_.q_mid);
    Eigen::VectorXd b = rule.h * (v_.force.tail(r()) - K_ * v_.q_mid.tail(r()));
    operator_.solve(b);
    v_.free = v_.start + b;
    v_.end = v_.free;
  }
  void advance(const StepRule& rule) override
  {
    v_.q = v_.q_mid;
    v_.q.tail(r()) = rule.end(v_.q_mid.tail(r()), v_.start, v_.end);
    work.external += (0.5 * (v_.start + v_.end)).dot(rule.h * v_.force.tail(r()) + v_.impulse);
    v_.u = v_.end;
  }
  double imbalance(double /*h*/) override { throw InternalError("no statics of this body"); }
  double kinetic_energy() const override { return 0.5 * v_.u.squaredNorm(); }
  Momentum momentum() const override
  {
    const Eigen::VectorXd p = M().cwiseProduct(*modes_ * v_.u), x = nodes();
    Momentum sum;
    for (Eigen::Index i = 0; i < p.size(); i += 3) {
      sum.linear += p.segment<3>(i);
      sum.angular += x.segment<3>(i).cross(p.segment<3>(i));
    }
    return sum;
  }
  void set_initial_velocity(const Vec3& linear, const Vec3& angular) override
  {
    Eigen::VectorXd field(M().size());
    for (Eigen::Index i = 0; i < field.size(); i += 3)
      field.segment<3>(i) = linear + angular.cross(match_.of->nodes().segment<3>(i) - mass_.center);
    give_state();
    v_.u = modes_->transpose() * M().cwiseProduct(field);
  }
  void check_q(Coordinates /*q*/) const override {}
  std::string_view scheme_name() const override { return "DEF_LIM"; }
  void set_scheme(std::string_view /*name*/) override {}

  double internal_energy() const override { return 0.5 * v_.q.tail(r()).dot(K_ * v_.q.tail(r())); }
  void internal_force(Eigen::Ref<Eigen::VectorXd> f) override { f = K_ * v_.q_mid.tail(r()); }
  double mean_eigenvalue() const override { return K_.trace() / static_cast<double>(r()); }
  double lowest_eigenvalue() const override { return mean_eigenvalue(); }
  Mat3 cauchy_stress(const MaterialPoint& /*X*/) const override
  {
    throw InternalError("no stresses of this body");
  }
  std::optional<StrainFinding> strain_worse_than(StrainState /*known*/, bool /*thorough*/) const override
  {
    return std::nullopt;
  }
  Vec3 element_center(int /*element*/) const override { return mass_.center; }

 private:
  static std::shared_ptr<const ReducedBasis> modes(const BodyTemplate& of, Eigen::Index r)
  {
    const Eigen::MatrixXd M = of.mass().asDiagonal();
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> all(Eigen::MatrixXd(of.K0()), M);
    return std::make_shared<ReducedBasis>(all.eigenvectors().leftCols(r));
  }
  Vec3 mass_center() const
  {
    Vec3 sum = Vec3::Zero();
    for (Eigen::Index i = 0; i < M().size(); i += 3)
      sum += M()[i] * match_.of->nodes().segment<3>(i);
    return sum / (M().sum() / 3);
  }
  const Eigen::VectorXd& M() const { return match_.of->mass(); }
  Eigen::Index r() const { return v_.u.size(); }

  TemplateMatch match_;
  NodalKinematics nodal_;
  std::shared_ptr<const ReducedBasis> modes_;
  ReducedKinematics reduced_;
  DenseOperator operator_;
  Eigen::MatrixXd K_;  ///< Eᵀ K₀ E
};

const BulkMaterial rubber = {.label = "rubber", .young = 2e6, .poisson = 0.3, .density = 1000};

/// A floor, a block of 54 unknowns that is thrown at it, and a rigid box that goes with it on its top.
struct Thrown {
  Simulation simulation{1e-3};
  Model& model = simulation.model;
  Mesh mesh = block({0, 0, 0.1005}, {0.4, 0.3, 0.2});
  Body* elastic = nullptr;
  RigidBody* rigid = nullptr;
  StepMemory memory;
  double t = 0;

  explicit Thrown(Eigen::Index modes = 0)
  {
    add_floor(simulation);
    set_material(simulation, 0.3);
    set_gravity(simulation, {0, 0, -9.81});
    if (modes > 0)
      elastic =
          &model.add(std::make_unique<ModalBody>(
                         mesh,
                         SolidMaterial{SaintVenantKirchhoff::from_young_poisson(rubber.young, rubber.poisson),
                                       rubber.density},
                         modes),
                     rubber, "");
    else
      elastic = &model.add_finite_element(mesh, rubber, FiniteElementForm::linear, "");
  }
  void add_rider() { rigid = &add_rigid(simulation, box({0.03, 0.02, 0.2510}, {0.2, 0.15, 0.1}), 2000); }
  void throw_down(const Vec3& v)
  {
    elastic->set_initial_velocity(v, {0.1, -0.2, 0.3});
    if (rigid) rigid->set_initial_velocity(v, Vec3::Zero());
  }
  SolverReport step(const Solver& solver)
  {
    const double h = 1e-3;
    const SolverReport report = time_step(model, model.bodies(), solver, {t, StepRule::midpoint(h)}, memory);
    t += h;
    return report;
  }
  Eigen::VectorXd nodes() const
  {
    if (const auto* modal = dynamic_cast<const ModalBody*>(elastic)) return modal->nodes();
    const std::vector<double> q = elastic->q();
    return Eigen::Map<const Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
  }
};

}  // namespace

class ReducedBodyStep : public ::testing::TestWithParam<const char*> {};

/// 54 modes of 54 unknowns: in a factor of width 54 instead of blocks.
TEST_P(ReducedBodyStep, AllModesAreFormLinear)
{
  Thrown linear, modal(54);
  const auto solver = make_solver(GetParam(), {.tolerance = 1e-12, .max_iterations = 100000});
  for (Thrown* s : {&linear, &modal}) {
    s->add_rider();
    s->throw_down({0.6, 0.3, -1});
  }
  int crowded = 0;  // steps with contacts below and above
  for (int k = 0; k < 40; ++k) {
    ASSERT_EQ(linear.step(*solver).status, SolverStatus::ok) << k;
    ASSERT_EQ(modal.step(*solver).status, SolverStatus::ok) << k;
    ASSERT_EQ(modal.memory.contacts.size(), linear.memory.contacts.size()) << k;
    ASSERT_LT((modal.nodes() - linear.nodes()).cwiseAbs().maxCoeff(), 1e-9) << k;
    ASSERT_NEAR(modal.elastic->kinetic_energy(), linear.elastic->kinetic_energy(), 1e-8) << k;
    if (modal.memory.contacts.size() < 6) continue;
    ++crowded;
    const LocalOperator &W = modal.memory.dynamics.problem.W, &blocks = linear.memory.dynamics.problem.W;
    EXPECT_EQ(W.factor().width(modal.elastic->index), 54);
    EXPECT_EQ(W.blocks().n, 0U);
    EXPECT_EQ(blocks.factor().width(linear.elastic->index), 0);
    EXPECT_EQ(blocks.blocks().n, blocks.size());
  }
  EXPECT_GE(crowded, 5);
}

INSTANTIATE_TEST_SUITE_P(Solvers, ReducedBodyStep,
                         ::testing::Values("auto", "gauss_seidel", "anderson_gauss_seidel", "admm", "newton",
                                           "interior_point"),
                         [](const auto& name) { return std::string(name.param); });

/// The mean of the reactions is the weight, and the body stays where it is.
TEST(ReducedBody, SixRigidModesStand)
{
  Thrown s(6);
  const auto solver = make_solver("gauss_seidel", {.tolerance = 1e-12, .max_iterations = 100000});
  s.elastic->set_initial_velocity({0, 0, -0.2}, Vec3::Zero());
  for (int k = 0; k < 20; ++k)
    ASSERT_EQ(s.step(*solver).status, SolverStatus::ok);
  const Eigen::VectorXd before = s.nodes();
  for (int k = 0; k < 10; ++k) {
    ASSERT_EQ(s.step(*solver).status, SolverStatus::ok);
    double carried = 0;
    for (const Contact& contact : s.memory.contacts)
      carried += s.memory.reactions.impulse(contact).z() / 1e-3;
    EXPECT_NEAR(carried, s.elastic->mass() * 9.81, 1e-7 * s.elastic->mass());
  }
  EXPECT_LT((s.nodes() - before).norm(), 1e-9);
  EXPECT_LT(s.elastic->internal_energy(), 1e-9);
}

/// Without contact the mid-point rule conserves ½ Σ (u² + ω² q²) and the momentum, mode by mode.
TEST(ReducedBody, EnergyAndMomentumInFreeFlight)
{
  Thrown s(20);
  set_gravity(s.simulation, Vec3::Zero());
  std::vector<double> u(20, 0.01);
  s.elastic->set_u(u);
  const double E = s.elastic->kinetic_energy();
  const Vec3 p = s.elastic->linear_momentum();
  const auto solver = make_solver("gauss_seidel", {.tolerance = 1e-12});
  double most_strain = 0;
  for (int k = 0; k < 200; ++k) {
    s.step(*solver);
    if (!s.memory.contacts.empty()) break;
    most_strain = std::max(most_strain, s.elastic->internal_energy());
    EXPECT_NEAR(s.elastic->kinetic_energy() + s.elastic->internal_energy(), E, 1e-11 * E);
    EXPECT_LT((s.elastic->linear_momentum() - p).norm(), 1e-12 * p.norm());
  }
  EXPECT_GT(most_strain, 0.1 * E);
}
