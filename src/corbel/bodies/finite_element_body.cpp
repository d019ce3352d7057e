// SPDX-License-Identifier: MIT
#include "corbel/bodies/finite_element_body.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/check.hpp"
#include "corbel/fem/shape_functions.hpp"
#include "corbel/geometry/vectors.hpp"
#include "corbel/math/rotation.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

/// A point is at a node when closer than this part of the size of the element (natural units).
constexpr double at_node = 1e-6;

std::size_t place_of(int k) { return static_cast<std::size_t>(k); }  // of an int, as containers want it

std::vector<double> numbers(const Eigen::VectorXd& a) { return {a.data(), a.data() + a.size()}; }

Eigen::VectorXd checked(const char* argument, std::span<const double> given, Eigen::Index size,
                        const char* what)
{
  if (given.size() != static_cast<std::size_t>(size))
    throw_input_error(argument, fmt::format("{} numbers", given.size()), fmt::format("{}: {}", size, what));
  const Eigen::VectorXd values = Eigen::Map<const Eigen::VectorXd>(given.data(), size);
  if (!values.allFinite()) throw_input_error(argument, "NaN or infinity", "finite numbers");
  return values;
}

}  // namespace

FiniteElementBody::FiniteElementBody(const Shape& shape, TemplateMatch match)
    : Body(BodyKind::finite_element, shape), match_(std::move(match))
{
  const auto n = static_cast<Eigen::Index>(node_count());
  x_.resize(3 * n);
  for (Eigen::Index i = 0; i < n; ++i)
    x_.segment<3>(3 * i) = reference_node(static_cast<std::size_t>(i));
  x_mid_ = x_;
  u_ = start_ = free_ = end_ = force_ = impulse_ = Eigen::VectorXd::Zero(3 * n);
  find_vertices(shape);
}

Vec3 FiniteElementBody::reference_node(std::size_t node) const
{
  return match_.Q * mesh().nodes[node] + match_.t;
}

void FiniteElementBody::keep_identifiers(const Mesh& own)
{
  volume_ids_.clear();
  surface_ids_.clear();
  for (const Element& element : own.elements)
    volume_ids_.push_back(element.volume_id);
  for (const BoundaryFace& face : own.boundary)
    surface_ids_.push_back(face.surface_id);
}

Mesh FiniteElementBody::reference_mesh() const
{
  Mesh own = mesh();
  for (std::size_t i = 0; i < own.nodes.size(); ++i)
    own.nodes[i] = reference_node(i);
  for (std::size_t e = 0; e < volume_ids_.size(); ++e)
    own.elements[e].volume_id = volume_ids_[e];
  for (std::size_t f = 0; f < surface_ids_.size(); ++f)  // equal elements have equal faces, in the same order
    own.boundary[f].surface_id = surface_ids_[f];
  return own;
}

void FiniteElementBody::rebase(TemplateMatch match)
{
  give_state();
  match_ = std::move(match);
}

/// Vertices of a mesh that is its own shape are its nodes; those of other convexes lie somewhere in its
/// elements.
void FiniteElementBody::find_vertices(const Shape& shape)
{
  const bool own_mesh = shape.size() == 1 && std::holds_alternative<Mesh>(shape[0]);
  for (std::size_t i = 0; i < surface.convexes.size(); ++i) {
    const Convex& convex = surface.convexes[i];
    first_vertex_.push_back(static_cast<int>(vertices_.size()));
    std::vector<int> around;
    for (std::size_t v = 0; v < convex.vertices.size(); ++v) {
      if (own_mesh) {
        vertices_.push_back({mesh().elements[place_of(surface.element_of[i])].nodes[v], {}});
      } else {
        vertices_.push_back({-1, locate("shape", convex.vertices[v])});
        around.push_back(vertices_.back().point.element);
      }
    }
    if (own_mesh) around.push_back(surface.element_of[i]);
    elements_.push_back(own_mesh ? around : elements_near(object_box(surface, i)));
  }
}

