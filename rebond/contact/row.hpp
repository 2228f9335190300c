// A direction in the space of coordinates, of which only the non-zero weights are kept: gaps, their rates and
// their reactions cost nothing in large models.
#pragma once

#include "rebond/core/types.hpp"

#include <vector>

namespace rebond {

struct Term {
    Index coordinate = 0;
    double weight = 0.0;
};

using Row = std::vector<Term>;  // w

// w · x, for x a velocity, an acceleration or a displacement.
inline double along(const Row& row, const Vector& x)
{
    double sum = 0.0;
    for (const auto& [i, w] : row) sum += w * x(i);
    return sum;
}

// f ← f + ν w: a reaction or impulse ν enters the generalised forces.
inline void add_reaction(const Row& row, double reaction, Vector& f)
{
    for (const auto& [i, w] : row) f(i) += reaction * w;
}

}  // namespace rebond
