// SPDX-License-Identifier: MIT
#include "corbel/output/upgrade.hpp"

#include "corbel/core/error.hpp"
#include "corbel/output/schema.hpp"
#include "corbel/output/write_lock.hpp"

#include <filesystem>

namespace corbel {
namespace {

void copy(const ResultReader& old, ResultWriter& writer)
{
  std::size_t described = 0;
  for (std::size_t i = 0; i < old.frame_count(); ++i) {
    const Frame frame = old.read(i);
    for (; described < old.bodies().size() && old.bodies()[described].added <= frame.time; ++described) {
      const BodyDescription& body = old.bodies()[described];
      writer.add_body(body);
      writer.add_event({body.added, ModelEventKind::body_added, body.id});
    }
    writer.write(frame);
  }
}

}  // namespace

bool upgrade_is_due(const std::string& path)
{
  try {
    return ResultReader(path).format() < format_version;
  } catch (const FileError&) {
    return false;
  }
}

void upgrade(const std::string& path, const WriterOptions& options)
{
  const std::string newer = path + ".upgraded";
  if (is_being_written(path))
    throw FileError(
        fmt::format("cannot append to '{}': another run is writing it. Wait until it has ended", path));
  {
    const ResultReader old(path);
    ResultWriter writer(newer, old.run(), options);
    copy(old, writer);
    writer.close();
  }
  std::error_code failure;
  std::filesystem::rename(newer, path, failure);
  if (failure) throw FileError(fmt::format("cannot rename '{}' to '{}': {}", newer, path, failure.message()));
}

}  // namespace corbel
