// How fast the energy of a body changes along its motion without contacts,
//
//     P = d/dε E(q + εv, v + εM⁻¹f) at ε = 0,                                                          (1)
//
// by differences of fourth order. It is what damping and loads do; zero for forces that the energy holds.
#pragma once

#include "rebond/mechanics/user/user_body.hpp"

#include <Eigen/Cholesky>

#include <limits>

namespace rebond {

// Of double numbers [-].
constexpr double rounding_unit()
{
    return std::numeric_limits<double>::epsilon();
}

class EnergyRate {
public:
    explicit EnergyRate(Index dofs);

    // P [W]. M must be positive.
    double operator()(UserBody& body, double t, const Vector& q, const Vector& v);

    // What rounding may have made of the last P [W].
    double rounding() const { return rounding_; }

private:
    Matrix M_;
    Eigen::LLT<Matrix> factors_;
    Vector a_, q_, v_;
    double rounding_ = 0.0;
};

}  // namespace rebond
