#include "rebond/solvers/factors/symmetric_factors.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/factors/generic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {

SymmetricFactors::SymmetricFactors(const SymmetricMatrix& M, const SymmetricMatrix& C,
                                   const SymmetricMatrix& K)
    : M_(M), C_(C), K_(K), factors_(in_union(M, C, K)), scale_(M.size()), iterate_(M.size())
{
}

SymmetricFactors::Factors SymmetricFactors::in_union(const SymmetricMatrix& M, const SymmetricMatrix& C,
                                                     const SymmetricMatrix& K)
{
    const Index n = M.size();
    require(C.size() == n && K.size() == n, "three matrices of one size");
    const Index b = std::max({M.half_bandwidth(), C.half_bandwidth(), K.half_bandwidth()});
    if (b == 0) return DiagonalFactors(n);
    if (b == 1) return TridiagonalFactors(n);

    std::vector<Entry> pattern = M.entries();
    for (const SymmetricMatrix* term : {&C, &K}) {
        const std::vector<Entry> more = term->entries();
        pattern.insert(pattern.end(), more.begin(), more.end());
    }
    const auto place = [n](const Entry& entry) { return entry.row * n + entry.column; };
    std::sort(pattern.begin(), pattern.end(),
              [&](const Entry& a, const Entry& c) { return place(a) < place(c); });
    pattern.erase(std::unique(pattern.begin(), pattern.end(),
                              [&](const Entry& a, const Entry& c) { return place(a) == place(c); }),
                  pattern.end());

    const Structure structure = structure_of(n, b, static_cast<Index>(pattern.size()));
    if (structure == Structure::banded) return BandedFactors(n, b);
    if (structure == Structure::sparse) return Factors(std::in_place_type<SparseFactors>, n, pattern);
    return DenseFactors(n);
}

bool SymmetricFactors::factor(double beta, double gamma)
{
    const bool is_positive = std::visit(
        [&](auto& factors) {
            factors.set_zero();
            factors.add(1.0, M_);
            factors.add(gamma, C_);
            factors.add(beta, K_);
            return factors.factor();
        },
        factors_);
    return is_positive && !is_singular(beta, gamma);
}

// Equation (1), by H⁻¹ = D^½ S⁻¹ D^½.
bool SymmetricFactors::is_singular(double beta, double gamma)
{
    scale_.setZero();
    M_.add_diagonal(1.0, scale_);
    C_.add_diagonal(gamma, scale_);
    K_.add_diagonal(beta, scale_);
    scale_ = scale_.cwiseSqrt();

    const Index n = iterate_.size();
    for (Index i = 0; i < n; ++i) iterate_(i) = generic(i);
    iterate_ /= iterate_.norm();
    double growth = 0.0;
    for (int iteration = 0; iteration < 2; ++iteration) {
        iterate_.array() *= scale_.array();
        solve(iterate_);
        iterate_.array() *= scale_.array();
        growth = iterate_.norm();
        iterate_ /= growth;
    }
    const double bound = 4.0 * std::sqrt(static_cast<double>(n)) * std::numeric_limits<double>::epsilon();
    return !(growth * bound < 1.0);  // a NaN is singular, too
}

void SymmetricFactors::solve(Vector& x)
{
    std::visit([&](auto& factors) { factors.solve(x); }, factors_);
}

}  // namespace rebond
