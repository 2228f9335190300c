// Sums of equally spaced phasors at equally spaced frequencies, of any length, in O(n log n).
//
//     X_m = Σ_{k<n} x_k e^{iθ(k+a)(m+b)},   θ = 2π/period,   0 ≤ m < n,   x real                       (1)
//
// With (k+a)(m+b) = ½[(k+a)² + (m+b)² − (m−k+b−a)²] the sum is a convolution with a chirp (Bluestein), done
// by fast Fourier transforms whose length is a power of two; n and the period may be prime. Angles are
// reduced in integers before any sine is taken, so the error is that of the transforms: some 1e-16 log₂ n of
// the norm of X.
#pragma once

#include "rebond/core/types.hpp"

namespace rebond {

class ChirpSum {
public:
    // a = twice_a/2 and b = twice_b/2; n, period ≥ 1.
    ChirpSum(Index n, Index period, Index twice_a, Index twice_b);

    // (1). Nothing is allocated; the parts stay until the next call.
    void apply(const Eigen::Ref<const Vector>& x);
    auto real() const { return X_re_.head(n_); }
    auto imaginary() const { return X_im_.head(n_); }

private:
    void transform();
    void transform_back();

    Index n_;
    Index size_;                    // of the transform, a power of two ≥ 2n − 1
    Vector in_re_, in_im_;          // e^{iθ(k+a)²/2}
    Vector out_re_, out_im_;        // e^{iθ(m+b)²/2}
    Vector kernel_re_, kernel_im_;  // transform of e^{−iθ(d+b−a)²/2}, over the size
    Vector cosine_, sine_;          // of πj/half at half + j, for the stage that joins halves of that length
    Vector X_re_, X_im_;
};

}  // namespace rebond
