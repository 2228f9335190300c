// Derivatives of a function of one number, from its values at x ± h, ± 2h, ± 3h.
//
// Central differences of order 2, 4 and 6 come from the same seven values,
//
//     f′ ≈ D_6 = [45 (f₁ − f₋₁) − 9 (f₂ − f₋₂) + (f₃ − f₋₃)]/60h,                                        (1)
//     f″ ≈ D_6 = [270 (f₁ + f₋₁) − 27 (f₂ + f₋₂) + 2 (f₃ + f₋₃) − 490 f₀]/180h²,                          (2)
//
// and their differences tell the error of the last one: |D_6 − D_4|²/|D_4 − D_2| where they converge, and the
// rounding of the numbers that f is the difference of, over h or h². h is divided by four until rounding is
// the larger error, and the best estimate is taken. Where f is smooth over `length` the error is about 1e-13
// of size/length in (1) and 1e-11 of size/length² in (2). A function that changes over less costs more
// values, and is as accurate in its own length. It must be smooth over the values taken: next to a kink the
// derivative is that of no side.
#pragma once

#include <functional>

namespace rebond {

using Scalar = std::function<double(double)>;

// f′(0) and f″(0), for f(x) that changes over about `length` > 0 and is the difference of numbers of about
// `size`, or is larger itself.
[[nodiscard]] double first_derivative(const Scalar& f, double length, double size);
[[nodiscard]] double second_derivative(const Scalar& f, double length, double size);

}  // namespace rebond
