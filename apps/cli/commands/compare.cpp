#include "apps/cli/commands/claimed_folder.hpp"
#include "apps/cli/commands/commands.hpp"
#include "apps/cli/commands/prepare.hpp"
#include "apps/cli/commands/value_json.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/progress.hpp"
#include "rebond/core/error.hpp"
#include "rebond/core/nearest_name.hpp"
#include "rebond/drawing/plot_svg.hpp"
#include "rebond/io/results/summary_json.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/studies/comparison.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace rebond::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double samples_compared = 400.0;  // of a run, at most
constexpr double short_run = 0.05;          // [s]: the first run of all pays for cold caches
constexpr int most_runs = 5;                // of a short one
constexpr const char* comparison_table = "compare.json";
constexpr const char* comparison_figure = "compare.svg";

struct Trial {
    std::string scheme;
    std::optional<double> step = {};      // [s]; none: the scheme's own choice, or the scene's
    std::optional<Summary> summary = {};  // none if it did not run
    std::string refusal = {};             // why the scene takes neither the scheme nor the step
    std::vector<State> states = {};
    std::optional<double> drift = {};  // of the energy books, over what is at stake [-]
    std::optional<Discrepancy> off = {};
};

void require_scheme(const std::string& name)
{
    const std::vector<std::string_view> known = type_names<Scheme>();
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    const std::string_view nearest = nearest_name(name, known);
    throw InputError(fmt::format("--schemes {0}: error: there is no scheme '{0}'; {1}", name,
                                 nearest.empty() ? fmt::format("expected one of {}", fmt::join(known, ", "))
                                                 : fmt::format("did you mean '{}'?", nearest)));
}

std::vector<Trial> trials_of(const CompareOptions& options)
{
    std::vector<Trial> trials;
    for (const std::string& scheme : options.schemes) {
        require_scheme(scheme);
        if (chooses_its_step(scheme) || options.steps.empty())
            trials.push_back({.scheme = scheme});
        else
            for (const double step : options.steps) trials.push_back({.scheme = scheme, .step = step});
    }
    return trials;
}

// Runs a prepared scene while `listener` keeps what it wants; shown under the scheme's name.
Performance performed(const Prepared& prepared, Recorder& listener, bool is_shown)
{
    Progress progress(prepared.ready.problem.duration, is_shown);
    Performance done =
        perform(prepared.file.scene, prepared.ready, {&listener, &progress}, &watch_for_interrupt());
    progress.wipe();
    return done;
}

// The same, and a short one again: its time is that of the fastest.
Performance timed(const Prepared& prepared, const auto& listener, auto& heard, bool is_shown)
{
    Performance done = performed(prepared, heard, is_shown);
    for (int run = 1; run < most_runs && done.wall_seconds < short_run; ++run) {
        auto again = listener();
        const Performance repeated = performed(prepared, again, is_shown);
        if (repeated.outcome.status != done.outcome.status) break;  // interrupted
        done.wall_seconds = std::min(done.wall_seconds, repeated.wall_seconds);
    }
    return done;
}

void attempt(Trial& trial, const CompareOptions& options, bool is_shown)
{
    std::optional<Prepared> prepared;
    try {
        prepared = prepare_by(trial.scheme, trial.step, options.scene, options.overrides);
    } catch (const InputError& error) {
        trial.refusal = error.what();
        return;
    }
    const auto listener = [&] { return StateSamples(prepared->ready.problem.duration / samples_compared); };
    StateSamples samples = listener();
    const Performance done = timed(*prepared, listener, samples, is_shown);
    trial.summary = summarise(prepared->file.scene, prepared->ready.problem, done);
    trial.states = std::move(samples.states);
    const EnergyFindings& energy = done.findings.energy;
    if (energy.at_stake && *energy.at_stake > 0.0) trial.drift = energy.balance_error / *energy.at_stake;
}

