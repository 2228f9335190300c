// Hertz's contact of a sphere with a flat body: indentation in, force out.
//
//     F = K δ₊^{3/2},     K = (4/3) E* √R,     1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂                        (1)
//     U = (2/5) K δ₊^{5/2},     dF/dδ = (3/2) K δ₊^{1/2}                                                (2)
//
// for elastic bodies without friction whose contact is small beside them. A sphere of mass M that hits a
// rigid wall at speed v presses δ_m = (5Mv²/(4K))^{2/5} and stays for 2.943 δ_m/v [Johnson1985, §11.4].
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {

struct Elasticity {
    double young = 2.1e11;       // E [Pa]
    double poisson_ratio = 0.3;  // ν [-]
};

struct HertzContact {
    double stiffness = 0.0;  // K [N/m^{3/2}]

    // F [N] at δ [m], and the rest of (2).
    double force(double indentation) const
    {
        const double d = std::max(indentation, 0.0);
        return stiffness * d * std::sqrt(d);
    }
    double slope(double indentation) const  // [N/m]
    {
        return 1.5 * stiffness * std::sqrt(std::max(indentation, 0.0));
    }
    double energy(double indentation) const  // [J]
    {
        return 0.4 * force(indentation) * std::max(indentation, 0.0);
    }
};

// Radius [m] of a ball of mass [kg] and density [kg/m³].
inline double ball_radius(double mass, double density)
{
    return std::cbrt(0.75 * mass / (std::numbers::pi * density));
}

// K of (1) for a sphere of radius R [m] on a flat body.
inline HertzContact hertz_contact(double radius, const Elasticity& sphere, const Elasticity& flat)
{
    const auto compliance = [](const Elasticity& body) {
        return (1.0 - body.poisson_ratio * body.poisson_ratio) / body.young;
    };
    return {4.0 / 3.0 * std::sqrt(radius) / (compliance(sphere) + compliance(flat))};
}

// Deepest indentation δ_m [m] of a mass [kg] that reaches the contact at a speed [m/s], and how long it stays
// [s].
inline double deepest_indentation(const HertzContact& contact, double mass, double speed)
{
    return std::pow(1.25 * mass * speed * speed / contact.stiffness, 0.4);
}
inline double contact_time(const HertzContact& contact, double mass, double speed)
{
    // 2∫₀¹ dx/√(1 − x^{5/2}) = (4/5) B(2/5, 1/2)
    constexpr double duration = 2.9432751843247047;
    return duration * deepest_indentation(contact, mass, speed) / speed;
}

}  // namespace rebond
