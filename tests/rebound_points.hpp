// Rebounds of balls from a beam, as the law gives them, with noise if wanted.
#pragma once

#include "rebond/studies/rebound/rebound_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace rebond::test {

// A pinned beam of mass 1 under balls of masses from `light` to `heavy`, hit at places up to its middle.
inline std::vector<BeamContact> pinned_beam(int masses, int places, double light = 0.005, double heavy = 5.0)
{
    constexpr Index modes = 40;
    std::vector<BeamContact> contacts;
    for (int i = 0; i < masses; ++i)
        for (int j = 1; j <= places; ++j) {
            const double mass = light * std::pow(heavy / light, i / std::max(1.0, masses - 1.0));
            const double b = 0.5 * j / places;
            const Vector phi = Vector::NullaryExpr(modes, [&](Index k) {
                return std::numbers::sqrt2 * std::sin(static_cast<double>(k + 1) * std::numbers::pi * b);
            });
            contacts.push_back(beam_contact(mass, phi, Vector::Zero(0)));
        }
    return contacts;
}

// The same without supports: two rigid modes besides sines that stand for the elastic ones.
inline std::vector<BeamContact> floating_beam(int masses, int places)
{
    std::vector<BeamContact> contacts = pinned_beam(masses, places);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        BeamContact& c = contacts[k];
        const double b = 0.5 * static_cast<double>(1 + k % static_cast<std::size_t>(places)) / places;
        c.Z_rigid = c.mass * (1.0 + 12.0 * (b - 0.5) * (b - 0.5));
        c.Z /= 1.0 + c.Z_rigid;
        c.Z_first /= 1.0 + c.Z_rigid;
    }
    return contacts;
}

inline std::vector<ReboundPoint> measured(const std::vector<BeamContact>& contacts, const BeamReboundLaw& law)
{
    std::vector<ReboundPoint> points;
    for (const BeamContact& c : contacts) points.push_back({.contact = c, .measured = rebound_ratio(law, c)});
    return points;
}

inline void add_noise(std::vector<ReboundPoint>& points, double sigma, std::mt19937_64& random)
{
    std::normal_distribution<double> normal(0.0, sigma);
    for (ReboundPoint& p : points) p.measured += normal(random);
}

// The order of magnitude that simulations give.
inline const BeamReboundLaw pinned_law{.mu_0 = 0.4516, .alpha_0 = 0.1226, .alpha_1 = 1.555};

}  // namespace rebond::test
