// Random numbers that belong to a place rather than to a time: the draw of a case depends on the seed, the
// key and the case's index, and not on what was drawn before.
//
// Philox4x32-10 [SalmonMoraesDrorShaw2011] scrambles a counter under a key:
//
//     (c₀, c₁, c₂, c₃) ↦ (hi(M₁c₂) ⊕ c₁ ⊕ k₀, lo(M₁c₂), hi(M₀c₀) ⊕ c₃ ⊕ k₁, lo(M₀c₀)),      (1)
//
// ten times, the key growing by Weyl constants in between.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace rebond {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key);

// What one case draws for one key.
struct Draw64 {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
};
Draw64 random_draw(std::uint64_t seed, std::string_view key, std::uint64_t case_index);

// In (0, 1), both ends excluded.
double uniform_draw(std::uint64_t seed, std::string_view key, std::uint64_t case_index);

// Of mean 0 and standard deviation 1, by Box and Muller's transformation.
double normal_draw(std::uint64_t seed, std::string_view key, std::uint64_t case_index);

}  // namespace rebond
