#include "rebond/solvers/oscillations/chirp_sum.hpp"

#include "rebond/core/error.hpp"

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

Index power_of_two_from(Index n)
{
    Index size = 1;
    while (size < n) size *= 2;
    return size;
}

struct Turn {
    double cosine = 1.0;
    double sine = 0.0;
};

// e^{2πi part/whole}.
Turn turn_of(Index part, Index whole)
{
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(part) / static_cast<double>(whole);
    return {std::cos(angle), std::sin(angle)};
}

// e^{iθ(p/2)²/2} with θ = 2π/period: the angle is p²/(8·period) turns.
Turn chirp(Index p, Index period)
{
    const Index whole = 8 * period;
    const Index r = p % whole;
    return turn_of(r * r % whole, whole);
}

}  // namespace

ChirpSum::ChirpSum(Index n, Index period, Index twice_a, Index twice_b)
    : n_(n),
      size_(power_of_two_from(2 * n - 1)),
      in_re_(n),
      in_im_(n),
      out_re_(n),
      out_im_(n),
      cosine_(size_),
      sine_(size_),
      X_re_(Vector::Zero(size_)),
      X_im_(Vector::Zero(size_))
{
    require(n >= 1 && period >= 1, "ChirpSum: no length or no period");
    for (Index k = 0; k < n; ++k) {
        const Turn in = chirp(2 * k + twice_a, period);
        const Turn out = chirp(2 * k + twice_b, period);
        in_re_(k) = in.cosine;
        in_im_(k) = in.sine;
        out_re_(k) = out.cosine;
        out_im_(k) = out.sine;
    }
    for (Index half = 1; half < size_; half *= 2)
        for (Index j = 0; j < half; ++j) {
            const Turn turn = turn_of(j, 2 * half);
            cosine_(half + j) = turn.cosine;
            sine_(half + j) = turn.sine;
        }
    // The convolution is circular; differences d < 0 sit at the end. Its 1/size is put here.
    for (Index d = 1 - n; d < n; ++d) {
        const Turn turn = chirp(2 * d + twice_b - twice_a, period);
        const Index at = d < 0 ? d + size_ : d;
        X_re_(at) = turn.cosine / static_cast<double>(size_);
        X_im_(at) = -turn.sine / static_cast<double>(size_);
    }
    transform();
    kernel_re_ = X_re_;
    kernel_im_ = X_im_;
}

void ChirpSum::apply(const Eigen::Ref<const Vector>& x)
{
    require(x.size() == n_, "ChirpSum: wrong length");
    X_re_.head(n_) = x.cwiseProduct(in_re_);
    X_im_.head(n_) = x.cwiseProduct(in_im_);
    X_re_.tail(size_ - n_).setZero();
    X_im_.tail(size_ - n_).setZero();
    const auto multiply = [this](const Vector& re, const Vector& im) {
        for (Index k = 0; k < re.size(); ++k) {
            const double real = X_re_(k) * re(k) - X_im_(k) * im(k);
            X_im_(k) = X_re_(k) * im(k) + X_im_(k) * re(k);
            X_re_(k) = real;
        }
    };
    transform();
    multiply(kernel_re_, kernel_im_);
    transform_back();
    multiply(out_re_, out_im_);
}

// Decimation in frequency: natural order in, bits of the index reversed out. The way back undoes it stage by
// stage, so that no reordering is needed between.
void ChirpSum::transform()
{
    for (Index half = size_ / 2; half >= 1; half /= 2)
        for (Index block = 0; block < size_; block += 2 * half) {
            double* re = X_re_.data() + block;
            double* im = X_im_.data() + block;
            for (Index j = 0; j < half; ++j) {
                const double c = cosine_(half + j);
                const double s = -sine_(half + j);
                const double x = re[j] - re[j + half];
                const double y = im[j] - im[j + half];
                re[j] += re[j + half];
                im[j] += im[j + half];
                re[j + half] = x * c - y * s;
                im[j + half] = x * s + y * c;
            }
        }
}

void ChirpSum::transform_back()
{
    for (Index half = 1; half < size_; half *= 2)
        for (Index block = 0; block < size_; block += 2 * half) {
            double* re = X_re_.data() + block;
            double* im = X_im_.data() + block;
            for (Index j = 0; j < half; ++j) {
                const double c = cosine_(half + j);
                const double s = sine_(half + j);
                const double x = re[j + half] * c - im[j + half] * s;
                const double y = re[j + half] * s + im[j + half] * c;
                re[j + half] = re[j] - x;
                im[j + half] = im[j] - y;
                re[j] += x;
                im[j] += y;
            }
        }
}

}  // namespace rebond
