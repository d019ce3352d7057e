# SPDX-License-Identifier: MIT
# corbel_library(folder SOURCES a.cpp b.cpp DEPENDS other folders LIBRARIES outside targets)
#
# Makes the target corbel_<folder> from src/corbel/<folder>. DEPENDS is the written-down dependency
# graph: tests/tree/test_tree.py checks that a folder includes only headers of folders it depends on,
# that the graph has no cycle, and that every source file is in its list.
function(corbel_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  set(target corbel_${folder})
  if(ARG_SOURCES)
    add_library(${target} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE corbel_options)
    use_precompiled(${target} library)
    use_unity(${target})
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(${target} ${scope} ${CMAKE_SOURCE_DIR}/src)
  list(TRANSFORM ARG_DEPENDS PREPEND corbel_)
  target_link_libraries(${target} ${scope} ${ARG_DEPENDS} ${ARG_LIBRARIES})
endfunction()
