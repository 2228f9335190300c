// How numbers are written along an axis: where the ticks fall and in which unit they read best.
//
// Ticks are multiples of 1, 2 or 5 × 10ⁿ. Values of a unit take an SI prefix (0.02 s reads 20 ms),
// others a power of ten. An interval that is tiny beside its own distance from zero is written as a
// difference from a round offset, so that its labels stay short.
//
// Along a logarithmic axis ticks are powers of ten, which keep the plain unit; where there are few, 1, 2 and
// 5 times those; and where the range is too narrow for that, the ticks of a linear axis.
#pragma once

#include "rebond/studies/design/scale.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct Extent {
    double lo = 0.0;
    double hi = 1.0;

    double span() const { return hi - lo; }
};

// Values beyond this are treated as missing: their differences would overflow.
inline constexpr double largest_drawable = 1e300;

bool is_drawable(double value);

// The smallest of 1, 2, 5 × 10ⁿ that is at least `value` > 0.
double round_up_125(double value);

// Multiples of a round step within `range`, about `wanted` of them and at least two.
std::vector<double> ticks(Extent range, int wanted);

// Powers of ten within `range`, about `wanted` of them if there are so many; if there are less than three, 1,
// 2 and 5 times those; if these are less than three as well, or if `range` is not > 0, none.
std::vector<double> logarithmic_ticks(Extent range, int wanted);

// The interval of all drawable values, or nothing if there are none.
std::optional<Extent> range_of(const std::vector<double>& values);

struct AxisScale {
    enum class Labels { decimals, shortest, powers_of_ten };

    double offset = 0.0;  // in SI units
    double unit = 1.0;    // one label unit in SI units, as 1e-3 for ms
    Labels labels = Labels::decimals;
    int decimals = 0;                      // of the tick labels, if they are of this kind
    std::vector<double> ticks = {};        // in SI units
    std::vector<double> minor_ticks = {};  // between them, without a label
    std::string label = {};                // "time [ms]"

    // The text at a tick; minus signs are typographic.
    std::string text(double value) const;
};

// `unit` is an SI unit ("s", "m/s"), or empty for a pure number. The prefix of linear axes is that of the
// greatest value written along it, or of `beside` where that is greater.
AxisScale axis_scale(Extent range, int wanted_ticks, const std::string& name, const std::string& unit,
                     Scale scale = Scale::linear, double beside = 0.0);

// The greatest value written along a linear axis.
double greatest_label(Extent range, int wanted_ticks);

// A number with its unit for running text: 0.0123 s is "12.3 ms".
std::string with_unit(double value, const std::string& unit, int significant_digits = 3);

}  // namespace rebond
