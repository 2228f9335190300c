// Modes of a linear system whose motion is confined to wᵀx = 0 for some vectors w:
//
//     K φ_j = ω_j² M φ_j within the subspace,      φ_iᵀ M φ_j = δ_ij                                  (1)
//
// and the passage between displacements x = Σ φ_j y_j and their modal coordinates y_j = φ_jᵀ M x.
#pragma once

#include "rebond/core/types.hpp"

#include <atomic>
#include <memory>
#include <string>
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

// Modes, or why there are none.
struct FoundModes {
    std::unique_ptr<Modes> modes = {};
    std::string refusal = {};  // a sentence
    double uncertainty = 0.0;  // of a frequency at most, by the rounding of the entries of K [-]
    bool is_stopped = false;   // somebody asked to stop
};

// By dense algebra, O(n³). Each frequency is right to its own size, not only to that of the highest: what a
// dense eigenvalue solver leaves of the low ones is refined by inverse iteration and Rayleigh's quotients,
//
//     ω² = φᵀKφ / φᵀMφ,      known to   ε |φ|ᵀ|K||φ|,                                                 (2)
//
// the rounding of the entries of K. A mode is a rigid motion, ω = 0, if (2) cannot tell it from one: its own
// springs cancel, whatever others there are. Modes whose frequency (2) leaves uncertain by more than a
// thousandth are refused, and so are those of a stiffness with a negative eigenvalue. `stop`, if raised, is
// heeded within a fraction of a second.
FoundModes dense_modes(const LinearSystem& system, const std::vector<Vector>& fixed,
                       const std::atomic<bool>* stop);

// Systems with more coordinates than this have no dense modes.
inline constexpr Index most_dense_modes = 4000;

}  // namespace rebond
