// Two contacts that have impacts in turn at one instant: whether that ever ends.
//
// With G of the two and the coefficients e and e* of restitution, the speeds x of approach of either of them,
// from each of its impacts to the next, obey
//
//     x⁺⁺ = T x⁺ − D x,     D = e e*,     T = (1 + e)(1 + e*) G₁₂²/(G₁₁G₂₂) − e − e*, (1)
//
// also where others stay closed meanwhile, with another T. For T < 2√D the roots of λ² = Tλ − D are complex:
// x changes its sign, and the two separate after finitely many turns, be they millions. For T > 2√D they are
// 0 < λ₂ < λ₁ < 1, and where x⁺ > λ₂ x the speeds stay positive for ever: the turns never end and tend to
// rest, unless a third contact that touches has an impact on the way. T is taken from three impacts that have
// happened.
#pragma once

#include "rebond/core/types.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace rebond {

class Turns {
public:
    // A contact has an impact alone, at that speed [m/s].
    void add(Index contact, double speed, double restitution)
    {
        for (std::size_t i = 0; i + 1 < last_.size(); ++i) last_[i] = last_[i + 1];
        last_.back() = {contact, speed, restitution};
    }

    // Several have an impact together, or the instant is another one.
    void clear() { last_.fill({}); }

    // Whether the last five impacts are of two contacts in turn that will never end.
    bool tend_to_rest() const
    {
        const auto& [a, b, c, d, e] = last_;
        const bool are_two = a.contact >= 0 && b.contact != a.contact && c.contact == a.contact &&
                             d.contact == b.contact && e.contact == a.contact;
        if (!are_two) return false;
        constexpr double rounding = 1e-9;  // of T, three differences of speeds [-]
        const double D = a.restitution * b.restitution;
        const double T = (e.speed + D * a.speed) / c.speed;
        if (!(T > 2.0 * std::sqrt(D) * (1.0 + rounding))) return false;
        const double smaller = 0.5 * (T - std::sqrt(T * T - 4.0 * D));
        return c.speed > smaller * a.speed && d.speed > smaller * b.speed;
    }

    bool involve(Index contact) const
    {
        return std::any_of(last_.begin(), last_.end(),
                           [contact](const Turn& turn) { return turn.contact == contact; });
    }

private:
    struct Turn {
        Index contact = -1;
        double speed = 0.0;
        double restitution = 0.0;
    };
    std::array<Turn, 5> last_;
};

}  // namespace rebond
