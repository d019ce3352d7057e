# SPDX-License-Identifier: MIT
# cmake -D FROM=folder -D VERSION_FILE=version.py -D TO=folder -P copy_package.cmake: the Python files of the package, and none that
# are no longer there: Python would still import them.
file(GLOB_RECURSE present RELATIVE ${TO} ${TO}/*.py ${TO}/*.pyi)
foreach(file IN LISTS present)
  if(NOT EXISTS ${FROM}/${file} AND NOT file STREQUAL "version.py")
    file(REMOVE ${TO}/${file})
  endif()
endforeach()
file(COPY ${FROM}/ ${VERSION_FILE} DESTINATION ${TO} PATTERN __pycache__ EXCLUDE)
