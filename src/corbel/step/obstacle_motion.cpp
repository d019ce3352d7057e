// SPDX-License-Identifier: MIT
#include "corbel/step/obstacle_motion.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/step/predict.hpp"

#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <algorithm>
#include <map>
#include <numeric>

namespace corbel {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Svd = Eigen::JacobiSVD<Matrix>;

constexpr double negligible = 1e-9;  ///< singular values of (1), whose coefficients are of order one

/// A row of a joint in this step. Links are linear about the relative velocity U.
struct ActingRow {
  RowOutcome* last;  ///< of the joint
  RowSides sides;
  RowAction action;
  Vec3 U = Vec3::Zero();  ///< local
};

/// One equation: n·(velocity of the master's side − that of the slave's) = rate.
struct Condition {
  const RowSides* sides;
  Vec3 n;
  double rate;
};

void append_conditions(const ActingRow& acting, std::vector<Condition>& conditions)
{
  const auto& [frame, law] = acting.action;
  for (const LinearEquation& e : prescribed_velocities(law))
    conditions.push_back({&acting.sides, frame.col(e.axis), e.target});
  if (const auto link = linearized_condition(law, acting.U))
    conditions.push_back({&acting.sides, frame * link->n, link->n.dot(acting.U) + link->missing});
}

/// Obstacles that their joints link together.
struct Group {
  std::vector<RigidBody*> bodies;
  std::vector<ActingRow> rows;
};

RigidBody& obstacle(Bodies& bodies, const Body& body)
{
  return static_cast<RigidBody&>(bodies[body.body_id()]);
}

std::vector<Group> group_obstacles(Bodies& bodies, const std::vector<Joint*>& joints, double t,
                                   const StepRule& rule)
{
  std::map<const Body*, const Body*> root;  // towards the one with the smallest index
  const auto find = [&](const Body* body) {
    root.emplace(body, body);
    while (root[body] != body)
      body = root[body];
    return body;
  };
  for (const Joint* joint : joints) {
    const Body* one = find(joint->master.body);
    const Body* two = joint->slave.body ? find(joint->slave.body) : one;
    if (one->index > two->index) std::swap(one, two);
    root[two] = one;
  }
  std::map<int, Group> groups;  // in the order of the bodies
  for (Joint* joint : joints) {
    std::vector<ActingRow>& rows = groups[find(joint->master.body)->index].rows;
    const std::vector<RowAction> actions = joint->rows(t, rule);
    for (std::size_t k = 0; k < actions.size(); ++k)
      rows.push_back({&joint->last[k], joint->sides(k), actions[k]});
  }
  std::map<int, const Body*> by_index;
  for (const auto& [body, above] : root)
    by_index[body->index] = body;
  for (const auto& [index, body] : by_index)
    groups[find(body)->index].bodies.push_back(&obstacle(bodies, *body));
  std::vector<Group> all;
  for (auto& [index, group] : groups)
    all.push_back(std::move(group));
  return all;
}

/// A⁺ b without what is negligible.
Vector least_solution(const Svd& A, const Vector& b)
{
  Vector coefficients = A.matrixU().transpose() * b;
  for (Eigen::Index i = 0; i < coefficients.size(); ++i)
    coefficients[i] = A.singularValues()[i] > negligible ? coefficients[i] / A.singularValues()[i] : 0;
  return A.matrixV() * coefficients;
}

/// x without its part in the range of A.
Matrix outside_range(const Svd& A, const Matrix& x)
{
  const auto rank = (A.singularValues().array() > negligible).count();
  const Matrix U = A.matrixU().leftCols(rank);
  return x - U * (U.transpose() * x);
}

class GroupMotion {
 public:
  explicit GroupMotion(Group group) : group_(std::move(group))
  {
    center_.assign(group_.bodies.size(), Vec3::Zero());
    std::vector<int> count(group_.bodies.size(), 0);
    for (const ActingRow& acting : group_.rows)
      for (const Attachment* side : {&acting.sides.master, &acting.sides.slave})
        if (side->body && !side->is_direction()) {
          center_[position_of(*side)] += side->mid_position();
          ++count[position_of(*side)];
        }
    for (std::size_t k = 0; k < center_.size(); ++k)
      if (count[k] > 0) center_[k] /= count[k];
    for (const ActingRow& acting : group_.rows)
      for (const Attachment* side : {&acting.sides.master, &acting.sides.slave})
        if (side->body) length_ = std::max(length_, arm(*side).norm());
    if (!(length_ > 0)) length_ = 1;
  }

  SolverStatus solve(double h)
  {
    constexpr int most_passes = 50;  // of Newton's method, for links
    for (int pass = 0; pass < most_passes; ++pass) {
      const double misfit = solve_linear();
      give_velocities();
      if (misfit > tolerance(h)) return SolverStatus::diverged;
      if (link_error() <= tolerance(h)) return SolverStatus::ok;
    }
    return SolverStatus::diverged;
  }

