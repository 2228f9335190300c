// Numbers without a pattern that a matrix could share.
#pragma once

#include "rebond/core/types.hpp"

namespace rebond {

// In (−½, ½): multiples of the golden ratio, modulo 1.
inline double generic(Index i)
{
    const double multiple = static_cast<double>(i + 1) * 0.6180339887498949;
    return multiple - static_cast<double>(static_cast<Index>(multiple)) - 0.5;
}

inline Vector generic_vector(Index n)
{
    return Vector::NullaryExpr(n, [](Index i) { return generic(i); });
}

}  // namespace rebond
