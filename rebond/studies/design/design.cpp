#include "rebond/studies/design/design.hpp"

#include <cmath>
#include <numeric>

namespace rebond {

double case_count(const Design& design)
{
    double count = 1.0;
    for (const ParameterAxis& axis : design.axes) count *= static_cast<double>(size_of(axis));
    return count;
}

std::vector<std::uint64_t> digits_of(const Design& design, std::uint64_t index)
{
    std::vector<std::uint64_t> digits(design.axes.size());
    for (std::size_t j = digits.size(); j-- > 0;) {
        const std::uint64_t size = size_of(design.axes[j]);
        digits[j] = index % size;
        index /= size;
    }
    return digits;
}

Case case_at(const Design& design, std::uint64_t index)
{
    const std::vector<std::uint64_t> digits = digits_of(design, index);
    Case result{.index = index};
    result.values.reserve(digits.size());
    for (std::size_t j = 0; j < digits.size(); ++j)
        result.values.push_back(value_at(design.axes[j], digits[j], index));
    return result;
}

std::uint64_t scattered(std::uint64_t i, std::uint64_t count)
{
    // Multiples of the golden section fill an interval evenly at any time.
    auto a = static_cast<std::uint64_t>(0.6180339887498949 * static_cast<double>(count));
    while (std::gcd(a, count) != 1) ++a;
    return (i % count * (a % count) + count / 3) % count;
}

}  // namespace rebond
