// Gaps and directions of sliding from Python: linear ones by their numbers, others by functions.
#pragma once

#include "apps/python/bindings/callback.hpp"
#include "rebond/integration/problem.hpp"

namespace rebond::python {

// Of contact `index` of the problem, whose model and start are there. Sets `is_python` if some function needs
// the interpreter. Throws InputError for functions that do not belong together.
Gap gap_from(const py::dict& contact, const Problem& problem, std::size_t index, bool& is_python);

// None where the contact has no direction.
Gap slide_from(const py::dict& contact, const Problem& problem, std::size_t index, bool& is_python);

}  // namespace rebond::python
