#include "rebond/studies/design/random_draw.hpp"

#include "rebond/studies/fingerprint.hpp"

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

std::uint32_t low(std::uint64_t x)
{
    return static_cast<std::uint32_t>(x);
}
std::uint32_t high(std::uint64_t x)
{
    return static_cast<std::uint32_t>(x >> 32);
}

// The middle of one of 2⁵³ equal parts of (0, 1).
double in_unit_interval(std::uint64_t bits)
{
    return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53;
}

}  // namespace

PhiloxCounter philox(PhiloxCounter c, PhiloxKey k)
{
    constexpr std::uint64_t M0 = 0xD2511F53, M1 = 0xCD9E8D57;
    constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = M0 * c[0], product1 = M1 * c[2];
        c = {high(product1) ^ c[1] ^ k[0], low(product1), high(product0) ^ c[3] ^ k[1],
             low(product0)};  // (1)
        k = {k[0] + weyl0, k[1] + weyl1};
    }
    return c;
}

Draw64 random_draw(std::uint64_t seed, std::string_view key, std::uint64_t case_index)
{
    const std::uint64_t name = fingerprint(key);
    const auto c =
        philox({low(case_index), high(case_index), low(name), high(name)}, {low(seed), high(seed)});
    return {std::uint64_t{c[1]} << 32 | c[0], std::uint64_t{c[3]} << 32 | c[2]};
}

double uniform_draw(std::uint64_t seed, std::string_view key, std::uint64_t case_index)
{
    return in_unit_interval(random_draw(seed, key, case_index).first);
}

double normal_draw(std::uint64_t seed, std::string_view key, std::uint64_t case_index)
{
    const auto [first, second] = random_draw(seed, key, case_index);
    return std::sqrt(-2.0 * std::log(in_unit_interval(first))) *
           std::cos(2.0 * std::numbers::pi * in_unit_interval(second));
}

}  // namespace rebond
