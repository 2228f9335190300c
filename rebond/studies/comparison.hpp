// One scene by several schemes, judged by a reference: how far each is off, and what it cost.
//
// A trial keeps its state at some instants of its own; the reference is asked for its state at the same
// instants. With Δq, Δv the differences there,
//
//     error of position   max |Δq| / max |q_ref − q_ref(0)|                                         (1)
//     error of velocity   mean |Δv| / max |v_ref|                                                   (2)
//
// (2) is a mean because a velocity jumps at an impact: two methods that place it a moment apart differ by all
// of it for that moment. An impact that is located in time has two velocities at its instant, and rounding
// decides on which side of it a state is: both runs are looked at away from their own, by a millionth of the
// spacing of the instants.
#pragma once

#include "rebond/scene/run_scene.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

// Events that are located in time, and what is too close to them to be compared.
class LocatedEvents {
public:
    explicit LocatedEvents(double spacing);

    // An event is at `t` [s]: the last of `states` go that are too close before it, but not the start.
    void add(double t, std::vector<State>& states);

    // Whether a state at `t` [s] is too close behind the last one.
    bool are_close(double t) const { return t - last_ <= margin_; }

private:
    double margin_;
    double last_ = -std::numeric_limits<double>::infinity();
};

// Keeps the start and states at about evenly spaced times: of each spacing the first step away from events.
class StateSamples final : public Recorder {
public:
    explicit StateSamples(double spacing) : spacing_(spacing), events_(spacing) {}

    void step(const Instant& now) override;
    void arrival(const Instant& before) override;

    std::vector<State> states;

private:
    double spacing_;
    double next_ = 0.0;
    LocatedEvents events_;
};

// Keeps the start and the states at given times, in ascending order, that are away from events, of a run that
// can be cut there. `spacing` [s] is about that of the times.
class StatesAt final : public Recorder {
public:
    StatesAt(std::vector<double> times, double spacing) : times_(std::move(times)), events_(spacing) {}

    void step(const Instant& now) override;
    void arrival(const Instant& before) override { events_.add(before.t(), states_); }
    double wanted_time() const override
    {
        return next_ < times_.size() ? times_[next_] : std::numeric_limits<double>::infinity();
    }

    // At `time`, if the run came there and no event is close.
    const State* at(double time) const;

private:
    std::vector<double> times_;
    std::size_t next_ = 0;
    std::vector<State> states_;
    LocatedEvents events_;
};

struct Discrepancy {
    double position = 0.0;  // (1)
    double velocity = 0.0;  // (2)
};

// None if the two share no instant after the start, or if nothing moved.
std::optional<Discrepancy> discrepancy(const std::vector<State>& trial, const StatesAt& reference);

}  // namespace rebond
