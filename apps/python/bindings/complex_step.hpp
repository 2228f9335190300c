// Derivatives of a Python function φ(t, q) by a step into the complex plane,
//
//     d/dτ φ(t + τ s, q + τ w) at τ = 0  =  Im φ(t + iε s, q + iε w)/ε,                                  (1)
//
// exact to rounding, for nothing is subtracted. It takes a function that computes with complex numbers and is
// smooth in them: sin of numpy, not of math, and no abs. Whether it gives derivatives at all is tried against
// differences, at the start and near it, early and late in the run.
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

private:
    std::shared_ptr<const Callback> function_;
    std::shared_ptr<ComplexArgument> argument_ = std::make_shared<ComplexArgument>();
};

// Gives `spec`, of which the value is known, the gradient, the rate and the drift that (1) has; false, and
// nothing, if it has none at `points` for times up to `duration` [s].
bool differentiate_by(const ComplexStep& step, const std::vector<Vector>& points, double duration,
                      UserGapSpec& spec);

}  // namespace rebond::python
