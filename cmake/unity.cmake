# SPDX-License-Identifier: MIT
# Files of a folder compiled together: templates that many of them use are instantiated once, a third less for a whole
# build; a change of one file costs that of its neighbours. On in the presets that are mostly built as a whole.
# Names in anonymous namespaces of one folder therefore differ (tests/tree/test_tree.py).
option(CORBEL_UNITY "Compile the files of a folder together" OFF)

# GCC takes .cpp files that are included for headers, in which anonymous namespaces would be a mistake.
function(allow_included_sources target)
  if(CORBEL_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# use_unity(target): eight at a time, so that several processors still share a folder.
function(use_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${CORBEL_UNITY} UNITY_BUILD_BATCH_SIZE 8)
  allow_included_sources(${target})
endfunction()

# corbel_unity_tests(sources target files…): in the variable `sources`, files that include eight of a program's tests each, or the
# tests themselves where CORBEL_UNITY is off. Helpers of tests may have equal names, so each file is included in a namespace of its
# own, in which corbel and corbel::testing mean the outer ones; all headers come before.
function(corbel_unity_tests sources target)
  if(NOT CORBEL_UNITY)
    set(${sources} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(all ${ARGN})  # what tests share is declared in headers: as it is
  list(FILTER all EXCLUDE REGEX "/test_[^/]*$")
  set(files ${ARGN})
  list(FILTER files INCLUDE REGEX "/test_[^/]*$")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})  # whose headers are named below
  set(number 0)
  while(files)
    list(SUBLIST files 0 8 batch)
    list(REMOVE_ITEM files ${batch})
    set(headers "")
    set(bodies "")
    foreach(file ${batch})
      file(STRINGS ${file} lines REGEX "^#include")
      list(APPEND headers ${lines})
      get_filename_component(name ${file} NAME_WE)
      string(APPEND bodies "namespace ${name} {\nnamespace corbel {\nusing namespace ::corbel;\nnamespace testing {\n"
             "using namespace ::corbel::testing;\n}\n}\n#include \"${CMAKE_CURRENT_SOURCE_DIR}/${file}\"\n}\n")
    endforeach()
    list(REMOVE_DUPLICATES headers)
    list(JOIN headers "\n" headers)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/unity/${target}_${number}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "${headers}\nnamespace corbel::testing {}\n${bodies}" @ONLY)
    list(APPEND all ${source})
    math(EXPR number "${number} + 1")
  endwhile()
  set(${sources} ${all} PARENT_SCOPE)
endfunction()
