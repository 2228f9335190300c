// Student's distribution of n degrees of freedom, for intervals of confidence.
//
// The chance of |T| < t is a finite sum of positive terms in the angle θ = atan(t/√n):
//
//     n odd:    (2/π) [θ + sin θ (c + (2/3) c³ + (2·4)/(3·5) c⁵ + … up to c^(n−2))],   c = cos θ       (1)
//     n even:   sin θ (1 + (1/2) c² + (1·3)/(2·4) c⁴ + … up to c^(n−2))                                 (2)
#pragma once

namespace rebond {

// The chance of |T| < t, for t ≥ 0 and n ≥ 1. Cost: n/2 terms.
[[nodiscard]] double student_chance_within(double t, long degrees_of_freedom);

// t with |T| < t by `chance` in (0, 1): the two-sided interval is ± t. Relative error about 1e-13 for chances
// up to 0.999; beyond, 1 − chance loses digits.
[[nodiscard]] double student_bound(double chance, long degrees_of_freedom);

}  // namespace rebond
