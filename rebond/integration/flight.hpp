// A flight: smooth motion with a fixed set of closed contacts, one step at a time.
//
// A flight tries a step, then answers for that step where a gap first closes and where a reaction
// first vanishes, and lands anywhere in it. What happens at an event is not its business: the
// event-driven loop decides.
#pragma once

#include "rebond/integration/acceleration_solver.hpp"
#include "rebond/integration/problem.hpp"

#include <optional>
#include <vector>

namespace rebond {

// How a gap leaves zero at the start of a step: the lowest time derivative of φ that is positive.
enum class Departure {
    open = 0,     // φ > 0 already
    bounce = 1,   // φ̇ > 0, after an impact
    lift = 2,     // φ̇ = 0, φ̈ > 0
    release = 3,  // φ̈ = 0 too: the reaction has just faded to zero
    none = 4      // held
};

class Flight {
public:
    virtual ~Flight() = default;

    // Whether a step may be cut short at will (to meet samples exactly) without changing the scheme.
    virtual bool may_shorten() const = 0;

    // The step [s] it means to take next.
    virtual double next_step() const = 0;

    // Tries a step from `from`, at most `longest` long, with `holds` closed and the other contacts
    // departing as told. Afterwards the holds' reactions are those at the end of the step. `restart`
    // says that `from` is not where the last step landed. The length tried, or none if the equations
    // refuse.
    [[nodiscard]] virtual std::optional<double> try_step(const State& from, std::vector<Hold>& holds,
                                                         const std::vector<Departure>& departures,
                                                         double longest, bool restart) = 0;

    // Within the step tried: the first time [s] after its start at which gap k, not held, closes.
    // Zero: at once.
    virtual std::optional<double> first_touch(Index contact) = 0;

    // Within the step tried: the first time at which the reaction of holds[h] vanishes.
    virtual std::optional<double> first_release(std::size_t h) = 0;

    // The state `after` [s] the start of the step tried. False if the equations refuse.
    [[nodiscard]] virtual bool land(double after, State& to) = 0;

    // Where it landed: ∫ν dt [N s] of holds[h] since the start of the step, its reaction [N] there, and
    // the largest reaction on the way.
    struct Pressing {
        double impulse = 0.0;
        double reaction = 0.0;
        double peak = 0.0;
    };
    virtual Pressing pressing(std::size_t h) const = 0;

    virtual long sweeps() const = 0;
};

}  // namespace rebond
