#include "rebond/scene/range.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace rebond {
namespace {

// Whole bounds without an exponent or a decimal point: 10000000, not 1e+07.
std::string bound_text(double bound)
{
    if (bound == std::floor(bound) && std::abs(bound) < 1e15)
        return fmt::format("{}", static_cast<std::int64_t>(bound));
    return fmt::format("{}", bound);
}

}  // namespace

std::string range_text(const Range& range)
{
    const bool below = range.low > -Range::infinity;
    const bool above = range.high < Range::infinity;
    if (below && above)
        return fmt::format("in {}{}, {}{}", range.low_open ? "(" : "[", bound_text(range.low),
                           bound_text(range.high), range.high_open ? ")" : "]");
    if (below) return fmt::format("{} {}", range.low_open ? ">" : "≥", bound_text(range.low));
    if (above) return fmt::format("{} {}", range.high_open ? "<" : "≤", bound_text(range.high));
    return {};
}

}  // namespace rebond
