#include "rebond/solvers/factors/dense_elimination.hpp"

#include <cmath>
#include <utility>

namespace rebond {
namespace {

constexpr double dependent = 1e-12;  // of the largest entry: what elimination leaves of combinations [-]

}  // namespace

void DenseElimination::resize(Index n)
{
    n_ = n;
    if (n <= A_.rows()) return;
    A_.resize(n, n);
    open_.resize(n, n);
    b_.resize(n);
    x_.resize(n);
    columns_.resize(static_cast<std::size_t>(n));
}

Index DenseElimination::solve()
{
    for (Index j = 0; j < n_; ++j) columns_[j] = j;
    const double largest = n_ > 0 ? A_.topLeftCorner(n_, n_).cwiseAbs().maxCoeff() : 0.0;
    Index rank = 0;
    for (; rank < n_; ++rank) {
        Index row = rank, column = rank;
        for (Index j = rank; j < n_; ++j)
            for (Index i = rank; i < n_; ++i)
                if (std::abs(A_(i, j)) > std::abs(A_(row, column))) {
                    row = i;
                    column = j;
                }
        if (!(std::abs(A_(row, column)) > dependent * largest)) break;
        if (row != rank) {
            for (Index j = 0; j < n_; ++j) std::swap(A_(row, j), A_(rank, j));
            std::swap(b_(row), b_(rank));
        }
        if (column != rank) {
            for (Index i = 0; i < n_; ++i) std::swap(A_(i, column), A_(i, rank));
            std::swap(columns_[column], columns_[rank]);
        }
        for (Index i = rank + 1; i < n_; ++i) {
            const double factor = A_(i, rank) / A_(rank, rank);
            if (factor == 0.0) continue;
            for (Index j = rank + 1; j < n_; ++j) A_(i, j) -= factor * A_(rank, j);
            b_(i) -= factor * b_(rank);
        }
    }
    x_.head(n_).setZero();
    for (Index i = rank - 1; i >= 0; --i) {
        double sum = b_(i);
        for (Index j = i + 1; j < rank; ++j) sum -= A_(i, j) * x_(columns_[j]);
        x_(columns_[i]) = sum / A_(i, i);
    }
    b_.head(n_) = x_.head(n_);
    rank_ = rank;
    if (rank < n_) find_open();
    return rank;
}

// Z from the triangle that elimination left, a column for each one left out, then by Gram and Schmidt, twice
// for the sake of rounding.
void DenseElimination::find_open()
{
    for (Index k = 0; k < n_ - rank_; ++k) {
        auto z = open_.col(k).head(n_);
        z.setZero();
        z(columns_[rank_ + k]) = 1.0;
        for (Index i = rank_ - 1; i >= 0; --i) {
            double sum = -A_(i, rank_ + k);
            for (Index j = i + 1; j < rank_; ++j) sum -= A_(i, j) * z(columns_[j]);
            z(columns_[i]) = sum / A_(i, i);
        }
        for (int pass = 0; pass < 2; ++pass)
            for (Index j = 0; j < k; ++j) z -= open_.col(j).head(n_).dot(z) * open_.col(j).head(n_);
        z.normalize();
    }
}

}  // namespace rebond
