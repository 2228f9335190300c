// Listens to a run on Python's behalf: signals, and how far it is.
//
// The clock is looked at every few steps, as many as pass in about a hundredth of a second. Twenty times a
// second Python may handle its signals, and ten times a second `progress` is called. What either raises ends
// the run.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <atomic>
#include <chrono>
#include <optional>
#include <pybind11/pybind11.h>

namespace rebond::python {

namespace py = pybind11;

class Watch final : public Recorder {
public:
    // `progress` is called with (time reached, duration, steps, impacts, elapsed); None: nobody.
    Watch(double duration, py::object progress);

    void step(const Instant& now) override;
    void impact(const Impact& /*impact*/) override { ++impacts_; }

    // The run is over: once more, with the time it reached.
    void finish(double reached);

    const std::atomic<bool>& interrupt() const { return interrupt_; }
    long steps() const { return steps_; }

    // What was raised, if anything was. The GIL must be held.
    py::object raised() const { return raised_ ? raised_->value() : py::none(); }

private:
    using Clock = std::chrono::steady_clock;

    void look(double t);
    void tell(double t);

    double duration_;  // [s]
    py::object progress_;
    std::atomic<bool> interrupt_{false};
    std::optional<py::error_already_set> raised_;
    Clock::time_point start_ = Clock::now(), last_look_ = start_, last_signals_ = start_, last_told_ = start_;
    long steps_ = 0;
    long next_look_ = 1, stride_ = 1;  // in steps
    long impacts_ = 0;
};

}  // namespace rebond::python
