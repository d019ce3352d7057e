// SPDX-License-Identifier: MIT
// Files of an older format are rewritten before a run goes on with them.
#pragma once

#include "corbel/output/result_file.hpp"

namespace corbel {

/// False for what is no result as well: whoever opens it says what is wrong.
bool upgrade_is_due(const std::string& path);

/// Replaces the file by one of the newest format, at once: a kill leaves the old one or the new one. Throws
/// FileError.
void upgrade(const std::string& path, const WriterOptions& options);

}  // namespace corbel
