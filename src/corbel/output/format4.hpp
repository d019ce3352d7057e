// SPDX-License-Identifier: MIT
// Reading files of format 4 (before November 2026): their rows become those of today.
//
// Format 4 had no properties, joints, settings, bases and events, and no named parts of states. /bodies,
// /state and /constraints are the same.
#pragma once

#include "corbel/output/model_contents.hpp"

namespace corbel {

/// Rows of /frames whose checksum is right, and the number of all.
std::vector<FrameRow> read_frames_4(hid_t file, const std::string& path, std::size_t& all);

/// Bodies; each counts as added with the first frame that was written after its description.
ModelContents read_model_4(hid_t file, const std::string& path, const std::vector<FrameRow>& frames);

}  // namespace corbel
