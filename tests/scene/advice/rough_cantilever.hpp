// A steel cantilever of 150 Euler–Bernoulli elements [Przemieniecki1968, ch. 11] of 1 m: deflection [m] and
// slope of each node, clamped at the first. Its fastest mode has ω = 91.65/a² √(EI/ρA) = 3.1e7 rad/s.
#pragma once

#include "rebond/core/types.hpp"

namespace rebond::test {

struct Cantilever {
    static constexpr Index elements = 150;
    static constexpr double a = 1.0 / elements;            // [m]
    static constexpr double bending = 2.1e11 * 8.333e-10;  // EI [N m²], of a square of 10 mm
    static constexpr double line_mass = 7800.0 * 1e-4;     // ρA [kg/m]

    Matrix M = Matrix::Zero(2 * elements, 2 * elements), K = M;

    Cantilever()
    {
        const double k[4][4] = {{12, 6 * a, -12, 6 * a},
                                {6 * a, 4 * a * a, -6 * a, 2 * a * a},
                                {-12, -6 * a, 12, -6 * a},
                                {6 * a, 2 * a * a, -6 * a, 4 * a * a}};
        const double m[4][4] = {{156, 22 * a, 54, -13 * a},
                                {22 * a, 4 * a * a, 13 * a, -3 * a * a},
                                {54, 13 * a, 156, -22 * a},
                                {-13 * a, -3 * a * a, -22 * a, 4 * a * a}};
        for (Index e = 0; e < elements; ++e)
            for (Index i = 0; i < 4; ++i)
                for (Index j = 0; j < 4; ++j) {
                    const Index row = 2 * (e - 1) + i, column = 2 * (e - 1) + j;
                    if (row < 0 || column < 0) continue;
                    M(row, column) += line_mass * a / 420.0 * m[i][j];
                    K(row, column) += bending / (a * a * a) * k[i][j];
                }
    }
};

}  // namespace rebond::test
