#include "rebond/solvers/factors/sparse_factors.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/factors/pivot.hpp"

#include <algorithm>

namespace rebond {

SparseFactors::SparseFactors(Index n, const std::vector<Entry>& pattern)
    : upper_(n, n), reciprocals_(n), permuted_(n)
{
    std::vector<Eigen::Triplet<double>> places;
    places.reserve(pattern.size() + static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i) places.emplace_back(static_cast<int>(i), static_cast<int>(i), 0.0);
    for (const Entry& entry : pattern)
        places.emplace_back(static_cast<int>(entry.row), static_cast<int>(entry.column), 0.0);
    upper_.setFromTriplets(places.begin(), places.end());
    factors_.analyzePattern(upper_);
}

void SparseFactors::add(double scale, const SymmetricMatrix& term)
{
    require(term.size() == upper_.rows(), "a term of another size");
    const int* const rows = upper_.innerIndexPtr();
    const int* const starts = upper_.outerIndexPtr();
    term.for_each([&](Index i, Index j, double value) {
        if (value == 0.0) return;
        const int* const place = std::lower_bound(rows + starts[j], rows + starts[j + 1], i);
        require(place != rows + starts[j + 1] && *place == i, "a term of another pattern");
        upper_.valuePtr()[place - rows] += scale * value;
    });
}

bool SparseFactors::factor()
{
    factors_.factorize(upper_);
    if (factors_.info() != Eigen::Success) return false;
    reciprocals_ = factors_.vectorD();
    for (double& pivot : reciprocals_) {
        if (!is_positive_pivot(pivot)) return false;
        pivot = 1.0 / pivot;
    }
    return true;
}

void SparseFactors::solve(Vector& x)
{
    const auto& place = factors_.permutationP().indices();
    for (Index i = 0; i < x.size(); ++i) permuted_(place(i)) = x(i);
    factors_.matrixL().solveInPlace(permuted_);
    permuted_.array() *= reciprocals_.array();
    factors_.matrixU().solveInPlace(permuted_);
    for (Index i = 0; i < x.size(); ++i) x(i) = permuted_(place(i));
}

}  // namespace rebond
