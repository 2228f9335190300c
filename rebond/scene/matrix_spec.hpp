// A matrix as a scene gives it: its non-zero entries, and the file they come from, if they do.
#pragma once

#include "rebond/solvers/factors/symmetric_matrix.hpp"

#include <string>
#include <vector>

namespace rebond {

struct MatrixSpec {
    std::string file;
    Index rows = 0;
    Index columns = 0;
    std::vector<Entry> entries;
};

}  // namespace rebond
