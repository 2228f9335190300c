// One scene by several schemes, judged by a reference: how far each is off, and what it cost.
//
// A trial keeps its state at some instants of its own; the reference is asked for its state at the same
// instants. With Δq, Δv the differences there,
//
//     error of position   max |Δq| / max |q_ref − q_ref(0)|                                         (1)
//     error of velocity   mean |Δv| / max |v_ref|                                                   (2)
//
// (2) is a mean because a velocity jumps at an impact: two methods that place it a moment apart differ by all
// of it for that moment.
#pragma once

#include "rebond/scene/run_scene.hpp"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

// Keeps states at about evenly spaced times: of each spacing the first step.
class StateSamples final : public Recorder {
public:
    explicit StateSamples(double spacing) : spacing_(spacing) {}

    void step(const Instant& now) override;

    std::vector<State> states;

private:
    double spacing_;
    double next_ = 0.0;
};

// Keeps the states at given times, in ascending order, of a run that can be cut there.
class StatesAt final : public Recorder {
public:
    explicit StatesAt(std::vector<double> times) : times_(std::move(times)) {}

    void step(const Instant& now) override;
    double wanted_time() const override
    {
        return next_ < times_.size() ? times_[next_] : std::numeric_limits<double>::infinity();
    }

    // At `time`, if the run came there.
    const State* at(double time) const;

private:
    std::vector<double> times_;
    std::size_t next_ = 0;
    std::vector<State> states_;
};

struct Discrepancy {
    double position = 0.0;  // (1)
    double velocity = 0.0;  // (2)
};

// None if the two share no instant after the start, or if nothing moved.
std::optional<Discrepancy> discrepancy(const std::vector<State>& trial, const StatesAt& reference);

}  // namespace rebond
