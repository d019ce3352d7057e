// SPDX-License-Identifier: MIT
// Files written before there were meshes of finite elements.
#include "corbel/core/error.hpp"
#include "corbel/output/hdf5_handle.hpp"
#include "corbel/output/result_file.hpp"
#include "sample_run.hpp"

namespace corbel {
namespace {

/// Takes away what such a file lacks.
void remove_mesh_tables(const std::string& path)
{
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose, "no file");
  for (const char* name : {"/model/meshes", "/model/nodes", "/model/elements"})
    checked(H5Ldelete(file, name, H5P_DEFAULT), name);
}

class OlderFile : public testing::Test {
 protected:
  OlderFile()
  {
    sample::write_file(path_, 10, {});
    remove_mesh_tables(path_);
  }

  sample::Folder folder_;
  std::string path_ = folder_.file("run.h5");
};

TEST_F(OlderFile, IsReadWithoutMeshes)
{
  const ResultReader reader(path_);
  ASSERT_EQ(reader.frame_count(), 10u);
  EXPECT_TRUE(sample::same(reader.read(9), sample::frame(9)));
  ASSERT_EQ(reader.bodies().size(), static_cast<std::size_t>(sample::body_count(9)));
  for (const BodyDescription& body : reader.bodies()) {
    BodyDescription expected = sample::body(body.id);
    expected.nodes.clear();
    expected.elements.clear();
    EXPECT_TRUE(sample::same(body, expected)) << body.id;
  }
}

TEST_F(OlderFile, IsContinuedUnlessAMeshComes)
{
  ResultWriter writer = ResultWriter::append(path_, 10, {});
  Frame next = sample::frame(9);
  next.time += 1;
  writer.write(next);
  writer.close();
  EXPECT_EQ(ResultReader(path_).frame_count(), 11u);

  ResultWriter other = ResultWriter::append(path_, 11, {});
  BodyDescription body = sample::body(2);
  body.id = 1000;
  ASSERT_FALSE(body.nodes.empty());
  other.add_body(body);
  next.time += 1;
  other.write(next);
  EXPECT_THROW(other.flush(), FileError);
}

}  // namespace
}  // namespace corbel
