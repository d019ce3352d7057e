// SPDX-License-Identifier: MIT
// What a script gives a run beside the model. Result files hold it among the settings: a run that goes on with
// another step, solver or output interval is told of it.
#pragma once

#include "corbel/core/property.hpp"

#include <optional>
#include <string>

namespace corbel {

struct RunSettings {
  double step = 0;  ///< that the script asked for [s]; explicit bodies may make it smaller
  std::optional<double> output_interval;  ///< [s]; absent: nothing is written
  std::string solver;                     ///< name and options; empty: not known yet
};

// Names of describe_run_settings; files of earlier versions do not have them.
constexpr const char* step_property = "step";
constexpr const char* output_property = "output interval";
constexpr const char* solver_property = "solver";

Properties describe_run_settings(const RunSettings& run);

}  // namespace corbel
