// SPDX-License-Identifier: MIT
// The scene as the script described it: bodies, materials, joints, loads. Every method checks its input
// (InputError).
#pragma once

#include "corbel/bodies/bodies.hpp"
#include "corbel/bodies/forms.hpp"
#include "corbel/bodies/pseudo_rigid_body.hpp"
#include "corbel/bodies/rigid_body.hpp"
#include "corbel/core/owned.hpp"
#include "corbel/model/contact_filter.hpp"
#include "corbel/model/joint.hpp"
#include "corbel/model/material.hpp"
#include "corbel/model/spring_joint.hpp"
#include "corbel/model/surface_load.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace corbel {

/// Where two convexes that touch exchange impulses.
enum class ContactPoints {
  centroid,  ///< at the centroid of their overlap (manual §5.1)
  patch      ///< at up to four corners of the area in which they touch
};

std::string_view to_string(ContactPoints points);     ///< "CENTROID", "PATCH"
ContactPoints contact_points(std::string_view name);  ///< throws InputError for another name

/// How contacts are found and sparsified.
struct ContactSettings {
  ContactPoints points = ContactPoints::patch;
  double epsilon =
      0;  ///< geometric tolerance [m]; 0: 1e-6 of the median object size (so 1e-6 for bodies of 1 m)
  double sparsify_threshold = 0.01;    ///< manual §5.2; 0: no sparsification
  double min_area = 0;                 ///< new contacts of less area are dropped [m²]
  std::optional<double> min_distance;  ///< points closer than twice this coincide [m]; absent: pair_epsilon
};

class Model {
 public:
  /// Of the material a rigid body uses density and label. The body lives until it is removed.
  RigidBody& add_body(BodyKind kind, const Shape& shape, const BulkMaterial& material,
                      const std::string& label);
  /// A body of finite elements whose shape is the mesh. The template is shared with equal bodies.
  FiniteElementBody& add_finite_element(const Mesh& mesh, const BulkMaterial& material,
                                        FiniteElementForm form, const std::string& label);
  /// The shape is convexes and the mesh around them gives the motion: masses and forces are integrated over
  /// the shape. Elements without any shape in them are left out. Throws InputError when the mesh does not
  /// contain the shape.
  FiniteElementBody& add_finite_element(const Shape& convexes, const Mesh& mesh, const BulkMaterial& material,
                                        FiniteElementForm form, const std::string& label);
  /// Another material for the elements of a volume identifier; throws InputError when there are none.
  void set_material(FiniteElementBody& body, int volume_id, const BulkMaterial& material);
  PseudoRigidBody& add_pseudo_rigid(const Shape& shape, const BulkMaterial& material,
                                    const std::string& label);
  /// A body of any kind, made elsewhere.
  Body& add(std::unique_ptr<Body> body, const BulkMaterial& material, const std::string& label);
  /// Joints and loads of the body go with it.
  void remove_body(Body& body);

  Joint& add_fixed_point(Body& body, const Vec3& X);
  Joint& add_fixed_direction(Body& body, const Vec3& X, const Vec3& direction);
  Joint& add_prescribed_motion(Body& body, const Vec3& X, const Vec3& direction, MotionKind kind,
                               Amplitude value);
  /// One of the bodies may be null: its point is then fixed in space. Points closer than
  /// contact.epsilon, or without that than 1e-6 of the smaller body, are glued.
  Joint& add_rigid_link(Body* body1, Body* body2, const Vec3& X1, const Vec3& X2);
  Joint& add_spring(Body& body1, const Vec3& X1, Body* body2, const Vec3& X2, SpringData data);
  /// base: columns are the directions.
  Joint& add_prescribed_motion3(Body& body, const Vec3& X, const Mat3& base, MotionKind kind,
                                const std::array<Amplitude, 3>& values);
  /// Holds the points of a surface (surface_points), altogether or in one direction. A direction that depends
  /// on the face is that of the mean normal at each point, as the body is now.
  std::vector<Joint*> fix_surface(Body& body, int surface_id,
                                  const std::optional<SurfaceDirection>& direction = std::nullopt);
  /// Moves an obstacle as a whole along a path; `about`, the point that follows the translation and about
  /// which it turns: where that is in space now. No other joint may move the same obstacle.
  Joint& move_obstacle(Body& body, const Vec3& about, std::shared_ptr<MotionPath> path);
  /// Moves all nodes of a surface of a finite-element body along a path, as if they were fixed to a rigid
  /// frame. about: as above; absent: the mean of the nodes.
  std::vector<Joint*> move_surface(Body& body, int surface_id, const std::optional<Vec3>& about,
                                   const std::shared_ptr<MotionPath>& path);
  /// A joint of any class, on bodies of this model and points of them (Body::locate).
  Joint& add_joint(std::unique_ptr<Joint> joint);
  void remove_joint(int id);  ///< throws InputError when there is no such joint

