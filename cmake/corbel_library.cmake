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
  set_property(GLOBAL PROPERTY corbel_depends_${folder} ${ARG_DEPENDS})
  list(TRANSFORM ARG_DEPENDS PREPEND corbel_)
  target_link_libraries(${target} ${scope} ${ARG_DEPENDS} ${ARG_LIBRARIES})
endfunction()

# corbel_folders(out folders…): these and all that they depend on.
function(corbel_folders out)
  set(found "")
  set(open ${ARGN})
  while(open)
    list(POP_FRONT open folder)
    if(NOT folder IN_LIST found)
      list(APPEND found ${folder})
      get_property(depends GLOBAL PROPERTY corbel_depends_${folder})
      list(APPEND open ${depends})
    endif()
  endwhile()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# link_engine_first(target folders…): of a template that is instantiated in the engine and in the target, the linker keeps the first it
# sees; this makes it the engine's, optimised as the engine is, however the target is compiled.
function(link_engine_first target)
  corbel_folders(folders ${ARGN})
  set(archives "")
  foreach(folder ${folders})
    get_target_property(type corbel_${folder} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      list(APPEND archives $<TARGET_FILE:corbel_${folder}>)
    endif()
  endforeach()
  target_link_options(${target} PRIVATE LINKER:--whole-archive ${archives} LINKER:--no-whole-archive)
endfunction()