/// Elements whose boxes overlap a referential box.
std::vector<int> FiniteElementBody::elements_near(const Aabb& box) const
{
  std::vector<int> found;
  for (std::size_t e = 0; e < mesh().elements.size(); ++e) {
    Aabb own;
    for (const int node : mesh().elements[e].node_span())
      own.extend(reference_node(place_of(node)));
    own.inflate(1e-6 * size_of(own));
    if (own.overlaps(box)) found.push_back(static_cast<int>(e));
  }
  return found;
}

void FiniteElementBody::set_damping(const Damping& damping)
{
  check_not_negative("damping", damping.stiffness);
  check_not_negative("mass_damping", damping.mass);
  damping_ = damping;
}

void FiniteElementBody::set_initial_velocity(const Vec3& linear, const Vec3& angular)
{
  if (!linear.allFinite()) throw_input_error("linear", "NaN or infinity", "three finite numbers [m/s]");
  if (!angular.allFinite()) throw_input_error("angular", "NaN or infinity", "three finite numbers [rad/s]");
  give_state();
  Vec3 c = Vec3::Zero();
  for (Eigen::Index i = 0; i < x_.size(); i += 3)
    c += M()[i] * x_.segment<3>(i);
  c /= mass();
  for (Eigen::Index i = 0; i < x_.size(); i += 3)
    u_.segment<3>(i) = linear + angular.cross(Vec3(x_.segment<3>(i)) - c);
}

double FiniteElementBody::critical_step() const
{
  if (scheme_ != DeformableScheme::def_exp) return Body::critical_step();
  return corbel::critical_step(match_.of->largest_frequency(), damping_.stiffness, damping_.mass);
}

void FiniteElementBody::half_step(double h)
{
  Eigen::VectorXd x_mid = x_ + 0.5 * h * u_;  // (10), (24)
  if (x_mid != x_mid_) ++mid_revision;
  x_mid_.swap(x_mid);
  start_ = u_;
  force_.setZero();
  static_ = false;
  forget_impulses();
}

void FiniteElementBody::add_acceleration(const Vec3& a)
{
  const Eigen::VectorXd& load = solid().gravity_load();
  for (Eigen::Index i = 0; i < load.size(); ++i)
    force_.segment<3>(3 * i) += load[i] * a;
}

void FiniteElementBody::add_force(const MaterialPoint& X, const Vec3& force)
{
  weights(X).scatter(force, force_);
}

void FiniteElementBody::add_callback_force(std::span<const double> force)
{
  force_ += Eigen::Map<const Eigen::VectorXd>(force.data(), static_cast<Eigen::Index>(force.size()));
}

void FiniteElementBody::apply(const MaterialPoint& X, const Vec3& impulse)
{
  if (impulse.isZero(0)) return;
  weights(X).scatter(impulse, impulse_);
  touched_ = true;
}

void FiniteElementBody::forget_impulses()
{
  impulse_.setZero();
  touched_ = false;
}

void FiniteElementBody::advance(double h)
{
  u_ = end_;
  x_ = x_mid_ + 0.5 * h * u_;  // (17), (31)
}

void FiniteElementBody::advance_static(double h)
{
  x_ += h * end_;
  u_.setZero();
  start_.setZero();
  static_ = false;
}

void FiniteElementBody::end_static_step(double h)
{
  work.external += 0.5 * (force_ + kept_ / h + f_balanced_).dot(x_ - x_balanced_);
}

/// Balance: outer forces are the internal ones. So nothing has to be remembered from step to step, or in a
/// file.
void FiniteElementBody::begin_static_step()
{
  if (x_mid_ != x_) ++mid_revision;
  x_balanced_ = x_mid_ = x_;
  mid_state_ = StrainState::sound;
  update_internal_force();
  f_balanced_ = f_int_;
}

double FiniteElementBody::imbalance(double h)
{
  kept_ = impulse_;
  update_internal_force();
  const double scale = force_.norm() + f_int_.norm() + kept_.norm() / h;
  const double round_off = 1e-15 * match_.of->K0().diagonal().norm() * x_mid_.cwiseAbs().maxCoeff();
  if (!std::isfinite(scale)) return std::numeric_limits<double>::infinity();
  return scale > 0 ? std::max(0.0, (force_ - f_int_ + kept_ / h).norm() - round_off) / scale : 0;
}

