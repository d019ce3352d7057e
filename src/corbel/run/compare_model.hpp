// SPDX-License-Identifier: MIT
// Does a result file belong to this model, and where do they differ?
#pragma once

#include "corbel/local_dynamics/localize.hpp"
#include "corbel/model/model.hpp"
#include "corbel/output/result_file.hpp"
#include "corbel/run/run_settings.hpp"

#include <set>
#include <string>
#include <vector>

namespace corbel {

/// What a difference means for the results.
enum class Difference {
  run,     ///< step, output interval, solver: the model is the same
  detail,  ///< friction, gravity, loads, schemes: they can be shown, and a run may go on with other ones
  physical,  ///< masses, constants of materials, points of joints, analysis: they can be shown, but no run goes on from
             ///< them
  misfit  ///< other shapes, bodies that are missing: they belong to another model
};

struct ModelDifference {
  Difference kind;
  std::string text;  ///< "body 3 'arch': density 2000 kg/m³ in the results, 1000 kg/m³ here"
};

/// Compares what it has not compared yet: scripts that read results go on making bodies and joints.
class ModelComparison {
 public:
  /// The first time, bodies and joints of the first frame must be in the model and those of the model in the
  /// file; later, what the file does not have is left alone: its run may have ended before it was made.
  /// Something that the file describes several times has to be equal to one of these. A difference that is no
  /// misfit is told once.
  std::vector<ModelDifference> with_all(const Model& model, Analysis analysis, const RunSettings& run,
                                        const ResultReader& file);
  /// Stricter, for a run that goes on from the last frame: bodies and joints of it must be in the model, and
  /// last descriptions count.
  static std::vector<ModelDifference> with_last(const Model& model, Analysis analysis, const RunSettings& run,
                                                const ResultReader& file, const Frame& last);

 private:
  bool first_ = true;
  std::set<int> bodies_, joints_;  ///< that were compared, and fit
  std::set<std::string> told_;
};

/// "the results in 'a.h5' are of another model than this one:\n  …", or of another run, a line per difference,
/// the worst first; empty without any.
std::string text_of(std::vector<ModelDifference> differences, const std::string& path);
bool has(const std::vector<ModelDifference>& differences, Difference worst_allowed);  ///< any worse than that

}  // namespace corbel
