// The conditions of coulomb_complementarity.hpp in other words than the solvers': every velocity and impulse
// by itself.
#pragma once

#include "rebond/core/types.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace rebond {

inline void expect_coulomb(const Matrix& G, const Vector& b, double friction, const Vector& p)
{
    const Vector w = b + G * p;
    const double small = 1e-8 * b.norm();
    for (Index k = 0; k < b.size() / 2; ++k) {
        const double N = p(2 * k), T = p(2 * k + 1), w_n = w(2 * k), w_t = w(2 * k + 1);
        EXPECT_GE(N, 0.0);
        EXPECT_GE(w_n, -small);
        if (N > 0.0) {
            EXPECT_LE(w_n, small);
        }
        EXPECT_LE(std::abs(T), friction * N * (1.0 + 1e-8) + small);
        if (std::abs(w_t) > small) {
            EXPECT_NEAR(T, -std::copysign(friction * N, w_t), 1e-7 * (N + small));
        }
    }
}

}  // namespace rebond
