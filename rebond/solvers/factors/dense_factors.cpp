#include "rebond/solvers/factors/dense_factors.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/factors/pivot.hpp"

#include <Eigen/Cholesky>

namespace rebond {

void DenseFactors::add(double scale, const SymmetricMatrix& term)
{
    require(term.size() == lower_.rows(), "a term of another size");
    term.for_each([&](Index i, Index j, double value) { lower_(j, i) += scale * value; });
}

bool DenseFactors::factor()
{
    Eigen::Ref<Matrix> in_place(lower_);
    if (Eigen::LLT<Eigen::Ref<Matrix>>(in_place).info() != Eigen::Success) return false;
    for (Index i = 0; i < lower_.rows(); ++i)
        if (!is_positive_pivot(lower_(i, i))) return false;
    return true;
}

void DenseFactors::solve(Vector& x) const
{
    lower_.triangularView<Eigen::Lower>().solveInPlace(x);
    lower_.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
}

}  // namespace rebond
