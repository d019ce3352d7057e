// SPDX-License-Identifier: MIT
// Files that are cut off, foreign or wrong: a named error, never a crash, never a huge allocation.
#include "corbel/core/error.hpp"
#include "corbel/fclib/fclib.hpp"
#include "hand_made.hpp"
#include "output/forked.hpp"

#include <cmath>
#include <fstream>
#include <functional>

using namespace corbel;
using hand_made::File;
using hand_made::Form;

namespace {

const std::string W = "/fclib_local/W", vectors = "/fclib_local/vectors";

std::string good_file(Form form = Form::rows)
{
  Eigen::VectorXd q(6);
  q << -1, 0, 0, -1, 0, 0;
  return hand_made::write_local("good.hdf5", Eigen::MatrixXd::Identity(6, 6), q, {0.5, 0.5}, form);
}

std::string complaint(const std::string& path)
{
  try {
    read_fclib(path);
  } catch (const InputError& error) {
    return error.what();
  } catch (const FileError& error) {
    return error.what();
  }
  return "none";
}

/// One change of the good file, and words that the error must hold.
struct Fault {
  std::string name;
  std::function<void(File&)> change;
  std::vector<std::string> words;
  Form form = Form::rows;
};

std::vector<Fault> faults()
{
  const double nan = std::nan("");
  using Ints = std::vector<int>;
  using Numbers = std::vector<double>;
  return {
      {"NaNInW",
       [=](File& f) {
         f.replace(W + "/x", Numbers{1, 1, nan, 1, 1, 1});
       },
       {"/fclib_local/W/x", "nan", "index 2"}},
      {"InfinityInW",
       [](File& f) {
         f.replace(W + "/x", Numbers{1, 1, INFINITY, 1, 1, 1});
       },
       {"W/x", "inf"}},
      {"NaNInQ",
       [=](File& f) {
         f.replace(vectors + "/q", Numbers{0, nan, 0, 0, 0, 0});
       },
       {"vectors/q", "nan"}},
      {"NegativeFriction",
       [](File& f) {
         f.replace(vectors + "/mu", Numbers{0.5, -0.25});
       },
       {"vectors/mu", "-0.25", "contact 1"}},
      {"NaNFriction",
       [=](File& f) {
         f.replace(vectors + "/mu", Numbers{0.5, nan});
       },
       {"vectors/mu", "nan"}},
      {"ShortQ",
       [](File& f) {
         f.replace(vectors + "/q", Numbers{0, 0, 0});
       },
       {"vectors/q", "3 numbers", "6"}},
      {"OtherNumberOfContacts",
       [](File& f) { f.replace(vectors + "/mu", Numbers{0.5}); },
       {"vectors/q", "6 numbers", "expected 3"}},
      {"NegativeSize", [](File& f) { f.replace(W + "/m", Ints{-6}); }, {"W/m", "-6", "6"}},
      {"HugeSize", [](File& f) { f.replace(W + "/n", Ints{2000000000}); }, {"W/n", "2000000000"}},
      {"UnknownForm", [](File& f) { f.replace(W + "/nz", Ints{-3}); }, {"W/nz", "-3"}},
      {"TooFewEntries",
       [](File& f) { f.replace(W + "/nz", Ints{1000000000}); },
       {"W/i", "1000000000"},
       Form::triplets},
      {"NegativeIndex",
       [](File& f) {
         f.replace(W + "/i", Ints{0, 1, 2, 3, 4, -5});
       },
       {"W/i", "-5", "0 to 5"}},
      {"IndexTooLarge",
       [](File& f) {
         f.replace(W + "/i", Ints{0, 1, 2, 3, 4, 6});
       },
       {"W/i", "index 6", "0 to 5"}},
      {"ColumnTooLarge",
       [](File& f) {
         f.replace(W + "/p", Ints{0, 1, 2, 3, 4, 6});
       },
       {"W/p", "index 6"},
       Form::triplets},
      {"BeginsThatFall",
       [](File& f) {
         f.replace(W + "/p", Ints{0, 1, 2, 1, 4, 5, 6});
       },
       {"W/p", "1 after 2"}},
      {"BeginsPastTheEnd",
       [](File& f) {
         f.replace(W + "/p", Ints{0, 1, 2, 3, 4, 5, 99});
       },
       {"W/i", "99"}},
      {"FirstBegin",
       [](File& f) {
         f.replace(W + "/p", Ints{1, 1, 2, 3, 4, 5, 6});
       },
       {"W/p", "first entry 1"}},
      {"FewBegins",
       [](File& f) {
         f.replace(W + "/p", Ints{0, 6});
       },
       {"W/p", "2 numbers", "7"}},
      {"SizeAsText", [](File& f) { f.replace(W + "/m", Numbers{6}); }, {"W/m", "another type", "integers"}},
      {"TwoSizes",
       [](File& f) {
         f.replace(W + "/m", Ints{6, 6});
       },
       {"W/m", "2 numbers"}},
      {"NoMatrix", [](File& f) { f.remove(W); }, {"/fclib_local/W/m", "nothing"}},
      {"NoValues", [](File& f) { f.remove(W + "/x"); }, {"W/x", "nothing"}},
      {"AGroupForValues",
       [](File& f) {
         f.remove(W + "/x");
         f.group(W + "/x");
       },
       {"W/x", "expected a dataset"}},
      {"NoDimension",
       [](File& f) { f.remove("/fclib_local/spacedim"); },
       {"/fclib_local/spacedim", "nothing"}},
      {"DimensionFour",
       [](File& f) { f.replace("/fclib_local/spacedim", Ints{4}); },
       {"spacedim", "4", "2 or 3"}},
      {"RollingFriction", [](File& f) { f.replace("/fclib_local/spacedim", Ints{5}); }, {"rolling friction"}},
      {"RollingCoefficients",
       [](File& f) {
         f.put(vectors + "/mu_r", Numbers{0.1, 0.1});
       },
       {"rolling friction"}},
      {"NoNormalMobility",
       [](File& f) {
         f.replace(W + "/x", Numbers{0, 1, 1, 1, 1, 1});
       },
       {"W_NN = 0 of contact 0"}},
      {"NegativeNormalMobility",
       [](File& f) {
         f.replace(W + "/x", Numbers{1, 1, 1, -2, 1, 1});
       },
       {"W_NN = -2 of contact 1"}},
      {"TwoProblems", [](File& f) { f.group("/fclib_global"); }, {"both fclib_local and fclib_global"}},
      {"NoProblem", [](File& f) { f.remove("/fclib_local"); }, {"neither fclib_local nor fclib_global"}},
      {"ShortSolution",
       [](File& f) {
         f.group("/solution");
         f.put("/solution/r", Numbers{1});
       },
       {"/solution/r", "1 numbers", "6"}},
  };
}

class BadFile : public ::testing::TestWithParam<Fault> {};

}  // namespace

