#include "rebond/solvers/oscillations/phasor_sums.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

namespace rebond::test {
namespace {

using Complex = std::complex<double>;
using Long = std::complex<long double>;

std::vector<Complex> some_exponents(int n, bool damped)
{
    std::mt19937 random(21);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    std::vector<Complex> lambda;
    for (int j = 0; j < n; ++j)
        lambda.emplace_back(damped && j % 3 ? -0.2 * uniform(random) : 0.0, uniform(random));
    if (damped) lambda[0] = -0.7;
    return lambda;
}

OwnedPhasors some_phasors(int n)
{
    std::mt19937 random(22);
    std::normal_distribution<double> normal;
    OwnedPhasors a(n);
    for (int j = 0; j < n; ++j) {
        a.re(j) = normal(random);
        a.im(j) = normal(random);
    }
    return a;
}

// The largest error of u = a e^{λs} with the product λs rounded as it must be, relative to |a|.
double error_of(const OwnedPhasors& u, const std::vector<Complex>& lambda, const OwnedPhasors& a, double s)
{
    double largest = 0.0;
    for (std::size_t j = 0; j < lambda.size(); ++j) {
        const Long phase(lambda[j].real() * s, lambda[j].imag() * s);
        const Long amplitude(a.re(j), a.im(j));
        const Long exact = amplitude * std::exp(phase);
        const Long difference = Long(u.re(j), u.im(j)) - exact;
        largest = std::max(largest, static_cast<double>(std::abs(difference) / std::abs(amplitude)));
    }
    return largest;
}

TEST(PhasorSums, turning_is_exact_to_rounding_at_any_angle)
{
    for (const bool damped : {false, true}) {
        const auto lambda = some_exponents(101, damped);
        const Exponents exponents(lambda);
        const OwnedPhasors a = some_phasors(101);
        OwnedPhasors u(101);
        for (const double s : {0.0, 1e-9, 0.3, 0.785398, 1.5707963, 3.2, 6.0, 100.0, 9.9e3, 1.5e6, 1e8}) {
            turn(exponents, s, a, 0, 101, u);
            EXPECT_LT(error_of(u, lambda, a, s), 6e-16) << s;  // rounding: sine, cosine, fading and product
        }
    }
}

TEST(PhasorSums, thousands_of_turns_do_not_drift)
{
    const auto lambda = some_exponents(20, false);
    const Exponents exponents(lambda);
    const OwnedPhasors a = some_phasors(20);
    OwnedPhasors u(20);
    double largest = 0.0;
    for (int step = 0; step < 20000; ++step) {
        turn(exponents, 0.37 * step, a, 0, 20, u);
        largest = std::max(largest, error_of(u, lambda, a, 0.37 * step));
    }
    EXPECT_LT(largest, 6e-16);
}

TEST(PhasorSums, nudging_is_turning_a_little)
{
    for (const bool damped : {false, true}) {
        const auto lambda = some_exponents(33, damped);
        const Exponents exponents(lambda);
        const OwnedPhasors a = some_phasors(33);
        for (const double s : {largest_nudge, -largest_nudge, 1e-7, 0.0}) {
            OwnedPhasors u = a;
            nudge(exponents, s, u);
            EXPECT_LT(error_of(u, lambda, a, s), 5e-16);
        }
    }
}

TEST(PhasorSums, moments_are_derivatives_and_the_remainder_bounds_the_rest)
{
    for (const bool damped : {false, true})
        for (const int n : {0, 1, 7, 8, 9, 40}) {
            const auto lambda = n == 0 ? std::vector<Complex>{} : some_exponents(n, damped);
            const Exponents exponents(lambda);
            const OwnedPhasors u = some_phasors(n);
            const std::vector<double> w(n, -0.7);
            const double c = 0.9;
            const auto high = moments<24>(exponents, w, u, n, c, 6.0);
            const auto low = moments<6>(exponents, w, u, n, c, 2.0);
            for (int k = 0; k < 24; ++k) {
                Long expected = 0.0L;
                for (int j = 0; j < n; ++j) {
                    Long z(u.re(j), u.im(j));
                    for (int i = 0; i < k; ++i) z *= Long(lambda[j].real(), lambda[j].imag()) * Long(c);
                    expected += -0.7L * z;
                }
                EXPECT_NEAR(high.m[k], static_cast<double>(expected.real()), 1e-14 * n);
                if (k < 6) {
                    EXPECT_EQ(low.m[k], high.m[k]);
                }
            }
            // The series of the sum at τ and what it leaves out.
            const auto left_out = [&](const auto& m, double tau) {
                long double rest = 0.0L;
                for (int j = 0; j < n; ++j)
                    rest += -0.7L * (Long(u.re(j), u.im(j)) *
                                     std::exp(Long(lambda[j].real(), lambda[j].imag()) * Long(c * tau)))
                                        .real();
                long double power = 1.0L;
                for (std::size_t k = 0; k < m.m.size(); ++k) {
                    rest -= m.m[k] * power;
                    power *= static_cast<long double>(tau) / static_cast<long double>(k + 1);
                }
                EXPECT_LE(std::abs(static_cast<double>(rest)),
                          m.remainder * static_cast<double>(power) + 1e-12);
            };
            for (const double tau : {0.1, 1.0, 3.0, 6.0}) left_out(high, tau);
            for (const double tau : {0.1, 0.5, 1.0, 2.0}) left_out(low, tau);
        }
}

TEST(PhasorSums, growing_exponents_are_refused)
{
    EXPECT_THROW(Exponents(std::vector<Complex>{Complex(1e-9, 1.0)}), std::logic_error);
    EXPECT_THROW(Exponents(std::vector<Complex>{Complex(0.0, INFINITY)}), std::logic_error);
}

}  // namespace
}  // namespace rebond::test
