// The solutions f_0 … f_3 of
//
//     f'''' = m f,      f_j of unit j-th derivative and no other at x = 0,                               (1)
//
// by their power series, with all digits however small x is.
#pragma once

#include <array>
#include <cstddef>

namespace rebond {

// Up to this |x|, and for |m| ≤ 4, the first term left out is 10⁻²¹ of the first.
inline constexpr double longest_series = 2.0;
inline constexpr std::size_t series_terms = 8;

inline constexpr auto reciprocal_factorials = [] {
    std::array<double, 4 * series_terms> r{};
    double factorial = 1.0;
    for (std::size_t n = 0; n < r.size(); ++n) {
        if (n > 0) factorial *= static_cast<double>(n);
        r[n] = 1.0 / factorial;
    }
    return r;
}();

// f_0 − 1, f_1, f_2, f_3.
inline std::array<double, 4> fourth_order_series(double x, double m)
{
    const double z = m * x * x * x * x;
    std::array<double, 4> f{};
    for (std::size_t n = series_terms; n-- > 0;)
        for (std::size_t j = 0; j < 4; ++j)
            f[j] = z * f[j] + (n + j > 0 ? reciprocal_factorials[4 * n + j] : 0.0);
    f[1] *= x;
    f[2] *= x * x;
    f[3] *= x * x * x;
    return f;
}

}  // namespace rebond
