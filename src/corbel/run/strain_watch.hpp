// SPDX-License-Identifier: MIT
// Watches bodies that deform for strains beyond what their equations hold for (fem/strain_limits.hpp).
//
// Such a step may well be solved to the last digit, and no solver says a word: a beam whose Young's modulus
// was given in GPa falls freely. So every run reports the bodies it happened to, with time and element, and
// each is warned of once.
//
// TL evaluates strains in each step, so each step is watched. BC never does: its bodies are evaluated at all
// integration points in every thirty-second step, in every step with a frame, and at the end of the run. So
// are the ends of quasi-static steps.
#pragma once

#include "corbel/model/model.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace corbel {

struct StrainRecord {
  int body;  ///< id
  std::string label;
  double time;            ///< at the end of the step [s]
  StrainFinding finding;  ///< the first of its state
};

class StrainWatch {
 public:
  static constexpr std::int64_t interval = 32;  ///< steps between evaluations that cost something

  /// Reports start anew; what was warned of is not warned of again.
  void begin_run() { known_.clear(); }
  /// At the end of a step at the time t: adds to `found` and warns, of the first ten bodies one by one.
  void check(const Model& model, double t, bool thorough, std::vector<StrainRecord>& found);

 private:
  void warn_of(const Body& body, double t, const StrainFinding& finding);

  std::map<int, StrainState> known_, warned_;  ///< worst state by the id of the body
};

/// "2 bodies were strained beyond …": for the report, empty when there is nothing to say.
std::string strain_line(const std::vector<StrainRecord>& found);

}  // namespace corbel
