#include "rebond/solvers/factors/symmetric_matrix.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rebond {
namespace {

constexpr Index band_per_nonzero = 12;  // equation (1)
constexpr Index dense_per_nonzero = 20;

// The upper triangle in the order of rows, one entry per place, none of them zero.
std::vector<Entry> gathered(Index n, const std::vector<Entry>& given)
{
    std::vector<Entry> entries = given;
    for (Entry& entry : entries) {
        require(entry.row >= 0 && entry.row < n && entry.column >= 0 && entry.column < n,
                "an entry outside its matrix");
        if (entry.row > entry.column) std::swap(entry.row, entry.column);
    }
    // Stable, so that sums do not depend on the sorting.
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    std::size_t kept = 0;
    for (std::size_t k = 0; k < entries.size();) {
        Entry sum = entries[k];
        for (++k; k < entries.size() && entries[k].row == sum.row && entries[k].column == sum.column; ++k)
            sum.value += entries[k].value;
        if (sum.value != 0.0) entries[kept++] = sum;
    }
    entries.resize(kept);
    return entries;
}

}  // namespace

std::string_view name_of(Structure structure)
{
    switch (structure) {
        case Structure::diagonal:
            return "diagonal";
        case Structure::tridiagonal:
            return "tridiagonal";
        case Structure::banded:
            return "banded";
        case Structure::sparse:
            return "sparse";
        case Structure::dense:
            break;
    }
    return "dense";
}

Structure structure_of(Index n, Index half_bandwidth, Index nonzeros)
{
    if (half_bandwidth == 0) return Structure::diagonal;
    if (half_bandwidth == 1) return Structure::tridiagonal;
    if (half_bandwidth <= (n - 1) / 2 && half_bandwidth + 1 <= band_per_nonzero * nonzeros / n)
        return Structure::banded;
    return nonzeros <= n * n / dense_per_nonzero ? Structure::sparse : Structure::dense;
}

SymmetricMatrix::SymmetricMatrix(Index n, const std::vector<Entry>& given) : n_(n)
{
    require(n >= 1, "a matrix has at least one row");
    const std::vector<Entry> entries = gathered(n, given);
    for (const Entry& entry : entries) half_bandwidth_ = std::max(half_bandwidth_, entry.column - entry.row);
    structure_ = structure_of(n, half_bandwidth_, static_cast<Index>(entries.size()));

    if (structure_ == Structure::sparse) {
        std::vector<Eigen::Triplet<double>> both;
        both.reserve(2 * entries.size());
        for (const auto& [i, j, value] : entries) {
            both.emplace_back(static_cast<int>(i), static_cast<int>(j), value);
            if (i != j) both.emplace_back(static_cast<int>(j), static_cast<int>(i), value);
        }
        sparse_.resize(n, n);
        sparse_.setFromTriplets(both.begin(), both.end());
    } else if (structure_ == Structure::dense) {
        dense_ = Matrix::Zero(n, n);
        for (const auto& [i, j, value] : entries) dense_(i, j) = dense_(j, i) = value;
    } else {
        for (Index d = 0; d <= half_bandwidth_; ++d) diagonals_.emplace_back(Vector::Zero(n - d));
        for (const auto& [i, j, value] : entries) diagonals_[j - i](i) = value;
    }
    measure();
}

SymmetricMatrix SymmetricMatrix::symmetric_part(Index n, const std::vector<Entry>& entries)
{
    std::vector<Entry> halves = entries;
    for (Entry& entry : halves)
        if (entry.row != entry.column) entry.value *= 0.5;
    return {n, halves};
}

SymmetricMatrix SymmetricMatrix::zero(Index n)
{
    return diagonal(Vector::Zero(n));
}

SymmetricMatrix SymmetricMatrix::diagonal(Vector diagonal)
{
    require(diagonal.size() >= 1, "a matrix has at least one row");
    SymmetricMatrix matrix;
    matrix.n_ = diagonal.size();
    matrix.diagonals_.push_back(std::move(diagonal));
    matrix.measure();
    return matrix;
}

SymmetricMatrix SymmetricMatrix::tridiagonal(Vector diagonal, Vector beside)
{
    require(beside.size() + 1 == diagonal.size(), "n entries on the diagonal have n - 1 beside them");
    SymmetricMatrix matrix = SymmetricMatrix::diagonal(std::move(diagonal));
    if ((beside.array() == 0.0).all()) return matrix;
    matrix.structure_ = Structure::tridiagonal;
    matrix.half_bandwidth_ = 1;
    matrix.diagonals_.push_back(std::move(beside));
    matrix.measure();
    return matrix;
}

void SymmetricMatrix::measure()
{
    largest_entry_ = 0.0;
    for_each([&](Index, Index, double value) {
        require(std::isfinite(value), "the entries of a matrix are finite");
        largest_entry_ = std::max(largest_entry_, std::abs(value));
    });
}

