#include "rebond/orbits/flow/signal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double rounding = 1e-14;

// c₀ + c₁ s + cos 2s + ½ e^{−3s}.
const ComplexVector exponents{{Complex(0.0, 2.0), Complex(-3.0, 0.0)}};
Signal signal(double constant, double slope)
{
    return {.constant = constant,
            .slope = slope,
            .amplitudes = ComplexVector{{Complex(1.0, 0.0), Complex(0.5, 0.0)}}};
}

TEST(Signal, has_the_value_rate_and_acceleration_of_its_terms)
{
    const SignalSearch search(exponents);
    const Signal f = signal(0.25, -0.75);
    for (const double s : {0.0, 0.3, 1.7}) {
        const double decay = 0.5 * std::exp(-3.0 * s);
        EXPECT_NEAR(search.value(f, s), 0.25 - 0.75 * s + std::cos(2.0 * s) + decay, rounding);
        EXPECT_NEAR(search.rate(f, s), -0.75 - 2.0 * std::sin(2.0 * s) - 3.0 * decay, rounding);
        EXPECT_NEAR(search.acceleration(f, s), -4.0 * std::cos(2.0 * s) + 9.0 * decay, rounding);
        EXPECT_NEAR(search.value(search.derivative(f), s), search.rate(f, s), rounding);
        EXPECT_NEAR(search.value(search.from(f, 0.4), s), search.value(f, s + 0.4), rounding);
    }
    EXPECT_EQ(search.fastest(), 3.0);
    EXPECT_EQ(f.size(), 1.75);
}

TEST(Signal, a_stone_comes_down_when_its_parabola_does)
{
    SignalSearch search(ComplexVector(0));
    // Thrown up with 3 m/s under 2 m/s²: s = 2·3/2.
    const Signal thrown{.constant = 0.0, .slope = 3.0, .curvature = -2.0, .amplitudes = ComplexVector(0)};
    const auto down = search.first_zero(thrown, 1, 10.0);
    ASSERT_TRUE(down);
    EXPECT_NEAR(*down, 3.0, rounding);
    EXPECT_FALSE(search.first_zero(thrown, 1, 2.9));
}

TEST(Signal, a_cosine_has_its_zeros_and_minima_where_they_are)
{
    SignalSearch search(ComplexVector{{Complex(0.0, 2.0)}});
    const Signal cosine{.constant = 0.5, .amplitudes = ComplexVector{{Complex(1.0, 0.0)}}};
    const auto zero = search.first_zero(cosine, 0, 10.0);  // cos 2s = −½
    ASSERT_TRUE(zero);
    EXPECT_NEAR(*zero, pi / 3.0, rounding);
    const auto minima = search.minima(cosine, 0, 3.2 * pi);
    ASSERT_EQ(minima.size(), 3u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(minima[k].at, (static_cast<double>(k) + 0.5) * pi, 1e-13);
        EXPECT_NEAR(minima[k].value, -0.5, rounding);
    }
}

}  // namespace
}  // namespace rebond::test
