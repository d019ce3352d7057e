// SPDX-License-Identifier: MIT
#include "corbel/step/obstacle_motion.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/bodies/rigid_body.hpp"

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
  std::size_t row;  ///< in Reactions::of_obstacles
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

RigidBody& obstacle(Bodies& bodies, BodyId id) { return static_cast<RigidBody&>(bodies[id]); }

std::vector<Group> group_obstacles(Bodies& bodies, const std::vector<const Joint*>& joints,
                                   const TimeStep& step, const Reactions& reactions)
{
  std::map<BodyId, BodyId> root;  // towards the one with the smallest id
  const auto find = [&](BodyId body) {
    root.emplace(body, body);
    while (root[body] != body)
      body = root[body];
    return body;
  };
  for (const Joint* joint : joints) {
    const BodyId one = find(joint->master.body);
    const BodyId two = joint->slave.in_space() ? one : find(joint->slave.body);
    root[std::max(one, two)] = std::min(one, two);
  }
  std::map<BodyId, Group> groups;  // in the order of the bodies
  for (const Joint* joint : joints) {
    std::vector<ActingRow>& rows = groups[find(joint->master.body)].rows;
    const std::vector<RowAction> actions = joint->rows(bodies, step);
    const std::size_t first = reactions.rows_of(*joint).first;
    for (std::size_t k = 0; k < actions.size(); ++k)
      rows.push_back({first + k, joint->sides(k), actions[k]});
  }
  for (const auto& [body, above] : root)
    groups[find(body)].bodies.push_back(&obstacle(bodies, body));
  std::vector<Group> all;
  for (auto& [body, group] : groups)
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
  GroupMotion(const Bodies& bodies, Group group) : bodies_(bodies), group_(std::move(group))
  {
    center_.assign(group_.bodies.size(), Vec3::Zero());
    std::vector<int> count(group_.bodies.size(), 0);
    for (const ActingRow& acting : group_.rows)
      for (const Attachment* side : {&acting.sides.master, &acting.sides.slave})
        if (!side->in_space() && !side->is_direction()) {
          center_[position_of(*side)] += side->mid_position(bodies_);
          ++count[position_of(*side)];
        }
    for (std::size_t k = 0; k < center_.size(); ++k)
      if (count[k] > 0) center_[k] /= count[k];
    for (const ActingRow& acting : group_.rows)
      for (const Attachment* side : {&acting.sides.master, &acting.sides.slave})
        if (!side->in_space()) length_ = std::max(length_, arm(*side).norm());
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

  void keep_outcome(RowOutcomes& rows) const
  {
    for (const ActingRow& acting : group_.rows)  // no impulse makes this motion
      rows.set(acting.row, {acting.action.frame, Vec3::Zero(), velocity(acting, Instant::end),
                            velocity(acting, Instant::start)});
  }

 private:
  std::size_t position_of(const Attachment& side) const
  {
    const auto found = std::ranges::find(group_.bodies, side.body, &RigidBody::body_id);
    return static_cast<std::size_t>(found - group_.bodies.begin());
  }
  /// p − c, or d of a direction.
  Vec3 arm(const Attachment& side) const
  {
    return side.mid_position(bodies_) - side.point.weight() * center_[position_of(side)];
  }
  Vec3 velocity(const ActingRow& acting, Instant instant) const
  {
    return acting.action.frame.transpose() * acting.sides.velocity(bodies_, instant);
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
    if (side.in_space()) return;
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

  const Bodies& bodies_;
  Group group_;
  std::vector<Vec3> center_;  ///< c, one per body [m]
  double length_ = 0;         ///< ℓ [m]
  double largest_rate_ = 0;
  Vector y_, z_;  ///< v and ℓω, three per body [m/s]
};

}  // namespace

SolverStatus drive_obstacles(Bodies& bodies, const std::vector<const Joint*>& joints, const TimeStep& step,
                             Reactions& reactions)
{
  std::vector<const Joint*> others;
  for (const Joint* joint : joints) {
    if (!joint->moves_whole_body()) {
      others.push_back(joint);
      continue;
    }
    const DrivenStep driven = joint->drive()->step(bodies, step.rule);
    obstacle(bodies, joint->master.body).set_end_velocity(driven.v, driven.omega, driven.end);
    reactions.set_outcome(*joint, 0,
                          {Mat3::Identity(), Vec3::Zero(), joint->master.step_velocity(bodies, Instant::end),
                           joint->master.step_velocity(bodies, Instant::start)});
  }
  SolverStatus status = SolverStatus::ok;
  for (Group& group : group_obstacles(bodies, others, step, reactions)) {
    GroupMotion motion(bodies, std::move(group));
    if (const SolverStatus own = motion.solve(step.rule.h); own != SolverStatus::ok) status = own;
    motion.keep_outcome(reactions.of_obstacles);
  }
  return status;
}

}  // namespace corbel
