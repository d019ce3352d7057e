// SPDX-License-Identifier: MIT
// One define_… per folder of src/corbel: names only; defaults and docstrings live in python/corbel.
#pragma once

#include <pybind11/eigen.h>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace corbel::python {

namespace py = pybind11;

void define_core(py::module_& m);
void define_fclib(py::module_& m);
void define_geometry(py::module_& m);
void define_mesh(py::module_& m);
void define_model(py::module_& m);
void define_solvers(py::module_& m);
void define_step(py::module_& m);
void define_output(py::module_& m);

}  // namespace corbel::python
