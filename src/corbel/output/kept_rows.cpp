// SPDX-License-Identifier: MIT
#include "corbel/output/kept_rows.hpp"

#include "corbel/output/model_rows.hpp"

#include <algorithm>

namespace corbel {
KeptRows kept_rows(const Contents& contents, std::size_t keep_frames)
{
  if (keep_frames > contents.frames.size())
    throw Hdf5Failure{
        fmt::format("it holds {} whole frames, {} were to be kept", contents.frames.size(), keep_frames)};
  KeptRows kept;
  if (keep_frames == 0) return kept;
  const FrameRow& last = contents.frames[keep_frames - 1];
  std::copy(last.model_rows.begin(), last.model_rows.end(), kept.rows.begin());
  if (keep_frames == contents.frames.size()) {  // with the end of its run, and what its methods did
    kept[TableId::events] = contents.model.events.size();
    if (contents.model.settings.size() > kept[TableId::settings]) {
      kept[TableId::settings] = contents.model.settings.size();
      for (const TableId id : {TableId::text, TableId::numbers, TableId::properties})
        kept[id] = contents.model.rows[static_cast<std::size_t>(id)];
    }
  }
  for (std::uint64_t i = 0; i < kept[TableId::described_bodies]; ++i)
    kept.described[contents.model.bodies[i].id] = description_checksum(contents.model.bodies[i]);
  kept.time = last.numbers.time;
  kept[TableId::frames] = keep_frames;
  kept[TableId::bodies] = last.bodies.end();
  kept[TableId::state] = last.state.end();
  kept[TableId::constraints] = last.constraints.end();
  return kept;
}

}  // namespace corbel
