#include "rebond/solvers/oscillations/chirp_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

namespace rebond::test {
namespace {

TEST(ChirpSum, agrees_with_the_sum_term_by_term)
{
    std::mt19937 random(51);
    std::normal_distribution<double> normal;
    for (const Index n : {1, 2, 3, 4, 5, 7, 8, 16, 31, 97, 200})
        for (const Index period : {Index{1}, 2 * n, 2 * n + 1, Index{53}})
            for (const Index twice_a : {0, 1, 2})
                for (const Index twice_b : {0, 1}) {
                    const Vector x = Vector::NullaryExpr(n, [&] { return normal(random); });
                    ChirpSum sum(n, period, twice_a, twice_b);
                    sum.apply(x);
                    for (Index m = 0; m < n; ++m) {
                        long double re = 0.0L, im = 0.0L;
                        for (Index k = 0; k < n; ++k) {
                            const Index p = (2 * k + twice_a) * (2 * m + twice_b) % (4 * period);
                            const long double angle =
                                2.0L * std::numbers::pi_v<long double> * p / (4.0L * period);
                            re += x(k) * std::cos(angle);
                            im += x(k) * std::sin(angle);
                        }
                        // Rounding of the transforms, relative to the norm of X.
                        const double allowed = 1e-15 * std::sqrt(static_cast<double>(n)) * x.norm();
                        EXPECT_NEAR(sum.real()(m), static_cast<double>(re), allowed);
                        EXPECT_NEAR(sum.imaginary()(m), static_cast<double>(im), allowed);
                    }
                }
}

TEST(ChirpSum, refuses_wrong_lengths)
{
    EXPECT_THROW(ChirpSum(4, 0, 0, 0), std::logic_error);
    ChirpSum sum(4, 8, 0, 0);
    EXPECT_THROW(sum.apply(Vector::Ones(5)), std::logic_error);
}

}  // namespace
}  // namespace rebond::test
