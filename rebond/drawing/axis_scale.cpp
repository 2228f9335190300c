#include "rebond/drawing/axis_scale.hpp"

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

// Multiples of `step` within `range`, up to rounding.
std::vector<double> multiples(Extent range, double step)
{
    const double slack = 1e-9;
    const double last = std::floor(range.hi / step + slack);
    std::vector<double> at;
    for (double k = std::ceil(range.lo / step - slack); k <= last; k += 1.0)
        at.push_back(k == 0.0 ? 0.0 : k * step);
    return at;
}

// "time [ms]"
std::string with_brackets(const std::string& name, const std::string& unit)
{
    if (unit.empty()) return name;
    return name.empty() ? "[" + unit + "]" : name + " [" + unit + "]";
}

bool has_logarithms(Extent range)
{
    return range.lo > 0.0 && range.hi > range.lo && is_drawable(range.hi);
}

// Each of `digits` times 10ⁿ, for all n, within `range`.
std::vector<double> digits_of_decades(Extent range, const std::vector<double>& digits)
{
    const double slack = 1e-9;
    std::vector<double> at;
    for (double n = std::floor(std::log10(range.lo)); n <= std::log10(range.hi) + slack; n += 1.0)
        for (const double digit : digits) {
            const double value = digit * std::pow(10.0, n);
            if (value >= range.lo * (1.0 - slack) && value <= range.hi * (1.0 + slack)) at.push_back(value);
        }
    return at;
}

// Digits after the point that tell multiples of `step` apart.
int decimals_for(double step)
{
    return std::clamp(-decimal_exponent(step), 0, 12);
}

// `at` are at least three, evenly spaced powers of ten or 1, 2, 5 times those.
AxisScale logarithmic_scale(Extent range, const std::vector<double>& at, const std::string& name,
                            const std::string& unit)
{
    AxisScale axis;
    axis.ticks = at;
    const double ratio = at[1] / at[0];
    const bool are_powers = ratio > 9.0;
    const bool are_readable = at.front() > 0.9e-3 && at.back() < 1.1e4;
    const bool is_plain = are_powers || (are_readable && !takes_prefix(unit));
    const int exponent = is_plain ? 0 : engineering_exponent(range.hi);
    axis.unit = std::pow(10.0, exponent);
    axis.labels =
        !are_powers || are_readable ? AxisScale::Labels::shortest : AxisScale::Labels::powers_of_ten;
    axis.label = with_brackets(name, scaled_unit(unit, exponent));
    // All digits of a decade or, where decades are left out, those; but not hundreds of them.
    if (ratio < 11.0)
        axis.minor_ticks = digits_of_decades(range, {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0});
    else if (ratio < 1.1e5)
        axis.minor_ticks = digits_of_decades(range, {1.0});
    std::erase_if(axis.minor_ticks,
                  [&](double tick) { return std::find(at.begin(), at.end(), tick) != at.end(); });
    return axis;
}

// A narrow interval far from zero is shown as a difference from its first tick.
bool is_far_from_zero(Extent range, const std::vector<double>& ticks)
{
    const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : range.span();
    return step > 0.0 && step < 1e-4 * std::max(std::abs(range.lo), std::abs(range.hi)) && !ticks.empty();
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

    double step = tick_step(range, wanted);
    std::vector<double> at = multiples(range, step);
    for (int finer = 0; at.size() < 2 && finer < 3; ++finer) {
        step = round_down_125(0.9 * step);
        at = multiples(range, step);
    }
    return at;
}

std::vector<double> logarithmic_ticks(Extent range, int wanted)
{
    if (!has_logarithms(range)) return {};
    constexpr std::size_t least = 3;
    const Extent exponents{std::log10(range.lo), std::log10(range.hi)};
    double step = std::max(tick_step(exponents, wanted), 1.0);
    while (step > 1.0 && multiples(exponents, step).size() < least) step = round_down_125(0.9 * step);
    std::vector<double> at;
    for (const double n : multiples(exponents, step)) at.push_back(std::pow(10.0, n));
    if (at.size() < least) at = digits_of_decades(range, {1.0, 2.0, 5.0});
    return at.size() < least ? std::vector<double>{} : at;
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
    if (labels == Labels::powers_of_ten) return "10" + superscript(decimal_exponent(value));
    const double shown = (value - offset) / unit;
    if (labels == Labels::shortest) return fmt::format("{:.12g}", shown);
    // Rounding to the label's digits would otherwise write "−0.0".
    const double half_digit = 0.5 * std::pow(10.0, -decimals);
    return with_minus_sign(fmt::format("{:.{}f}", std::abs(shown) < half_digit ? 0.0 : shown, decimals));
}

double greatest_label(Extent range, int wanted_ticks)
{
    return is_far_from_zero(range, ticks(range, wanted_ticks))
               ? range.span()
               : std::max(std::abs(range.lo), std::abs(range.hi));
}

AxisScale axis_scale(Extent range, int wanted_ticks, const std::string& name, const std::string& unit,
                     Scale scale, double beside)
{
    if (scale == Scale::logarithmic)
        if (const std::vector<double> at = logarithmic_ticks(range, wanted_ticks); !at.empty())
            return logarithmic_scale(range, at, name, unit);

    AxisScale axis;
    axis.ticks = ticks(range, wanted_ticks);
    const double step = axis.ticks.size() > 1 ? axis.ticks[1] - axis.ticks[0] : range.span();

    const bool is_narrow = is_far_from_zero(range, axis.ticks);
    if (is_narrow) axis.offset = axis.ticks.front();
    const int exponent = engineering_exponent(std::max(greatest_label(range, wanted_ticks), beside));
    axis.unit = std::pow(10.0, exponent);
    axis.decimals = step > 0.0 ? decimals_for(step / axis.unit) : 0;

    const std::string in_unit = scaled_unit(unit, exponent);
    axis.label = name;
    if (is_narrow) {
        const int digits =
            std::clamp(decimal_exponent(std::abs(axis.offset)) - decimal_exponent(step) + 1, 1, 15);
        const std::string offset = with_minus_sign(fmt::format("{:.{}g}", std::abs(axis.offset), digits));
        axis.label += (axis.offset < 0.0 ? " + " : " − ") + offset + (unit.empty() ? "" : " " + unit);
    }
    axis.label = with_brackets(axis.label, in_unit);
    return axis;
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
