#include "rebond/studies/scheme_comparison.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/nearest_name.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rebond {
namespace {

constexpr double samples_compared = 400.0;  // of a run, at most
constexpr double short_run = 0.05;          // [s]: the first run of all pays for cold caches
constexpr int most_runs = 5;                // of a short one

class Comparer {
public:
    Comparer(const WatchRun& watch, const std::atomic<bool>& interrupt) : watch_(watch), interrupt_(interrupt)
    {
    }

    void attempt(SchemeTrial& trial, const PrepareRun& prepare)
    {
        std::optional<PreparedRun> run;
        try {
            run = prepare(trial.scheme, trial.step);
        } catch (const InputError& error) {
            trial.refusal = error.what();
            return;
        }
        const auto listener = [&] { return StateSamples(spacing_of(*run)); };
        StateSamples samples = listener();
        const RunResult done = timed(*run, listener, samples);
        trial.summary = summarise(run->scene, run->ready.problem, done);
        trial.states = std::move(samples.states);
        const EnergyFindings& energy = done.findings.energy;
        if (energy.at_stake && *energy.at_stake > 0.0) trial.drift = energy.balance_error / *energy.at_stake;
    }

    void judge(SchemeComparison& comparison, const PreparedRun& reference)
    {
        const auto listener = [times = times_of(comparison.trials), &reference] {
            return StatesAt(times, spacing_of(reference));
        };
        StatesAt truth = listener();
        const RunResult done = timed(reference, listener, truth);
        comparison.reference = summarise(reference.scene, reference.ready.problem, done);
        comparison.reached = done.outcome.time;
        for (SchemeTrial& trial : comparison.trials) trial.off = discrepancy(trial.states, truth);
    }

private:
    RunResult run_once(const PreparedRun& run, Recorder& listener) const
    {
        const std::unique_ptr<Recorder> watcher =
            watch_ ? watch_(run.ready.problem.duration) : std::unique_ptr<Recorder>();
        std::vector<Recorder*> listeners{&listener};
        if (watcher) listeners.push_back(watcher.get());
        return run_scene(run.scene, run.ready, listeners, &interrupt_);
    }

    static double spacing_of(const PreparedRun& run) { return run.ready.problem.duration / samples_compared; }

    // A short one again: its time is that of the fastest.
    RunResult timed(const PreparedRun& run, const auto& listener, auto& heard) const
    {
        RunResult done = run_once(run, heard);
        for (int n = 1; n < most_runs && done.wall_seconds < short_run; ++n) {
            auto again = listener();
            const RunResult repeated = run_once(run, again);
            if (repeated.outcome.status != done.outcome.status) break;  // interrupted
            done.wall_seconds = std::min(done.wall_seconds, repeated.wall_seconds);
        }
        return done;
    }

    static std::vector<double> times_of(const std::vector<SchemeTrial>& trials)
    {
        std::vector<double> times;
        for (const SchemeTrial& trial : trials)
            for (const State& state : trial.states) times.push_back(state.t);
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        return times;
    }

    const WatchRun& watch_;
    const std::atomic<bool>& interrupt_;
};

}  // namespace

bool chooses_its_step(std::string_view scheme)
{
    const auto named = alternative_named<Scheme>(scheme);
    return named && !stepping_of(*named).is_fixed;
}

void require_known_scheme(const std::string& name)
{
    const std::vector<std::string_view> known = type_names<Scheme>();
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    std::string_view nearest = nearest_name(name, known);
    if (nearest.empty()) nearest = begun_name(name, known);
    throw InputError(fmt::format("there is no scheme '{}'; {}", name,
                                 nearest.empty() ? fmt::format("expected one of {}", fmt::join(known, ", "))
                                                 : fmt::format("did you mean '{}'?", nearest)));
}

std::vector<SchemeTrial> trials_of(const std::vector<std::string>& schemes, const std::vector<double>& steps)
{
    std::vector<SchemeTrial> trials;
    for (const std::string& scheme : schemes) {
        require_known_scheme(scheme);
        if (chooses_its_step(scheme) || steps.empty())
            trials.push_back({.scheme = scheme});
        else
            for (const double step : steps) trials.push_back({.scheme = scheme, .step = step});
    }
    return trials;
}

SchemeComparison compare_schemes(std::vector<SchemeTrial> trials, const PreparedRun& reference,
                                 const PrepareRun& prepare, const WatchRun& watch,
                                 const std::atomic<bool>& interrupt)
{
    SchemeComparison comparison{.trials = std::move(trials)};
    Comparer comparer(watch, interrupt);
    for (SchemeTrial& trial : comparison.trials)
        if (!interrupt) comparer.attempt(trial, prepare);
    if (!interrupt) comparer.judge(comparison, reference);
    return comparison;
}

}  // namespace rebond
