// A pivot of LDLᵀ that can be divided by and keeps the matrix positive.
#pragma once

#include <limits>

namespace rebond {

inline bool is_positive_pivot(double d)
{
    return d > 0.0 && d <= std::numeric_limits<double>::max();  // neither is true of a NaN
}

}  // namespace rebond
