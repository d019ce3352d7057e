# SPDX-License-Identifier: MIT
# sparse Cholesky: CHOLMOD of SuiteSparse (Debian's package has no CMake files) over OpenBLAS
find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(CHOLMOD_LIBRARY cholmod REQUIRED)
find_library(OPENBLAS_LIBRARY openblas REQUIRED)
if(NOT TARGET corbel_cholmod)
  add_library(corbel_cholmod INTERFACE)
  target_include_directories(corbel_cholmod SYSTEM INTERFACE ${CHOLMOD_INCLUDE_DIR})
  # OpenBLAS first: its symbols are then those CHOLMOD finds, whatever libblas.so.3 of the machine points to.
  # gomp: CHOLMOD runs over it, and linalg/sparse_cholesky.cpp tells it to keep to one thread.
  target_link_libraries(corbel_cholmod INTERFACE ${OPENBLAS_LIBRARY} ${CHOLMOD_LIBRARY} gomp)
endif()
