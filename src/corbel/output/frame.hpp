// SPDX-License-Identifier: MIT
// What is written of a run: a description once, a frame per output instant. Plain numbers; knows no engine.
//
// A frame is also a checkpoint: with the description (or the deck that made it) it holds everything needed to
// go on bit for bit, which is why reactions are stored as the impulses the solver warm-starts from. A user's
// reaction is impulse / h.
#pragma once

#include "corbel/core/constraint_kind.hpp"
#include "corbel/core/property.hpp"
#include "corbel/core/timers.hpp"
#include "corbel/output/fields.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace corbel {

/// Energies of one body [J] (Solfec-1.0: each contact's work is split over its two bodies, so sums count it
/// once).
struct EnergyRecord {
  double kinetic = 0;
  double internal = 0;
  double external = 0;  ///< work of loads and of joints since t = 0
  double contact = 0;   ///< work of normal contact reactions since t = 0
  double friction = 0;  ///< work of tangential contact reactions since t = 0
  double damping = 0;   ///< work of the body's own damping since t = 0, not above 0
  double start = 0;     ///< kinetic and internal energy it began with

  /// The audit: kinetic + internal = start + external + contact + friction + damping + numerical. The last is
  /// what the time integration added or lost.
  double numerical() const { return kinetic + internal - start - external - contact - friction - damping; }
  double removed() const { return kinetic + internal; }  ///< of a body as it was removed: what it took along

  void add(const EnergyRecord& other)
  {
    kinetic += other.kinetic;
    internal += other.internal;
    external += other.external;
    contact += other.contact;
    friction += other.friction;
    damping += other.damping;
    start += other.start;
  }
  /// What remains of a body in sums once it was removed: the work done, with the energy it took along set off
  /// against what it began with, so that numerical() stays.
  EnergyRecord after_removal() const
  {
    return {0, 0, external, contact, friction, damping, start - removed()};
  }
};

constexpr auto fields_of(const EnergyRecord* /*record*/)
{
  using Record = EnergyRecord;
  return std::tuple(Field{"kinetic", &Record::kinetic}, Field{"internal", &Record::internal},
                    Field{"external", &Record::external}, Field{"contact", &Record::contact},
                    Field{"friction", &Record::friction}, Field{"damping", &Record::damping},
                    Field{"start", &Record::start});
}

struct BodyRecord {
  std::int32_t id = 0;      ///< 1, 2, … in creation order
  std::int32_t kind = 0;    ///< BodyKind
  std::int32_t q_size = 0;  ///< numbers of configuration in Frame::state
  std::int32_t u_size = 0;  ///< the other numbers in Frame::state, right after the configuration
  EnergyRecord energy;
};

constexpr auto fields_of(const BodyRecord* /*record*/)
{
  using Record = BodyRecord;
  return std::tuple(Field{"id", &Record::id}, Field{"kind", &Record::kind}, Field{"q_size", &Record::q_size},
                    Field{"u_size", &Record::u_size}, Field{"", &Record::energy});
}

/// A bond makes the contact of the same objects and feature cohesive; it holds what does not follow from the
/// contact: its material points (point on the master, point2 on the slave) and its frame on the slave,
/// all referential, and the gap and area that it had at first.
struct ConstraintRecord {
  ConstraintKind kind = ConstraintKind::contact;
  std::int32_t master = 0;  ///< body id; 0: none
  std::int32_t slave = 0;   ///< body id; 0: none (space)
  std::int32_t master_object =
      -1;  ///< contact: object of the body's surface, with slave_object and feature its identity
  std::int32_t slave_object = -1;
  std::int32_t feature = 0;    ///< of a joint with several rows: its blocks of three are counted from 0
  std::int32_t joint = 0;      ///< joint id 1, 2, …; 0 for contacts
  std::int32_t material = -1;  ///< contact: index of the surface material
  std::int32_t master_surface = 0;
  std::int32_t slave_surface = 0;
  std::array<double, 3> impulse = {};  ///< local (T1, T2, N) [N s]
  std::array<double, 3> U = {};        ///< local relative velocity at the end of the step [m/s]
  std::array<double, 3> V = {};        ///< at the start
  std::array<double, 3> point = {};    ///< current, on the master (a link: its first point) [m]
  std::array<double, 3> point2 = {};   ///< current, on the slave (a link: its second point) [m]
  std::array<double, 9> frame = {};    ///< t1, t2, n one after another
  double gap = 0;                      ///< [m]
  double area = 0;                     ///< [m²]
};