std::vector<double> times_of(const std::vector<Trial>& trials)
{
    std::vector<double> times;
    for (const Trial& trial : trials)
        for (const State& state : trial.states) times.push_back(state.t);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

// ---- for programs and people

Json row_json(const Trial& trial)
{
    Json row{{"scheme", trial.scheme}, {"step", to_json(trial.step)}};
    const bool ran = trial.summary.has_value();
    const Json summary = ran ? summary_json(*trial.summary) : Json();
    row["status"] = ran ? summary["status"] : Json(trial.refusal.empty() ? "interrupted" : "refused");
    row["reason"] = ran ? summary["reason"] : trial.refusal.empty() ? Json() : Json(trial.refusal);
    row["warnings"] = ran ? summary["warnings"] : Json::array();
    row["steps"] = ran ? summary["steps"] : Json();
    row["wall_seconds"] = ran ? summary["wall_seconds"] : Json();
    row["error"] = {{"position", to_json(trial.off ? std::optional(trial.off->position) : std::nullopt)},
                    {"velocity", to_json(trial.off ? std::optional(trial.off->velocity) : std::nullopt)}};
    row["energy_drift"] = to_json(trial.drift);
    row["impacts"] = ran ? summary["impacts"]["count"] : Json();
    row["restitution"] = ran ? summary["restitution"] : Json();
    return row;
}

std::string cell(const Json& value, std::string_view format)
{
    return value.is_number() ? fmt::format(fmt::runtime(format), value.get<double>()) : "-";
}

std::string heading(const Json& json)
{
    std::string text = json["scene"].get<std::string>() + "\n";
    const Json& reference = json["reference"];
    return text +
           (reference.is_object()
                ? fmt::format("judged by {}, {} steps in {}\n\n", reference["scheme"].get<std::string>(),
                              reference["steps"].get<long>(), cell(reference["wall_seconds"], "{:.3g} s"))
                : "not judged: stopped before the reference\n\n");
}

// What is to be known of a row beside its numbers.
std::string notes(const Json& row)
{
    const std::string name = row["scheme"].get<std::string>() +
                             (row["step"].is_number() ? cell(row["step"], ", step {:g} s") : "");
    std::string text;
    if (row["status"] != "ok")
        text += fmt::format("\n{}, {}{}\n", name, row["status"].get<std::string>(),
                            row["reason"].is_string() ? ": " + row["reason"].get<std::string>() : "");
    for (const Json& warning : row["warnings"])
        text += fmt::format("\n{}, warning: {}\n", name, warning.get<std::string>());
    return text;
}

std::string table_text(const Json& json)
{
    std::string text = heading(json);
    text += fmt::format("{:<26} {:>9} {:>9} {:>10} {:>10} {:>10} {:>10} {:>8} {:>9}\n", "scheme", "step [s]",
                        "steps", "time [s]", "position", "velocity", "energy", "impacts", "apparent");
    for (const Json& row : json["rows"]) {
        const Json& restitution = row["restitution"];
        text += fmt::format(
            "{:<26} {:>9} {:>9} {:>10} {:>10} {:>10} {:>10} {:>8} {:>9}\n", row["scheme"].get<std::string>(),
            cell(row["step"], "{:.3g}"), cell(row["steps"], "{:.0f}"), cell(row["wall_seconds"], "{:.3g}"),
            cell(row["error"]["position"], "{:.2e}"), cell(row["error"]["velocity"], "{:.2e}"),
            cell(row["energy_drift"], "{:.1e}"), cell(row["impacts"], "{:.0f}"),
            restitution.is_object() ? cell(restitution["apparent"], "{:.4f}") : "-");
    }
    for (const Json& row : json["rows"]) text += notes(row);
    return text;
}

// Error over cost: a better method is further down and to the left.
Figure work_and_precision(const std::string& subject, const std::vector<Trial>& trials)
{
    Chart chart{.x = {.name = "time a run takes", .unit = "s", .scale = Scale::logarithmic},
                .y = {.name = "error of position", .scale = Scale::logarithmic},
                .empty_note = "no scheme differs from the reference"};
    for (const Trial& trial : trials) {
        if (!trial.off || !(trial.off->position > 0.0)) continue;
        if (chart.series.empty() || chart.series.back().name != trial.scheme)
            chart.series.push_back({.name = trial.scheme,
                                    .draw = Draw::line_and_points,
                                    .colour = series_colour(chart.series.size())});
        chart.series.back().x.push_back(trial.summary->wall_seconds);
        chart.series.back().y.push_back(trial.off->position);
    }
    return {.subject = subject, .title = "work and precision", .panels = {chart}};
}

void write_files(OutputFolder& folder, const Prepared& judge, const std::vector<Trial>& trials,
                 const Json& json)
{
    const std::string& title = judge.file.scene.title;
    folder.write(comparison_table, json.dump(2) + "\n");
    folder.write(comparison_figure,
                 to_svg(work_and_precision(title.empty() ? judge.file.path : title, trials)));
}

int exit_code(const std::vector<Trial>& trials, const Outcome& reference)
{
    const bool is_any_run =
        std::any_of(trials.begin(), trials.end(), [](const Trial& trial) { return trial.refusal.empty(); });
    return reference.status == Status::ok && is_any_run ? done : numbers_refused;
}

}  // namespace

int compare(const CompareOptions& options)
{
    const bool is_shown = is_watched() && !options.quiet;
    std::vector<Trial> trials = trials_of(options);
    require_scheme(options.reference);
    const auto folder = claimed_folder(options.out, options.is_forced);
    if (folder) folder->require_replaceable({comparison_table, comparison_figure});
    const Prepared judge = prepare_by(options.reference, std::nullopt, options.scene, options.overrides);

    const std::atomic<bool>& is_interrupted = watch_for_interrupt();
    const KeptWork kept(KeptWork::Waiting::until_stopped);
    for (Trial& trial : trials)
        if (!is_interrupted) attempt(trial, options, is_shown);
    const auto listener = [&] { return StatesAt(times_of(trials)); };
    StatesAt truth = listener();
    std::optional<Performance> judged;
    if (!is_interrupted) judged = timed(judge, listener, truth, is_shown);
    if (judged)
        for (Trial& trial : trials) trial.off = discrepancy(trial.states, truth);

    Json json{{"scene", judge.file.path},
              {"reference",
               judged ? summary_json(summarise(judge.file.scene, judge.ready.problem, *judged)) : Json()},
              {"rows", Json::array()}};
    for (const Trial& trial : trials) json["rows"].push_back(row_json(trial));
    if (folder) write_files(*folder, judge, trials, json);
    if (options.json)
        fmt::print("{}\n", json.dump(2));
    else if (!options.quiet)
        fmt::print("{}", table_text(json));
    if (judged && judged->outcome.status != Status::ok)
        fmt::print(stderr, "{}: the reference stopped at t = {:g} s: {}\n", judge.file.path,
                   judged->outcome.time, judged->outcome.reason);
    return is_interrupted ? interrupted : exit_code(trials, judged->outcome);
}

}  // namespace rebond::cli
