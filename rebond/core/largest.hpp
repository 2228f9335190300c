// The maximum norm that numerical safety checks rely on.
#pragma once

#include "rebond/core/types.hpp"

#include <cmath>
#include <limits>

namespace rebond {

// max |x_i|; infinite if any component is not a number, so that a comparison never overlooks one.
inline double largest(const Vector& x)
{
    if (x.size() == 0) return 0.0;
    const double value = x.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

}  // namespace rebond