TEST(FclibBadFiles, TheGoodFileIsGood)
{
  EXPECT_EQ(complaint(good_file()), "none");
  EXPECT_EQ(complaint(good_file(Form::triplets)), "none");
}

TEST_P(BadFile, IsNamed)
{
  const std::string path = good_file(GetParam().form);
  {
    File file(path);
    GetParam().change(file);
  }
  const std::string error = complaint(path);
  EXPECT_NE(error.find(path), std::string::npos) << error;
  for (const std::string& word : GetParam().words)
    EXPECT_NE(error.find(word), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(Fclib, BadFile, ::testing::ValuesIn(faults()),
                         [](const auto& fault) { return fault.param.name; });

TEST(FclibBadFiles, ASingularMassMatrixIsRefused)
{
  Eigen::MatrixXd M = Eigen::MatrixXd::Identity(7, 7), H = Eigen::MatrixXd::Ones(7, 3);
  M(4, 4) = 0;
  const std::string path = hand_made::write_global("g.hdf5", M, H, Eigen::VectorXd::Ones(7),
                                                   Eigen::VectorXd::Ones(3), {0.5}, Form::triplets);
  EXPECT_NE(complaint(path).find("M: the matrix is not positive definite"), std::string::npos)
      << complaint(path);
}

TEST(FclibBadFiles, MissingForeignAndEmptyFiles)
{
  const std::string path = hand_made::path_for("text.hdf5");
  EXPECT_NE(complaint(path).find("does not exist"), std::string::npos);
  std::ofstream(path) << "";
  EXPECT_NE(complaint(path).find("empty"), std::string::npos);
  std::ofstream(path) << "no HDF5 at all";
  EXPECT_NE(complaint(path).find("not an HDF5 file"), std::string::npos);
  EXPECT_NE(complaint(std::filesystem::path(path).parent_path().string()).find("not a regular file"),
            std::string::npos);
}

/// A dataset may claim any size where nothing of it has been stored.
TEST(FclibBadFiles, ClaimsWithoutContentsAllocateNothing)
{
  const std::string path = good_file();
  {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, "/fclib_local/vectors/mu", H5P_DEFAULT);
    const hsize_t count = hsize_t(1) << 40, chunk = 1024;
    const hid_t space = H5Screate_simple(1, &count, nullptr), layout = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(layout, 1, &chunk);
    H5Dclose(H5Dcreate2(file, "/fclib_local/vectors/mu", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, layout,
                        H5P_DEFAULT));
    H5Pclose(layout);
    H5Sclose(space);
    H5Fclose(file);
  }
  EXPECT_NE(complaint(path).find("1099511627776 numbers in a file of"), std::string::npos) << complaint(path);
}

/// In children of their own: a crash would be seen as a signal.
TEST(FclibBadFiles, CutOffAtAnyLength)
{
  const std::string path = good_file(), cut = hand_made::path_for("cut.hdf5");
  const auto bytes = std::filesystem::file_size(path);
  for (std::uintmax_t length = 0; length < bytes; length += 1 + bytes / 60) {
    std::filesystem::copy_file(path, cut, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(cut, length);
    const std::string outcome = sample::outcome(sample::start([&] {
      sample::limit_seconds_and_memory();
      return complaint(cut) == "none" ? 1 : 0;
    }));
    EXPECT_EQ(outcome, "exit 0") << "cut to " << length << " of " << bytes;
  }
}

/// A damaged byte may go unseen (in a number of W), but it never ends in a crash.
TEST(FclibBadFiles, DamagedBytes)
{
  const std::string path = good_file(), hurt = hand_made::path_for("hurt.hdf5");
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t at = 0; at < bytes.size(); at += 1 + bytes.size() / 150) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x5a);
    std::ofstream(hurt, std::ios::binary) << damaged;
    const std::string outcome = sample::outcome(sample::start([&] {
      sample::limit_seconds_and_memory();
      complaint(hurt);
      return 0;
    }));
    EXPECT_EQ(outcome, "exit 0") << "byte " << at;
  }
}
