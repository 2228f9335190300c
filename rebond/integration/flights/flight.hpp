// A flight: smooth motion with a fixed set of closed contacts, one step at a time.
//
// A flight knows where the body is and how it moves; it tries a step, answers for that step where a gap first
// closes and where a reaction first vanishes, lands anywhere in it, and arrives there. At an event it
// answers in the terms of contacts: gaps, their rates and accelerations, and the mobility
//
//     G_jk = w_jᵀ M⁻¹ w_k,                                                                          (1)
//
// by which an impulse p_k at one contact changes the normal velocity of another. What happens at an event
// is not its business: the event-driven loop decides.
#pragma once

#include "rebond/integration/acceleration_solver.hpp"
#include "rebond/integration/problem.hpp"
#include "rebond/integration/recorder.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rebond {

// How a gap leaves zero at the start of a step: the lowest time derivative of φ that is positive.
enum class Opening {
    open = 0,     // φ > 0 already
    bounce = 1,   // φ̇ > 0, after an impact
    lift = 2,     // φ̇ = 0, φ̈ > 0
    release = 3,  // φ̈ = 0 too: the reaction has just faded to zero
    none = 4      // closed
};

inline bool is_leaving(Opening opening)
{
    return opening != Opening::open && opening != Opening::none;
}

class Flight {
public:
    virtual ~Flight() = default;

    // Whether a step may be cut short at will (to end at samples exactly) without changing the scheme.
    virtual bool may_shorten() const = 0;

    // The step [s] it means to take next.
    virtual double next_step() const = 0;

    // ---- where the body is

    virtual const Instant& now() = 0;

    // w_jᵀ M⁻¹ w_k over the contacts named. False if M is not positive.
    [[nodiscard]] virtual bool mobility(const std::vector<Index>& contacts, Matrix& G) = 0;

    // w_k·M⁻¹f [m/s²]: how the gaps named would accelerate without reactions. False if it cannot be solved.
    [[nodiscard]] virtual bool accelerations(const std::vector<Index>& contacts, Vector& a) = 0;

    // w ← ∇φ_k where the body is.
    virtual void gradient(Index contact, Vector& w) = 0;

    // The same of contacts with friction, two rows for each: normal, along the plane of contact. Asked of
    // flights whose scheme serves friction.
    [[nodiscard]] virtual bool plane_mobility(const std::vector<Index>& /*contacts*/, Matrix& /*G*/)
    {
        return false;
    }
    [[nodiscard]] virtual bool plane_accelerations(const std::vector<Index>& /*contacts*/, Vector& /*a*/)
    {
        return false;
    }
    virtual void apply_plane_impulses(const std::vector<Index>& /*contacts*/, const Vector& /*impulses*/) {}

    // v ← v + Σ M⁻¹w_k p_k: impulses [N s] at the contacts named, whose mobility was asked for last.
    virtual void apply_impulses(const std::vector<Index>& contacts, const Vector& impulses) = 0;

    // ---- a step

    // Tries a step from where the body is, at most `longest` long, with the contacts of `closed`; the others
    // open as `openings` says. Afterwards the reactions in `closed` are those at the end of the step.
    // `restart` says that something happened since the last step arrived. The length tried, or none if the
    // equations refuse.
    [[nodiscard]] virtual std::optional<double> try_step(std::vector<ClosedContact>& closed,
                                                         const std::vector<Opening>& openings, double longest,
                                                         bool restart) = 0;

    // A time [s] over which the step tried resolves the motion: its length, or less where it spans more.
    virtual double smooth_time() const = 0;

    // Within the step tried: the first time [s] after its start at which gap k, not closed, closes.
    // Zero: at once.
    virtual std::optional<double> first_touch(Index contact) = 0;

    // Within the step tried: the first time at which the reaction of closed[h] vanishes.
    virtual std::optional<double> first_release(std::size_t h) = 0;

    // Within the step tried: the first time at which closed[h], which has friction, breaks loose or stops
    // sliding.
    virtual std::optional<double> first_transition(std::size_t /*h*/) { return std::nullopt; }

    // Within the step tried: the first time at which no reaction is trusted to keep closed[h] closed as it
    // slides (Painlevé): where `trust` is zero.
    virtual std::optional<double> first_paradox(std::size_t /*h*/) { return std::nullopt; }
    virtual double trust(const std::vector<ClosedContact>& /*closed*/, std::size_t /*h*/) { return 1.0; }

    // Lands `after` [s] the start of the step tried. False if the equations refuse.
    [[nodiscard]] virtual bool land(double after) = 0;

    // The landing becomes where the body is, at the time t [s] if that is given.
    virtual void arrive(std::optional<double> t) = 0;

    // ---- where it landed last, or started

    virtual double time() const = 0;                                       // [s]
    virtual double gap(Index contact) = 0;                                 // φ [m]
    virtual double rate(Index contact) = 0;                                // φ̇ [m/s]
    virtual double friction_of(Index /*contact*/) const { return 0.0; }    // μ
    virtual double slide_rate(Index /*contact*/) { return 0.0; }           // u_t [m/s]
    virtual double slide_rate_rounding(Index /*contact*/) { return 0.0; }  // what rounding leaves of it

    // What rounding leaves of gap k [m], the lengths it is the difference of since the start considered.
    virtual double rounding(Index contact) const = 0;

    // The part of that which is of its lengths alone, and not of what the flight itself has lost [m].
    virtual double rounding_of_lengths(Index contact) const { return rounding(contact); }

    // What rounding leaves of its rate [m/s]: two bodies that move together fast have a rate of rounding.
    virtual double rate_rounding(Index contact) = 0;

    // Takes the last rounding out of gap k, which is zero here by definition.
    virtual void close(Index contact) = 0;

    // The reaction [N] of closed[h] there. None if it cannot be solved.
    virtual std::optional<double> reaction(const std::vector<ClosedContact>& closed, std::size_t h) = 0;

    // The same with friction: normal, along the plane of contact.
    virtual std::optional<Vector2> reactions(const std::vector<ClosedContact>& closed, std::size_t h)
    {
        const auto normal = reaction(closed, h);
        return normal ? std::optional(Vector2(*normal, 0.0)) : std::nullopt;
    }

    // What rounding leaves of the reaction [N] of closed[h] in the step tried; asked of flights that may be
    // cut.
    virtual double reaction_rounding(std::size_t /*h*/) { return 0.0; }

    // Where it landed: ∫ν dt [N s] of closed[h] since the start of the step, its reaction [N] there, and
    // the largest reaction on the way.
    struct Pressing {
        double impulse = 0.0;
        double reaction = 0.0;
        double peak = 0.0;
        double friction = 0.0;  // ∫τ dt [N s]
        Work work = {};         // of sliding, and of the obstacle if it moves [J]
    };
    virtual Pressing pressing(std::size_t h) = 0;

    // The same of the force that begins at an onset of the problem. None where the flight does not end its
    // steps at onsets.
    virtual std::optional<Pressing> switched(Index /*onset*/) { return std::nullopt; }

    // Where it landed: what damping and loads that depend on time did since the start of the step [J].
    virtual Work work() = 0;

    virtual long residual_evaluations() const = 0;

    // Why the last step was refused, where more can be said than that it was.
    virtual std::string refusal() const { return {}; }

    // What a reader of the numbers should know of it, after the run.
    virtual std::vector<std::string> warnings() const { return {}; }
};

}  // namespace rebond
