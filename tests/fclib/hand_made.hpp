// SPDX-License-Identifier: MIT
// Small FCLIB files made by hand with the C library of HDF5: nothing here comes from our writer.
#pragma once

#include <Eigen/Core>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

namespace corbel::hand_made {

enum class Form { triplets, columns, rows };

/// A file that is written, or changed where it exists, dataset by dataset.
class File {
 public:
  explicit File(const std::string& path)
      : id_(std::filesystem::exists(path) ? H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)
                                          : H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT))
  {
  }
  ~File() { H5Fclose(id_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void group(const std::string& name)
  {
    H5Gclose(H5Gcreate2(id_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }
  void put(const std::string& name, const std::vector<int>& x)
  {
    put(name, H5T_NATIVE_INT, x.size(), x.data());
  }
  void put(const std::string& name, const std::vector<double>& x)
  {
    put(name, H5T_NATIVE_DOUBLE, x.size(), x.data());
  }
  void put(const std::string& name, const Eigen::VectorXd& x)
  {
    put(name, std::vector<double>(x.data(), x.data() + x.size()));
  }
  void put(const std::string& name, hid_t type, hsize_t count, const void* data)
  {
    const hid_t space = H5Screate_simple(1, &count, nullptr);
    const hid_t set = H5Dcreate2(id_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (count > 0) H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
    H5Dclose(set);
    H5Sclose(space);
  }
  /// Replaces a dataset.
  template<class X>
  void replace(const std::string& name, const X& x)
  {
    H5Ldelete(id_, name.c_str(), H5P_DEFAULT);
    put(name, x);
  }
  void remove(const std::string& name) { H5Ldelete(id_, name.c_str(), H5P_DEFAULT); }
  void matrix(const std::string& name, const Eigen::MatrixXd& A, Form form);

 private:
  hid_t id_;
};

inline void File::matrix(const std::string& name, const Eigen::MatrixXd& A, Form form)
{
  const bool by_rows = form == Form::rows;
  const Eigen::Index outer = by_rows ? A.rows() : A.cols();
  const Eigen::Index inner = by_rows ? A.cols() : A.rows();
  std::vector<int> begin = {0}, p, i;
  std::vector<double> x;
  for (int o = 0; o < outer; ++o) {
    for (int k = 0; k < inner; ++k) {
      const double value = by_rows ? A(o, k) : A(k, o);
      if (value == 0) continue;
      p.push_back(o);
      i.push_back(k);
      x.push_back(value);
    }
    begin.push_back(static_cast<int>(x.size()));
  }
  const int entries = static_cast<int>(x.size());
  group(name);
  put(name + "/nzmax", std::vector<int>{entries + 7});  // larger than used, as in real files
  put(name + "/m", std::vector<int>{static_cast<int>(A.rows())});
  put(name + "/n", std::vector<int>{static_cast<int>(A.cols())});
  put(name + "/nz", std::vector<int>{form == Form::triplets ? entries : form == Form::columns ? -1 : -2});
  put(name + "/p", form == Form::triplets ? p : begin);
  put(name + "/i", i);
  put(name + "/x", x);
}

/// A directory of this process that goes when it ends.
class OwnDirectory {
 public:
  OwnDirectory()
      : path(std::filesystem::temp_directory_path() / ("corbel_fclib_" + std::to_string(::getpid())))
  {
  }
  ~OwnDirectory()
  {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  OwnDirectory(const OwnDirectory&) = delete;
  OwnDirectory& operator=(const OwnDirectory&) = delete;

  const std::filesystem::path path;
};

/// A path of this test's own.
inline std::string path_for(const std::string& name)
{
  static const OwnDirectory own;
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const auto directory = own.path / test->name();
  std::filesystem::create_directories(directory);
  std::filesystem::remove(directory / name);
  return (directory / name).string();
}

/// Local problem in the order of the file.
inline std::string write_local(const std::string& name, const Eigen::MatrixXd& W, const Eigen::VectorXd& q,
                               const std::vector<double>& mu, Form form, int spacedim = 3)
{
  const std::string path = path_for(name);
  File file(path);
  file.group("/fclib_local");
  file.put("/fclib_local/spacedim", std::vector<int>{spacedim});
  file.matrix("/fclib_local/W", W, form);
  file.group("/fclib_local/vectors");
  file.put("/fclib_local/vectors/q", q);
  file.put("/fclib_local/vectors/mu", mu);
  return path;
}

inline std::string write_global(const std::string& name, const Eigen::MatrixXd& M, const Eigen::MatrixXd& H,
                                const Eigen::VectorXd& f, const Eigen::VectorXd& w,
                                const std::vector<double>& mu, Form form, int spacedim = 3)
{
  const std::string path = path_for(name);
  File file(path);
  file.group("/fclib_global");
  file.put("/fclib_global/spacedim", std::vector<int>{spacedim});
  file.matrix("/fclib_global/M", M, form);
  file.matrix("/fclib_global/H", H, form);
  file.group("/fclib_global/vectors");
  file.put("/fclib_global/vectors/f", f);
  file.put("/fclib_global/vectors/w", w);
  file.put("/fclib_global/vectors/mu", mu);
  return path;
}

}  // namespace corbel::hand_made
