#include "rebond/solvers/factors/tridiagonal_factors.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/factors/pivot.hpp"

namespace rebond {

TridiagonalFactors::TridiagonalFactors(Index n) : diagonal_(Vector::Zero(n)), beside_(Vector::Zero(n - 1)) {}

void TridiagonalFactors::set_zero()
{
    diagonal_.setZero();
    beside_.setZero();
}

void TridiagonalFactors::add(double scale, const SymmetricMatrix& term)
{
    require(term.size() == diagonal_.size() && term.half_bandwidth() <= 1, "a term of another structure");
    term.for_each([&](Index i, Index j, double value) {
        if (i == j)
            diagonal_(i) += scale * value;
        else
            beside_(i) += scale * value;
    });
}

bool TridiagonalFactors::factor()
{
    const Index n = diagonal_.size();
    const Index m = n / 2;
    double correction = 0.0;  // l_i b_i of the row before

    // Turns s_ii into 1/d_i.
    const auto pivot = [&](Index i, double subtracted) {
        const double d = diagonal_(i) - subtracted;
        diagonal_(i) = 1.0 / d;
        return is_positive_pivot(d);
    };
    // Turns b_i into l_i, `row` being eliminated.
    const auto link = [&](Index i, Index row) {
        const double b = beside_(i);
        beside_(i) = b * diagonal_(row);
        return beside_(i) * b;
    };

    for (Index i = 0; i < m; ++i) {  // (1)
        if (!pivot(i, correction)) return false;
        correction = link(i, i);
    }
    const double from_above = correction;
    correction = 0.0;
    for (Index i = n - 1; i > m; --i) {  // (2)
        if (!pivot(i, correction)) return false;
        correction = link(i - 1, i);
    }
    return pivot(m, from_above + correction);
}

void TridiagonalFactors::solve(Vector& vector) const
{
    const Index n = diagonal_.size();
    const Index m = n / 2;
    const double* const r = diagonal_.data();
    const double* const l = beside_.data();
    double* const x = vector.data();
    if (n == 2) {  // the loops would cost more than the work
        const double second = (x[1] - l[0] * x[0]) * r[1];
        const double first = x[0] * r[0] - l[0] * second;
        x[0] = first;
        x[1] = second;
        return;
    }

    // Towards the middle, two rows of each half at a time by (3), then what is left of either half.
    double top = x[0];
    double bottom = x[n - 1];
    Index i = 1;
    Index j = n - 2;
    for (; j - 1 > m; i += 2, j -= 2) {
        const double next_top = (x[i + 1] - l[i] * x[i]) + (l[i] * l[i - 1]) * top;
        const double next_bottom = (x[j - 1] - l[j - 1] * x[j]) + (l[j - 1] * l[j]) * bottom;
        x[i] -= l[i - 1] * top;
        x[j] -= l[j] * bottom;
        x[i + 1] = top = next_top;
        x[j - 1] = bottom = next_bottom;
    }
    for (; i < m; ++i) x[i] = top = x[i] - l[i - 1] * top;
    for (; j > m; --j) x[j] = bottom = x[j] - l[j] * bottom;

    double middle = x[m];
    if (m > 0) middle -= l[m - 1] * top;
    if (m + 1 < n) middle -= l[m] * bottom;
    x[m] = top = bottom = middle * r[m];

    // And back to the ends.
    i = m - 1;
    j = m + 1;
    for (; j + 1 < n; i -= 2, j += 2) {
        const double scaled_i = x[i] * r[i];
        const double scaled_j = x[j] * r[j];
        const double next_top = (x[i - 1] * r[i - 1] - l[i - 1] * scaled_i) + (l[i - 1] * l[i]) * top;
        const double next_bottom = (x[j + 1] * r[j + 1] - l[j] * scaled_j) + (l[j] * l[j - 1]) * bottom;
        x[i] = scaled_i - l[i] * top;
        x[j] = scaled_j - l[j - 1] * bottom;
        x[i - 1] = top = next_top;
        x[j + 1] = bottom = next_bottom;
    }
    for (; i >= 0; --i) x[i] = top = x[i] * r[i] - l[i] * top;
    for (; j < n; ++j) x[j] = bottom = x[j] * r[j] - l[j - 1] * bottom;
}

}  // namespace rebond
