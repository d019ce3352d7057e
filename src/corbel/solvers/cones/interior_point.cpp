// SPDX-License-Identifier: MIT
#include "corbel/solvers/cones/interior_point.hpp"

#include "corbel/core/check.hpp"
#include "corbel/math/lorentz.hpp"
#include "corbel/solvers/cones/cone_systems.hpp"
#include "corbel/solvers/cones/newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double start_size = 3;            ///< x, z at the start, in root mean squares of q
constexpr double to_surface = 0.99;         ///< fraction of the distance to the boundary that a step takes
constexpr double least_sigma = 1e-4;        ///< keeps the centre in sight
constexpr double shortest_step = 1e-8;      ///< steps below lead nowhere
constexpr double joint_compliance = 1e-10;  ///< redundant joints would make (2) singular

enum class Kind { friction, smooth, joint };

/// One row: its point, its last step and what (2), (3) need of it.
struct ConeRow {
  Kind kind;
  Vec3 T = Vec3::Ones();
  Vec3 x = Vec3::Zero(), z = Vec3::Zero();
  Vec3 dx = Vec3::Zero(), dz = Vec3::Zero();
  lorentz::Scaling scaling;
  Mat3 N = Mat3::Identity();   ///< I + θ e_N tᵀ of (2)
  Vec3 p = Vec3::Zero();       ///< how far (1) is from holding
  Vec3 target = Vec3::Zero();  ///< λ \ c

  int degree() const { return kind == Kind::friction ? 2 : kind == Kind::smooth ? 1 : 0; }
  double gap(double a) const { return (x + a * dx).dot(z + a * dz); }
};

/// The half line r_N ≥ 0 as a scaling of its own.
lorentz::Scaling line_scaling(double x, double z)
{
  lorentz::Scaling s{Mat3::Zero(), Mat3::Zero(), Vec3::Zero()};
  s.V(2, 2) = std::sqrt(x / z);
  s.inverse(2, 2) = std::sqrt(z / x);
  s.lambda.z() = std::sqrt(x * z);
  return s;
}

/// |u_T| of each constraint.
std::vector<double> sliding(const ConeProblem& p, const VectorXd& r)
{
  const VectorXd u = p.velocities(r);
  std::vector<double> slip(p.size());
  for (std::size_t i = 0; i < p.size(); ++i)
    slip[i] = part(u, i).head<2>().norm();
  return slip;
}

}  // namespace

