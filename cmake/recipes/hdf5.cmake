# SPDX-License-Identifier: MIT
# result files
find_package(HDF5 1.10 REQUIRED COMPONENTS C)
if(NOT TARGET corbel_hdf5)
  add_library(corbel_hdf5 INTERFACE)
  target_include_directories(corbel_hdf5 SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
  target_compile_definitions(corbel_hdf5 INTERFACE ${HDF5_C_DEFINITIONS})
  target_link_libraries(corbel_hdf5 INTERFACE ${HDF5_C_LIBRARIES})
endif()
