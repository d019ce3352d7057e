// SPDX-License-Identifier: MIT
// A run that never happened: frames and bodies made from their numbers alone, so that any process knows them.
#pragma once

#include "corbel/output/result_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <ostream>
#include <random>
#include <string>

namespace corbel {

/// A readable name, the same in every run: CTest lists tests by it.
inline void PrintTo(const WriterOptions& options, std::ostream* out)
{
  *out << (options.compress ? "compressed" : "plain") << ", flushed every " << options.flush_interval << " s";
}

}  // namespace corbel

namespace corbel::sample {

/// A directory of this process that goes with the test.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("corbel_output_" + std::to_string(::getpid())))
  {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~Folder()
  {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline RunDescription run()
{
  RunDescription run;
  run.program = "corbel 0.1.0";
  run.analysis = "DYNAMIC";
  run.deck = "größe.py";
  run.solver = "GAUSS_SEIDEL_SOLVER epsilon=1e-4 maxiter=100";
  run.h = 0.001;
  run.threads = 2;
  run.surface_materials = {"steel", "", "a rather long label of a material"};
  return run;
}

/// Bodies 1 … n are in frame i: a new one every 16 frames.
inline std::int32_t body_count(std::size_t frame) { return 3 + static_cast<std::int32_t>(frame / 16); }

inline BodyDescription body(std::int32_t id)
{
  std::mt19937_64 random(static_cast<std::uint64_t>(id));
  std::normal_distribution<double> normal;
  BodyDescription body;
  body.id = id;
  body.kind = id % 5 == 1 ? "OBSTACLE" : "RIGID";
  body.label = "body " + std::to_string(id);
  body.material = id % 2 ? "stone" : "";
  body.mass = std::abs(normal(random));
  body.volume = 1.0 / 3;
  for (double& x : body.center)
    x = normal(random);
  for (double& x : body.tensor)
    x = normal(random);
  body.vertices.resize(3 * static_cast<std::size_t>(id % 9));
  for (double& x : body.vertices)
    x = normal(random);
  if (id % 3 == 0) {
    body.spheres = {0.1, 0.2, 0.3, 1.5};
    body.sphere_surfaces = {id};
    body.ellipsoids = {1, 2, 3, 0.5, 0, 0, 0, 0.25, 0, 0, 0, 1.0 / id};
    body.ellipsoid_surfaces = {-id};
  } else {
    body.faces = {3, 0, 1, 2, id, 4, 0, 1, 2, 3, 7};
  }
  if (id % 4 == 2) {
    body.nodes.resize(static_cast<std::size_t>(12 + 3 * id));
    for (double& x : body.nodes)
      x = normal(random);
    body.elements = {4, 0, 1, 2, 3, id};
  }
  body.parent = id % 7 == 0 ? 1 : 0;
  body.basis = id % 4 == 3 ? 1 : 0;
  body.parts = {{"rotation", "configuration", 9}, {"größe", "velocity", 3 * id}, {"", "value", 0}};
  body.properties = {{"scheme", "RIG_NEG", {}}, {"density", "", {1000.0 + id}}, {"", "", {}}};
  if (id % 2) body.properties.push_back({"series", "time series", std::vector<double>(40, 1.0 / id)});
  return body;
}

/// What else is told of the model: new joints, settings, bases and events before some frames.
inline std::int32_t joint_count(std::size_t frame) { return 1 + static_cast<std::int32_t>(frame / 4); }
inline std::int32_t settings_count(std::size_t frame) { return 1 + static_cast<std::int32_t>(frame / 8); }
inline std::int32_t basis_count(std::size_t frame) { return 1 + static_cast<std::int32_t>(frame / 16); }
inline std::int32_t event_count(std::size_t frame) { return 1 + static_cast<std::int32_t>(frame); }

inline JointDescription joint(std::int32_t id)
{
  JointDescription joint;
  joint.id = id;
  joint.master = 1 + id % 3;
  joint.slave = id % 2;
  joint.kind = id % 2 ? "RIGLNK" : "";
  joint.properties = {{"point", "", {1.0 * id, 0, -0.0}},
                      {"strength", "", {std::numeric_limits<double>::infinity()}}};
  joint.memory = {{"length", "", {0.7 / id}}};
  return joint;
}
inline SettingsDescription settings(std::int32_t number)
{
  return {0.08 * (number - 1), {{"gravity along z", "", {-9.81 * number}}, {"contact points", "PATCH", {}}}};
}
inline BasisDescription basis(std::int32_t id)
{
  BasisDescription basis;
  basis.id = id;
  basis.rows = 30;
  basis.columns = static_cast<std::uint64_t>(id);
  for (std::uint64_t i = 0; i < basis.rows * basis.columns; ++i)
    basis.numbers.push_back(1.0 / static_cast<double>(i + 1));
  basis.properties = {{"made by", "modes 1 to 3", {}}};
  return basis;
}
inline ModelEvent event(std::int32_t number)
{
  return {0.0101 * (number - 1), static_cast<ModelEventKind>(number % 4), number};
}

/// Frame i: ragged, with some infinities and NaN, of a size that changes.
inline Frame frame(std::size_t index)
{
  std::mt19937_64 random(1000 + index);
  std::normal_distribution<double> normal;
  const auto some = [&](std::int32_t most) {
    return static_cast<std::int32_t>(random() % static_cast<unsigned>(most));
  };
  Frame frame;
  frame.time = 0.01 * static_cast<double>(index);
  frame.h = 0.001;
  frame.step = 10 * static_cast<std::int64_t>(index);
  frame.next_output = frame.time + 0.01;
  frame.next_callback = std::numeric_limits<double>::infinity();
  frame.max_penetration = 1e-6 * std::abs(normal(random));
  frame.solver = {some(900), some(90), some(2), some(4), 0, normal(random), normal(random), normal(random)};
  for (double& x : frame.seconds)
    x = std::abs(normal(random));
  for (std::int32_t id = 1; id <= body_count(index); ++id) {
    const std::int32_t q = id % 2 ? 12 : 12 + some(5), u = id % 2 ? 6 : some(9);
    frame.bodies.push_back(
        {id, id % 3, q, u, {normal(random), normal(random), normal(random), normal(random), normal(random)}});
    for (std::int32_t i = 0; i < q + u; ++i)
      frame.state.push_back(normal(random));
  }
  frame.state.front() = std::numeric_limits<double>::quiet_NaN();
  frame.state.back() = -0.0;
  frame.constraints.resize(index % 7 == 3 ? 0 : static_cast<std::size_t>(some(12)));
  for (ConstraintRecord& c : frame.constraints) {
    c = {static_cast<ConstraintKind>(some(5)),
         some(9),
         some(9),
         some(9),
         some(9),
         some(99),
         some(3),
         some(3),
         1,
         2};
    for (auto* vector : {&c.impulse, &c.U, &c.V, &c.point, &c.point2})
      for (double& x : *vector)
        x = normal(random);
    for (double& x : c.frame)
      x = normal(random);
    c.gap = -1e-6 * std::abs(normal(random));
    c.area = 1e-4;
  }
  return frame;
}

/// Writes frames [begin, end), each body before the first frame that holds it.
inline void write(ResultWriter& writer, std::size_t begin, std::size_t end)
{
  for (std::size_t i = begin; i < end; ++i) {
    for (std::int32_t id = 1; id <= body_count(i); ++id)
      writer.add_body(body(id));
    const auto add_new = [&](std::int32_t (*count)(std::size_t), const auto& add) {
      for (std::int32_t n = i == 0 ? 1 : count(i - 1) + 1; n <= count(i); ++n)
        add(n);
    };
    add_new(joint_count, [&](std::int32_t n) { writer.add_joint(joint(n)); });
    add_new(settings_count, [&](std::int32_t n) { writer.add_settings(settings(n)); });
    add_new(basis_count, [&](std::int32_t n) { writer.add_basis(basis(n)); });
    add_new(event_count, [&](std::int32_t n) { writer.add_event(event(n)); });
    writer.write(frame(i));
  }
}

inline void write_file(const std::string& path, std::size_t frames, const WriterOptions& options = {})
{
  ResultWriter writer(path, run(), options);
  write(writer, 0, frames);
}

/// Equality of bits, which numbers such as NaN do not have of themselves.
template<class T>
bool same_bits(const T& a, const T& b)
{
  static_assert(std::is_trivially_copyable_v<T>);
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}
template<class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b)
{
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

inline bool same_numbers(const Frame& a, const Frame& b)
{
  const SolverRecord &s = a.solver, &t = b.solver;
  return same_bits(a.time, b.time) && same_bits(a.h, b.h) && a.step == b.step &&
         same_bits(a.next_output, b.next_output) && same_bits(a.next_callback, b.next_callback) &&
         same_bits(a.max_penetration, b.max_penetration) && same_bits(a.seconds, b.seconds) &&
         s.iterations == t.iterations && s.max_iterations == t.max_iterations &&
         s.unconverged_steps == t.unconverged_steps && s.status == t.status &&
         same_bits(s.relative_change, t.relative_change) &&
         same_bits(s.residual_absolute, t.residual_absolute) &&
         same_bits(s.residual_scaled, t.residual_scaled) &&
         same_bits(a.certificate.residual_absolute, b.certificate.residual_absolute) &&
         same_bits(a.certificate.residual_scaled, b.certificate.residual_scaled) &&
         same_bits(a.certificate.penetration, b.certificate.penetration) &&
         same_bits(a.certificate.energy_balance, b.certificate.energy_balance);
}

inline bool same(const Frame& a, const Frame& b)
{
  return same_numbers(a, b) && same_bits(a.bodies, b.bodies) && same_bits(a.state, b.state) &&
         same_bits(a.constraints, b.constraints);
}

inline bool same(const Properties& a, const Properties& b)
{
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Property& x, const Property& y) {
    return x.name == y.name && x.text == y.text && same_bits(x.numbers, y.numbers);
  });
}
inline bool same(const JointDescription& a, const JointDescription& b)
{
  return a.id == b.id && a.master == b.master && a.slave == b.slave && a.kind == b.kind &&
         same(a.properties, b.properties) && same(a.memory, b.memory);
}
inline bool same(const SettingsDescription& a, const SettingsDescription& b)
{
  return same_bits(a.time, b.time) && same(a.properties, b.properties);
}
inline bool same(const BasisDescription& a, const BasisDescription& b)
{
  return a.id == b.id && a.rows == b.rows && a.columns == b.columns && same_bits(a.numbers, b.numbers) &&
         same(a.properties, b.properties);
}
inline bool same(const ModelEvent& a, const ModelEvent& b)
{
  return same_bits(a.time, b.time) && a.kind == b.kind && a.id == b.id;
}

inline bool same(const BodyDescription& a, const BodyDescription& b)
{
  return a.id == b.id && a.parent == b.parent && a.basis == b.basis && a.parts == b.parts &&
         same(a.properties, b.properties) && a.kind == b.kind && a.label == b.label &&
         a.material == b.material && same_bits(a.mass, b.mass) && same_bits(a.volume, b.volume) &&
         same_bits(a.center, b.center) && same_bits(a.tensor, b.tensor) &&
         same_bits(a.vertices, b.vertices) && same_bits(a.faces, b.faces) &&
         same_bits(a.spheres, b.spheres) && same_bits(a.sphere_surfaces, b.sphere_surfaces) &&
         same_bits(a.ellipsoids, b.ellipsoids) && same_bits(a.ellipsoid_surfaces, b.ellipsoid_surfaces) &&
         same_bits(a.nodes, b.nodes) && same_bits(a.elements, b.elements);
}

inline bool same(const RunDescription& a, const RunDescription& b)
{
  return a.program == b.program && a.analysis == b.analysis && a.deck == b.deck && a.solver == b.solver &&
         a.h == b.h && a.threads == b.threads && a.surface_materials == b.surface_materials;
}

/// True when all are what `made` makes of 1, 2, …, and there are at least `least` of them.
template<class T>
bool are_faithful(const std::vector<T>& found, T (*made)(std::int32_t), std::int32_t least)
{
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!same(found[i], made(static_cast<std::int32_t>(i) + 1))) return false;
  return found.size() >= static_cast<std::size_t>(least);
}

/// True when all that the file holds is what was written.
inline bool is_faithful(const ResultReader& reader)
{
  if (!same(reader.run(), run())) return false;
  for (std::size_t i = 0; i < reader.frame_count(); ++i)
    if (!same(reader.read(i), frame(i))) return false;
  const std::size_t frames = reader.frame_count(), last = frames - 1;
  return are_faithful(reader.bodies(), body, frames ? body_count(last) : 0) &&
         are_faithful(reader.joints(), joint, frames ? joint_count(last) : 0) &&
         are_faithful(reader.settings(), settings, frames ? settings_count(last) : 0) &&
         are_faithful(reader.bases(), basis, frames ? basis_count(last) : 0) &&
         are_faithful(reader.events(), event, frames ? event_count(last) : 0);
}

}  // namespace corbel::sample
