#include "apps/python/bindings/watch.hpp"

#include <algorithm>

namespace rebond::python {
namespace {

constexpr double between_looks = 0.01, between_signals = 0.05, between_calls = 0.1;  // [s]
constexpr long longest_stride = 1 << 20;                                             // [steps]

double seconds(std::chrono::steady_clock::duration time)
{
    return std::chrono::duration<double>(time).count();
}

}  // namespace

Watch::Watch(double duration, py::object progress) : duration_(duration), progress_(std::move(progress)) {}

void Watch::step(const Instant& now)
{
    if (++steps_ >= next_look_) look(now.t());
}

void Watch::look(double t)
{
    const Clock::time_point time = Clock::now();
    const double passed = seconds(time - last_look_);
    stride_ = passed < 0.5 * between_looks ? std::min(2 * stride_, longest_stride)
              : passed > between_looks     ? std::max(stride_ / 2, 1L)
                                           : stride_;
    next_look_ = steps_ + stride_;
    last_look_ = time;
    const bool is_call = !progress_.is_none() && seconds(time - last_told_) >= between_calls;
    if (!is_call && seconds(time - last_signals_) < between_signals) return;

    const py::gil_scoped_acquire gil;
    last_signals_ = time;
    try {
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
        if (is_call) tell(t);
    } catch (py::error_already_set& error) {
        raised_.emplace(error);
        interrupt_ = true;
    }
}

void Watch::tell(double t)
{
    last_told_ = last_look_;
    progress_(t, duration_, steps_, impacts_, seconds(Clock::now() - start_));
}

void Watch::finish(double reached)
{
    if (progress_.is_none() || raised_) return;
    const py::gil_scoped_acquire gil;
    try {
        tell(reached);
    } catch (py::error_already_set& error) {
        raised_.emplace(error);
    }
}

}  // namespace rebond::python
