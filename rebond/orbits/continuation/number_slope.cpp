#include "rebond/orbits/continuation/number_slope.hpp"

namespace rebond {
namespace {

std::optional<Vector> to_one_side(const std::function<std::optional<Vector>(double)>& at, double h)
{
    const auto here = at(0.0), first = at(h), second = at(2.0 * h), third = at(3.0 * h), fourth = at(4.0 * h);
    if (!here || !first || !second || !third || !fourth) return std::nullopt;
    return (48.0 * *first - 25.0 * *here - 36.0 * *second + 16.0 * *third - 3.0 * *fourth) / (12.0 * h);
}

}  // namespace

std::optional<Vector> number_slope(const std::function<std::optional<Vector>(double)>& at, double h)
{
    const auto left = at(-h), right = at(h);
    const auto far_left = left ? at(-2.0 * h) : std::nullopt, far_right = right ? at(2.0 * h) : std::nullopt;
    if (far_left && far_right) return (8.0 * (*right - *left) - (*far_right - *far_left)) / (12.0 * h);
    return to_one_side(at, far_right ? h : -h);
}

}  // namespace rebond