Vec3 FiniteElementBody::net_load() const
{
  Vec3 sum = Vec3::Zero();
  for (Eigen::Index i = 0; i < force_.size(); i += 3)
    sum += force_.segment<3>(i);
  return sum;
}

Eigen::VectorXd FiniteElementBody::outer_impulse(double h) const
{
  if (damping_.mass == 0) return h * force_;
  return h * force_ - (h * damping_.mass) * M().cwiseProduct(u_);
}

void FiniteElementBody::add_work(double h, const Eigen::VectorXd* K_mean)
{
  const Eigen::VectorXd mean = 0.5 * (u_ + end_);
  work.external += mean.dot(h * force_ + impulse_);
  if (damping_.mass > 0)
    work.damping -= h * damping_.mass * mean.dot(M().cwiseProduct(is_explicit() ? u_ : mean));
  if (K_mean) work.damping -= h * damping_.stiffness * mean.dot(*K_mean);
}

std::shared_ptr<const CorotatedOperator> FiniteElementBody::step_operator(double h) const
{
  try {
    return match_.of->step_operator(h, damping_);
  } catch (const NotPositiveDefinite&) {
    throw RunError(name_of(*this) + ": the effective mass matrix of the step is not positive definite; is "
                                    "the material far too stiff, the "
                                    "density nearly zero, or the body too small for this step?");
  }
}

NodeWeights FiniteElementBody::weights(const MaterialPoint& X) const
{
  const MaterialPoint point = X.element >= 0 ? X : locate("point", X.X);
  const Element& element = mesh().elements[place_of(point.element)];
  std::array<double, 8> N;
  shape_values(element.node_count, point.xi, N);
  NodeWeights w;
  for (std::size_t a = 0; a < place_of(element.node_count); ++a) {
    if (N[a] == 0) continue;
    w.node[place_of(w.count)] = element.nodes[a];
    w.N[place_of(w.count++)] = N[a];
  }
  return w;
}

Vec3 FiniteElementBody::step_velocity(const MaterialPoint& X, Instant instant) const
{
  return at(instant == Instant::start ? start_ : instant == Instant::free ? free_ : end_, X);
}

Mat3 FiniteElementBody::compliance(const MaterialPoint& X, const MaterialPoint& Y) const
{
  const std::array<MaterialPoint, 2> points = {X, Y};
  Eigen::MatrixXd C;
  compliances(points, C);
  return C.block<3, 3>(0, 3);
}

void FiniteElementBody::respond(std::span<const MaterialPoint> points, std::span<const Vec3> p,
                                std::span<Vec3> v) const
{
  std::vector<NodeWeights> w;
  Eigen::VectorXd f = Eigen::VectorXd::Zero(x_.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    w.push_back(weights(points[i]));
    w.back().scatter(p[i], f);
  }
  const Eigen::VectorXd u = times_inverse(f);
  for (std::size_t i = 0; i < points.size(); ++i)
    v[i] = w[i].gather(u);
}

std::vector<int> FiniteElementBody::nodes_around(std::span<const MaterialPoint> points) const
{
  std::vector<int> nodes;
  for (const MaterialPoint& point : points) {
    const NodeWeights w = weights(point);
    nodes.insert(nodes.end(), w.node.begin(), w.node.begin() + w.count);
  }
  return nodes;
}

/// S(X) M⁻¹ S(Y)ᵀ
Mat3 FiniteElementBody::explicit_compliance(const NodeWeights& X, const NodeWeights& Y) const
{
  double sum = 0;
  for (std::size_t a = 0; a < place_of(X.count); ++a)
    for (std::size_t b = 0; b < place_of(Y.count); ++b)
      if (X.node[a] == Y.node[b]) sum += X.N[a] * Y.N[b] / M()[3 * X.node[a]];
  return sum * Mat3::Identity();
}

