// A rigid, uniform rod in a plane, the body of impact mechanics: its ends may touch the ground y = 0.
//
//     m ẍ = 0,      m ÿ = −m g,      (m l²/12) θ̈ = 0                                                 (1)
//
// Coordinates x, y of the centre, and the angle θ of the rod with the x axis. With u = (cos θ, sin θ) its
// lower end is at (x, y) − (l/2) u, its upper end at (x, y) + (l/2) u. Ends are round, of radius ρ about
// these points.
//
// At the lower end, of a sharp rod, the Delassus matrix of (normal, tangential) velocities is
//
//     m G = ( 1 + 3 cos²θ,  −3 sin θ cos θ;   −3 sin θ cos θ,  1 + 3 sin²θ ).                           (2)
//
// It slides into Painlevé's paradox where μ > (4 + tan²θ)/(3 tan θ).
#pragma once

#include "rebond/mechanics/linear/linear.hpp"

#include <array>
#include <optional>
#include <vector>

namespace rebond {

struct RodSpec {
    double mass = 1.0;        // m [kg]
    double length = 1.0;      // l [m]
    double tip_radius = 0.0;  // ρ [m]
};

class Rod final : public Linear {
public:
    Rod(const RodSpec& spec, double gravity);

    const RodSpec& spec() const { return spec_; }

    // Coordinates of the rod at `angle` [rad] whose lower end is at `tip` [m].
    Vector at(const std::array<double, 2>& tip, double angle) const;

    double size_of(const Vector& change) const override;
    std::optional<double> mass_centre_velocity(const Vector& q, const Vector& v) const override;
    std::vector<Vector2> outline(const Vector& q) const override;  // from the lower to the upper end
    Scenery scenery() const override { return {.straight = {StraightWall{}}, .round = {}}; }  // the ground

private:
    RodSpec spec_;
};

}  // namespace rebond
