// The first event of a step that a flight has tried, and landing on it.
//
// A gap that closes is landed on to the rounding of its lengths, a reaction that fades to where it vanishes.
// A reaction that is zero where the step starts may become a push or a pull, and what it leaves of friction
// hold or not. Both are computed at times that grow from a millionth of what the motion resolves, and the
// first value above rounding decides.
#pragma once

#include "rebond/integration/flights/flight.hpp"

#include <optional>

namespace rebond {

struct Event {
    double after = 0.0;                          // [s] from the start of the step
    std::optional<Index> touch = {};             // this gap closes
    std::optional<std::size_t> transition = {};  // this closed contact breaks loose or stops sliding
    std::optional<std::size_t> release = {};     // this closed contact's reaction vanishes
    std::optional<std::size_t> paradox = {};     // no reaction is trusted to keep this one closed
    Opening opening = Opening::release;          // of the contact released
    std::optional<double> friction = {};         // with which it was seen to break loose later [N]
};

class EventSearch {
public:
    // Both must outlive it; `closed` are those of the steps tried.
    EventSearch(Flight& flight, const std::vector<ClosedContact>& closed) : flight_(flight), closed_(closed)
    {
    }

    // In the step just tried, `length` [s] long; its end if nothing happens. With `keep_closed` a reaction
    // that is zero at the start releases nothing.
    Event first_event(const std::vector<Opening>& openings, double length, bool keep_closed);

    enum class Landing {
        touched,  // gap k is zero there
        passed,   // the gap turns round, or closes only beyond the step
        refused,  // the equations could not be solved there
        lost      // no end of it
    };

    // Lands where gap k closes, near `after` in the step; landed_at() is where it landed last. A gap
    // that left zero is closed when it is back where it was, at `zero` [m]: others may have pushed it below.
    // That zero is moved once to where the flight starts, `sunk` [m] lower. A gap that never opens is closed,
    // if rounding explains how deep it is.
    Landing land_on_touch(Index k, double after, double length, double zero, std::optional<double> sunk = {});
    double landed_at() const { return lead_; }

    // The order of events is read off the step tried, whose motion between its ends is less accurate than a
    // landing. So a landing may show that something came before it.
    //
    // A gap other than k, not closed, that has closed already, or lacks no more than `slack` roundings [-] of
    // that: of several the one that closed first. Those that left zero did so from `zeros` [m].
    std::optional<Index> closed_at_landing(const std::vector<Opening>& openings,
                                           const std::vector<double>& zeros, Index k, double slack);

    // A closed contact whose reaction pulls already and vanishes within the step tried, soon after the
    // landing.
    std::optional<std::size_t> pulls_at_landing(double length);

    // Where closed[h] breaks loose or stops sliding, near `after`.
    double transition_near(std::size_t h, double after, double length);

    // Where trust in the reaction of closed[h] vanishes, near `after`.
    double paradox_near(std::size_t h, double after, double length);

    // Where the reaction of closed[h] vanishes, near `after`.
    double release_near(std::size_t h, double after, double length);

private:
    struct Seen {
        double at = 0.0;  // [s] from the start of the step
        double value = 0.0;
    };
    template <typename Quantity>
    std::optional<Seen> first_seen(double length, double rounding, Quantity quantity);
    Landing close(Index k, double depth);
    std::optional<Event> turn_of(std::size_t h, double length);
    std::optional<Event> loosening_of(std::size_t h, double length);
    std::optional<double> reaction_at(std::size_t h, double after);
    std::optional<Vector2> reactions_at(std::size_t h, double after);
    std::optional<double> friction_left_at(std::size_t h, double after);
    template <typename Quantity>
    double root_near(double after, double length, Quantity quantity);

    Flight& flight_;
    const std::vector<ClosedContact>& closed_;
    double lead_ = 0.0;
};

}  // namespace rebond
