// Modes of a linear system whose motion is confined to wᵀx = 0 for some vectors w:
//
//     K φ_j = ω_j² M φ_j within the subspace,      φ_iᵀ M φ_j = δ_ij                                  (1)
//
// and the passage between displacements x = Σ φ_j y_j and their modal coordinates y_j = φ_jᵀ M x.
#pragma once

#include "rebond/core/types.hpp"

#include <memory>
#include <vector>

namespace rebond {

struct LinearSystem;

class Modes {
public:
    virtual ~Modes() = default;

    // ω_j [rad/s], ascending; zero for rigid motion.
    const Vector& frequencies() const { return frequencies_; }
    Index size() const { return frequencies_.size(); }

    virtual void to_modal(const Vector& x, Vector& y) = 0;
    virtual void to_physical(const Vector& y, Vector& x) = 0;

protected:
    Vector frequencies_;
};

// By dense algebra, O(n³). Null if K has a negative eigenvalue there.
std::unique_ptr<Modes> dense_modes(const LinearSystem& system, const std::vector<Vector>& held);

// Systems with more coordinates than this have no dense modes.
inline constexpr Index most_dense_modes = 4000;

}  // namespace rebond
