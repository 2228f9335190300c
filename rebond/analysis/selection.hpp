// Some of many samples, evenly chosen, and how many of a run are drawn.
#pragma once

#include <algorithm>
#include <cstddef>

namespace rebond {

// `count` of `all`, the first and the last among them.
struct Selection {
    std::size_t all = 0;
    std::size_t count = 0;

    bool is_everything() const { return count == all; }
    std::size_t operator[](std::size_t i) const
    {
        // i (all − 1)/(count − 1) without overflow.
        if (count < 2) return 0;
        const std::size_t whole = (all - 1) / (count - 1);
        const std::size_t rest = (all - 1) % (count - 1);
        return i * whole + i * rest / (count - 1);
    }
};

// What plots and reports show: a bounded amount, however long the run and large the body.
inline constexpr std::size_t drawn_impacts = 20000;
inline std::size_t drawn_samples(std::size_t dofs)
{
    constexpr std::size_t most_samples = 4000;
    constexpr std::size_t most_bytes = 500'000'000;  // of positions and velocities
    return std::clamp<std::size_t>(most_bytes / (2 * sizeof(double) * std::max<std::size_t>(dofs, 1)), 2,
                                   most_samples);
}

}  // namespace rebond
