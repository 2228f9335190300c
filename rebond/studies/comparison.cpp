#include "rebond/studies/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double same_time = 1e-12;  // of the time: a step that ends there [-]

bool is_at(double t, double time)
{
    return std::abs(t - time) <= same_time * std::abs(time);
}

}  // namespace

// At an impact two steps end at one time; the later one is the state after it, as in time stepping.
void StateSamples::step(const Instant& now)
{
    if (!states.empty() && states.back().t == now.t()) states.back() = {now.t(), now.q(), now.v()};
    if (now.t() < next_) return;
    states.push_back({now.t(), now.q(), now.v()});
    next_ = (std::floor(now.t() / spacing_) + 1.0) * spacing_;
}

void StatesAt::step(const Instant& now)
{
    while (next_ < times_.size() && times_[next_] < now.t() && !is_at(now.t(), times_[next_])) ++next_;
    if (next_ == times_.size() || !is_at(now.t(), times_[next_])) {
        if (!states_.empty() && states_.back().t == now.t()) states_.back() = {now.t(), now.q(), now.v()};
        return;
    }
    states_.push_back({now.t(), now.q(), now.v()});
    ++next_;
}

const State* StatesAt::at(double time) const
{
    const auto found =
        std::lower_bound(states_.begin(), states_.end(), time,
                         [](const State& state, double t) { return state.t < t && !is_at(state.t, t); });
    return found != states_.end() && is_at(found->t, time) ? &*found : nullptr;
}

std::optional<Discrepancy> discrepancy(const std::vector<State>& trial, const StatesAt& reference)
{
    double position = 0.0, velocity = 0.0, way = 0.0, speed = 0.0;
    long count = 0;
    const State* start = nullptr;
    for (const State& state : trial) {
        const State* const truth = reference.at(state.t);
        if (truth == nullptr) continue;
        if (start == nullptr) {  // given, and before an impact there or after it
            start = truth;
            continue;
        }
        way = std::max(way, (truth->q - start->q).norm());
        speed = std::max(speed, truth->v.norm());
        position = std::max(position, (state.q - truth->q).norm());
        velocity += (state.v - truth->v).norm();
        ++count;
    }
    if (count == 0 || way == 0.0 || speed == 0.0) return std::nullopt;
    return Discrepancy{position / way, velocity / static_cast<double>(count) / speed};
}

}  // namespace rebond
