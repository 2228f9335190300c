// What several numbers that could be one have in common: how many, their mean, least and greatest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace rebond {

struct Spread {
    std::size_t count = 0;
    double sum = 0.0;
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double number)
    {
        ++count;
        sum += number;
        low = std::min(low, number);
        high = std::max(high, number);
    }

    // There must be a number.
    double mean() const { return sum / static_cast<double>(count); }
};

}  // namespace rebond