class InteriorPointPath::Iteration {
 public:
  /// held: |u_T| of each constraint; empty: that of z
  Iteration(const ConeProblem& p, double theta, std::vector<double> held)
      : p_(p), theta_(theta), held_(std::move(held)), system_(p.W), rows_(p.size()), A_(p.size()),
        B_(p.size())
  {
    const double rms = p.q.norm() / std::sqrt(static_cast<double>(p.q.size()));
    const double size = rms > 0 ? start_size * rms : 1;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Cone& cone = p.cones[i];
      ConeRow& row = rows_[i];
      row.kind = !cone.contact ? Kind::joint : cone.mu > 0 ? Kind::friction : Kind::smooth;
      if (row.kind == Kind::friction) row.T.z() = 1 / cone.mu;
      if (row.kind != Kind::joint) row.x.z() = row.z.z() = size;
      degree_ += row.degree();
    }
  }

  VectorXd r() const
  {
    VectorXd r(3 * static_cast<Index>(rows_.size()));
    for (std::size_t i = 0; i < rows_.size(); ++i)
      part(r, i) = rows_[i].T.cwiseProduct(rows_[i].x);
    return r;
  }

  /// False if no further step is possible.
  bool step()
  {
    const VectorXd r_now = r();
    const VectorXd u = p_.velocities(r_now);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      prepare(i, part(u, i));
    if (!system_.factorize(A_, B_)) return false;
    const double m = mean_gap(0);

    for (ConeRow& row : rows_)
      set_target(row, 0, false);
    if (!solve(r_now, u)) return false;
    const double sigma = m > 0 ? std::clamp(std::pow(mean_gap(longest(1)) / m, 3), least_sigma, 1.0) : 0;
    for (ConeRow& row : rows_)
      set_target(row, sigma * m, true);
    if (!solve(r_now, u)) return false;

    const double a = longest(to_surface);
    for (ConeRow& row : rows_) {
      row.x += a * row.dx;
      row.z += a * row.dz;
    }
    return a > shortest_step;
  }

 private:
  void prepare(std::size_t i, const Vec3& u)
  {
    ConeRow& row = rows_[i];
    const Cone& cone = p_.cones[i];
    if (row.kind == Kind::joint) {
      A_[i].setZero();
      B_[i].setZero();
      for (int k = 0; k < 3; ++k) {
        const bool held = cone.held[static_cast<std::size_t>(k)];
        A_[i](k, k) = held ? 1 : 0;
        B_[i](k, k) = held ? joint_compliance : 1;
      }
      return;
    }
    if (row.kind == Kind::smooth) {
      row.scaling = line_scaling(row.x.z(), row.z.z());
      row.p = Vec3(0, 0, u.z() - row.z.z());
      A_[i] = row.scaling.V;
      B_[i] = row.scaling.inverse;
      B_[i](0, 0) = B_[i](1, 1) = 1;  // r_T = 0
      return;
    }
    row.scaling = lorentz::scaling(row.x, row.z);
    const double slip = row.z.head<2>().norm();
    row.p = row.T.cwiseProduct(u) - row.z + (held_.empty() ? slip : held_[i]) * Vec3::UnitZ();
    if (held_.empty() && slip > 0)
      row.N.bottomLeftCorner<1, 2>() = theta_ * row.z.head<2>().transpose() / slip;
    A_[i] = row.scaling.V * row.N * row.T.asDiagonal();
    B_[i] = row.scaling.inverse * row.T.cwiseInverse().asDiagonal();
  }

  /// λ \ c of (3).
  static void set_target(ConeRow& row, double sigma_m, bool corrected)
  {
    const lorentz::Scaling& s = row.scaling;
    if (row.kind == Kind::smooth) {
      const double c = -s.lambda.z() * s.lambda.z() + sigma_m - (corrected ? row.dx.z() * row.dz.z() : 0.0);
      row.target = Vec3(0, 0, c / s.lambda.z());
    } else if (row.kind == Kind::friction) {
      Vec3 c = -lorentz::product(s.lambda, s.lambda) + sigma_m * Vec3::UnitZ();
      if (corrected) c -= lorentz::product(s.inverse * row.dx, s.V * row.dz);
      row.target = lorentz::quotient(s.lambda, c);
    }
  }

  /// (2), then dx and dz.
  bool solve(const VectorXd& r_now, const VectorXd& u)
  {
    VectorXd b(r_now.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const ConeRow& row = rows_[i];
      if (row.kind == Kind::joint)
        for (int k = 0; k < 3; ++k)
          part(b, i)[k] = p_.cones[i].held[static_cast<std::size_t>(k)] ? -part(u, i)[k] : -part(r_now, i)[k];
      else
        part(b, i) = row.target - row.scaling.V * (row.N * row.p);
    }
    const VectorXd dr = system_.solve(b);
    if (!dr.allFinite()) return false;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      ConeRow& row = rows_[i];
      row.dx = part(dr, i).cwiseQuotient(row.T);
      if (row.kind == Kind::joint) continue;
      if (row.kind == Kind::smooth) row.dx.head<2>().setZero();
      row.dz = row.scaling.inverse * (row.target - row.scaling.inverse * row.dx);
    }
    return true;
  }

  double mean_gap(double a) const
  {
    double sum = 0;
    for (const ConeRow& row : rows_)
      if (row.kind != Kind::joint) sum += row.gap(a);
    return sum / std::max(degree_, 1);
  }

  /// Step length ≤ 1 that stays within `fraction` of the way to the surface of each cone.
  double longest(double fraction) const
  {
    double a = 1;
    const auto limit = [&](const Vec3& x, const Vec3& d, Kind kind) {
      if (kind == Kind::friction)
        a = std::min(a, fraction * lorentz::way_to_surface(x, d));
      else if (d.z() < 0)
        a = std::min(a, -fraction * x.z() / d.z());
    };
    for (const ConeRow& row : rows_)
      if (row.kind != Kind::joint) {
        limit(row.x, row.dx, row.kind);
        limit(row.z, row.dz, row.kind);
      }
    return a;
  }

  const ConeProblem& p_;
  double theta_;
  std::vector<double> held_;
  NewtonSystem system_;
  std::vector<ConeRow> rows_;
  std::vector<Mat3> A_, B_;
  int degree_ = 0;
};

InteriorPointPath::InteriorPointPath(const ConeProblem& problem, double theta)
    : iteration_(std::make_unique<Iteration>(problem, theta, std::vector<double>{})), best_(iteration_->r()),
      least_(std::numeric_limits<double>::infinity())
{
}

InteriorPointPath::InteriorPointPath(const ConeProblem& problem, const VectorXd& r)
    : iteration_(std::make_unique<Iteration>(problem, 0, sliding(problem, r))), best_(r),
      least_(std::numeric_limits<double>::infinity())
{
}

InteriorPointPath::~InteriorPointPath() = default;

const VectorXd& InteriorPointPath::follow(Search& search, int iterations, double until)
{
  search.begin("interior_point");
  for (int k = 0; k < iterations && !ended_ && !search.solved() && !(least_ <= until); ++k) {
    search.count_iteration();
    ended_ = !iteration_->step();
    const VectorXd r = iteration_->r();
    if (const double worst = search.offer(r); worst < least_) {
      least_ = worst;
      best_ = r;
    }
  }
  return best_;
}

InteriorPoint::InteriorPoint(const InteriorPointOptions& options)
    : ConeSolver(options.tolerance), options_(options)
{
  check_positive("max_iterations", options.max_iterations);
  check_not_negative("polish_iterations", options.polish_iterations);
  check_positive("polish_epsilon", options.polish_epsilon);
  if (!(options.theta >= 0 && options.theta <= 1))
    throw_input_error("theta", options.theta, "a number from 0 to 1");
}

void InteriorPoint::iterate(Search& search) const
{
  InteriorPointPath path(search.problem(), options_.theta);
  VectorXd r = path.follow(search, options_.max_iterations, 0);
  if (search.solved() || options_.polish_iterations == 0) return;
  newton(search, {.max_iterations = options_.polish_iterations, .epsilon = options_.polish_epsilon},
         std::move(r));
}

}  // namespace corbel
