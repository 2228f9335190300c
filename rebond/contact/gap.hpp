// A unilateral constraint φ(q) = Σ w_i q_i + offset ≥ 0: the gap between two bodies.
//
// Only the non-zero weights are kept, so gaps, their rates and their reactions cost nothing in
// large models.
#pragma once

#include "rebond/core/types.hpp"

#include <vector>

namespace rebond {

struct Gap {
    struct Term {
        Index coordinate = 0;
        double weight = 0.0;
    };
    std::vector<Term> terms;  // w = ∇φ
    double offset = 0.0;      // [m]
};

// w · x, for x a velocity, an acceleration or a displacement.
inline double along(const Gap& gap, const Vector& x)
{
    double sum = 0.0;
    for (const auto& [i, w] : gap.terms) sum += w * x(i);
    return sum;
}

// φ(q) [m].
inline double gap_at(const Gap& gap, const Vector& q)
{
    return along(gap, q) + gap.offset;
}

// f ← f + ν w: a reaction or impulse ν enters the generalised forces.
inline void add_reaction(const Gap& gap, double reaction, Vector& f)
{
    for (const auto& [i, w] : gap.terms) f(i) += reaction * w;
}

}  // namespace rebond
