// Bending modes of the straight bar, free at both ends.
//
// On the straight bar bending and stretching decouple, so an iteration that starts from pure bending
// stays there, and after two rigid motions the k-th mode it finds is the k-th bending mode. A mode depends
// neither on weight nor on the angle: it is found for a weightless bar along x, where the two decouple in
// rounding too (sin θ = 0), and turned.
#pragma once

#include "rebond/mechanics/bar/bar.hpp"

#include <optional>

namespace rebond {

struct BendingMode {
    double frequency = 0.0;  // ω [rad/s]
    Vector shape;            // φᵀMφ = 1; the tip moves towards the bar's left side
};

// The `mode`-th (from 1, at most n − 1) bending mode of the bar straight at `angle` [rad]; none if the
// arithmetic cannot tell bending from rigid motions.
[[nodiscard]] std::optional<BendingMode> bending_mode(const Bar& bar, double angle, Index mode);

}  // namespace rebond
