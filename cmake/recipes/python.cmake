# SPDX-License-Identifier: MIT
# Debian's own Python, never another one that happens to come first on PATH; pybind11 on top.
set(Python_EXECUTABLE /usr/bin/python3 CACHE FILEPATH "Python to build for")
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development NumPy)
set(PYTHON_EXECUTABLE ${Python_EXECUTABLE})
set(PYBIND11_FINDPYTHON ON)
find_package(pybind11 2.10 REQUIRED)