  void add_force(Body& body, LoadKind kind, const Vec3& X, const Vec3& direction, Amplitude value);
  void add_torque(Body& body, LoadKind kind, const Vec3& direction, Amplitude value);
  void add_callback_force(Body& body, CallbackForce::Function function);
  /// value: force per area [Pa]
  void add_surface_load(Body& body, LoadKind kind, int surface_id, const SurfaceDirection& direction,
                        Amplitude value);

  void exclude_contact(const Body& a, const Body& b);
  /// The points are referential and lie inside of the objects that shall not touch.
  void exclude_objects(const Body& a, const Vec3& X, const Body& b, const Vec3& Y);
  void exclude_surfaces(int surface1, int surface2);
  const ContactFilter& contact_filter() const { return filter_; }

  double epsilon() const;  ///< [m], settings or derived from the sizes of the bodies
  /// The tolerance of a pair of objects of these sizes: what the user set; else at most a millionth of the
  /// smaller, so that grains among boulders are not glued by the tolerance of the boulders.
  double pair_epsilon(double size1, double size2) const;

  /// Joints added since the last call begin now.
  void initialize_joints(double t);
  /// After the half step of the bodies: joints with functions of the user call them.
  void prepare_joints(double t, double h) const;

  /// While locked, bodies, joints and loads cannot be added or removed (InputError): a step is under way.
  void lock(bool locked) const { locked_ = locked; }
  bool is_locked() const { return locked_; }

  const Bodies& bodies() const { return bodies_; }
  Bodies& bodies() { return bodies_; }
  const std::vector<Owned<Joint>>& joints() const { return joints_; }
  std::vector<Owned<Joint>>& joints() { return joints_; }
  int revision() const { return bodies_.revision(); }     ///< changes whenever bodies are added or removed
  int joint_revision() const { return joint_revision_; }  ///< the same of joints

  /// While a frame is shown: bodies whose ids are not in `present` (ascending) are set aside with their
  /// joints and loads, others come back. Such a model cannot be advanced.
  void set_present(const std::vector<int>& present);
  std::vector<int> all_body_ids() const { return bodies_.all_ids(); }  ///< also of those set aside, ascending

  TemplateLibrary templates;  ///< of finite-element bodies

  RuleKind rule = RuleKind::midpoint;  ///< of steps in dynamics
  SurfaceMaterialTable surface_materials;
  std::array<Amplitude, 3> gravity = {};  ///< [m/s²]
  ContactSettings contact;
  std::vector<PointForce> forces;
  std::vector<Torque> torques;
  std::vector<CallbackForce> callbacks;
  std::vector<SurfaceLoad> surface_loads;

 private:
  void check_unlocked() const;
  FiniteElementBody& add_solid(const Shape& shape, Solid solid, FiniteElementForm form,
                               const BulkMaterial& material, const std::string& label);
  Attachment attach(std::string_view argument, Body& body, const Vec3& X) const;
  Joint& insert(std::unique_ptr<Joint> joint);                               ///< without checks
  std::vector<Joint*> keep_all(std::vector<std::unique_ptr<Joint>> joints);  ///< none where one is refused
  void check_joint(const Joint& joint) const;
  void check_obstacle_joint(const Joint& joint) const;
  void check_moved_point(const Joint& joint) const;
  void check_moved_once(const Body& body, int surface_id,
                        const std::vector<std::unique_ptr<Joint>>& points) const;
  void check_new_body(const Shape& shape, const BulkMaterial& material) const;
  template<class Kind>
  Kind& keep(std::unique_ptr<Kind> body, const BulkMaterial& material, const std::string& label);

  Bodies bodies_;
  std::vector<Owned<Joint>> joints_;
  std::size_t initialized_joints_ = 0;
  ContactFilter filter_;
  int next_joint_ = 1, joint_revision_ = 0;
  mutable bool locked_ = false;
  bool has_paths_ = false;  ///< joints that follow a path were made
  mutable double derived_epsilon_ = 0;
  mutable int derived_at_ = -1;
};

std::set<int> surface_ids(const Model& model);  ///< that any of its bodies has

}  // namespace corbel
