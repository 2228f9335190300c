// Bending modes of the straight bar, free at both ends.
//
// On the straight bar bending and stretching decouple, so an iteration that starts from pure bending
// stays there, and the k-th mode it finds is the k-th bending mode.
#pragma once

#include "rebond/mechanics/bar.hpp"

namespace rebond {

struct BendingMode {
    double frequency = 0.0;  // ω [rad/s]
    Vector shape;            // φᵀMφ = 1; the tip moves towards the bar's left side
};

// The `mode`-th (from 1, at most n − 1) bending mode of the bar straight at `angle` [rad].
[[nodiscard]] BendingMode bending_mode(const Bar& bar, double angle, Index mode);

}  // namespace rebond
