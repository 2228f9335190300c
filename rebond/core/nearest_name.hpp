// "Did you mean": the known name closest to a misspelt one.
//
// Distance counts insertions, deletions, replacements and swaps of neighbours, each as 1. A name is
// close when a third of its letters or fewer are wrong.
#pragma once

#include <span>
#include <string_view>

namespace rebond {

// The closest of `known`, the first among equals; empty if none is close.
std::string_view nearest_name(std::string_view misspelt, std::span<const std::string_view> known);

// The one of `known` that `begun` begins, with one letter in five or fewer wrong: of names that begin alike
// the shortest, if it begins the others; empty if there is no such one.
std::string_view begun_name(std::string_view begun, std::span<const std::string_view> known);

}  // namespace rebond
