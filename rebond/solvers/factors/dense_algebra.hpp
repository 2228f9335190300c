// Dense algebra of thousands of rows, in pieces: it takes minutes, and somebody may raise a flag meanwhile.
// The flag is looked at many times a second; a function that heeds it says so by its result.
//
// Eigenvalues and eigenvectors of a symmetric matrix come from
//
//     A = Q T Qᵀ   by Householder's reflections,     T = S Λ Sᵀ   by implicit QL with Wilkinson's shift
//
// [GolubVanLoan2013, ch. 8], with errors of the rounding of the largest eigenvalue.
#pragma once

#include "rebond/core/types.hpp"

#include <atomic>
#include <optional>

namespace rebond {

struct SymmetricEigen {
    Vector values;   // ascending
    Matrix vectors;  // orthonormal columns
};

// Of A, of which the lower triangle is read. None if `stop` was raised, or A is not finite.
[[nodiscard]] std::optional<SymmetricEigen> symmetric_eigen(Matrix A,
                                                            const std::atomic<bool>* stop = nullptr);

// The lower triangle L of A = L Lᵀ, in place, the upper one untouched. False if `stop` was raised or A is
// not positive.
[[nodiscard]] bool cholesky_in_place(Matrix& A, const std::atomic<bool>* stop = nullptr);

// X ← L⁻¹ X, and X ← L⁻ᵀ X, for the lower triangle L of a square matrix. False if `stop` was raised.
[[nodiscard]] bool solve_lower(const Matrix& L, Matrix& X, const std::atomic<bool>* stop = nullptr);
[[nodiscard]] bool solve_lower_transposed(const Matrix& L, Matrix& X,
                                          const std::atomic<bool>* stop = nullptr);

// C ← A B. False if `stop` was raised.
[[nodiscard]] bool multiply(const Eigen::Ref<const Matrix>& A, const Eigen::Ref<const Matrix>& B, Matrix& C,
                            const std::atomic<bool>* stop = nullptr);

}  // namespace rebond
