#include "apps/cli/commands/claimed_folder.hpp"
#include "apps/cli/commands/commands.hpp"
#include "apps/cli/commands/prepare.hpp"
#include "apps/cli/commands/schemes/comparison_json.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/progress.hpp"
#include "rebond/drawing/comparison_figure.hpp"
#include "rebond/studies/scheme_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace rebond::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* comparison_table = "compare.json";
constexpr const char* comparison_file = "compare.svg";

// ---- for people

std::string cell(std::optional<double> value, std::string_view format)
{
    return value && std::isfinite(*value) ? fmt::format(fmt::runtime(format), *value) : "-";
}

std::string row_text(const SchemeTrial& trial)
{
    const std::optional<Summary>& run = trial.summary;
    const auto of_run = [&](auto number) -> std::optional<double> {
        return run ? std::optional(static_cast<double>(number(*run))) : std::nullopt;
    };
    return fmt::format(
        "{:<26} {:>9} {:>9} {:>10} {:>10} {:>10} {:>10} {:>8} {:>9}\n", trial.scheme,
        cell(trial.step, "{:.3g}"), cell(of_run([](const Summary& s) { return s.steps; }), "{:.0f}"),
        cell(of_run([](const Summary& s) { return s.wall_seconds; }), "{:.3g}"),
        trial.off ? cell(trial.off->position, "{:.2e}") : "-",
        trial.off ? cell(trial.off->velocity, "{:.2e}") : "-", cell(trial.drift, "{:.1e}"),
        cell(run && run->impacts.count ? std::optional<double>(*run->impacts.count) : std::nullopt, "{:.0f}"),
        run ? cell(run->restitution.apparent, "{:.4f}") : "-");
}

// What is to be known of a row beside its numbers.
std::string notes(const SchemeTrial& trial)
{
    const std::string name = trial.scheme + (trial.step ? cell(trial.step, ", step {:g} s") : "");
    std::string text;
    if (const std::string status = status_of(trial); status != "ok")
        text += fmt::format("\n{}, {}{}\n", name, status,
                            reason_of(trial).empty() ? "" : ": " + reason_of(trial));
    if (trial.summary)
        for (const std::string& warning : trial.summary->warnings)
            text += fmt::format("\n{}, warning: {}\n", name, warning);
    return text;
}

std::string comparison_text(const std::string& scene, const SchemeComparison& comparison)
{
    std::string text = scene + "\n";
    if (const auto& reference = comparison.reference)
        text += fmt::format("reference {}, {} steps in {}\n\n", reference->scheme, reference->steps,
                            cell(reference->wall_seconds, "{:.3g} s"));
    else
        text += "no errors: stopped before the reference\n\n";
    text += fmt::format("{:<26} {:>9} {:>9} {:>10} {:>10} {:>10} {:>10} {:>8} {:>9}\n", "scheme", "step [s]",
                        "steps", "time [s]", "position", "velocity", "energy", "impacts", "apparent");
    for (const SchemeTrial& trial : comparison.trials) text += row_text(trial);
    for (const SchemeTrial& trial : comparison.trials) text += notes(trial);
    return text;
}

int exit_code(const SchemeComparison& comparison)
{
    if (!comparison.reference) return interrupted;
    const bool is_any_run = std::any_of(comparison.trials.begin(), comparison.trials.end(),
                                        [](const SchemeTrial& trial) { return trial.refusal.empty(); });
    return comparison.reference->status == "ok" && is_any_run ? done : numbers_refused;
}

// Throws InputError that names the option.
void require_scheme(std::string_view option, const std::string& name)
{
    try {
        require_known_scheme(name);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{} {}: error: {}", option, name, error.what()));
    }
}

// A scheme that needs a step has it from --steps, or from the scene or an override.
void require_steps(const CompareOptions& options, SceneFile file)
{
    file.overrides = options.overrides;
    if (!options.steps.empty() || gives(file, "scheme.step")) return;
    for (const std::string& scheme : options.schemes)
        if (!chooses_its_step(scheme))
            throw InputError(
                fmt::format("--schemes {}: error: {} needs a step, and the scene has none: add "
                            "--steps h1,h2,... [s], for example --steps 1e-4,5e-5",
                            fmt::join(options.schemes, ","), scheme));
}

// An override of a key that none of the schemes has would do nothing.
void require_used(const CompareOptions& options)
{
    std::vector<std::string> schemes = options.schemes;
    schemes.push_back(options.reference);
    for (const std::string& assignment : options.overrides)
        if (belongs_to_others(assignment, schemes))
            throw InputError(fmt::format("--set {}: error: expected a key of a scheme that is compared: {}",
                                         assignment, fmt::join(schemes, ", ")));
}

}  // namespace

int compare(const CompareOptions& options)
{
    const bool is_shown = is_watched() && !options.quiet;
    for (const std::string& scheme : options.schemes) require_scheme("--schemes", scheme);
    require_scheme("--reference", options.reference);
    require_used(options);
    std::vector<SchemeTrial> trials = trials_of(options.schemes, options.steps);
    const auto folder = claimed_folder(options.out, options.is_forced);
    if (folder) folder->require_replaceable({comparison_table, comparison_file});
    const auto prepare = [&](const std::string& scheme, std::optional<double> step) {
        Prepared prepared = prepare_by(scheme, step, options.scene, options.overrides);
        return PreparedRun{std::move(prepared.file.scene), std::move(prepared.ready)};
    };
    const Prepared judge = prepare_by(options.reference, std::nullopt, options.scene, options.overrides);
    require_steps(options, judge.file);
    const PreparedRun reference{judge.file.scene, judge.ready};

    const std::atomic<bool>& is_interrupted = watch_for_interrupt();
    const KeptWork kept(KeptWork::Waiting::until_stopped);
    const SchemeComparison comparison = compare_schemes(
        std::move(trials), reference, prepare,
        [&](double duration) { return std::make_unique<Progress>(duration, is_shown); }, is_interrupted);

    const Json json = comparison_json(judge.file.path, comparison);
    if (folder) {
        const std::string& title = judge.file.scene.title;
        folder->write(comparison_table, json.dump(2) + "\n");
        folder->write(comparison_file,
                      to_svg(comparison_figure(title.empty() ? judge.file.path : title, comparison)));
    }
    if (options.json)
        fmt::print("{}\n", json.dump(2));
    else if (!options.quiet)
        fmt::print("{}", comparison_text(judge.file.path, comparison));
    if (const auto& judged = comparison.reference; judged && judged->status != "ok")
        fmt::print(stderr, "{}: the reference stopped at t = {:g} s: {}\n", judge.file.path,
                   comparison.reached, judged->reason.value_or(""));
    return is_interrupted ? interrupted : exit_code(comparison);
}

}  // namespace rebond::cli
