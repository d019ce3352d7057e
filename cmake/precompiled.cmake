# SPDX-License-Identifier: MIT
# Headers that nearly every file includes, parsed once. Sources still name all they use: a build with
# -DCORBEL_PRECOMPILE=OFF works the same, only more slowly (clang-tidy and the fuzzers see the files that way).
option(CORBEL_PRECOMPILE "Precompile the common headers" ON)

set(corbel_common_headers
  <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory> <numbers> <numeric> <optional> <set>
  <span> <string> <string_view> <utility> <variant> <vector>
  <Eigen/Core> <Eigen/Geometry> <Eigen/LU> <Eigen/Cholesky> <Eigen/Eigenvalues> <Eigen/SparseCore>)

# corbel_precompiled(name LIBRARIES targets HEADERS more headers OPTIONS of the compiler [PROGRAM]): the target corbel_precompiled_<name>.
# A precompiled header fits only code compiled with the same flags: position-independent code of libraries is not that of programs.
# (An object library in both cases: nothing is linked before the files that use it are compiled.)
function(corbel_precompiled name)
  cmake_parse_arguments(ARG "PROGRAM" "" "LIBRARIES;HEADERS;OPTIONS" ${ARGN})
  set(target corbel_precompiled_${name})
  set(source ${CMAKE_BINARY_DIR}/precompiled_${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "namespace corbel {}\n")
  add_library(${target} OBJECT EXCLUDE_FROM_ALL ${source})
  # Not by ccache: it gives an old one back when only comments changed, which knows the headers by their former size and
  # does not see that they are included already.
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "")
  if(ARG_PROGRAM)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIE)
  endif()
  target_link_libraries(${target} PRIVATE corbel_options Eigen3::Eigen ${ARG_LIBRARIES})
  target_compile_options(${target} PRIVATE ${ARG_OPTIONS})
  target_precompile_headers(${target} PRIVATE ${corbel_common_headers} ${ARG_HEADERS})
endfunction()

# use_precompiled(target name)
function(use_precompiled target name)
  if(CORBEL_PRECOMPILE)
    if(NOT TARGET corbel_precompiled_${name})
      message(FATAL_ERROR "no precompiled headers '${name}'")
    endif()
    target_precompile_headers(${target} REUSE_FROM corbel_precompiled_${name})
  endif()
endfunction()
