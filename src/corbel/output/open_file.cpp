// SPDX-License-Identifier: MIT
// HDF5 files with the access properties that crash safety needs.
#include "corbel/output/open_file.hpp"

#include "corbel/output/superblock.hpp"

namespace corbel {
namespace {

Handle access_properties()
{
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "no file access properties");
  // The newest format: SWMR needs it, and all of its structures carry checksums.
  checked(H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST), "no newest file format");
#if H5_VERSION_GE(1, 10, 7)
  checked(H5Pset_file_locking(access, false, true), "no file locking");  // write_lock.hpp says why
#endif
  return access;
}

/// A reader may come in the middle of a write: HDF5 then looks again and again, doubling its pause from 1 ns.
/// Its default is 100 times, which for a damaged file means forever; 26 times are 0.07 s.
void limit_read_attempts(hid_t access)
{
  checked(H5Pset_metadata_read_attempts(access, 26), "no limit of read attempts");
}

/// What h5clear does (tools/src/h5clear.c): forget the mark of a killed writer and the size it had noted.
void forgive_killed_writer(hid_t access)
{
  const hbool_t yes = true;
  checked(H5Pset(access, "clear_status_flags", &yes), "this HDF5 cannot clear the mark of a killed writer");
  checked(H5Pset(access, "skip_eof_check", &yes), "this HDF5 cannot skip the size check");
}

/// A killed writer may have taken space behind the end of the file (the rest of a chunk): step over it.
void skip_space_behind_end(hid_t file)
{
  constexpr hsize_t step = 1u << 20;  // more than a chunk
  hsize_t bytes = 0;
  checked(H5Fget_filesize(file, &bytes), "its end cannot be found");
  checked(H5Fincrement_filesize(file, 2 * step - bytes % step), "its end cannot be moved");
}

/// A kill can stop a write between two pages of memory. HDF5's own structures must not be torn that way, so
/// each of them is kept within a page. (Only the chunk index of a table of some gigabytes has larger ones.)
Handle creation_properties()
{
  constexpr hsize_t memory_page = 4096;
  Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "no file creation properties");
  checked(H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, false, 1), "no pages");
  checked(H5Pset_file_space_page_size(creation, memory_page), "no page size");
  return creation;
}

}  // namespace

Handle create_file(const std::string& path)
{
  const Handle access = access_properties();
  return {H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation_properties(), access), H5Fclose,
          "it cannot be created"};
}

Handle open_for_appending(const std::string& path)
{
  const bool killed = inspect_superblock(path).marked_open;
  const Handle access = access_properties();
  limit_read_attempts(access);
  if (killed) forgive_killed_writer(access);
  Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR | H5F_ACC_SWMR_WRITE, access), H5Fclose,
              "it cannot be opened for writing");
  if (killed) skip_space_behind_end(file);
  return file;
}

Handle open_for_reading(const std::string& path)
{
  const bool marked_open = inspect_superblock(path).marked_open;
  const Handle access = access_properties();
  if (!marked_open) {
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
    if (file >= 0) return {file, H5Fclose, ""};
    // Perhaps a writer came in between.
  }
  limit_read_attempts(access);
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access), H5Fclose,
          "its structure is damaged"};
}

}  // namespace corbel
