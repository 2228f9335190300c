// A gap, and a direction of sliding, that a user gives as functions.
//
//     φ(t, q) [m],   w = ∇φ,   φ̇ = w·v + ∂φ/∂t,   κ = d²/dτ² φ(t + τ, q + τv) at τ = 0,                  (1)
//     u_t = w_t(t, q)·v + d(t, q),   κ_t = d/dτ (w_t·v + d) along the same line.                          (2)
//
// Only φ, or w_t, must be given. What is left out is found by central differences of order six
// (solvers/differences.hpp): the gradient to about 1e-13, the curvature to 1e-12 of v²/length if the
// gradient is given and to 1e-11 if it is not, for coordinates of the size `length` and slopes of about one.
// A gradient by differences costs six values or more for each coordinate; one that is given costs one call.
//
// The functions must be smooth where the gap is small and give the same answer for the same arguments; they
// may be called from several threads at once unless the caller sees to it that they are not. A value that is
// not finite throws InputError. Flights find where φ closes from κ at the stages of their steps, and choose
// these so that κ is resolved; a function that repeats itself faster than that in time says so by
// `frequency`.
#pragma once

#include "rebond/contact/gap_function.hpp"

#include <functional>
#include <vector>

namespace rebond {

struct UserGapSpec {
    std::function<double(double t, const Vector& q)> value;  // φ [m]

    // w(i) ← ∂φ/∂q at coordinates[i]; empty: by differences. `w` comes with the right size, as zeros.
    std::function<void(double t, const Vector& q, Vector& w)> gradient = {};

    // ∂φ/∂t [m/s]; empty: by differences.
    std::function<double(double t, const Vector& q)> drift = {};

    // φ̇ [m/s] and κ [m/s²] along v; empty: from the gradient and the drift. They may cost less.
    std::function<double(double t, const Vector&q, const Vector&v)> rate = {}, curvature = {};

    std::vector<Index> coordinates = {};  // those φ depends on
    bool moves = true;                    // φ depends on t; false: t is never varied
    double length = 1.0;                  // of the coordinates, over which φ bends [their unit], > 0
    double time = 1.0;                    // over which it moves [s], > 0
    double frequency = 0.0;               // the highest at which it repeats itself in time [rad/s], ≥ 0
};

class UserGap final : public GapFunction {
public:
    // Throws InputError without a value, or where a number is out of its range.
    explicit UserGap(UserGapSpec spec);

    double value(double t, const Vector& q) const override;
    void add_gradient(double t, const Vector& q, Row& w) const override;
    double rate(double t, const Vector& q, const Vector& v) const override;
    double curvature(double t, const Vector& q, const Vector& v) const override;
    double drift(double t, const Vector& q) const override;
    double lengths(double t, const Vector& q) const override;
    double speeds(double t, const Vector& q, const Vector& v) const override;
    double frequency() const override { return spec_.frequency; }

private:
    UserGapSpec spec_;
};

struct UserSlideSpec {
    // w(i) ← weight of the velocity of coordinates[i]. `w` comes with the right size, as zeros.
    std::function<void(double t, const Vector& q, Vector& w)> direction;

    // d [m/s], minus the velocity of the obstacle along the plane of contact; empty: zero.
    std::function<double(double t, const Vector& q)> drift = {};

    std::vector<Index> coordinates = {};
    bool moves = true;       // the direction or the drift depends on t
    double length = 1.0;     // over which the direction turns [unit of the coordinates], > 0
    double time = 1.0;       // over which it moves [s], > 0
    double frequency = 0.0;  // [rad/s], ≥ 0
};

class UserSlide final : public GapFunction {
public:
    explicit UserSlide(UserSlideSpec spec);

    double value(double /*t*/, const Vector& /*q*/) const override { return 0.0; }
    void add_gradient(double t, const Vector& q, Row& w) const override;
    double rate(double t, const Vector& q, const Vector& v) const override;
    double curvature(double t, const Vector& q, const Vector& v) const override;
    double drift(double t, const Vector& q) const override;
    double lengths(double /*t*/, const Vector& /*q*/) const override { return 0.0; }
    double speeds(double t, const Vector& q, const Vector& v) const override;
    double frequency() const override { return spec_.frequency; }

private:
    UserSlideSpec spec_;
};

}  // namespace rebond
