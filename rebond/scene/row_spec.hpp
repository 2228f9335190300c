// A direction in the space of coordinates as a scene gives it: a number for each coordinate, or only those
// that are not zero, as { 299 = 1.0 }.
#pragma once

#include "rebond/contact/row.hpp"

#include <vector>

namespace rebond {

struct RowSpec {
    std::vector<double> numbers = {};  // one for each coordinate, unless it is sparse
    Row terms = {};                    // by coordinates counted from 0, in their order, if it is
    bool is_sparse = false;
};

}  // namespace rebond
