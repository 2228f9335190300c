// What an event does to a neighbour of a motion, first order:
//
//     S = G + (f⁺ − G f⁻) lᵀ/(lᵀf⁻),      l = (w, 0),      f = (v, a),                                 (1)
//
// with the derivative of the impact itself, G = diag(I, I − (1 + e) M⁻¹w wᵀ/(wᵀM⁻¹w)). A contact that closes
// to last has e = 0 and f⁺ of the closed flight; at a release the field is continuous and S = I
// [LeineNijmeijer2004].
#pragma once

#include "rebond/core/types.hpp"

namespace rebond {

// The state and acceleration on one side of an event.
struct EventSide {
    Vector v = {};
    Vector a = {};
};

// `gradient` is w and `response` M⁻¹w.
[[nodiscard]] Matrix saltation(const Vector& gradient, const Vector& response, double restitution,
                               const EventSide& before, const EventSide& after);

}  // namespace rebond
