// Gaps of discs in the plane: the distance between two centres, or between a centre and a fixed point, with a
// sign σ,
//
//     s = σ d,   d = |x₁ − x₂|,   n = σ (x₁ − x₂)/d,   t = (n_y, −n_x),   Δv = ẋ₁ − ẋ₂,                   (1)
//     ṡ = n·Δv,   κ = σ (t·Δv)²/d,                                                                       (2)
//
// σ = 1 for two discs (offset −r₁ − r₂) and for a disc outside a circle (offset −R − r), σ = −1 for a disc
// inside one (offset R − r). The surfaces slide along t with
//
//     u_t = t·Δv + r₁ω₁ + r₂ω₂,      u̇_t = t·Δa + r₁ω̇₁ + r₂ω̇₂ − σ (t·Δv)(n·Δv)/d,                        (3)
//
// where a fixed circle has no ω₂. The rolling terms r ω are linear: they are terms of the slide, not of (3).
#pragma once

#include "rebond/contact/gap_function.hpp"

namespace rebond {

// Which two points, and the side of (1).
struct Centres {
    Index first = 0;             // the coordinate x of a centre, after which comes y
    Index second = -1;           // the same; −1: the fixed point
    Vector2 fixed = {0.0, 0.0};  // [m]
    double side = 1.0;           // σ

    Vector2 between(const Vector& x) const  // x₁ − x₂, for x positions
    {
        const Vector2 first_at = x.segment<2>(first);
        return second < 0 ? Vector2(first_at - fixed) : Vector2(first_at - x.segment<2>(second));
    }
    Vector2 between_rates(const Vector& v) const  // the same of velocities or accelerations
    {
        return second < 0 ? Vector2(v.segment<2>(first))
                          : Vector2(v.segment<2>(first) - v.segment<2>(second));
    }
};

// (1), (2).
class Distance final : public GapFunction {
public:
    explicit Distance(const Centres& centres) : centres_(centres) {}

    double value(double t, const Vector& q) const override;
    void add_gradient(double t, const Vector& q, Row& w) const override;
    double rate(double t, const Vector& q, const Vector& v) const override;
    double curvature(double t, const Vector& q, const Vector& v) const override;
    double lengths(double t, const Vector& q) const override;
    double fastest(double t, const Vector& v) const override;
    SignOverPath sign_over(const Matrix& path, int terms, double offset,
                           std::span<double> out) const override;
    bool is_of_discs() const override { return true; }

private:
    Centres centres_;
};

// (3) without the rolling terms.
class SlideAround final : public GapFunction {
public:
    explicit SlideAround(const Centres& centres) : centres_(centres) {}

    double value(double /*t*/, const Vector& /*q*/) const override { return 0.0; }
    void add_gradient(double t, const Vector& q, Row& w) const override;
    double rate(double t, const Vector& q, const Vector& v) const override;
    double curvature(double t, const Vector& q, const Vector& v) const override;
    double lengths(double /*t*/, const Vector& /*q*/) const override { return 0.0; }
    double fastest(double t, const Vector& v) const override;

private:
    Centres centres_;
};

}  // namespace rebond
