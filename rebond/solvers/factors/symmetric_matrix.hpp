// A real symmetric n×n matrix A = Aᵀ, kept in the form its pattern allows.
//
// With the half-bandwidth b = max |i − j| over the entries a_ij ≠ 0, and N the number of those with i ≤ j,
//
//     diagonal      b = 0                                       one array
//     tridiagonal   b = 1                                       two arrays
//     banded        b ≤ (n − 1)/2 and n (b + 1) ≤ 12 N          b + 1 arrays, one per diagonal           (1)
//     sparse        N ≤ n²/20                                   rows of non-zeros
//     dense         otherwise                                   a full matrix
//
// The bound (1) is about where a band, zeros and fill included, costs as much as a sparse LDLᵀ under a
// minimum-degree ordering. Measured on square grids numbered row by row: with five-point stencils the band
// solves quicker up to a half-bandwidth of 30 to 50 and factorises quicker up to 12, with nine-point stencils
// both up to 60 or 70; (1) draws the line at 34 and 57.
//
// Products do not allocate. Their argument and result are different vectors of n numbers.
#pragma once

#include "rebond/core/types.hpp"

#include <Eigen/SparseCore>

#include <string_view>
#include <vector>

namespace rebond {

enum class Structure { diagonal, tridiagonal, banded, sparse, dense };

std::string_view name_of(Structure structure);

struct Entry {
    Index row = 0;
    Index column = 0;
    double value = 0.0;
};

// The structure of a symmetric pattern, by the table above: `nonzeros` is N.
Structure structure_of(Index n, Index half_bandwidth, Index nonzeros);

class SymmetricMatrix {
public:
    // From one triangle: an entry beside the diagonal stands for itself and for its mirror image, in
    // whichever triangle it is given. Entries at one place, or at mirrored places, are summed; sums of zero
    // leave the pattern.
    SymmetricMatrix(Index n, const std::vector<Entry>& entries);

    // From both triangles of a square matrix B: ½ (B + Bᵀ), which is B itself where B is symmetric. Entries
    // at one place are summed.
    static SymmetricMatrix symmetric_part(Index n, const std::vector<Entry>& entries);

    static SymmetricMatrix zero(Index n);
    static SymmetricMatrix diagonal(Vector diagonal);

    // beside(i) = a_(i, i+1), n − 1 numbers.
    static SymmetricMatrix tridiagonal(Vector diagonal, Vector beside);

    Index size() const { return n_; }
    Structure structure() const { return structure_; }
    Index half_bandwidth() const { return half_bandwidth_; }
    bool is_zero() const { return largest_entry_ == 0.0; }
    double largest_entry() const { return largest_entry_; }  // max |a_ij|

    void multiply(const Vector& x, Vector& y) const;                           // y ← A x
    void add_multiply(double scale, const Vector& x, Vector& y) const;         // y ← y + scale A x
    void subtract_product(const Vector& f, const Vector& x, Vector& y) const;  // y ← f − A x
    void add_diagonal(double scale, Vector& y) const;                          // y_i ← y_i + scale a_ii
    double form(const Vector& x) const;                                        // xᵀ A x
    double absolute_form(const Vector& x) const;                               // Σ |x_i a_ij x_j|

    std::vector<Entry> entries() const;  // the non-zeros with i ≤ j, row after row
    Vector diagonal() const;
    Matrix dense() const;

    // visit(i, j, a_ij) for every place with i ≤ j in the order of storage, which never changes; some of the
    // values may be zero where the form keeps more than the pattern.
    template <typename Visitor>
    void for_each(Visitor&& visit) const;

private:
    using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    SymmetricMatrix() = default;
    void measure();

    Index n_ = 0;
    Structure structure_ = Structure::diagonal;
    Index half_bandwidth_ = 0;
    double largest_entry_ = 0.0;
    std::vector<Vector> diagonals_;  // [d](i) = a_(i, i+d), up to banded
    SparseMatrix sparse_;            // both triangles
    Matrix dense_;                   // both triangles
};

template <typename Visitor>
void SymmetricMatrix::for_each(Visitor&& visit) const
{
    if (structure_ == Structure::sparse) {  // NOLINT(bugprone-branch-clone): some visitors do nothing
        for (Index i = 0; i < n_; ++i)
            for (SparseMatrix::InnerIterator entry(sparse_, i); entry; ++entry)
                if (entry.col() >= i) visit(i, static_cast<Index>(entry.col()), entry.value());
    } else if (structure_ == Structure::dense) {
        for (Index j = 0; j < n_; ++j)
            for (Index i = 0; i <= j; ++i) visit(i, j, dense_(i, j));
    } else {
        for (Index d = 0; d <= half_bandwidth_; ++d)
            for (Index i = 0; i + d < n_; ++i) visit(i, i + d, diagonals_[d](i));
    }
}

}  // namespace rebond
