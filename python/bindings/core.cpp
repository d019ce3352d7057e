// SPDX-License-Identifier: MIT
// Errors and warnings.
#include "bindings.hpp"

#include "corbel/core/error.hpp"
#include "corbel/core/log.hpp"
#include "corbel/core/version.hpp"

namespace corbel::python {

void define_core(py::module_& m)
{
  m.attr("__version__") = std::string(version);
  py::register_exception<InputError>(m, "InputError", PyExc_ValueError);
  py::register_exception<FileError>(m, "FileError", PyExc_OSError);
  py::register_exception<RunError>(m, "RunError", PyExc_RuntimeError);
  py::register_exception<InternalError>(m, "InternalError", PyExc_RuntimeError);
  m.def("set_log_sink", [](const std::optional<py::function>& sink) {
    if (!sink) {
      set_log_sink({});
      return;
    }
    set_log_sink([function = *sink](const std::string& line) {
      const py::gil_scoped_acquire gil;
      function(line);
    });
  });
  // The sink may hold a Python function: let go of it while the interpreter still lives.
  m.add_object("_release_sink", py::capsule([] { set_log_sink({}); }));
}

}  // namespace corbel::python
