// Random symmetric matrices of every structure, as entries of one triangle.
#pragma once

#include "rebond/solvers/factors/symmetric_matrix.hpp"

#include <array>
#include <random>

namespace rebond::test {

inline constexpr std::array every_structure{Structure::diagonal, Structure::tridiagonal, Structure::banded,
                                            Structure::sparse, Structure::dense};

// Positive definite where `dominance` > 1: the diagonal exceeds the sum beside it by that factor.
inline std::vector<Entry> random_entries(Structure structure, Index n, unsigned seed, double dominance = 1.1)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    std::uniform_int_distribution<Index> row(0, n - 1);
    std::vector<Entry> entries;
    const auto add_band = [&](Index width) {
        for (Index i = 0; i < n; ++i)
            for (Index j = i + 1; j <= std::min(i + width, n - 1); ++j)
                entries.push_back({i, j, value(random)});
    };
    if (structure == Structure::tridiagonal) add_band(1);
    if (structure == Structure::banded) add_band(3);
    if (structure == Structure::dense) add_band(n);
    if (structure == Structure::sparse) {
        add_band(1);
        entries.push_back({0, n - 1, value(random)});
        for (Index k = 0; k < n / 2; ++k) {
            const Index i = row(random), j = row(random);
            if (i != j) entries.push_back({i, j, value(random)});  // in either triangle, twice now and then
        }
    }
    Vector sum = Vector::Constant(n, 0.1);
    for (const Entry& entry : entries) {
        sum(entry.row) += std::abs(entry.value);
        sum(entry.column) += std::abs(entry.value);
    }
    for (Index i = 0; i < n; ++i) entries.push_back({i, i, dominance * sum(i)});
    return entries;
}

// The same by dense algebra.
inline Matrix dense_of(Index n, const std::vector<Entry>& entries)
{
    Matrix A = Matrix::Zero(n, n);
    for (const auto& [i, j, value] : entries) {
        A(i, j) += value;
        if (i != j) A(j, i) += value;
    }
    return A;
}

inline Vector random_vector(Index n, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    Vector x(n);
    for (double& value : x) value = normal(random);
    return x;
}

}  // namespace rebond::test
