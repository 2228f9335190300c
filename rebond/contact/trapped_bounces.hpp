// Bounces that can never rise above the rounding of their gaps.
//
// Contacts at zero gap leave with velocities u while accelerations a press them back. Beside the motion in
// which all of them stay closed, under the reactions ν = −G⁻¹a > 0, their gaps x ≥ 0 obey
//
//     G⁻¹ẍ = −ν + impulses,        E = ½ẋᵀG⁻¹ẋ + νᵀx                                               (1)
//
// No impact adds to E, whichever contacts it joins and in whichever order, so that from here on
//
//     x_k ≤ E/ν_k,        E = ½uᵀG⁻¹u.                                                             (2)
//
// Where this is less than the rounding of every gap, the bounces cannot be told from rest, however many
// there are: they are trapped. For one contact (2) is the height of its bounce, u²/(2a).
#pragma once

#include "rebond/solvers/complementarity/linear_complementarity.hpp"

#include <vector>

namespace rebond {

class TrappedBounces {
public:
    // Of contacts with mobility G, velocities u [m/s] and accelerations without reactions a [m/s²], the
    // places of those that rest, and of those that bounce. Leaves in `bouncing` those that are trapped: for
    // the rest of them E is more than ν_k times their rounding [m].
    void find(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& u,
              const Eigen::Ref<const Vector>& a, const Eigen::Ref<const Vector>& rounding,
              const std::vector<Index>& resting, std::vector<Index>& bouncing);

private:
    void find_cluster(const Eigen::Ref<const Matrix>& G, Index first);
    bool are_trapped(const Eigen::Ref<const Vector>& rounding);

    std::vector<char> is_closed_, bounces_;  // by place
    std::vector<Index> cluster_;             // places that G connects
    Matrix G_;
    Vector u_, a_, nu_, momentum_;  // of the cluster; the last is G⁻¹u
};

}  // namespace rebond
