# SPDX-License-Identifier: MIT
# optional: solvers of Siconos (Debian: libsiconos-numerics-dev), for comparisons only
find_path(SICONOS_INCLUDE_DIR SiconosConfig.h PATH_SUFFIXES siconos)
find_library(SICONOS_NUMERICS_LIBRARY siconos_numerics)
# Not with sanitizers: what it leaks would count as ours.
if(SICONOS_INCLUDE_DIR AND SICONOS_NUMERICS_LIBRARY AND NOT CORBEL_SANITIZE AND NOT TARGET corbel_siconos_numerics)
  add_library(corbel_siconos_numerics INTERFACE)
  target_include_directories(corbel_siconos_numerics SYSTEM INTERFACE ${SICONOS_INCLUDE_DIR} ${SICONOS_INCLUDE_DIR}/numerics)
  target_link_libraries(corbel_siconos_numerics INTERFACE ${SICONOS_NUMERICS_LIBRARY})
endif()
