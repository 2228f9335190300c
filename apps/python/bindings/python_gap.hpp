// Gaps and directions of sliding from Python: linear ones by their numbers, others by functions.
#pragma once

#include "apps/python/bindings/callback.hpp"
#include "rebond/integration/problem.hpp"

namespace rebond::python {

// What the functions of all contacts are like.
struct ContactFunctions {
    bool any_python = false;                  // some need the interpreter
    std::vector<std::string> gradients = {};  // of each contact: "given", "complex step" or "differences"
};

// Of contact `index` of the problem, whose model and start are there. Adds to `functions`. Throws InputError
// for functions that do not belong together.
Gap gap_from(const py::dict& contact, const Problem& problem, std::size_t index, ContactFunctions& functions);

// None where the contact has no direction.
Gap slide_from(const py::dict& contact, const Problem& problem, std::size_t index,
               ContactFunctions& functions);

}  // namespace rebond::python