void SymmetricMatrix::multiply(const Vector& x, Vector& y) const
{
    if (structure_ == Structure::diagonal) {
        y.array() = diagonals_[0].array() * x.array();
    } else if (structure_ == Structure::dense) {
        y.noalias() = dense_ * x;
    } else if (structure_ == Structure::tridiagonal) {
        // The ends have one neighbour, the rest two.
        const auto& d = diagonals_[0];
        const auto& b = diagonals_[1];
        const Index inner = n_ - 2;
        y(0) = d(0) * x(0) + b(0) * x(1);
        y.segment(1, inner).array() = b.head(inner).array() * x.head(inner).array() +
                                      d.segment(1, inner).array() * x.segment(1, inner).array() +
                                      b.tail(inner).array() * x.tail(inner).array();
        y(n_ - 1) = b(n_ - 2) * x(n_ - 2) + d(n_ - 1) * x(n_ - 1);
    } else {
        y.setZero();
        add_multiply(1.0, x, y);
    }
}

void SymmetricMatrix::add_multiply(double scale, const Vector& x, Vector& y) const
{
    switch (structure_) {
        case Structure::diagonal:
            y.array() += scale * diagonals_[0].array() * x.array();
            return;
        case Structure::tridiagonal: {
            const auto& d = diagonals_[0];
            const auto& b = diagonals_[1];
            const Index inner = n_ - 2;
            y(0) += scale * (d(0) * x(0) + b(0) * x(1));
            y.segment(1, inner).array() +=
                scale * (b.head(inner).array() * x.head(inner).array() +
                         d.segment(1, inner).array() * x.segment(1, inner).array() +
                         b.tail(inner).array() * x.tail(inner).array());
            y(n_ - 1) += scale * (b(n_ - 2) * x(n_ - 2) + d(n_ - 1) * x(n_ - 1));
            return;
        }
        case Structure::banded:
            y.array() += scale * diagonals_[0].array() * x.array();
            for (Index d = 1; d <= half_bandwidth_; ++d) {
                const auto a = diagonals_[d].array();
                y.head(n_ - d).array() += scale * a * x.tail(n_ - d).array();
                y.tail(n_ - d).array() += scale * a * x.head(n_ - d).array();
            }
            return;
        case Structure::sparse:
            for (Index i = 0; i < n_; ++i) {
                double sum = 0.0;
                for (SparseMatrix::InnerIterator entry(sparse_, i); entry; ++entry)
                    sum += entry.value() * x(entry.col());
                y(i) += scale * sum;
            }
            return;
        case Structure::dense:
            y.noalias() += scale * dense_ * x;
            return;
    }
}

void SymmetricMatrix::subtract_product(const Vector& f, const Vector& x, Vector& y) const
{
    if (structure_ == Structure::tridiagonal) {
        const double* const d = diagonals_[0].data();
        const double* const b = diagonals_[1].data();
        const Index last = n_ - 1;
        y(0) = f(0) - (d[0] * x(0) + b[0] * x(1));
        for (Index i = 1; i < last; ++i) y(i) = f(i) - (b[i - 1] * x(i - 1) + d[i] * x(i) + b[i] * x(i + 1));
        y(last) = f(last) - (b[last - 1] * x(last - 1) + d[last] * x(last));
    } else {
        y = f;
        add_multiply(-1.0, x, y);
    }
}

void SymmetricMatrix::add_diagonal(double scale, Vector& y) const
{
    if (structure_ == Structure::sparse)
        for (Index i = 0; i < n_; ++i) y(i) += scale * sparse_.coeff(i, i);
    else if (structure_ == Structure::dense)
        y += scale * dense_.diagonal();
    else
        y += scale * diagonals_[0];
}

double SymmetricMatrix::form(const Vector& x) const
{
    double sum = 0.0;
    switch (structure_) {
        case Structure::diagonal:
        case Structure::tridiagonal:
        case Structure::banded:
            // Each product beside the diagonal appears twice.
            for (Index d = 0; d <= half_bandwidth_; ++d) {
                const double part =
                    (diagonals_[d].array() * x.head(n_ - d).array() * x.tail(n_ - d).array()).sum();
                sum += d == 0 ? part : 2.0 * part;
            }
            break;
        case Structure::sparse:
            for (Index i = 0; i < n_; ++i) {
                double row = 0.0;
                for (SparseMatrix::InnerIterator entry(sparse_, i); entry; ++entry)
                    row += entry.value() * x(entry.col());
                sum += x(i) * row;
            }
            break;
        case Structure::dense:
            for (Index j = 0; j < n_; ++j) sum += x(j) * dense_.col(j).dot(x);
            break;
    }
    return sum;
}

double SymmetricMatrix::absolute_form(const Vector& x) const
{
    double sum = 0.0;
    for_each([&](Index i, Index j, double a) { sum += (i == j ? 1.0 : 2.0) * std::abs(x(i) * a * x(j)); });
    return sum;
}

std::vector<Entry> SymmetricMatrix::entries() const
{
    std::vector<Entry> found;
    for_each([&](Index i, Index j, double value) {
        if (value != 0.0) found.push_back({i, j, value});
    });
    std::sort(found.begin(), found.end(), [](const Entry& a, const Entry& b) {
        return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    return found;
}

Vector SymmetricMatrix::diagonal() const
{
    Vector entries = Vector::Zero(n_);
    add_diagonal(1.0, entries);
    return entries;
}

Matrix SymmetricMatrix::dense() const
{
    Matrix full = Matrix::Zero(n_, n_);
    for_each([&](Index i, Index j, double value) { full(i, j) = full(j, i) = value; });
    return full;
}

}  // namespace rebond
