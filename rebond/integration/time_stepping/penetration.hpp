// How far bodies go into each other in steps that do not locate impacts: about h|u|, for a step h and the
// speed of approach u. A step too long for the motion shows here first: the depth is a large part of how far
// the gap had opened before. Contacts that never opened by more than loads make in a step, as those of a body
// that rests or rolls, only sink to what the first step or rounding leaves.
//
// Rounding is that of the lengths of a gap, and of the way that speeds of the start, and those which loads
// give in a step, make in the run: a body that rests at coordinate zero has no lengths.
#pragma once

#include "rebond/contact/contact_name.hpp"
#include "rebond/integration/outcome.hpp"
#include "rebond/integration/problem.hpp"
#include "rebond/integration/time_stepping/loads_energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace rebond {

class Penetration {
public:
    explicit Penetration(std::size_t contacts) : ranges_(contacts) {}

    // The gap of contact k at a step [m].
    void see(Index k, double gap)
    {
        Range& range = ranges_[static_cast<std::size_t>(k)];
        range.least = std::min(range.least, gap);
        range.most = std::max(range.most, gap);
    }

    // The depth of the deepest, and a warning where one is a large part of the range of its gap, for steps h
    // [s].
    void report(const Problem& problem, double h, Outcome& outcome) const
    {
        const std::vector<Contact>& contacts = problem.contacts;
        double depth = 0.0, share = 0.0;
        std::size_t worst = 0;
        for (std::size_t k = 0; k < ranges_.size(); ++k) {
            const auto& [least, most] = ranges_[k];
            if (!(least < 0.0)) continue;
            depth = std::max(depth, -least);
            const auto [lengths, hop] = sizes_of_motion(problem, contacts[k].gap, h);
            const bool has_opened = most > std::max(opened * -least, hop) && -least > rounding * lengths;
            const double own = has_opened ? -least / (most - least) : 0.0;
            if (own <= share) continue;
            share = own;
            worst = k;
        }
        outcome.penetration = depth;
        if (share <= tolerated) return;
        outcome.warnings.push_back(fmt::format(
            "{}: the bodies penetrate each other by {:.3g} m, {:.0f} % of the range of their gap. "
            "The step is too long for their impacts; a tenth of it would show a tenth of this",
            contact_name(contacts, static_cast<Index>(worst)), -ranges_[worst].least, 100.0 * share));
    }

private:
    struct Sizes {
        double lengths = 0.0;  // of the gap and of its motion [m]
        double hop = 0.0;      // what loads make of a gap in a step [m]: a body at rest opens by no more
    };
    static Sizes sizes_of_motion(const Problem& problem, const Gap& gap, double h)
    {
        const auto& [t, q, v] = problem.initial;
        Sizes sizes{.lengths = lengths_in(gap, t, q)};
        if (!problem.model) return sizes;
        const Vector gained = h * loads_accelerations(problem);
        Row w;
        gradient_at(gap, t, q, w);
        for (const auto& [i, weight] : w) {
            sizes.lengths += problem.duration * std::abs(weight) * (std::abs(v(i)) + std::abs(gained(i)));
            sizes.hop += h * std::abs(weight) * std::abs(gained(i));
        }
        return sizes;
    }

    static constexpr double tolerated = 0.1;   // of the range of a gap [-]
    static constexpr double opened = 0.1;      // of the depth: a gap that was open once [-]
    static constexpr double rounding = 1e-12;  // of the lengths in a gap: a depth that is none [-]
    struct Range {
        double least = std::numeric_limits<double>::infinity();
        double most = -std::numeric_limits<double>::infinity();
    };
    std::vector<Range> ranges_;  // by contact [m]
};

}  // namespace rebond
