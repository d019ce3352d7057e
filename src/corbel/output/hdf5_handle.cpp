// SPDX-License-Identifier: MIT
// HDF5's error stack as text.
#include "corbel/output/hdf5_handle.hpp"

namespace corbel {
namespace {

herr_t keep_innermost(unsigned position, const H5E_error2_t* error, void* text)
{
  if (position == 0 && error->desc) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

/// HDF5 tells of a failed write in a long list; what the system said is in its middle.
std::string essence(const std::string& text)
{
  const std::string mark = "error message = '";
  const std::size_t begin = text.find(mark);
  if (begin == std::string::npos) return text;
  const std::size_t end = text.find('\'', begin + mark.size());
  return text.substr(begin + mark.size(), end - begin - mark.size());
}

}  // namespace

std::string hdf5_reason()
{
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &text);
  H5Eclear2(H5E_DEFAULT);
  return text.empty() ? text : " (HDF5: " + essence(text) + ")";
}

SilentErrors::SilentErrors()
{
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  H5Eclear2(H5E_DEFAULT);
}

SilentErrors::~SilentErrors() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

}  // namespace corbel
