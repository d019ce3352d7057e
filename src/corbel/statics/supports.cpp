// SPDX-License-Identifier: MIT
#include "corbel/statics/supports.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/geometry/check_points.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <array>
#include <optional>

namespace corbel {
namespace {

constexpr double held =
    1e-8;  ///< smallest eigenvalue of Σ a aᵀ, relative to the largest, of a motion that is held

std::string direction(const Vec3& n)
{
  static constexpr std::array<const char*, 3> axes = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k)
    if (std::abs(n[k]) > 1 - 1e-6) return axes[static_cast<std::size_t>(k)];
  return text(n);
}

/// Names the directions of a space with the orthonormal basis B: axes first, they are easier to read.
void append_directions(const Eigen::MatrixXd& B, const std::string& motion, std::vector<std::string>& names)
{
  Mat3 P = B * B.transpose();
  for (int k = 0; k < 3; ++k)
    if (P(k, k) > 1 - 1e-6) {
      names.push_back(motion + direction(Vec3::Unit(k)));
      P(k, k) = 0;
    }
  const Eigen::SelfAdjointEigenSolver<Mat3> rest(P);
  for (int k = 0; k < 3; ++k)
    if (rest.eigenvalues()[k] > 0.5) names.push_back(motion + direction(rest.eigenvectors().col(k)));
}

/// Rows of a law: the axes that a joint or spring holds, the normal of a contact.
void add_rows(const Bodies& bodies, const Law& law, const Attachment& at, const Mat3& frame, bool springs,
              Supports& supports)
{
  if (const auto spring = spring_form(law); spring && !(springs && spring->stiffness > 0)) return;
  const ConeForm form = cone_form(law, Vec3::Zero(), Vec3::Zero());
  for (int k = 0; k < 3; ++k)
    if (form.contact ? k == 2 : form.held.at(static_cast<std::size_t>(k)))
      supports.add(bodies, at, frame.col(k));
}

Supports by_joints(const Model& model, const Body& body, bool springs)
{
  Supports supports(body);
  const Bodies& bodies = model.bodies();
  const BodyId id = body.body_id();
  for (const auto& joint : model.joints()) {
    if (joint->master.body != id && joint->slave.body != id) continue;
    const std::vector<RowAction> rows = joint->rows(bodies, {0, StepRule::static_pass(1)});
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const RowSides sides = joint->sides(k);
      const Attachment& own = sides.master.body == id ? sides.master : sides.slave;
      add_rows(bodies, rows[k].law, own, rows[k].frame, springs, supports);
    }
  }
  return supports;
}

}  // namespace

Supports::Supports(const Body& body) : size_(size_of(surface_box(body.surface))) {}

/// Rigid motions (v, ω) that nothing holds, a basis Z. Those without rotation are translations; of the others
/// the axes are named: where they pass through depends on what holds the body.
std::vector<std::string> Supports::free_motions() const
{
  Vec3 c = Vec3::Zero();
  double points = 0;
  for (const Row& row : rows_)
    points += row.weight;
  for (const Row& row : rows_)
    if (row.weight > 0) c += row.x / points;
  Eigen::Matrix<double, 6, 6> sum = Eigen::Matrix<double, 6, 6>::Zero();
  for (const auto& [x, n, weight] : rows_) {
    Eigen::Matrix<double, 6, 1> a;
    a << weight * n, ((x - weight * c) / size_).cross(n);
    sum += a * a.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> modes(sum);
  const double limit = held * std::max(modes.eigenvalues()[5], 1e-300);
  const auto count = (modes.eigenvalues().array() <= limit).count();  // ascending
  std::vector<std::string> names;
  if (count == 0) return names;
  const Eigen::MatrixXd Z = modes.eigenvectors().leftCols(count);
  const Eigen::JacobiSVD<Eigen::MatrixXd> rotations(Z.bottomRows<3>(),
                                                    Eigen::ComputeFullU | Eigen::ComputeFullV);
  const auto turning = (rotations.singularValues().array() > 1e-4).count();
  append_directions(Z.topRows<3>() * rotations.matrixV().rightCols(count - turning), "translation along ",
                    names);
  append_directions(rotations.matrixU().leftCols(turning), "rotation about ", names);
  return names;
}

Supports supports_by_joints(const Model& model, const Body& body) { return by_joints(model, body, false); }

Supports supports_by_joints_and_springs(const Model& model, const Body& body)
{
  return by_joints(model, body, true);
}

Supports supports_by_all(const Bodies& bodies, const LocalDynamics& dynamics, const Impulses& reactions,
                         const Body& body)
{
  Supports supports(body);
  const BodyId id = body.body_id();
  for (std::size_t i = 0; i < dynamics.constraints.size(); ++i) {
    const LocalConstraint& c = dynamics.constraints[i];
    if (c.master.body != id && c.slave.body != id) continue;
    const Law& law = dynamics.problem.laws[i];
    const std::optional<double> mu = friction(law);
    const Vec3& R = reactions[i];
    if (mu && !(R.z() > 0)) continue;
    const Attachment& own = c.master.body == id ? c.master : c.slave;
    add_rows(bodies, law, own, c.frame, true, supports);
    const bool sticks = mu && R.head<2>().norm() < (1 - 1e-6) * *mu * R.z();
    for (int k = 0; k < 2 && sticks; ++k)
      supports.add(bodies, own, c.frame.col(k));
  }
  return supports;
}

}  // namespace corbel
