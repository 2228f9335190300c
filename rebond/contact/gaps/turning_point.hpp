// A point of a body that turns: its height, s = A sin θ, or its place along the ground, s = A cos θ, beside
// those of the point about which θ turns it.
//
//     s = A sin θ:   ṡ = A cos θ θ̇,    κ = −A sin θ θ̇²                                                  (1)
//     s = A cos θ:   ṡ = −A sin θ θ̇,   κ = −A cos θ θ̇²                                                  (2)
#pragma once

#include "rebond/contact/gap_function.hpp"

#include <cmath>

namespace rebond {

class TurningPoint final : public GapFunction {
public:
    enum class Part { height, place };  // (1), (2)

    // The angle's coordinate, and the distance A [m] from the point it turns about.
    TurningPoint(Index angle, double distance, Part part) : angle_(angle), distance_(distance), part_(part) {}

    double value(double /*t*/, const Vector& q) const override { return distance_ * of(q(angle_)); }
    void add_gradient(double /*t*/, const Vector& q, Row& w) const override
    {
        w.push_back({angle_, distance_ * slope(q(angle_))});
    }
    double rate(double /*t*/, const Vector& q, const Vector& v) const override
    {
        return distance_ * slope(q(angle_)) * v(angle_);
    }
    double curvature(double /*t*/, const Vector& q, const Vector& v) const override
    {
        return -distance_ * of(q(angle_)) * v(angle_) * v(angle_);
    }
    double lengths(double /*t*/, const Vector& q) const override
    {
        return std::abs(distance_) * (1.0 + std::abs(q(angle_)));
    }
    double fastest(double /*t*/, const Vector& v) const override { return std::abs(distance_ * v(angle_)); }

private:
    double of(double angle) const { return part_ == Part::height ? std::sin(angle) : std::cos(angle); }
    double slope(double angle) const { return part_ == Part::height ? std::cos(angle) : -std::sin(angle); }

    Index angle_;
    double distance_;
    Part part_;
};

}  // namespace rebond
