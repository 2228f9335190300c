// Obstacles that move: a stop along its normal, a belt along itself.
//
//     stop:   s = −g(t),   g = A cos(ωt + ψ)                                                            (1)
//     belt:   ṡ = −V,      the velocity along the contact is u_t = w·v − V                              (2)
#pragma once

#include "rebond/contact/gap_function.hpp"

#include <cmath>

namespace rebond {

struct HarmonicMotion {
    double amplitude = 0.0;  // A [m]
    double frequency = 0.0;  // ω [rad/s]
    double phase = 0.0;      // ψ [rad]
};

class MovingStop final : public GapFunction {
public:
    explicit MovingStop(const HarmonicMotion& motion) : g_(motion) {}

    double value(double t, const Vector& /*q*/) const override { return -g_.amplitude * std::cos(angle(t)); }
    void add_gradient(double /*t*/, const Vector& /*q*/, Row& /*w*/) const override {}
    double rate(double t, const Vector& q, const Vector& /*v*/) const override { return drift(t, q); }
    double curvature(double t, const Vector& /*q*/, const Vector& /*v*/) const override
    {
        return g_.amplitude * g_.frequency * g_.frequency * std::cos(angle(t));
    }
    double drift(double t, const Vector& /*q*/) const override
    {
        return g_.amplitude * g_.frequency * std::sin(angle(t));
    }
    double lengths(double t, const Vector& /*q*/) const override
    {
        return std::abs(g_.amplitude) * with_rounding(t);
    }
    double speeds(double t, const Vector& /*q*/, const Vector& /*v*/) const override
    {
        return std::abs(g_.amplitude) * g_.frequency * with_rounding(t);
    }
    double fastest(double /*t*/, const Vector& /*v*/) const override
    {
        return std::abs(g_.amplitude) * g_.frequency;
    }
    double frequency() const override { return g_.frequency; }

private:
    double angle(double t) const { return g_.frequency * t + g_.phase; }

    // The cosine is as uncertain as its angle, whose rounding grows with time.
    double with_rounding(double t) const { return 1.0 + g_.frequency * std::abs(t) + std::abs(g_.phase); }

    HarmonicMotion g_;
};

class Belt final : public GapFunction {
public:
    explicit Belt(double velocity) : velocity_(velocity) {}  // V [m/s]

    double value(double /*t*/, const Vector& /*q*/) const override { return 0.0; }
    void add_gradient(double /*t*/, const Vector& /*q*/, Row& /*w*/) const override {}
    double rate(double /*t*/, const Vector& /*q*/, const Vector& /*v*/) const override { return -velocity_; }
    double curvature(double /*t*/, const Vector& /*q*/, const Vector& /*v*/) const override { return 0.0; }
    double drift(double /*t*/, const Vector& /*q*/) const override { return -velocity_; }
    double lengths(double /*t*/, const Vector& /*q*/) const override { return 0.0; }
    double fastest(double /*t*/, const Vector& /*v*/) const override { return std::abs(velocity_); }

private:
    double velocity_;
};

}  // namespace rebond
