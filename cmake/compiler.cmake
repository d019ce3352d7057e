# SPDX-License-Identifier: MIT
# Language level, warnings and floating-point rules, for every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# A second compile of the same file is served from ccache where a developer has it.
find_program(CORBEL_CCACHE ccache)
if(CORBEL_CCACHE)
  # Precompiled headers: what they define is not looked for again in every file, dates are not compared.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CORBEL_CCACHE})
endif()

option(CORBEL_WARNINGS "Warnings, all of them errors" ON)
set(warnings -w)
if(CORBEL_WARNINGS)
  set(warnings -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Werror)
  if(NOT CORBEL_UNITY)  # where files are compiled together, a global of one may have the name of a local in another
    list(APPEND warnings -Wshadow)
  endif()
endif()

add_library(corbel_options INTERFACE)
target_compile_options(corbel_options INTERFACE
  ${warnings}
  # Same bits on every machine: no fused multiply-add behind our back. (No -ffast-math anywhere.)
  -ffp-contract=off
  # a & b of truth values: on purpose, in loops over boxes, where a branch would often be mispredicted
  $<$<CXX_COMPILER_ID:Clang>:-Wno-bitwise-instead-of-logical>
  # ccache and precompiled headers
  $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>
  # GCC 12 forgets there that a header is the system's, and warns of the library's own strings.
  $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread>)

if(CORBEL_SANITIZE)
  target_compile_options(corbel_options INTERFACE -fsanitize=${CORBEL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(corbel_options INTERFACE -fsanitize=${CORBEL_SANITIZE})
  if(CORBEL_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # clang's runtime that Python loads first (tests/CMakeLists.txt) has no part for this check
    target_compile_options(corbel_options INTERFACE -fno-sanitize=vptr)
    target_link_options(corbel_options INTERFACE -fno-sanitize=vptr)
  endif()
  target_compile_definitions(corbel_options INTERFACE CORBEL_INSTRUMENTED)  # programs are slow: some tests are shorter
  if(CORBEL_SANITIZE MATCHES "thread")
    target_compile_definitions(corbel_options INTERFACE CORBEL_PLAIN_THREADS)  # core/threads.hpp
  endif()
endif()
