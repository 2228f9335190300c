#include "rebond/orbits/shooting/settled_shot.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/orbits/load_period.hpp"
#include "rebond/orbits/settled_run.hpp"

#include <cmath>

namespace rebond {
namespace {

constexpr int energy_samples = 4000;  // of a period

// ∫E dt [J s] over the run, by trapezia.
class EnergySum final : public Recorder {
public:
    EnergySum(double start, double spacing) : start_(start), spacing_(spacing) {}

    void step(const Instant& now) override
    {
        reach(now);
        while (wanted_time() <= now.t()) ++count_;
    }
    void arrival(const Instant& before) override { reach(before); }
    double wanted_time() const override { return start_ + static_cast<double>(count_) * spacing_; }
    double sum() const { return sum_; }

private:
    void reach(const Instant& now)
    {
        const double energy = now.energy().total();
        if (last_) sum_ += 0.5 * (energy + last_energy_) * (now.t() - *last_);
        last_ = now.t();
        last_energy_ = energy;
    }

    double start_, spacing_;
    long count_ = 1;
    std::optional<double> last_;
    double last_energy_ = 0.0, sum_ = 0.0;
};

double mean_energy_of_run(const Problem& problem, const Orbit& orbit)
{
    Problem run = problem;
    run.initial = orbit.state;
    run.duration = orbit.state.t + orbit.period;
    run.sample_every = orbit.period;
    EnergySum energy(orbit.state.t, orbit.period / energy_samples);
    const Outcome outcome = integrate(run, EventAccurate{}, energy);
    return outcome.status == Status::ok ? energy.sum() / orbit.period : orbit.energy;
}

}  // namespace

Orbit settled_shot(const Problem& problem, const std::atomic<bool>* interrupt, const SettleOptions& settling,
                   const ShootingOptions& options)
{
    const auto none = [](OrbitStatus status, std::string reason) {
        Orbit orbit{.status = status, .reason = std::move(reason)};
        orbit.certificate.refusal = orbit.reason;
        return orbit;
    };
    const std::vector<double> frequencies = driving_frequencies(problem);
    if (frequencies.empty())
        return none(
            OrbitStatus::not_served,
            "expected a load or a stop that moves: nothing drives this body, so that it settles to no orbit");
    const std::optional<double> load = common_period(frequencies);
    if (!load)
        return none(OrbitStatus::not_served,
                    "the loads have no common period, so that no motion is periodic");
    const SettledRun settled = run_until_settled(problem, *load, settling, interrupt);
    if (settled.status != OrbitStatus::ok) return none(settled.status, settled.reason);
    if (!(settled.least_gap > 0.0))
        return none(
            OrbitStatus::not_served,
            "contacts stay closed all the time, and orbits are shot from where none is; a study of runs, by "
            "rebond sweep, shows what such a motion does");
    Orbit orbit = shoot(problem, settled.most_open, settled.cycle * *load, {}, options);
    orbit.load_periods = settled.cycle;
    if (!orbit.is_ok()) return orbit;
    orbit.energy = mean_energy_of_run(problem, orbit);
    // Within the first period of the load.
    const double first = orbit.events.empty() ? orbit.state.t : orbit.events.front().time;
    const double shift = std::floor(first / *load) * *load;
    for (OrbitEvent& event : orbit.events) {
        event.time -= shift;
        event.end -= shift;
    }
    orbit.state.t -= shift;
    return orbit;
}

}  // namespace rebond
