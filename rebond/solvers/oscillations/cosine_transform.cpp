#include "rebond/solvers/oscillations/cosine_transform.hpp"

#include "rebond/core/error.hpp"

#include <cmath>
#include <numbers>

namespace rebond {

CosineTransform::Shape CosineTransform::shape_of(TransformBasis basis, Index n)
{
    require(n >= (basis == TransformBasis::free_on_entry ? 2 : 1), "CosineTransform: too short");
    switch (basis) {
        case TransformBasis::free_halfway:
            return {.is_sine = false, .period = 2 * n, .twice_a = 1, .twice_b = 0};
        case TransformBasis::fixed_halfway:
            return {.is_sine = true, .period = 2 * n + 1, .twice_a = 2, .twice_b = 1};
        case TransformBasis::free_on_entry:
            return {.is_sine = false, .period = 2 * (n - 1), .twice_a = 0, .twice_b = 0};
        case TransformBasis::fixed_on_entry:
            break;
    }
    return {.is_sine = true, .period = 2 * n, .twice_a = 2, .twice_b = 1};
}

CosineTransform::CosineTransform(TransformBasis basis, Index n)
    : shape_(shape_of(basis, n)),
      factor_(Vector::Constant(n, 2.0 / std::sqrt(static_cast<double>(shape_.period)))),
      weights_(Vector::Ones(n)),
      scratch_(n),
      over_k_(n, shape_.period, shape_.twice_a, shape_.twice_b),
      over_j_(n, shape_.period, shape_.twice_b, shape_.twice_a)
{
    // The mean of cos² and sin² over a period is a half, but where the cosine is ±1 throughout it is one.
    if (!shape_.is_sine) factor_(0) /= std::numbers::sqrt2;
    if (basis == TransformBasis::free_on_entry) {
        factor_(n - 1) /= std::numbers::sqrt2;
        weights_(0) = 0.5;
    }
    if (basis == TransformBasis::free_on_entry || basis == TransformBasis::fixed_on_entry)
        weights_(n - 1) = 0.5;
}

void CosineTransform::forward(const Eigen::Ref<const Vector>& x, Eigen::Ref<Vector> y)
{
    require(x.size() == size() && y.size() == size(), "CosineTransform: wrong length");
    scratch_ = weights_.cwiseProduct(x);
    over_k_.apply(scratch_);
    if (shape_.is_sine)
        y = factor_.cwiseProduct(over_k_.imaginary());
    else
        y = factor_.cwiseProduct(over_k_.real());
}

void CosineTransform::inverse(const Eigen::Ref<const Vector>& y, Eigen::Ref<Vector> x)
{
    require(x.size() == size() && y.size() == size(), "CosineTransform: wrong length");
    scratch_ = factor_.cwiseProduct(y);
    over_j_.apply(scratch_);
    if (shape_.is_sine)
        x = over_j_.imaginary();
    else
        x = over_j_.real();
}

double CosineTransform::entry(Index j, Index k) const
{
    // Reduced in integers: the angle is p/(4·period) turns.
    const Index whole = 4 * shape_.period;
    const Index p = (2 * k + shape_.twice_a) * (2 * j + shape_.twice_b) % whole;
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(p) / static_cast<double>(whole);
    return factor_(j) * (shape_.is_sine ? std::sin(angle) : std::cos(angle));
}

}  // namespace rebond