Vec3 FiniteElementBody::at(const Eigen::VectorXd& field, const MaterialPoint& X) const
{
  return weights(X).gather(field);
}

Vec3 FiniteElementBody::position(const MaterialPoint& X) const { return at(x_, X); }
Vec3 FiniteElementBody::mid_position(const MaterialPoint& X) const { return at(x_mid_, X); }
Vec3 FiniteElementBody::velocity(const MaterialPoint& X) const { return at(u_, X); }

MaterialPoint FiniteElementBody::point_in(int element, const Vec3& xi, int object) const
{
  const Element& e = mesh().elements[place_of(element)];
  std::array<Vec3, 8> X;
  for (std::size_t a = 0; a < place_of(e.node_count); ++a)
    X[a] = reference_node(place_of(e.nodes[a]));
  return {interpolate(e.node_count, {X.data(), place_of(e.node_count)}, xi), object, element, xi};
}

/// The element in which x lies deepest, of those the object can lie in.
MaterialPoint FiniteElementBody::locate_mid(const Vec3& x, int object) const
{
  int best = -1;
  double least = 1e100;
  Vec3 best_xi = Vec3::Zero();
  for (const int candidate : elements_[place_of(object)]) {
    const Element& element = mesh().elements[place_of(candidate)];
    std::array<Vec3, 8> nodes;
    for (std::size_t a = 0; a < place_of(element.node_count); ++a)
      nodes[a] = x_mid_.segment<3>(3 * element.nodes[a]);
    const auto xi = natural_coordinates(element.node_count, {nodes.data(), place_of(element.node_count)}, x);
    if (!xi) continue;
    const double outside = outside_by(element.node_count, *xi);
    if (outside >= least) continue;
    best = candidate;
    least = outside;
    best_xi = *xi;
    if (outside <= 0) break;
  }
  // An element so distorted that the point has no coordinates in it: its middle, which is near enough to
  // carry an impulse, and the run goes on.
  if (best < 0) {
    best = elements_[place_of(object)].front();
    best_xi = reference_center(mesh().elements[place_of(best)].node_count);
  }
  return point_in(best, best_xi, object);
}

MaterialPoint FiniteElementBody::locate(std::string_view argument, const Vec3& X) const
{
  check_point(argument, X);
  const Vec3 Z = match_.Q.transpose() * (X - match_.t);
  // A little slack: decks give corners with rounded coordinates.
  const auto found = solid().locate(Z, 1e-5 * std::cbrt(volume()));
  if (!found)
    throw_input_error(argument, text(X), fmt::format("a referential point of {}", name_of(*this)),
                      "The point lies outside the mesh of the body.");
  return {X, -1, found->element, found->xi};
}

Mat3 FiniteElementBody::mid_gradient(const MaterialPoint& X) const
{
  const MaterialPoint point = X.element >= 0 ? X : locate("point", X.X);
  const Element& element = mesh().elements[place_of(point.element)];
  const auto count = place_of(element.node_count);
  std::array<Vec3, 8> at_first, x;
  for (std::size_t a = 0; a < count; ++a) {
    at_first[a] = reference_node(place_of(element.nodes[a]));
    x[a] = x_mid_.segment<3>(3 * element.nodes[a]);
  }
  return jacobian(element.node_count, {x.data(), count}, point.xi) *
         jacobian(element.node_count, {at_first.data(), count}, point.xi).inverse();
}

void FiniteElementBody::place(int object, std::span<const Vec3> /*X*/, std::span<Vec3> x) const
{
  for (std::size_t v = 0; v < x.size(); ++v) {
    const VertexPlace& vertex = vertices_[place_of(first_vertex_[place_of(object)]) + v];
    x[v] = vertex.node >= 0 ? Vec3(x_mid_.segment<3>(3 * vertex.node)) : at(x_mid_, vertex.point);
  }
}

Vec3 FiniteElementBody::center() const { return match_.Q * solid().center() + match_.t; }

