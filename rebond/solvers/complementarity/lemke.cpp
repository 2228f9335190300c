#include "rebond/solvers/complementarity/lemke.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double least_pivot = 1e-10;  // of the largest entry of its column [-]
constexpr double tie = 1e-10;          // of the larger of two ratios, or of one: they are the same [-]
constexpr Index most_pivots = 50;      // for each unknown

}  // namespace

bool Lemke::solve(const Eigen::Ref<const Matrix>& M, const Eigen::Ref<const Vector>& q)
{
    start(M, q);
    const Index cover = 2 * n_, side = 2 * n_ + 1;
    Index row = -1;
    for (Index i = 0; i < n_; ++i)
        if (rows_(i, side) < 0.0 && (row < 0 || rows_(i, side) < rows_(row, side))) row = i;
    if (row < 0) {  // z = 0
        read_answer(M, q);
        return true;
    }
    Index entering = cover;
    for (Index count = 0; count < most_pivots * n_; ++count) {
        const Index left = basis_[static_cast<std::size_t>(row)];
        pivot(row, entering);
        if (left == cover) {
            read_answer(M, q);
            return true;
        }
        entering = left < n_ ? left + n_ : left - n_;
        row = leaving_row(entering);
        if (row < 0) return false;
    }
    return false;
}

void Lemke::start(const Eigen::Ref<const Matrix>& M, const Eigen::Ref<const Vector>& q)
{
    n_ = q.size();
    if (rows_.rows() < n_ || rows_.cols() < 2 * n_ + 2) {
        rows_.resize(n_, 2 * n_ + 2);
        z_.resize(n_);
    }
    auto rows = rows_.topLeftCorner(n_, 2 * n_ + 2);
    rows.leftCols(n_).setIdentity();
    rows.middleCols(n_, n_) = -M;
    rows.col(2 * n_).setConstant(-1.0);
    rows.col(2 * n_ + 1) = q;
    basis_.resize(static_cast<std::size_t>(n_));
    for (Index i = 0; i < n_; ++i) basis_[static_cast<std::size_t>(i)] = i;
}

// The row whose variable reaches zero first as `column` grows; −1 if none does. z₀ is preferred: it ends the
// search.
Index Lemke::leaving_row(Index column) const
{
    const double least = least_pivot * rows_.col(column).head(n_).cwiseAbs().maxCoeff();
    Index best = -1;
    for (Index i = 0; i < n_; ++i) {
        if (!(rows_(i, column) > least)) continue;
        if (best < 0 || comes_before(i, best, column)) best = i;
    }
    return best;
}

// Lexicographic order of the rows (q, w) over the pivot.
bool Lemke::comes_before(Index row, Index other, Index column) const
{
    const double own = rows_(row, column), its = rows_(other, column);
    const auto compare = [&](Index at) {
        const double a = rows_(row, at) / own, b = rows_(other, at) / its;
        return std::abs(a - b) <= tie * std::max({std::abs(a), std::abs(b), 1.0}) ? 0 : a < b ? -1 : 1;
    };
    if (const int by_value = compare(2 * n_ + 1)) return by_value < 0;
    if (basis_[static_cast<std::size_t>(row)] == 2 * n_) return true;
    if (basis_[static_cast<std::size_t>(other)] == 2 * n_) return false;
    for (Index at = 0; at < n_; ++at)
        if (const int order = compare(at)) return order < 0;
    return false;
}

void Lemke::pivot(Index row, Index column)
{
    auto pivoted = rows_.row(row).head(2 * n_ + 2);
    pivoted /= rows_(row, column);
    for (Index i = 0; i < n_; ++i) {
        const double factor = rows_(i, column);
        if (i == row || factor == 0.0) continue;
        rows_.row(i).head(2 * n_ + 2) -= factor * pivoted;
        rows_(i, column) = 0.0;
    }
    basis_[static_cast<std::size_t>(row)] = column;
}

// From the basis: w_i has the column e_i, z_j the column −M e_j.
void Lemke::read_answer(const Eigen::Ref<const Matrix>& M, const Eigen::Ref<const Vector>& q)
{
    system_.resize(n_);
    for (Index i = 0; i < n_; ++i) system_.side(i) = q(i);
    for (Index j = 0; j < n_; ++j) {
        const Index variable = basis_[static_cast<std::size_t>(j)];
        for (Index i = 0; i < n_; ++i)
            system_.entry(i, j) = variable < n_ ? (i == variable ? 1.0 : 0.0) : -M(i, variable - n_);
    }
    system_.solve();
    z_.setZero();
    is_basic_.assign(static_cast<std::size_t>(n_), 0);
    for (Index i = 0; i < n_; ++i) {
        const Index variable = basis_[static_cast<std::size_t>(i)] - n_;
        if (variable < 0) continue;
        is_basic_[static_cast<std::size_t>(variable)] = 1;
        z_(variable) = std::max(0.0, system_.side(i));
    }
}

}  // namespace rebond
