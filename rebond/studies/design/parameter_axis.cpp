#include "rebond/studies/design/parameter_axis.hpp"

#include "rebond/core/error.hpp"
#include "rebond/studies/design/random_draw.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace rebond {
namespace {

constexpr double largest_whole = 9007199254740992.0;  // 2⁵³: below it doubles hold every integer

// Digits behind the point of the shortest decimal that reads back to x; negative for 1200 = 12e2.
int decimals_of(double x)
{
    std::array<char, 32> buffer = {};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), x, std::chars_format::scientific);
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t e = text.find('e'), point = text.find('.');
    const int behind_point = point == std::string_view::npos ? 0 : static_cast<int>(e - point) - 1;
    return behind_point - std::atoi(std::string(text.substr(e + 1)).c_str());
}

// The power of ten that makes all of them whole without rounding, or 1.
double decimal_scale(std::initializer_list<double> numbers)
{
    int decimals = 0;
    for (const double x : numbers) decimals = std::max(decimals, decimals_of(x));
    if (decimals > 15) return 1.0;
    const double scale = std::pow(10.0, decimals);
    const bool are_whole = std::all_of(numbers.begin(), numbers.end(), [=](double x) {
        const double whole = std::nearbyint(x * scale);
        return std::abs(whole) < largest_whole && whole / scale == x;
    });
    return are_whole ? scale : 1.0;
}

Value number(double x, bool is_integer)
{
    if (is_integer) return static_cast<std::int64_t>(x);
    return x;
}

struct Size {
    std::uint64_t operator()(const ListedValues& listed) const { return listed.values.size(); }
    std::uint64_t operator()(const auto& values) const { return values.count; }
};

struct At {
    const std::string& key;
    std::uint64_t i;
    std::uint64_t case_index;

    Value operator()(const ListedValues& listed) const { return listed.values[i]; }

    Value operator()(const SteppedValues& stepped) const
    {
        const auto steps = static_cast<double>(i);
        return number((stepped.from + steps * stepped.step) / stepped.scale, stepped.are_integers);  // (1)
    }

    Value operator()(const SpacedValues& spaced) const
    {
        const auto& [from, to, count, is_logarithmic, are_integers] = spaced;
        if (i == 0) return number(from, are_integers);
        if (i + 1 == count) return number(to, are_integers);
        const double fraction = static_cast<double>(i) / static_cast<double>(count - 1);
        return number(is_logarithmic
                          ? from * std::pow(to / from, fraction)
                          : from + static_cast<double>(i) * (to - from) / static_cast<double>(count - 1),
                      are_integers);  // (2)
    }

    Value operator()(const UniformDraws& draws) const
    {
        return draws.low + (draws.high - draws.low) * uniform_draw(draws.seed, key, case_index);  // (3)
    }

    Value operator()(const NormalDraws& draws) const
    {
        return draws.mean + draws.deviation * normal_draw(draws.seed, key, case_index);  // (4)
    }
};

}  // namespace

SteppedValues stepped_values(double from, double to, double step, bool are_integers)
{
    require(step != 0.0 && (to - from) / step >= 0.0,
            "stepped_values: the step does not lead from one to the other");
    const double scale = decimal_scale({from, to, step});
    const auto scaled = [=](double x) { return scale == 1.0 ? x : std::nearbyint(x * scale); };
    // Where the decimals are not exact, the last value may be a rounding error short of `to`.
    const double steps = (scaled(to) - scaled(from)) / scaled(step);
    const double count = std::floor(steps * (1.0 + 1e-12) + 1e-9) + 1.0;
    return {
        .from = scaled(from),
        .step = scaled(step),
        .scale = scale,
        .count = count < static_cast<double>(most_values) ? static_cast<std::uint64_t>(count) : most_values,
        .are_integers = are_integers};
}

SpacedValues spaced_values(double from, double to, std::uint64_t count, bool is_logarithmic,
                           bool are_integers)
{
    require(count >= 2 || from == to, "spaced_values: fewer than two values");
    // Integers stay integers if all of them are.
    const double spacing = count > 1 ? (to - from) / static_cast<double>(count - 1) : 0.0;
    return {.from = from,
            .to = to,
            .count = std::min(count, most_values),
            .is_logarithmic = is_logarithmic,
            .are_integers = are_integers && !is_logarithmic && std::nearbyint(spacing) == spacing};
}

bool is_random(const ParameterAxis& axis)
{
    return std::holds_alternative<UniformDraws>(axis.values) ||
           std::holds_alternative<NormalDraws>(axis.values);
}

std::uint64_t size_of(const ParameterAxis& axis)
{
    return std::visit(Size{}, axis.values);
}

bool has_equal_neighbours(const ParameterAxis& axis)
{
    const std::uint64_t size = size_of(axis);
    if (size < 2 || is_random(axis)) return false;
    // Of the values they lie between, steps are the smallest part at one of the ends, and rounding changes
    // them by less than this.
    constexpr double clear = 1e-12;
    const auto are_clear = [&](std::uint64_t i) {
        const auto a = number_in(value_at(axis, i, 0)), b = number_in(value_at(axis, i + 1, 0));
        return a && b && std::abs(*b - *a) > clear * std::max(std::abs(*a), std::abs(*b));
    };
    if (are_clear(0) && are_clear(size - 2)) return false;
    for (std::uint64_t i = 0; i + 1 < size; ++i)
        if (value_at(axis, i, 0) == value_at(axis, i + 1, 0)) return true;
    return false;
}

Value value_at(const ParameterAxis& axis, std::uint64_t i, std::uint64_t case_index)
{
    return std::visit(At{axis.key, i, case_index}, axis.values);
}

}  // namespace rebond
