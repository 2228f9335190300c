// A body whose functions come from Python: Python's own, or compiled ones.
#pragma once

#include "apps/python/bindings/callback.hpp"
#include "rebond/mechanics/user/user_body.hpp"

#include <memory>
#include <optional>

namespace rebond::python {

struct BodyFunctions {
    Index dofs = 0;
    std::optional<Matrix> constant_mass = {};  // in place of mass(q)
    Callback mass = {}, force = {}, energy = {};
    Callback stiffness = {}, damping = {}, factor = {}, power = {}, outline = {};  // each may be absent

    bool any_python() const;
};

std::unique_ptr<UserBody> python_body(std::shared_ptr<const BodyFunctions> functions);

// Points (x, y) [m] along the body, for drawing. Takes the GIL.
std::vector<Vector2> python_outline(const BodyFunctions& functions, const Vector& q);

}  // namespace rebond::python
