#include "rebond/solvers/factors/diagonal_factors.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/factors/pivot.hpp"

namespace rebond {

void DiagonalFactors::add(double scale, const SymmetricMatrix& term)
{
    require(term.size() == diagonal_.size() && term.half_bandwidth() == 0, "a term of another structure");
    term.for_each([&](Index i, Index, double value) { diagonal_(i) += scale * value; });
}

bool DiagonalFactors::factor()
{
    for (double& entry : diagonal_) {
        if (!is_positive_pivot(entry)) return false;
        entry = 1.0 / entry;
    }
    return true;
}

}  // namespace rebond
