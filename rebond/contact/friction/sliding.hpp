// How the surfaces of a closed contact move along each other.
#pragma once

namespace rebond {

// A smooth one has no friction. The others stick, or slide so that u_t > 0 or u_t < 0.
enum class Sliding : signed char { smooth, sticks, forwards, backwards };

// The sign of the sliding velocity.
inline double direction_of(Sliding sliding)
{
    return sliding == Sliding::forwards ? 1.0 : sliding == Sliding::backwards ? -1.0 : 0.0;
}

inline Sliding sliding_to(double direction)
{
    return direction > 0.0 ? Sliding::forwards : Sliding::backwards;
}

}  // namespace rebond
