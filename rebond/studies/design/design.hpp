// Which cases a study has: the product of its axes.
//
// Cases are numbered in mixed radix, the last axis fastest: with axes of sizes n₁ … n_k the case
//
//     index = (…(i₁ n₂ + i₂) n₃ + …) n_k + i_k                                               (1)
//
// takes the i_j-th value of axis j. Nothing is listed: a case follows from its index.
#pragma once

#include "rebond/studies/design/parameter_axis.hpp"

#include <cstdint>
#include <vector>

namespace rebond {

struct Case {
    std::uint64_t index = 0;
    std::vector<Value> values = {};  // one for each axis
};

struct Design {
    std::vector<ParameterAxis> axes = {};
};

inline constexpr double most_cases = 1e8;  // of a study

// As a floating-point number: axes multiply beyond any integer.
double case_count(const Design& design);

// The digits i₁ … i_k of (1).
std::vector<std::uint64_t> digits_of(const Design& design, std::uint64_t index);

Case case_at(const Design& design, std::uint64_t index);

// The i-th case in an order that jumps about: i ↦ a·i + b modulo `count`, with a prime to `count`. A
// part of the cases then shows the whole range, and its pace is that of the rest.
std::uint64_t scattered(std::uint64_t i, std::uint64_t count);

}  // namespace rebond
