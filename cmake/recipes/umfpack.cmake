# SPDX-License-Identifier: MIT
# sparse LU: UMFPACK of SuiteSparse, over the same OpenBLAS as CHOLMOD
find_path(UMFPACK_INCLUDE_DIR umfpack.h PATH_SUFFIXES suitesparse REQUIRED)
find_library(UMFPACK_LIBRARY umfpack REQUIRED)
if(NOT TARGET corbel_umfpack)
  add_library(corbel_umfpack INTERFACE)
  target_include_directories(corbel_umfpack SYSTEM INTERFACE ${UMFPACK_INCLUDE_DIR})
  target_link_libraries(corbel_umfpack INTERFACE ${UMFPACK_LIBRARY} corbel_cholmod)
endif()
