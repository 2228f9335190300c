// The values a number of a scene may take: an interval with open or closed, possibly infinite ends.
#pragma once

#include <limits>
#include <string>

namespace rebond {

struct Range {
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    double low = -infinity;
    double high = infinity;
    bool low_open = false;  // without `low` itself
    bool high_open = false;

    // Infinities and not-a-number are in no range.
    constexpr bool contains(double x) const
    {
        if (!(x > -infinity && x < infinity)) return false;
        return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high);
    }
};

constexpr Range any()
{
    return {};
}
constexpr Range positive()
{
    return {.low = 0.0, .low_open = true};
}
constexpr Range at_least(double low)
{
    return {.low = low};
}
constexpr Range between(double low, double high)
{
    return {.low = low, .high = high};
}
constexpr Range above_up_to(double low, double high)
{
    return {.low = low, .high = high, .low_open = true};
}
constexpr Range inside(double low, double high)
{
    return {.low = low, .high = high, .low_open = true, .high_open = true};
}

constexpr Range from_up_to(double low, double high)
{
    return {.low = low, .high = high, .high_open = true};
}
// What a frequency may be [Hz], so that its square and its periods stay numbers.
constexpr Range frequency_range()
{
    return between(0.0, 1e12);
}
// How long a run may be [s]: thirty thousand years.
constexpr Range duration_range()
{
    return above_up_to(0.0, 1e12);
}
// What a phase may be [°]: of more turns rounding leaves too little.
constexpr Range phase_range()
{
    return between(-360e3, 360e3);
}

constexpr Range below(double high)
{
    return {.high = high, .high_open = true};
}

// As a reader writes it: "> 0", "≥ 2", "in [0, 1]", "in (0, 180)"; empty for any number.
std::string range_text(const Range& range);

}  // namespace rebond