  void keep_outcome() const
  {
    for (const ActingRow& acting : group_.rows)  // no impulse makes this motion
      *acting.last = {acting.action.frame, Vec3::Zero(), velocity(acting, Instant::end),
                      velocity(acting, Instant::start)};
  }

 private:
  std::size_t position_of(const Attachment& side) const
  {
    const auto found = std::ranges::find(group_.bodies, static_cast<const RigidBody*>(side.body));
    return static_cast<std::size_t>(found - group_.bodies.begin());
  }
  /// p − c, or d of a direction.
  Vec3 arm(const Attachment& side) const
  {
    return side.mid_position() - side.point.weight() * center_[position_of(side)];
  }
  static Vec3 velocity(const ActingRow& acting, Instant instant)
  {
    return acting.action.frame.transpose() * acting.sides.velocity(instant);
  }

  /// (1) to (3); the largest error that is left [m/s].
  double solve_linear()
  {
    std::vector<Condition> conditions;
    for (const ActingRow& acting : group_.rows)
      append_conditions(acting, conditions);
    const auto rows = static_cast<Eigen::Index>(conditions.size());
    const auto columns = static_cast<Eigen::Index>(3 * group_.bodies.size());
    Matrix V = Matrix::Zero(rows, columns), Omega = Matrix::Zero(rows, columns);
    Vector b(rows);
    for (Eigen::Index i = 0; i < rows; ++i) {
      const Condition& c = conditions[static_cast<std::size_t>(i)];
      add_side(c.sides->master, c.n, V.row(i), Omega.row(i));
      add_side(c.sides->slave, -c.n, V.row(i), Omega.row(i));
      b[i] = c.rate;
    }
    largest_rate_ = b.cwiseAbs().maxCoeff();
    const Svd svd_V(V, Eigen::ComputeThinU | Eigen::ComputeThinV);
    const Svd svd_Omega(outside_range(svd_V, Omega), Eigen::ComputeThinU | Eigen::ComputeThinV);
    z_ = least_solution(svd_Omega, outside_range(svd_V, b));
    y_ = least_solution(svd_V, b - Omega * z_);
    return (b - Omega * z_ - V * y_).cwiseAbs().maxCoeff();
  }

  void add_side(const Attachment& side, const Vec3& n,
                Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> V,
                Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> Omega) const
  {
    if (!side.body) return;
    const std::size_t k = position_of(side);
    const auto first = static_cast<Eigen::Index>(3 * k);
    V.segment<3>(first) += side.point.weight() * n;
    if (group_.bodies[k]->rotation_enabled()) Omega.segment<3>(first) += arm(side).cross(n) / length_;
  }

  void give_velocities()
  {
    for (std::size_t k = 0; k < group_.bodies.size(); ++k) {
      RigidBody& body = *group_.bodies[k];
      const auto first = static_cast<Eigen::Index>(3 * k);
      const Vec3 v = y_.segment<3>(first), omega = z_.segment<3>(first) / length_;
      body.set_end_velocity(v + omega.cross(body.mid_position({body.center()}) - center_[k]), omega);
    }
    for (ActingRow& acting : group_.rows)
      acting.U = velocity(acting, Instant::end);
  }

  /// Of the lengths of links [m/s].
  double link_error() const
  {
    double error = 0;
    for (const ActingRow& acting : group_.rows)
      if (const auto link = linearized_condition(acting.action.law, acting.U))
        error = std::max(error, std::abs(link->missing));
    return error;
  }

  /// Round-off of places, from which rates are made, and of rates [m/s].
  double tolerance(double h) const
  {
    double size = length_;
    for (std::size_t k = 0; k < center_.size(); ++k)
      size = std::max({size, center_[k].norm(), size_of(surface_box(group_.bodies[k]->surface))});
    return 1e-12 * size / h + 1e-9 * largest_rate_;
  }

  Group group_;
  std::vector<Vec3> center_;  ///< c, one per body [m]
  double length_ = 0;         ///< ℓ [m]
  double largest_rate_ = 0;
  Vector y_, z_;  ///< v and ℓω, three per body [m/s]
};

}  // namespace

SolverStatus drive_obstacles(const Model& model, Bodies& bodies, double t, const StepRule& rule)
{
  std::vector<Joint*> joints;
  for (Joint* joint : joints_of(model, Movers::obstacles)) {
    if (!joint->moves_whole_body()) {
      joints.push_back(joint);
      continue;
    }
    const DrivenStep driven = joint->drive()->step(rule);
    obstacle(bodies, *joint->master.body).set_end_velocity(driven.v, driven.omega, driven.end);
    joint->last[0] = {Mat3::Identity(), Vec3::Zero(), joint->master.step_velocity(Instant::end),
                      joint->master.step_velocity(Instant::start)};
  }
  SolverStatus status = SolverStatus::ok;
  for (Group& group : group_obstacles(bodies, joints, t, rule)) {
    GroupMotion motion(std::move(group));
    if (const SolverStatus own = motion.solve(rule.h); own != SolverStatus::ok) status = own;
    motion.keep_outcome();
  }
  return status;
}

}  // namespace corbel