constexpr auto fields_of(const ConstraintRecord* /*record*/)
{
  using Record = ConstraintRecord;
  return std::tuple(Field{"kind", &Record::kind}, Field{"master", &Record::master},
                    Field{"slave", &Record::slave}, Field{"master_object", &Record::master_object},
                    Field{"slave_object", &Record::slave_object}, Field{"feature", &Record::feature},
                    Field{"joint", &Record::joint}, Field{"material", &Record::material},
                    Field{"master_surface", &Record::master_surface},
                    Field{"slave_surface", &Record::slave_surface}, Field{"impulse", &Record::impulse},
                    Field{"U", &Record::U}, Field{"V", &Record::V}, Field{"point", &Record::point},
                    Field{"point2", &Record::point2}, Field{"frame", &Record::frame},
                    Field{"gap", &Record::gap}, Field{"area", &Record::area});
}

/// What the solver did; iterations and seconds are sums since the previous frame, the rest is of the last
/// step.
struct SolverRecord {
  std::int64_t iterations = 0;
  std::int32_t max_iterations = 0;     ///< largest of a single step since the previous frame
  std::int32_t unconverged_steps = 0;  ///< since the previous frame
  std::int32_t status = 0;             ///< SolverStatus
  std::int32_t contact_count = 0;      ///< constraints of the frame that are contacts
  double relative_change = 0;
  double residual_absolute = 0;
  double residual_scaled = 0;
};

constexpr auto fields_of(const SolverRecord* /*record*/)
{
  using Record = SolverRecord;
  return std::tuple(
      Field{"iterations", &Record::iterations}, Field{"max_iterations", &Record::max_iterations},
      Field{"unconverged_steps", &Record::unconverged_steps}, Field{"status", &Record::status},
      Field{"contact_count", &Record::contact_count}, Field{"relative_change", &Record::relative_change},
      Field{"residual_absolute", &Record::residual_absolute},
      Field{"residual_scaled", &Record::residual_scaled});
}

/// How far the steps since the previous frame can be trusted (run/certificate.hpp).
struct CertificateRecord {
  double residual_absolute = 0;  ///< the worst of these steps
  double residual_scaled = 0;    ///< the worst of these steps
  double penetration = 0;        ///< the deepest of these steps [m]
  double energy_balance = 0;     ///< [-] what the time integration has added since t = 0, beside all energies
};

constexpr auto fields_of(const CertificateRecord* /*record*/)
{
  using Record = CertificateRecord;
  return std::tuple(Field{"worst_residual_absolute", &Record::residual_absolute},
                    Field{"worst_residual_scaled", &Record::residual_scaled},
                    Field{"worst_penetration", &Record::penetration},
                    Field{"energy_balance", &Record::energy_balance});
}

/// The numbers of a frame as a whole.
struct FrameNumbers {
  double time = 0;             ///< [s]
  double h = 0;                ///< step [s]
  std::int64_t step = 0;       ///< steps since the start
  double next_output = 0;      ///< [s]
  double next_callback = 0;    ///< [s]
  double max_penetration = 0;  ///< largest −gap of a contact [m]
  SolverRecord solver;
  CertificateRecord certificate;
  StageSeconds seconds = {};  ///< per stage, since the previous frame
};

constexpr auto fields_of(const FrameNumbers* /*record*/)
{
  using Record = FrameNumbers;
  return std::tuple(Field{"time", &Record::time}, Field{"h", &Record::h}, Field{"step", &Record::step},
                    Field{"next_output", &Record::next_output},
                    Field{"next_callback", &Record::next_callback},
                    Field{"max_penetration", &Record::max_penetration}, Field{"", &Record::solver},
                    Field{"", &Record::certificate}, Field{"seconds", &Record::seconds});
}

