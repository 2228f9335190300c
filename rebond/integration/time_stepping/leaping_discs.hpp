// Discs that move further in a step than they are large: they may pass each other, or a wall, unseen by
// schemes that look at gaps once a step.
#pragma once

#include "rebond/integration/outcome.hpp"
#include "rebond/mechanics/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace rebond {

class LeapingDiscs {
public:
    // Nothing to see for bodies that are no discs.
    LeapingDiscs(const Model& model, double step)
        : radii_(model.ballistic() ? model.radii() : std::vector<double>{}), step_(step)
    {
    }

    // Velocities at a step: x, y of each disc first.
    void see(const Vector& v)
    {
        for (std::size_t i = 0; i < radii_.size(); ++i)
            furthest_ =
                std::max(furthest_, step_ * v.segment<2>(2 * static_cast<Index>(i)).norm() / radii_[i]);
    }

    void report(Outcome& outcome) const
    {
        if (furthest_ <= 1.0) return;
        outcome.warnings.push_back(fmt::format(
            "balls move by up to {:.2g} of their radii in a step and may pass through each other, or "
            "through a wall, without an impact; a step of at most {:.1e} s prevents it",
            furthest_, step_ / furthest_));
    }

private:
    std::vector<double> radii_;  // [m]
    double step_;                // [s]
    double furthest_ = 0.0;      // that one moved in a step, of its radius [-]
};

}  // namespace rebond
