// Orthonormal cosine and sine transforms of any length, in O(n log n).
//
//     forward  y_j = Σ_k V_jk μ_k x_k,     inverse  x_k = Σ_j V_jk y_j,     Σ_k μ_k V_ik V_jk = δ_ij     (1)
//
// with j, k = 0 … n − 1 and one of four bases, named by what x does beyond its first and its last entry: it
// is mirrored (free) or vanishes with a change of sign (fixed); the mirror is between entries (halfway) or
// on the entry itself, whose weight μ is then a half.
//
//     free_halfway    √((2 − δ_j0)/n) cos((k + ½) jπ/n)                    μ = 1 (DCT-II)
//     fixed_halfway    2/√(2n + 1) sin((k + 1)(2j + 1)π/(2n + 1))           μ = 1
//     free_on_entry   √((2 − δ_j0 − δ_j,n−1)/(n − 1)) cos(k jπ/(n − 1))    μ_0 = μ_{n−1} = ½ (DCT-I, n ≥ 2)
//     fixed_on_entry   √(2/n) sin((k + 1)(2j + 1)π/(2n))                    μ_{n−1} = ½
//
// The fixed ones vanish one entry before the first and are mirrored beyond the last. They are the modes of
// chains of n equal masses and springs, with μ the masses. Error: some 1e-16 log₂ n of the norm of x.
#pragma once

#include "rebond/solvers/oscillations/chirp_sum.hpp"

namespace rebond {

enum class TransformBasis { free_halfway, fixed_halfway, free_on_entry, fixed_on_entry };

class CosineTransform {
public:
    CosineTransform(TransformBasis basis, Index n);

    Index size() const { return factor_.size(); }

    // (1); nothing is allocated. The result may be the argument.
    void forward(const Eigen::Ref<const Vector>& x, Eigen::Ref<Vector> y);
    void inverse(const Eigen::Ref<const Vector>& y, Eigen::Ref<Vector> x);

    const Vector& weights() const { return weights_; }  // μ_k

    double entry(Index j, Index k) const;  // V_jk

private:
    // V_jk = factor_j · cos or sin of (2k + twice_a)(2j + twice_b)π/(2·period).
    struct Shape {
        bool is_sine = false;
        Index period = 1;
        Index twice_a = 0;
        Index twice_b = 0;
    };
    static Shape shape_of(TransformBasis basis, Index n);

    Shape shape_;
    Vector factor_;   // by j
    Vector weights_;  // by k
    Vector scratch_;
    ChirpSum over_k_, over_j_;
};

}  // namespace rebond
