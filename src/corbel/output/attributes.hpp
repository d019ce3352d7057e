// SPDX-License-Identifier: MIT
// Small named values on an HDF5 object: strings, numbers, lists of strings.
#pragma once

#include "corbel/output/frame.hpp"
#include "corbel/output/hdf5_handle.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace corbel {

void write_attribute(hid_t object, const char* name, const std::string& text);
void write_attribute(hid_t object, const char* name, double number);
void write_attribute(hid_t object, const char* name, std::int32_t number);
void write_attribute(hid_t object, const char* name, const std::vector<std::string>& texts);

/// Each throws Hdf5Failure when the attribute is missing or of another type.
std::string read_text(hid_t object, const char* name);
double read_real(hid_t object, const char* name);
std::int32_t read_integer(hid_t object, const char* name);
std::vector<std::string> read_texts(hid_t object, const char* name);

/// The run's description and the format's name and version, on the root of a file.
void write_run(hid_t file, const RunDescription& run);
struct StoredRun {
  RunDescription run;
  std::int32_t format;
};
/// Throws Hdf5Failure when the file is not a result, or of a format this program does not read.
StoredRun read_run(hid_t file);

}  // namespace corbel
