#include "rebond/mechanics/bar_bending.hpp"

#include "rebond/core/error.hpp"
#include "rebond/mechanics/free_vibration.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {

BendingMode bending_mode(const Bar& bar, double angle, Index mode)
{
    const Index n = bar.spec().segments;
    require(mode >= 1 && mode < n, "bending_mode: n segments have n − 1 bending modes");

    // Start: a sideways translation, then rotations of the segments like cosines along the bar. Two rigid
    // motions come first, and more vectors than modes wanted make those converge.
    const Index columns = std::min(n + 1, 2 * (mode + 2) + 4);
    Matrix start = Matrix::Zero(bar.dofs(), columns);
    start(0, 0) = -std::sin(angle);
    start(1, 0) = std::cos(angle);
    for (Index j = 1; j < columns; ++j)
        for (Index i = 0; i < n; ++i)
            start(2 + i, j) = std::cos(std::numbers::pi * static_cast<double>(j - 1) *
                                       (static_cast<double>(i) + 0.5) / static_cast<double>(n));

    const FreeModes modes = lowest_modes(bar, bar.straight(angle, 0.0), start);
    if (modes.frequency.size() == 0)
        throw InputError(
            "the bending modes of this bar cannot be computed: its mass and stiffness are too many "
            "orders of magnitude apart");
    const Index rigid_motions = 2;
    BendingMode found{modes.frequency(rigid_motions + mode - 1), modes.shape.col(rigid_motions + mode - 1)};
    const double sideways = std::cos(angle) * found.shape(1) - std::sin(angle) * found.shape(0);
    if (sideways < 0.0) found.shape = -found.shape;
    return found;
}

}  // namespace rebond
