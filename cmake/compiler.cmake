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
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CORBEL_CCACHE})
endif()

add_library(corbel_options INTERFACE)
target_compile_options(corbel_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
  # Same bits on every machine: no fused multiply-add behind our back. (No -ffast-math anywhere.)
  -ffp-contract=off)

if(CORBEL_SANITIZE)
  target_compile_options(corbel_options INTERFACE -fsanitize=${CORBEL_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(corbel_options INTERFACE -fsanitize=${CORBEL_SANITIZE})
  if(CORBEL_SANITIZE MATCHES "thread")
    target_compile_definitions(corbel_options INTERFACE CORBEL_PLAIN_THREADS)  # core/threads.hpp
  endif()
  if(CORBEL_SANITIZE MATCHES "undefined")
    target_compile_options(corbel_options INTERFACE -fno-sanitize-recover=undefined)
  endif()
endif()
