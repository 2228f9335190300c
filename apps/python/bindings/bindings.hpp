// The parts of the module, each in a file of its own.
#pragma once

#include <pybind11/pybind11.h>

namespace rebond::python {

void bind_errors(pybind11::module_& module);
void bind_scenes(pybind11::module_& module);
void bind_runs(pybind11::module_& module);
void bind_problems(pybind11::module_& module);
void bind_studies(pybind11::module_& module);
void bind_orbits(pybind11::module_& module);

}  // namespace rebond::python
