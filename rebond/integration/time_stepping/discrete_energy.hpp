// The energy that Paoli–Schatzman's schemes keep exactly. For a linear system with the constant load f₀,
//
//     E^{n+½} = ½ v·M v + U − f₀·q̄,      v = v^{n+½},   q̄ = (qⁿ + q^{n+1})/2,                        (1)
//     U = ½ q^{n+1}·K qⁿ (explicit)   or   ½ q̄·K q̄ (averaged),
//     E^{n+½} − E^{n−½} = Σ_k Δt ν_k w_k·vⁿ + Δt vⁿ·(f_t − C vⁿ),                                     (2)
//
// with the loads f_t that depend on time. The first sum is −(1+e)/2 times reaction and gap one step ago: it
// may be positive, and then the scheme gains energy. (2) is looked at every 256th step, summed since the
// first.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/linear/linear.hpp"

#include <string>
#include <vector>

namespace rebond {

// Where forces are taken, q̂ in (1) of paoli_schatzman.hpp: explicit, implicit.
enum class PositionForces { at_step, averaged };

class DiscreteEnergy {
public:
    DiscreteEnergy(const Problem& problem, double step, PositionForces forces);

    // At step n: qⁿ, v^{n+½}, and what contacts, damping and loads have taken up to and with this step [J].
    void look(long n, const Vector& q, const Vector& v_after, double taken)
    {
        if (system_ != nullptr && n % steps_between_looks == 0) compare(n, q, v_after, taken);
    }

    // What a reader of the numbers should know.
    std::vector<std::string> warnings() const;

private:
    static constexpr long steps_between_looks = 256;

    void compare(long n, const Vector& q, const Vector& v_after, double taken);

    const LinearSystem* system_ = nullptr;  // none: (2) says nothing of this model
    double h_;
    PositionForces forces_;
    Vector q_next_, Kq_;
    double unseen_ = 0.0;  // rounding of what the loads can do [J]
    double start_ = 0.0;   // E at the first look, and what had been taken [J]
    double scale_ = 0.0;   // largest sum of the terms' sizes [J]
    double worst_ = 0.0;   // |left − right| of (2) [J]
};

}  // namespace rebond
