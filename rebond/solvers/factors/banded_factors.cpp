#include "rebond/solvers/factors/banded_factors.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/factors/pivot.hpp"

#include <algorithm>

namespace rebond {
namespace {

constexpr Index narrow = 12;  // up to this half-bandwidth waiting costs more than arithmetic

}  // namespace

BandedFactors::BandedFactors(Index n, Index half_bandwidth)
    : band_(Matrix::Zero(half_bandwidth + 1, n)), reciprocals_(n)
{
    require(half_bandwidth >= 2 && half_bandwidth < n, "a band wider than tridiagonal, within the matrix");
}

void BandedFactors::add(double scale, const SymmetricMatrix& term)
{
    require(term.size() == band_.cols() && term.half_bandwidth() < band_.rows(),
            "a term of another structure");
    term.for_each([&](Index i, Index j, double value) {
        if (value != 0.0) band_(j - i, i) += scale * value;
    });
}

bool BandedFactors::factor()
{
    const Index n = band_.cols();
    for (Index j = 0; j < n; ++j) {
        const double d = band_(0, j);
        if (!is_positive_pivot(d)) return false;
        reciprocals_(j) = 1.0 / d;
        const Index below = std::min(band_.rows() - 1, n - 1 - j);
        const double* const c = &band_(0, j);
        for (Index k = 1; k <= below; ++k) {
            const double l = c[k] * reciprocals_(j);
            if (l == 0.0) continue;  // zeros inside the band, as far as no fill has reached them
            band_.col(j + k).head(below - k + 1) -= l * band_.col(j).segment(k, below - k + 1);
        }
        band_.col(j).segment(1, below) *= reciprocals_(j);
    }
    return true;
}

void BandedFactors::solve(Vector& x) const
{
    if (band_.rows() - 1 <= narrow)
        solve_narrow(x.data());
    else
        solve_wide(x);
}

// Row by row, the numbers that were computed last coming last and from registers: a row waits for the one
// before it no longer than a product and a difference take.
void BandedFactors::solve_narrow(double* x) const
{
    const Index n = band_.cols();
    const Index b = band_.rows() - 1;
    double last = 0.0;
    double second_last = 0.0;
    for (Index j = 0; j < n; ++j) {
        const double* const l = band_.data() + j * (b + 1);  // l_(j, j−k) lies k b before it
        double sum = x[j];
        for (Index k = std::min(b, j); k > 2; --k) sum -= l[-k * b] * x[j - k];
        if (j > 1) sum -= l[-2 * b] * second_last;
        if (j > 0) sum -= l[-b] * last;
        second_last = last;
        x[j] = last = sum;
    }
    last = second_last = 0.0;
    for (Index j = n - 1; j >= 0; --j) {
        const double* const l = &band_(0, j);
        double sum = x[j] * reciprocals_(j);
        for (Index k = std::min(b, n - 1 - j); k > 2; --k) sum -= l[k] * x[j + k];
        sum -= l[2] * second_last;
        sum -= l[1] * last;
        second_last = last;
        x[j] = last = sum;
    }
}

// Column by column, each with vector instructions.
void BandedFactors::solve_wide(Vector& x) const
{
    const Index n = band_.cols();
    const Index b = band_.rows() - 1;
    for (Index j = 0; j < n; ++j) {
        const Index below = std::min(b, n - 1 - j);
        x.segment(j + 1, below) -= x(j) * band_.col(j).segment(1, below);
    }
    for (Index j = n - 1; j >= 0; --j) {
        const Index below = std::min(b, n - 1 - j);
        x(j) = x(j) * reciprocals_(j) - band_.col(j).segment(1, below).dot(x.segment(j + 1, below));
    }
}

}  // namespace rebond
