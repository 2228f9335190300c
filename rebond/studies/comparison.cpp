#include "rebond/studies/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double same_time = 1e-12;  // of the time: a step that ends there [-]
constexpr double close = 1e-6;       // of the spacing: an event and a state [-]

bool is_at(double t, double time)
{
    return std::abs(t - time) <= same_time * std::abs(time);
}

}  // namespace

LocatedEvents::LocatedEvents(double spacing) : margin_(close * spacing) {}

void LocatedEvents::add(double t, std::vector<State>& states)
{
    last_ = t;
    while (states.size() > 1 && t - states.back().t <= margin_) states.pop_back();
}

void StateSamples::step(const Instant& now)
{
    if (now.t() < next_ || (!states.empty() && events_.are_close(now.t()))) return;
    states.push_back({now.t(), now.q(), now.v()});
    next_ = (std::floor(now.t() / spacing_) + 1.0) * spacing_;
}

void StateSamples::arrival(const Instant& before)
{
    const std::size_t kept = states.size();
    events_.add(before.t(), states);
    if (states.size() < kept) next_ = before.t();
}

// Times that are equal within rounding are one.
void StatesAt::step(const Instant& now)
{
    while (next_ < times_.size() && times_[next_] < now.t() && !is_at(now.t(), times_[next_])) ++next_;
    bool is_wanted = false;
    for (; next_ < times_.size() && is_at(now.t(), times_[next_]); ++next_) is_wanted = true;
    if (!is_wanted || (!states_.empty() && events_.are_close(now.t()))) return;
    states_.push_back({now.t(), now.q(), now.v()});
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
