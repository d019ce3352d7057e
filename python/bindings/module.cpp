// SPDX-License-Identifier: MIT
// The compiled module corbel._engine.
#include "bindings.hpp"

PYBIND11_MODULE(_engine, m)
{
  m.doc() =
      "The compiled engine of Corbel. Use the package corbel, which provides defaults and documentation.";
  corbel::python::define_core(m);
  corbel::python::define_geometry(m);
  corbel::python::define_mesh(m);
  corbel::python::define_model(m);
  corbel::python::define_solvers(m);
  corbel::python::define_fclib(m);
  corbel::python::define_output(m);
  corbel::python::define_step(m);
}
