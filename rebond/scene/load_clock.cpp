#include "rebond/scene/load_clock.hpp"

#include "rebond/scene/balls/balls_loads.hpp"
#include "rebond/scene/linear/linear_start.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// Turns are kept to so many parts, so that whole periods leave none.
constexpr double parts = 1e12;

double fraction(double turns)
{
    const double rounded = std::round((turns - std::floor(turns)) * parts) / parts;
    return rounded < 1.0 ? rounded : 0.0;
}

}  // namespace

std::vector<PeriodicLoad> periodic_loads(Scene& scene)
{
    return std::visit(
        [](auto& subject) {
            if constexpr (requires { periodic_loads(subject); }) return periodic_loads(subject);
            return std::vector<PeriodicLoad>{};
        },
        scene.subject);
}

void start_at(Scene& scene, const State& state)
{
    std::visit(
        [&](auto& subject) {
            if constexpr (requires { start_at(subject, state); }) start_at(subject, state);
        },
        scene.subject);
}

std::optional<FirstLoad> first_load(Scene& scene)
{
    for (const PeriodicLoad& load : periodic_loads(scene))
        if (load.frequency_hz > 0.0) return FirstLoad{load.frequency_hz, *load.phase_deg};
    return std::nullopt;
}

void LoadClock::set(Scene& scene) const
{
    const std::vector<PeriodicLoad> loads = periodic_loads(scene);
    for (std::size_t i = 0; i < std::min(loads.size(), turns_.size()); ++i)
        if (turns_[i] > 0.0)
            *loads[i].phase_deg = std::remainder(*loads[i].phase_deg + 360.0 * turns_[i], 360.0);
}

void LoadClock::advance(Scene& scene, double t)
{
    const std::vector<PeriodicLoad> loads = periodic_loads(scene);
    turns_.resize(loads.size(), 0.0);
    for (std::size_t i = 0; i < loads.size(); ++i)
        turns_[i] = fraction(turns_[i] + loads[i].frequency_hz * t);
}

double LoadClock::first_turns(Scene& scene) const
{
    const std::vector<PeriodicLoad> loads = periodic_loads(scene);
    for (std::size_t i = 0; i < std::min(loads.size(), turns_.size()); ++i)
        if (loads[i].frequency_hz > 0.0) return turns_[i];
    return 0.0;
}

}  // namespace rebond
