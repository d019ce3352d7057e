// SPDX-License-Identifier: MIT
// A spring between two points, its force a function of the user (Solfec-1.0: PUT_SPRING).
//
//   stroke = n·(p2 − p1) − its first value (a follower: the distance − the first distance)             (1)
//   force f(stroke, rate) on p2 along n, −f on p1; rate > 0 when the stroke grows
//
// A spring that resists has f < 0 for stroke > 0. Over a step (Solfec semantics, section 2, Newton's form)
//
//   R_N = h f(s½ + h/4 (U_N − V_N), (U_N + V_N)/2)                                                      (2)
//
// with s½ the stroke in q_e (bodies/step_rule.hpp; h/4 and h/2 are its b h and c h at mid-point). The function is called before the solve, at U_N = V_N and around it for its
// slopes f_s, f_v, so that (2) is a line in U_N:  R_N = h f − k (U_N − V_N),  k = −h (h/4 f_s + f_v/2).
// A slope that pushes away (k < 0) is left out: the force is then explicit.
//
// Limits: while the stroke in q_e is beyond one, it may not grow farther: U_N ≤ 0 or U_N ≥ 0.
//
// In the frame of the constraint the normal is that of p1 − p2, −n: master − slave then grows with the
// stroke.
#pragma once

#include "corbel/model/joint.hpp"

#include <functional>
#include <optional>

namespace corbel {

enum class SpringUpdate { fixed, convected1, convected2 };  ///< n stays, or turns with a body
SpringUpdate spring_update(std::string_view name);          ///< "FIXED", "CONV1", "CONV2"; throws InputError

struct SpringData {
  using Force = std::function<double(double stroke, double rate)>;  ///< [m], [m/s] → [N]
  Force force;
  double smin = -std::numeric_limits<double>::infinity();  ///< [m], ≤ 0
  double smax = std::numeric_limits<double>::infinity();   ///< [m], ≥ 0
  std::optional<Vec3> direction;                           ///< n; absent: a follower
  SpringUpdate update = SpringUpdate::fixed;
};

/// Throws InputError when data is out of range. one, two: p1 and p2; one is of a body.
std::unique_ptr<Joint> make_spring(const Bodies& bodies, Attachment one, Attachment two, SpringData data);

}  // namespace corbel
