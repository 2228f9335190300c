// Derivatives of a Python function φ(t, q) by steps into the complex plane: of f(τ) = φ(t + τ s, q + τ w) at
// τ = 0,
//
//     f′ = Im f(iε)/ε,                                                                                    (1)
//     f″ = Im [f(r e^{iπ/4}) − f(r e^{3iπ/4})]/r² + O(r⁴).                                        (2)
//
// (1) is exact to rounding, for nothing is subtracted; in (2) nothing of f(0) is, so that r may be small and
// the error is about 1e-12 of f″ where f bends over times of one. It takes a function that computes with
// complex numbers and is smooth in them: sin of numpy, not of math, and no abs. Whether it gives derivatives
// at all is tried against differences, at the start and near it, early and late in the run.
#pragma once

#include "apps/python/bindings/callback.hpp"
#include "rebond/contact/gaps/user_gap.hpp"

#include <memory>
#include <optional>

namespace rebond::python {

class ComplexStep {
public:
    explicit ComplexStep(std::shared_ptr<const Callback> function) : function_(std::move(function)) {}

    // (1), or none where the function does not answer with a complex number. The GIL must be held.
    std::optional<double> derivative(double t, double s, const Vector& q, const Vector& w) const;

    // (2), likewise. f bends over times of about `time`.
    std::optional<double> second_derivative(double t, double s, const Vector& q, const Vector& w,
                                            double time) const;

private:
    // f(τ).
    std::optional<std::complex<double>> at(std::complex<double> tau, double t, double s, const Vector& q,
                                           const Vector& w) const;

    std::shared_ptr<const Callback> function_;
    std::shared_ptr<ComplexArgument> argument_ = std::make_shared<ComplexArgument>();
};

// Gives `spec`, of which the value is known, the gradient, the drift, the rate and the curvature that (1) and
// (2) have; false, and nothing, if it has none at `points` for times up to `duration` [s].
bool differentiate_by(const ComplexStep& step, const std::vector<Vector>& points, double duration,
                      UserGapSpec& spec);

}  // namespace rebond::python
