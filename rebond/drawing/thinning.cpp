#include "rebond/drawing/thinning.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {

std::vector<std::size_t> thin(const std::vector<double>& x, const std::vector<double>& y, Extent range,
                              int columns)
{
    require(x.size() == y.size(), "thin: x and y differ in length");
    const double per_column = range.span() > 0.0 ? range.span() / std::max(columns, 1) : 1.0;
    const auto drawable = [&](std::size_t i) { return is_drawable(x[i]) && is_drawable(y[i]); };
    const auto column_of = [&](std::size_t i) {
        return std::clamp(std::floor((x[i] - range.lo) / per_column), -1.0, static_cast<double>(columns));
    };

    std::vector<std::size_t> kept;
    std::size_t first = 0;
    while (first < x.size()) {
        // The run [first, end) is one gap or lies in one column.
        std::size_t end = first + 1;
        if (!drawable(first)) {
            while (end < x.size() && !drawable(end)) ++end;
            kept.push_back(first);
            first = end;
            continue;
        }
        std::size_t lowest = first;
        std::size_t highest = first;
        for (; end < x.size() && drawable(end) && column_of(end) == column_of(first); ++end) {
            if (y[end] < y[lowest]) lowest = end;
            if (y[end] > y[highest]) highest = end;
        }
        for (const std::size_t i : {first, std::min(lowest, highest), std::max(lowest, highest), end - 1})
            if (kept.empty() || kept.back() < i) kept.push_back(i);
        first = end;
    }
    return kept;
}

}  // namespace rebond
