// How many steps a scheme with a fixed step takes.
#pragma once

#include <cmath>

namespace rebond {

// To the first step at or after the duration, up to rounding.
inline long steps_over(double duration, double step)
{
    return static_cast<long>(std::ceil(duration / step * (1.0 - 1e-12)));
}

}  // namespace rebond
