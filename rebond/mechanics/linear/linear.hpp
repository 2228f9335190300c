// A linear system under constant and harmonic loads:
//
//     M q̈ + C q̇ + K q = f₀ + Σ_i f_i cos(ω_i t + φ_i)                                       (1)
//
// with M symmetric positive definite, C and K symmetric. Matrices keep the structure of their
// pattern, and so do the factors of M + γC + βK: a chain of 10⁶ masses costs 10⁶ operations a step.
#pragma once

#include "rebond/mechanics/model.hpp"
#include "rebond/mechanics/modes.hpp"
#include "rebond/solvers/factors/symmetric_matrix.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace rebond {

struct HarmonicLoad {
    Vector amplitude;        // f_i [N]
    double frequency = 0.0;  // ω_i [rad/s]
    double phase = 0.0;      // φ_i [rad]

    double factor_at(double t) const { return std::cos(frequency * t + phase); }
};

struct LinearSystem {
    SymmetricMatrix mass;
    SymmetricMatrix damping;
    SymmetricMatrix stiffness;
    Vector force;  // f₀ [N]
    std::vector<HarmonicLoad> harmonics;
    double potential_at_zero = 0.0;  // of f₀ at q = 0 [J]

    // f₀ + Σ f_i cos(ω_i t + φ_i)
    void load_at(double t, Vector& f) const;
};

// A point of the body in the plane: at `place` for q = 0, and moved by two coordinates.
struct OutlinePoint {
    Vector2 place = {0.0, 0.0};                   // [m]
    std::array<Index, 2> coordinates = {-1, -1};  // along x and y; −1: it does not move
};

class Linear : public Model {
public:
    // `outline` says where it is, for drawing; matrices alone do not.
    explicit Linear(LinearSystem system, std::vector<OutlinePoint> outline = {});

    const LinearSystem& system() const { return system_; }

    Index dofs() const override { return system_.mass.size(); }
    const Linear* as_linear() const override { return this; }
    std::vector<std::string> warnings() const override;
    std::unique_ptr<Dynamics> dynamics() const override;
    bool is_conservative() const override;
    double load_frequency() const override;
    std::vector<Vector2> outline(const Vector& q) const override;

    // Modes of motion with wᵀx = 0 for each w of `fixed`; `stop`, if raised, ends the search.
    virtual FoundModes modes(const std::vector<Vector>& fixed, const std::atomic<bool>* stop) const;

    // Whether they can be had: by transforms, or by dense algebra for systems that are not too large.
    virtual bool has_modes() const { return dofs() <= most_dense_modes; }

    // Whether transforms give them, so that they cost next to nothing.
    virtual bool has_fast_modes() const { return false; }

    // Whether damping couples no modes, C M⁻¹ K = K M⁻¹ C, as far as one generic vector can tell.
    bool has_modal_damping() const;

private:
    LinearSystem system_;
    std::vector<OutlinePoint> outline_;
};

}  // namespace rebond
