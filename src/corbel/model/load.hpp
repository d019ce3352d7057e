// SPDX-License-Identifier: MIT
// Loads as the script described them (manual §3.2). All are evaluated in the configuration q_e, at the time of the step rule (t + h/2 at mid-point).
#pragma once

#include "corbel/bodies/rigid_body.hpp"
#include "corbel/model/amplitude.hpp"

#include <functional>

namespace corbel {

enum class LoadKind { spatial, convected };  ///< direction fixed in space, or turning with the body
std::string_view to_string(LoadKind kind);   ///< "SPATIAL", "CONVECTED"
LoadKind load_kind(std::string_view name);   ///< throws InputError for another name
Body& loadable(Body& body);                  ///< throws InputError for an obstacle

struct PointForce {
  BodyId body;
  LoadKind kind;
  MaterialPoint point;
  Vec3 direction;   ///< unit
  Amplitude value;  ///< [N]
};

struct Torque {
  BodyId body;  ///< a rigid one
  LoadKind kind;
  Vec3 direction;   ///< unit
  Amplitude value;  ///< [N m]
};

/// A user function: (q_e, u, time of loads, h) → a force conjugate to u (Body::add_callback_force).
struct CallbackForce {
  using Function = std::function<std::vector<double>(const std::vector<double>& q,
                                                     const std::vector<double>& u, double t, double h)>;
  BodyId body;
  Function function;
};

}  // namespace corbel
