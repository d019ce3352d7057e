// SPDX-License-Identifier: MIT
#include "corbel/solvers/cones/newton.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/cones/cone_systems.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::VectorXd;
using Mat2 = Eigen::Matrix2d;
using Vec2 = Eigen::Vector2d;

constexpr double least_epsilon = 1e-10;
constexpr double most_epsilon = 1;
constexpr int halvings = 8;             ///< of a step before it is made in full all the same
constexpr double sufficient = 0.1;      ///< |F| has to fall by this part of the step length
constexpr std::size_t remembered = 5;   ///< values of |F| that a step may not exceed
constexpr int most_escapes = 10;        ///< full steps against |F|; shorter ones afterwards
constexpr double hopeless_growth = 10;  ///< of |F| by such a step: a tenth of it is made

constexpr std::size_t most_direct = 100000;  ///< constraints: factors of 3e5 unknowns take gigabytes
constexpr double krylov_tolerance = 0.1;     ///< forcing term: far from the solution more is wasted
constexpr double least_krylov = 1e-8;
constexpr double least_krylov_epsilon = 1e-7;  ///< with less, products along what W hardly sees do not end
constexpr int krylov_products = 300;
constexpr int krylov_patience = 8;  ///< steps in which |F| has to halve, or (3) is to be met ten times closer

/// F of one row (2) and, where asked for, its derivatives: dF = A du + B dr.
struct NewtonRow {
  Vec3 F;
  Mat3 A = Mat3::Zero(), B = Mat3::Zero();
};

NewtonRow joint_row(const Cone& cone, const Vec3& r, const Vec3& u)
{
  NewtonRow row;
  for (int k = 0; k < 3; ++k) {
    const bool held = cone.held[static_cast<std::size_t>(k)];
    row.F[k] = held ? u[k] : r[k];
    (held ? row.A : row.B)(k, k) = 1;
  }
  return row;
}

NewtonRow slip_row(const Cone& cone, const Vec3& r, const Vec3& u, const Vec2& a_T, double g)
{
  NewtonRow row;
  const double length = a_T.norm();
  const Vec2 t = a_T / length;
  row.F << r.head<2>() - g * t, u.z();
  const Mat2 Q = (Mat2::Identity() - t * t.transpose()) * (g / length);
  row.A.topLeftCorner<2, 2>() = Q;
  row.A.topRightCorner<2, 1>() = cone.mu * t;
  row.A(2, 2) = 1;
  row.B.topLeftCorner<2, 2>() = Mat2::Identity() - Q;
  row.B.topRightCorner<2, 1>() = -cone.mu * t;
  return row;
}

NewtonRow row_of(const Cone& cone, const Vec3& r, const Vec3& u)
{
  if (!cone.contact) return joint_row(cone, r, u);
  const double a_N = r.z() - u.z();
  if (a_N <= 0) return {r, Mat3::Zero(), Mat3::Identity()};
  const Vec2 a_T = r.head<2>() - u.head<2>();
  const double g = cone.mu * a_N;
  if (a_T.norm() <= g) return {u, Mat3::Identity(), Mat3::Zero()};
  return slip_row(cone, r, u, a_T, g);
}

/// |F|, without derivatives.
double merit(const ConeProblem& p, const VectorXd& r, const VectorXd& u)
{
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 r_i = part(r, i), u_i = part(u, i);
    const Cone& cone = p.cones[i];
    if (!cone.contact) {
      sum += joint_row(cone, r_i, u_i).F.squaredNorm();
      continue;
    }
    const double a_N = r_i.z() - u_i.z();
    const Vec2 a_T = r_i.head<2>() - u_i.head<2>();
    const double g = cone.mu * a_N, length = a_T.norm();
    if (a_N <= 0)
      sum += r_i.squaredNorm();
    else if (length <= g)
      sum += u_i.squaredNorm();
    else
      sum += (r_i.head<2>() - (g / length) * a_T).squaredNorm() + u_i.z() * u_i.z();
  }
  return std::sqrt(sum);
}

/// One run of the method.
class NewtonIteration {
 public:
  NewtonIteration(const Search& search, const NewtonOptions& options, VectorXd start)
      : p_(search.problem()), least_(std::max(least_epsilon, options.delta)),
        epsilon_(std::max(options.epsilon, least_)), A_(p_.size()), B_(p_.size()), r_(std::move(start)),
        u_(p_.velocities(r_))
  {
    const bool large = p_.size() > most_direct;
    const bool by_products = options.inner == InnerSolver::automatic && (large || p_.W.is_implicit());
    if (options.inner == InnerSolver::krylov || by_products)
      krylov_.emplace(p_.W, krylov_tolerance, krylov_products);
    else
      direct_.emplace(p_.W);
    if (krylov_) least_ = std::max(least_, least_krylov_epsilon);
  }

