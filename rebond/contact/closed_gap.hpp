// Whether a gap is closed, to schemes that look at it once a step. It is the difference of lengths and known
// to their rounding, which many steps of a body at rest add up.
#pragma once

#include "rebond/contact/gap.hpp"

namespace rebond {

// `value` [m] is that of the gap at t and q, or a little later.
inline bool is_closed(const Gap& gap, double value, double t, const Vector& q)
{
    constexpr double rounding = 1e-12;  // of the lengths [-]
    return value <= 0.0 || value <= rounding * lengths_in(gap, t, q);
}

}  // namespace rebond
