// A body that its author describes by functions, as a model: by dense algebra, and by differences where
// derivatives are not given.
//
// Derivatives decide the speed of solves and never their result (mechanics/model.hpp), so differences of
// second order do. The power of damping and loads enters the energy balance: unless it is given, it is the
// rate of the energy (energy_rate.hpp).
#pragma once

#include "rebond/mechanics/user/user_body.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace rebond {

struct UserTraits {
    Index dofs = 0;
    bool has_constant_mass = false;
    bool is_conservative = true;  // the energy changes in impacts only
    bool has_loads = false;       // forces depend on time: what the energy does not hold is work of loads
    double load_frequency = 0.0;  // [rad/s], of the fastest load
    std::function<std::vector<Vector2>(const Vector& q)> outline = {};  // for drawing
};

// A body at work for one run.
using MakeBody = std::function<std::unique_ptr<UserBody>()>;

class UserModel final : public Model {
public:
    UserModel(UserTraits traits, MakeBody make) : traits_(std::move(traits)), make_(std::move(make)) {}

    Index dofs() const override { return traits_.dofs; }
    std::unique_ptr<Dynamics> dynamics() const override;
    bool is_conservative() const override { return traits_.is_conservative; }
    double load_frequency() const override { return traits_.load_frequency; }
    std::vector<Vector2> outline(const Vector& q) const override
    {
        return traits_.outline ? traits_.outline(q) : std::vector<Vector2>{};
    }

private:
    UserTraits traits_;
    MakeBody make_;
};

}  // namespace rebond