  /// False if no further step is possible.
  bool step()
  {
    const VectorXd F = linearize();
    if (krylov_) watch(F.norm());
    const std::optional<VectorXd> dr = direction(F);
    if (!dr) return false;
    remember(F.norm());
    move(*dr, F.norm());
    return u_.allFinite();
  }

  const VectorXd& r() const { return r_; }

 private:
  /// Where W hardly sees some directions, inexact steps along them change contacts to and fro.
  void watch(double merit_now)
  {
    if (merit_now <= 0.5 * mark_) {
      mark_ = merit_now;
      since_ = 0;
    } else if (++since_ >= krylov_patience) {
      krylov_->tolerance = std::max(krylov_->tolerance / 10, least_krylov);
      since_ = 0;
    }
  }

  /// F, A, B at r.
  VectorXd linearize()
  {
    VectorXd F(r_.size());
    for (std::size_t i = 0; i < p_.size(); ++i) {
      const NewtonRow row = row_of(p_.cones[i], part(r_, i), part(u_, i));
      part(F, i) = row.F;
      A_[i] = row.A;
      B_[i] = row.B;
    }
    return F;
  }

  /// (3), with as much of ε as it takes.
  std::optional<VectorXd> direction(const VectorXd& F)
  {
    for (; epsilon_ <= 10 * most_epsilon; epsilon_ *= 10) {
      std::vector<Mat3> B = B_;
      for (std::size_t i = 0; i < B.size(); ++i)
        B[i] += epsilon_ * A_[i];
      if (!(krylov_ ? krylov_->factorize(A_, B) : direct_->factorize(A_, B))) continue;
      VectorXd dr = krylov_ ? krylov_->solve(-F) : direct_->solve(-F);
      if (dr.allFinite()) return dr;
    }
    return std::nullopt;
  }

  void remember(double merit_now)
  {
    last_[count_++ % remembered] = merit_now;
    limit_ =
        *std::max_element(last_.begin(), last_.begin() + static_cast<long>(std::min(count_, remembered)));
  }

  void move(const VectorXd& dr, double merit_now)
  {
    const VectorXd du = p_.W.multiply(dr);
    double a = 1;
    for (int k = 0; k < halvings; ++k, a /= 2)
      if (merit(p_, r_ + a * dr, u_ + a * du) <= (1 - sufficient * a) * limit_) {
        if (k == 0)
          epsilon_ = std::max(epsilon_ / 5, least_);
        else if (k > 2)
          epsilon_ = std::min(epsilon_ * 4, most_epsilon);
        return go(r_ + a * dr);
      }
    epsilon_ = std::min(epsilon_ * 10, most_epsilon);
    ++escapes_;
    const bool shorter = escapes_ > most_escapes || merit(p_, r_ + dr, u_ + du) > hopeless_growth * merit_now;
    go(r_ + (shorter ? 0.1 : 1.0) * dr);
  }

  void go(VectorXd r)
  {
    r_ = std::move(r);
    u_ = p_.velocities(r_);
  }

  const ConeProblem& p_;
  std::optional<NewtonSystem> direct_;
  std::optional<KrylovSystem> krylov_;
  double least_, epsilon_;
  std::vector<Mat3> A_, B_;
  VectorXd r_, u_;
  std::array<double, remembered> last_{};  ///< |F|
  std::size_t count_ = 0;
  double limit_ = 0;
  int escapes_ = 0;
  double mark_ = INFINITY;  ///< |F| that was last halved
  int since_ = 0;           ///< steps after that
};

}  // namespace

void newton(Search& search, const NewtonOptions& options, VectorXd start)
{
  search.begin("newton");
  NewtonIteration iteration(search, options, std::move(start));
  double best = search.offer(iteration.r()), mark = best;
  int since = 0;
  for (int k = 0; k < options.max_iterations && !search.solved(); ++k) {
    search.count_iteration();
    if (!iteration.step()) return;
    best = std::min(best, search.offer(iteration.r()));
    if (best <= mark / 3) {
      mark = best;
      since = 0;
    } else if (options.patience > 0 && ++since >= options.patience) {
      return;
    }
  }
}

Newton::Newton(const NewtonOptions& options) : ConeSolver(options.tolerance), options_(options)
{
  check_positive("max_iterations", options.max_iterations);
  check_positive("epsilon", options.epsilon);
  check_not_negative("delta", options.delta);
  if (options.inner == InnerSolver::direct && options.form == LocalForm::matrix_free)
    throw_input_error("inner", "'direct'", "'krylov' or 'automatic' where locdyn is 'implicit'",
                      "A factorization needs the blocks of W: locdyn='assembled'.");
}

/// A factorization needs blocks.
LocalForm Newton::local_form() const
{
  return options_.inner == InnerSolver::direct ? LocalForm::blocks : options_.form;
}

void Newton::iterate(Search& search) const { newton(search, options_, search.best()); }

}  // namespace corbel
