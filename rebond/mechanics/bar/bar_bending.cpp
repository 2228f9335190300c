#include "rebond/mechanics/bar/bar_bending.hpp"

#include "rebond/core/error.hpp"
#include "rebond/mechanics/free_vibration.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace rebond {

std::optional<BendingMode> bending_mode(const Bar& bar, double angle, Index mode)
{
    const Index n = bar.spec().segments;
    require(mode >= 1 && mode < n, "bending_mode: n segments have n − 1 bending modes");

    // Start: a sideways translation, then rotations of the segments like cosines along the bar. Two rigid
    // motions come first, and more vectors than modes wanted make those converge.
    const Bar lying(bar.spec(), 0.0);
    const Index columns = std::min(n + 1, 2 * (mode + 2) + 4);
    Matrix start = Matrix::Zero(lying.dofs(), columns);
    start(1, 0) = 1.0;
    for (Index j = 1; j < columns; ++j)
        for (Index i = 0; i < n; ++i)
            start(2 + i, j) = std::cos(std::numbers::pi * static_cast<double>(j - 1) *
                                       (static_cast<double>(i) + 0.5) / static_cast<double>(n));

    const auto [frequency, shapes] = lowest_modes(lying, lying.straight(0.0, 0.0), start);
    const Index rigid_motions = 2;
    if (frequency.size() == 0 || !(frequency(rigid_motions - 1) < rigid_share * frequency(rigid_motions)))
        return std::nullopt;

    const Index found = rigid_motions + mode - 1;
    Vector shape = shapes.col(found);
    if (shape(1) < 0.0) shape = -shape;
    const double sideways = shape(1);
    shape(0) = -std::sin(angle) * sideways;
    shape(1) = std::cos(angle) * sideways;
    return BendingMode{frequency(found), std::move(shape)};
}

}  // namespace rebond