Mat3 FiniteElementBody::tensor() const { return match_.Q * solid().euler_tensor() * match_.Q.transpose(); }

double FiniteElementBody::kinetic_energy() const { return 0.5 * u_.dot(M().cwiseProduct(u_)); }

bool FiniteElementBody::is_finite() const { return x_.allFinite() && u_.allFinite(); }

std::optional<StrainFinding> FiniteElementBody::strain_worse_than(StrainState known, bool thorough) const
{
  StrainFinding found;
  if (thorough) found = worst_strain(x_);
  if (found.state <= known && mid_state_ > known) found = worst_strain(x_mid_);
  return found.state > known ? std::optional(found) : std::nullopt;
}

Vec3 FiniteElementBody::element_center(int element) const
{
  if (element < 0) return center();
  return point_in(element, reference_center(mesh().elements[place_of(element)].node_count), -1).X;
}

Vec3 FiniteElementBody::linear_momentum() const
{
  Vec3 sum = Vec3::Zero();
  for (Eigen::Index i = 0; i < u_.size(); i += 3)
    sum += M()[i] * u_.segment<3>(i);
  return sum;
}

Vec3 FiniteElementBody::angular_momentum() const
{
  Vec3 sum = Vec3::Zero();
  for (Eigen::Index i = 0; i < u_.size(); i += 3)
    sum += M()[i] * Vec3(x_.segment<3>(i)).cross(Vec3(u_.segment<3>(i)));
  return sum;
}

/// At a node the mean of the elements around it, elsewhere that of the element.
std::optional<Mat3> FiniteElementBody::stress(const MaterialPoint& X) const
{
  const MaterialPoint point = X.element >= 0 ? X : locate("point", X.X);
  const Element& element = mesh().elements[place_of(point.element)];
  const auto nodes = reference_nodes(element.node_count);
  for (std::size_t a = 0; a < nodes.size(); ++a)
    if ((nodes[a] - point.xi).cwiseAbs().maxCoeff() < at_node)
      return solid().nodal_cauchy(element.nodes[a], displacements(x_));
  return solid().cauchy(point.element, point.xi, displacements(x_));
}

std::vector<Mat3> FiniteElementBody::nodal_stress() const { return solid().nodal_stress(displacements(x_)); }

std::vector<double> FiniteElementBody::mid_q() const { return numbers(x_mid_); }
std::vector<double> FiniteElementBody::q() const { return numbers(x_); }
std::vector<double> FiniteElementBody::u() const { return numbers(u_); }

/// Elements flattened or turned inside out cannot come back.
void FiniteElementBody::check_volumes(const Eigen::VectorXd& x) const
{
  const Eigen::VectorXd q = displacements(x);
  for (std::size_t e = 0; e < mesh().elements.size(); ++e) {
    const Vec3 middle = reference_center(mesh().elements[e].node_count);
    const double J = solid().deformation_gradient(static_cast<int>(e), middle, q).determinant();
    if (!(J > 0))
      throw_input_error("conf", fmt::format("element {} with a volume ratio of {:.3g}", e, J), "ratios > 0",
                        "Give the coordinates of the nodes in the order of the mesh.");
  }
}

void FiniteElementBody::set_q(std::span<const double> q)
{
  const Eigen::VectorXd x = checked("conf", q, x_.size(), "coordinates x, y, z of the nodes");
  check_volumes(x);
  give_state();
  x_ = x;
}

void FiniteElementBody::restore(std::span<const double> q, std::span<const double> u)
{
  const Eigen::VectorXd x = checked("conf", q, x_.size(), "coordinates x, y, z of the nodes");
  give_state();
  x_ = x;
  set_u(u);
}

void FiniteElementBody::set_u(std::span<const double> u)
{
  const Eigen::VectorXd values = checked("velo", u, u_.size(), "velocities x, y, z of the nodes");
  give_state();
  u_ = values;
}

std::size_t FiniteElementBody::bytes() const
{
  return sizeof(double) * static_cast<std::size_t>(8 * x_.size());
}

}  // namespace corbel
