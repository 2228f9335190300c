// Whether the functions of a body belong together, before anything is integrated.
//
//     M = Mᵀ, positive;   T(q, v) = ½ vᵀM v;   f(t, q, 0) = −∂V/∂q;   dE/dt = power of other forces     (1)
//
// Forces that the energy does not hold are loads, which depend on time, or damping, which takes energy. What
// gives energy and does not depend on time is refused unless the body has a power that says so. Each is
// checked at the start and at a configuration near it, with every coordinate by itself. What is wrong is an
// InputError with the coordinate and the numbers.
#pragma once

#include "rebond/mechanics/user/user_body.hpp"

namespace rebond {

struct BodyJudgement {
    bool is_conservative = true;
    bool has_loads = false;  // forces depend on time
};

// From q, v at t = 0. `duration` [s] is that of the run.
[[nodiscard]] BodyJudgement judge_body(UserBody& body, const Vector& q, const Vector& v, double duration);

// A configuration near q, irregular, for checks that must not hold by chance.
[[nodiscard]] Vector nearby(const Vector& q, const Vector& v, double duration);

}  // namespace rebond