struct Frame : FrameNumbers {
  std::vector<BodyRecord> bodies;
  std::vector<double> state;  ///< q then u of each body, in the order of bodies
  std::vector<ConstraintRecord> constraints;
};

/// A part of a body's state: so many numbers, in the order of the parts.
struct StatePart {
  std::string name;  ///< "rotation", "center", …
  std::string
      role;  ///< "configuration" (these come first), "velocity", "further" state, or a "value" to be shown
  std::int32_t size = 0;

  bool operator==(const StatePart&) const = default;
};

/// A body as the script described it, for programs that read results without the deck. When its properties
/// change it is described again under the same id.
struct BodyDescription {
  std::int32_t id = 0;
  std::int32_t parent = 0;  ///< id of the body it was split from; 0: none
  std::int32_t basis = 0;   ///< id of its basis; 0: none
  std::string kind;         ///< "RIGID", "OBSTACLE", …
  std::string label;
  std::string material;
  double mass = 0;                    ///< [kg]
  double volume = 0;                  ///< [m³]
  std::array<double, 3> center = {};  ///< referential mass centre [m]
  std::array<double, 9> tensor = {};  ///< referential inertia (rigid) about the centre, column-wise [kg m²]
  std::vector<double> vertices;       ///< x y z, referential; of convexes and of boundary elements of meshes
  std::vector<std::int32_t> faces;    ///< boundary faces: n, v1 … vn, surface; indices into vertices / 3
  std::vector<double> spheres;        ///< x y z r, referential
  std::vector<std::int32_t> sphere_surfaces;
  std::vector<double> ellipsoids;  ///< x y z of the centre, then of the three semi-axes, referential
  std::vector<std::int32_t> ellipsoid_surfaces;
  std::vector<double> nodes;  ///< of finite elements: x y z, referential; empty for other bodies
  std::vector<std::int32_t>
      elements;                  ///< of finite elements: n, node1 … noden, volume; indices into nodes / 3
  std::vector<StatePart> parts;  ///< of its state; empty in files of format 4
  Properties properties;         ///< form, scheme, constants of materials, damping, …; empty in format 4

  // From the events of the file; not written with the description.
  double added = 0;                                          ///< [s]
  double removed = std::numeric_limits<double>::infinity();  ///< [s]
};

/// A joint as the script described it and as it began.
struct JointDescription {
  std::int32_t id = 0;
  std::int32_t master = 0;  ///< body id
  std::int32_t slave = 0;   ///< body id; 0: space
  std::string kind;         ///< "FIXPNT", …
  Properties properties;    ///< what the script gave: points, directions, values in time
  Properties memory;        ///< what it keeps from the instant it began: what a continued run needs

  double added = 0;                                          ///< [s] as of bodies
  double removed = std::numeric_limits<double>::infinity();  ///< [s]
};

/// Of the model as a whole, from `time` on: gravity, surface materials, loads, contact settings.
struct SettingsDescription {
  double time = 0;  ///< [s]
  Properties properties;
};

/// A basis that reduced bodies share: rows × columns numbers, column after column.
struct BasisDescription {
  std::int32_t id = 0;  ///< 1, 2, …
  std::uint64_t rows = 0, columns = 0;
  std::vector<double> numbers;
  Properties properties;  ///< how it was made, inner product, fingerprint of the mesh, …
};

/// What happened to the model between steps. Readers pass over kinds they do not know.
enum class ModelEventKind : std::int32_t { body_added, body_removed, joint_added, joint_removed, run_ended };
struct ModelEvent {
  double time = 0;  ///< [s]
  ModelEventKind kind = ModelEventKind::body_added;
  std::int32_t id = 0;  ///< of the body or joint; 1 for a run that the script stopped before its end
};

/// The run as a whole.
struct RunDescription {
  std::string program;   ///< "corbel 0.1.0"
  std::string analysis;  ///< "DYNAMIC"
  std::string deck;      ///< file name of the deck, may be empty
  std::string solver;    ///< one line: name and options
  double h = 0;          ///< step asked for [s]
  int threads = 0;
  std::vector<std::string> surface_materials;  ///< labels, indexed by ConstraintRecord::material
};

}  // namespace corbel
