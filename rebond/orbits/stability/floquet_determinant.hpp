// Floquet multipliers without matrices of the size of the body: the zeros of det J_μ.
//
// A neighbour that grows by μ a period has impulses P_i + μ^q δP_i at times t_i + μ^q δt_i in period q, and
// the equations of impact_orbit.hpp become J_μ (δP, δt) = 0, J_μ being their Jacobian with
//
//     Γ_μ(s) = ½ Σ_j [r_j e^{λ_j s}/(1 − e^{λ_j T}/μ) + conjugate exponents],                          (1)
//
// a factor 1/μ for an impulse of the period before, and on the diagonal the mean rate and acceleration of the
// orbit less those of Γ_μ P_i. J_1 is the Newton matrix. The determinant has the multipliers as zeros, e^{λT}
// as poles and a finite limit, so that the argument of it around |μ| = R tells how many are outside: O(k² n)
// a point.
#pragma once

#include "rebond/orbits/impacts/impact_orbit.hpp"
#include "rebond/orbits/stability/multipliers.hpp"

#include <array>
#include <vector>

namespace rebond {

class FloquetDeterminant {
public:
    FloquetDeterminant(const OrbitSystem& system, const ImpactMotion& motion);

    // det J_μ; μ is no e^{λT}.
    Complex at(Complex mu) const;

    // How many multipliers have |μ| > radius; none where the argument could not be followed.
    std::optional<int> outside(double radius) const;

    // Those outside the unit circle and the trace. Where some could not be found the count is still right.
    Multipliers multipliers() const;

private:
    ComplexMatrix matrix(Complex mu) const;
    std::vector<Complex> zeros_outside(int count) const;
    double trace(double largest) const;

    // One Γ of (1) between two impacts: ½ r e^{λs} and its products with λ and λ², real and imaginary parts
    // apart, since this is the inner loop.
    struct Pair {
        std::array<Vector, 3> re = {}, im = {};
        double rigid = 0.0, s = 0.0;  // of rigid motions: r, and the lag
        bool wraps = false;
    };
    const Pair& pair(Index i, Index m) const { return pairs_[i * count_ + m]; }

    Index count_ = 0;  // k
    double period_ = 0.0;
    double largest_turn_ = 0.0;
    ComplexVector lambda_, turns_;
    std::vector<Pair> pairs_;
    Vector impulses_, kappa_, half_rate_jump_, half_acceleration_jump_;
    Vector mean_rate_, mean_acceleration_;  // of the orbit at its impacts
    double trace_of_flight_ = 0.0;          // Σ e^{λT}
};

}  // namespace rebond
