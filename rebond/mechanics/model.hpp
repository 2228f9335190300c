// What moves: M(q) v̇ = f(t, q, v) + Σ ∇φ_k ν_k, in generalised coordinates.
//
// A model is immutable and may be shared by many runs. Everything a scheme computes with goes
// through its Dynamics, the model at work: trigonometry, factors and scratch of one run. A scheme
// needs no more than
//
//     r = M(q) a − f(t, q, v)          inverse dynamics, O(n)                        (1)
//     S x = y,  S = M + γ C + β K      a solve in the body's own structure, O(n)     (2)
//
// with C = −∂f/∂v and K = −∂f/∂q, or a part of them that carries the stiffness: S preconditions
// iterations on (1), so it decides their speed and never their result.
//
// To bring a model of one's own, derive from these two classes; dofs, residual, factor, solve and
// energy are enough for every scheme, and power where damping or time-dependent loads have a share in f.
#pragma once

#include "rebond/core/error.hpp"
#include "rebond/core/types.hpp"
#include "rebond/mechanics/scenery.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct Energy {
    double kinetic = 0.0;  // [J]
    double elastic = 0.0;  // [J]
    double gravity = 0.0;  // [J]

    double total() const { return kinetic + elastic + gravity; }
};

// What forces that the energy does not hold do, in a second [W] or over a time [J].
struct Work {
    double loads = 0.0;     // of loads that depend on time, and of obstacles that move: given to the body
    double damping = 0.0;   // taken from it
    double friction = 0.0;  // taken from it by sliding
    double impacts = 0.0;   // taken from it by impacts that are not told one by one

    double total() const { return loads - damping - friction - impacts; }
    Work& operator+=(const Work& more)
    {
        loads += more.loads;
        damping += more.damping;
        friction += more.friction;
        impacts += more.impacts;
        return *this;
    }
    friend Work operator*(double s, const Work& work)
    {
        return {s * work.loads, s * work.damping, s * work.friction, s * work.impacts};
    }
};

class Dynamics {
public:
    virtual ~Dynamics() = default;

    // The configuration that residual, factor, stiffness and energy speak of from now on.
    virtual void place(double t, const Vector& q) = 0;

    // r ← M(q) a − f(t, q, v), equation (1).
    virtual void residual(const Vector& v, const Vector& a, Vector& r) = 0;

    // Factorises S of equation (2) at the present configuration; false if S is not positive.
    // The factors stay until the next call, wherever the configuration goes meanwhile.
    [[nodiscard]] virtual bool factor(double beta, double gamma) = 0;

    // x ← S⁻¹ x with the last factors.
    virtual void solve(Vector& x) = 0;

    // Whether S is the whole derivative of (1) and never changes: then one solve is the answer.
    virtual bool solves_exactly() const { return false; }

    // a ← S⁻¹f(t, q, v) with the last factors, for models that solve exactly.
    virtual void accelerate(double /*t*/, const Vector& /*q*/, const Vector& /*v*/, Vector& /*a*/)
    {
        require(false, "this model does not solve exactly");
    }

    // For models with a constant M and forces of position and time alone, one explicit step in one pass:
    //     v ← v + h M⁻¹f(t, q),   q_next ← q + h v                                                        (3)
    virtual bool leaps() const { return false; }
    virtual void leap(double /*t*/, const Vector& /*q*/, double /*h*/, Vector& /*v*/, Vector& /*q_next*/)
    {
        require(false, "this model does not leap");
    }

    // Forces that begin and end where some function of (t, q) passes zero, as those of contacts that yield
    // (contact/compliant_model.hpp). Force i is left out wherever the body is while it is off, so that
    // schemes of high order meet smooth forces on both sides of its zero; all are on at first.
    virtual void switch_force(Index /*i*/, bool /*is_on*/) {}
    virtual double switched_force(Index /*i*/) { return 0.0; }  // at the present configuration [N]

    // y ← K x at the present configuration.
    virtual void stiffness(const Vector& x, Vector& y) = 0;

    virtual Energy energy(const Vector& v) = 0;

    // Of damping and loads that depend on time, per second; all that changes the energy between impacts.
    virtual Work power(double /*t*/, const Vector& /*q*/, const Vector& /*v*/) { return {}; }
};

// Points of the plane with coordinates x₁, y₁, x₂, y₂, … that fly on parabolas, whatever follows them staying
// as it is; M is diagonal.
struct Ballistic {
    Vector masses;        // by coordinate [kg]
    Vector acceleration;  // of free flight, constant [m/s²]
};

class Linear;

class Model {
public:
    virtual ~Model() = default;

    virtual Index dofs() const = 0;
    virtual std::unique_ptr<Dynamics> dynamics() const = 0;

    // Itself, for models with constant matrices.
    virtual const Linear* as_linear() const { return nullptr; }

    // What flies on parabolas, for models in which everything does.
    virtual std::optional<Ballistic> ballistic() const { return std::nullopt; }

    // β [s²] of the M + βK that can be factorised: 0 unless some coordinates have no mass.
    virtual double least_stiffness_share() const { return 0.0; }

    // What a user should know of it before it moves, as signs that are hardly meant.
    virtual std::vector<std::string> warnings() const { return {}; }

    // Whether its energy changes in impacts only: no damping, no loads that depend on time, `power` is zero.
    virtual bool is_conservative() const { return true; }

    // The highest angular frequency [rad/s] of the loads that depend on time; zero if there are none. A step
    // much longer than their period would not see them.
    virtual double load_frequency() const { return 0.0; }

    // The size of a change of the coordinates, or of a rate of change, as one length. Models whose
    // coordinates have several units make them comparable here, so that errors do not depend on the unit of
    // length.
    virtual double size_of(const Vector& change) const { return change.norm(); }

    // Vertical velocity [m/s] of the centre of mass, for models that have one.
    virtual std::optional<double> mass_centre_velocity(const Vector& /*q*/, const Vector& /*v*/) const
    {
        return std::nullopt;
    }

    // Time [s] a longitudinal wave takes along the body and back, for models that have one.
    virtual std::optional<double> wave_transit() const { return std::nullopt; }

    // Why q lies outside what the model describes, if it does: a sentence that follows "after t = …".
    virtual std::optional<std::string> validity_warning(const Vector& /*q*/) const { return std::nullopt; }

    // Why the model has no meaning any more at q, so that a run ends there: a sentence.
    virtual std::optional<std::string> breakdown(const Vector& /*q*/) const { return std::nullopt; }

    // The body's axis at q as points (x, y) [m], for drawing; empty where there is nothing to draw.
    virtual std::vector<Vector2> outline(const Vector& /*q*/) const { return {}; }

    // Radii [m] of discs about the points of the outline, for bodies that are discs and have no axis.
    virtual std::vector<double> radii() const { return {}; }

    // By how much [rad] each of them has turned at q, counter-clockwise; empty where they do not turn.
    virtual std::vector<double> turns(const Vector& /*q*/) const { return {}; }

    // What stands around the body, for drawing, as far as the model knows.
    virtual Scenery scenery() const { return {}; }
};

}  // namespace rebond
