// Tangents of another scale than their normals. A contact slides with t·v for the t a scene gives, so that
// its friction is |t|/|n| times as strong as that of directions of one length:
//
//     |p_t t| ≤ μ |t|/|n| |p_n n|                                                                    (1)
//
// A scene may mean that: weights of angles are lever arms. So a word is said only where tangent and normal
// are on coordinates of the same masses, as those of one body along x and y, and the tangent shares neither
// its length nor one of its weights with the normal, as (1, 0, r) of a wheel does with (0, 1, 0).
#pragma once

#include "rebond/integration/problem.hpp"

#include <string>
#include <vector>

namespace rebond {

// `masses` are those of the coordinates, the diagonal of M.
[[nodiscard]] std::vector<std::string> tangent_warnings(const std::vector<Contact>& contacts,
                                                        const Vector& masses);

}  // namespace rebond
