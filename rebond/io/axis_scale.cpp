#include "rebond/io/axis_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace rebond {

namespace {

int decimal_exponent(double value)
{
    return static_cast<int>(std::floor(std::log10(value) + 1e-9));
}

// The exponent, a multiple of three, that leaves a mantissa of one to three digits before the
// point; ½ to 10⁴ need none.
int engineering_exponent(double magnitude)
{
    if (magnitude <= 0.0 || (magnitude >= 0.5 && magnitude < 1e4)) return 0;
    return 3 * static_cast<int>(std::floor(decimal_exponent(magnitude) / 3.0));
}

// The prefix of 10^exponent, or nothing if it has none.
std::optional<std::string_view> si_prefix(int exponent)
{
    constexpr std::array<std::string_view, 11> prefixes = {"f", "p", "n", "µ", "m", "",
                                                           "k", "M", "G", "T", "P"};
    const int index = exponent / 3 + 5;
    if (exponent % 3 != 0 || index < 0 || index >= static_cast<int>(prefixes.size())) return std::nullopt;
    return prefixes[static_cast<std::size_t>(index)];
}

bool takes_prefix(const std::string& unit)
{
    return !unit.empty() && unit != "kg" && unit != "°";
}

std::string superscript(int number)
{
    constexpr std::array<std::string_view, 10> digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    for (const char c : std::to_string(number))
        text += c == '-' ? std::string_view("⁻") : digits[static_cast<std::size_t>(c - '0')];
    return text;
}

// 10^exponent of a unit: "ms", "×10⁻⁶", "×10¹⁸ m", or nothing where there is neither unit nor power.
std::string scaled_unit(const std::string& unit, int exponent)
{
    if (exponent == 0) return unit;
    if (takes_prefix(unit))
        if (const auto prefix = si_prefix(exponent)) return std::string(*prefix) + unit;
    return "×10" + superscript(exponent) + (unit.empty() ? "" : " " + unit);
}

std::string with_minus_sign(std::string text)
{
    for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at))
        text.replace(at, 1, "−");
    return text;
}

// 1, 2, 5 are each other's inverses, up to powers of ten.
double round_down_125(double value)
{
    return 1.0 / round_up_125(1.0 / value);
}

// The round step that comes closest, in ratio, to `wanted` steps in the range.
double tick_step(Extent range, int wanted)
{
    const double exact = range.span() / std::max(wanted, 2);
    const double above = round_up_125(exact);
    const double below = round_down_125(exact);
    return exact * exact < above * below ? below : above;
}

// Digits after the point that tell multiples of `step` apart.
int decimals_for(double step)
{
    return std::clamp(-decimal_exponent(step), 0, 12);
}

}  // namespace

bool is_drawable(double value)
{
    return std::isfinite(value) && std::abs(value) <= largest_drawable;
}

double round_up_125(double value)
{
    if (!(value > 0.0) || !std::isfinite(value)) return 1.0;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * power >= value * (1.0 - 1e-9)) return digit * power;
    return 10.0 * power;
}

std::vector<double> ticks(Extent range, int wanted)
{
    if (!is_drawable(range.lo) || !is_drawable(range.hi) || !(range.span() > 0.0)) return {};
    // A span lost in the rounding of its own end points has no ticks to tell apart.
    if (range.span() < 1e-13 * std::max(std::abs(range.lo), std::abs(range.hi))) return {};

    const auto multiples = [&](double step) {
        std::vector<double> at;
        const double slack = 1e-9;
        const double first = std::ceil(range.lo / step - slack);
        const double last = std::floor(range.hi / step + slack);
        for (double k = first; k <= last; k += 1.0) at.push_back(k == 0.0 ? 0.0 : k * step);
        return at;
    };
    double step = tick_step(range, wanted);
    std::vector<double> at = multiples(step);
    for (int finer = 0; at.size() < 2 && finer < 3; ++finer) {
        step = round_down_125(0.9 * step);
        at = multiples(step);
    }
    return at;
}

std::optional<Extent> range_of(const std::vector<double>& values)
{
    std::optional<Extent> range;
    for (const double value : values) {
        if (!is_drawable(value)) continue;
        if (!range) range = Extent{value, value};
        range->lo = std::min(range->lo, value);
        range->hi = std::max(range->hi, value);
    }
    return range;
}

std::string AxisScale::text(double value) const
{
    const double shown = (value - offset) / unit;
    // Rounding to the label's digits would otherwise write "−0.0".
    const double half_digit = 0.5 * std::pow(10.0, -decimals);
    return with_minus_sign(fmt::format("{:.{}f}", std::abs(shown) < half_digit ? 0.0 : shown, decimals));
}

AxisScale axis_scale(Extent range, int wanted_ticks, const std::string& name, const std::string& unit)
{
    AxisScale scale;
    scale.ticks = ticks(range, wanted_ticks);
    const double step = scale.ticks.size() > 1 ? scale.ticks[1] - scale.ticks[0] : range.span();

    // A narrow interval far from zero is shown as a difference from its first tick.
    double magnitude = std::max(std::abs(range.lo), std::abs(range.hi));
    const bool is_narrow = step > 0.0 && step < 1e-4 * magnitude && !scale.ticks.empty();
    if (is_narrow) {
        scale.offset = scale.ticks.front();
        magnitude = range.span();
    }

    const int exponent = engineering_exponent(magnitude);
    scale.unit = std::pow(10.0, exponent);
    scale.decimals = step > 0.0 ? decimals_for(step / scale.unit) : 0;

    const std::string in_unit = scaled_unit(unit, exponent);
    scale.label = name;
    if (is_narrow) {
        const int digits =
            std::clamp(decimal_exponent(std::abs(scale.offset)) - decimal_exponent(step) + 1, 1, 15);
        const std::string offset = with_minus_sign(fmt::format("{:.{}g}", std::abs(scale.offset), digits));
        scale.label += (scale.offset < 0.0 ? " + " : " − ") + offset + (unit.empty() ? "" : " " + unit);
    }
    if (!in_unit.empty()) scale.label += (scale.label.empty() ? "[" : " [") + in_unit + "]";
    return scale;
}

std::string with_unit(double value, const std::string& unit, int significant_digits)
{
    if (!std::isfinite(value)) return "–";
    const double magnitude = std::abs(value);
    const int exponent = engineering_exponent(magnitude);
    const double shown = value / std::pow(10.0, exponent);
    const int before_point = magnitude > 0.0 ? decimal_exponent(std::abs(shown)) + 1 : 1;
    const int decimals = std::max(significant_digits - before_point, 0);
    const std::string number = with_minus_sign(fmt::format("{:.{}f}", shown, magnitude > 0.0 ? decimals : 0));
    const std::string in_unit = scaled_unit(unit, exponent);
    return in_unit.empty() ? number : number + " " + in_unit;
}

}  // namespace rebond
