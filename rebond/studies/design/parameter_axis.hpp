// The values one key takes in a study: listed, stepped through, spaced, or drawn at random.
//
//     stepped      v_i = from + i·step, i < count                                            (1)
//     spaced       v_i = from + i (to − from)/(count − 1), or from (to/from)^(i/(count − 1)) (2)
//     uniform      v = low + (high − low) u, u in (0, 1)                                     (3)
//     normal       v = mean + deviation·z                                                    (4)
//
// (1) and (2) are computed from i, so that nothing drifts, and (1) in decimal: 0 in steps of 0.1 comes to
// the same 0.3 as somebody types. (3) and (4) draw anew for every case (random_draw.hpp).
#pragma once

#include "rebond/studies/design/value.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace rebond {

struct ListedValues {
    std::vector<Value> values;
};

struct SteppedValues {
    double from = 0.0, step = 0.0;  // times `scale`
    double scale = 1.0;             // a power of ten that makes both whole, or 1
    std::uint64_t count = 0;
    bool are_integers = false;
};

struct SpacedValues {
    double from = 0.0, to = 0.0;
    std::uint64_t count = 0;
    bool is_logarithmic = false;
    bool are_integers = false;
};

struct UniformDraws {
    double low = 0.0, high = 1.0;
    std::uint64_t count = 1;  // in each cell of the grid
    std::uint64_t seed = 0;
};

struct NormalDraws {
    double mean = 0.0, deviation = 1.0;
    std::uint64_t count = 1;
    std::uint64_t seed = 0;
};

struct ParameterAxis {
    std::string key;  // dotted, of the scene
    std::variant<ListedValues, SteppedValues, SpacedValues, UniformDraws, NormalDraws> values;
};

// More values than this count as so many; no study is as large.
inline constexpr std::uint64_t most_values = 1'000'000'000'000'000'000;

// From `from` to `to` inclusive. `step` is not zero and leads from one to the other.
SteppedValues stepped_values(double from, double to, double step, bool are_integers);

// `count` is at least 2, or `from` equals `to`.
SpacedValues spaced_values(double from, double to, std::uint64_t count, bool is_logarithmic,
                           bool are_integers);

bool is_random(const ParameterAxis& axis);
std::uint64_t size_of(const ParameterAxis& axis);

// Whether two neighbours in a range are the same number: it is too narrow for as many values.
bool has_equal_neighbours(const ParameterAxis& axis);

// The i-th value, in the case of index `case_index`.
Value value_at(const ParameterAxis& axis, std::uint64_t i, std::uint64_t case_index);

}  // namespace rebond
