#include "apps/cli/commands/claimed_folder.hpp"
#include "apps/cli/commands/commands.hpp"
#include "apps/cli/terminal/counted.hpp"
#include "apps/cli/terminal/fit_text.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/progress_bar.hpp"
#include "apps/cli/terminal/still_working.hpp"
#include "apps/cli/terminal/sweep_progress.hpp"
#include "rebond/core/error.hpp"
#include "rebond/drawing/rebound_figure.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/io/studies/recorded_scenes.hpp"
#include "rebond/io/studies/study_csv.hpp"
#include "rebond/io/studies/study_database.hpp"
#include "rebond/io/studies/study_store.hpp"
#include "rebond/studies/sweep.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <optional>

namespace rebond::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t parameters = 3;
constexpr const char* fit_table = "fit.csv";
constexpr const char* fit_numbers = "fit.json";
constexpr const char* fit_figure = "fit.svg";

// A study that has been swept: its database, or the folder of it.
std::optional<std::string> swept_database(const std::string& study)
{
    std::error_code ignored;
    const bool is_folder = fs::is_directory(study, ignored);
    if (!is_folder && fs::path(study).extension() != ".db") return std::nullopt;
    const fs::path path = is_folder ? fs::path(study) / "study.db" : fs::path(study);
    if (!fs::exists(path, ignored))
        throw FileError(
            fmt::format("{}: error: there is no study here; expected a study file, or a folder that a sweep "
                        "or a fit has written",
                        study));
    return path.string();
}

void require_finished(const CaseStore& store, const std::string& study)
{
    const StudyRecord& record = store.record();
    if (!record.is_finished)
        throw InputError(fmt::format(
            "{}: error: the study is not finished, {} of {} cases are there: continue it with the "
            "command that began it",
            study, store.row_count(), record.grid_cases));
}

// Whether anything that the law reads is varied.
void require_variety(const StudyFile& file)
{
    for (const ParameterAxis& axis : file.study.design.axes)
        if (axis.key.starts_with("model.")) return;
    throw InputError(
        fmt::format("{}:1:1: error: all its cases are one ball at one place: expected a study that varies "
                    "model.ball.mass and model.location",
                    file.path));
}

void require_enough(std::uint64_t cases, const std::string& study)
{
    if (cases < parameters)
        throw InputError(
            fmt::format("{}:1:1: error: has {}, and the law has {} parameters: expected at least as many "
                        "cases, better many more",
                        study, counted(static_cast<long>(cases), "case"), parameters));
}

// Runs what the folder does not have yet. Null if it was interrupted.
std::unique_ptr<CaseStore> swept(const FitOptions& options, bool is_shown, const OutputFolder* folder)
{
    const StudyFile file = read_study_file(options.study);
    require_ball_on_beam(parse_scene(file.effective_base, options.study), options.study);
    require_enough(file.grid_cases, options.study);
    require_variety(file);
    auto store = open_case_store(file, folder != nullptr ? *folder / "study.db" : "");
    const auto pool = thread_pool(file, options.threads);
    SweepProgress progress(is_shown);
    const KeptWork kept(KeptWork::Waiting::until_overdue);
    const SweepState state = rebond::sweep(
        file.study, *store, *pool, false, [&](const SweepState& now) { progress.tell(now); },
        watch_for_interrupt());
    progress.wipe();
    if (!state.is_finished && state.undone > 0 && !watch_for_interrupt())
        throw FileError(fmt::format("{}: not finished: {}", options.study, state.first_want));
    if (state.is_finished) return store;
    fmt::print(stderr, "{}: stopped with {} of {} cases done{}\n", options.study, state.done, state.cases,
               options.out.empty() ? "" : "; the same command continues it");
    return nullptr;
}

std::vector<std::string> write_files(OutputFolder& folder, const FittedStudy& fitted, const CaseStore* own)
{
    std::vector<std::string> files;
    if (own != nullptr) {
        write_study_csv(folder, *own);
        files = {"study.db", "study.csv"};
    }
    folder.write(fit_table, fit_csv(fitted));
    folder.write(fit_numbers, fit_json(fitted).dump(2) + "\n");
    files.insert(files.end(), {fit_table, fit_numbers});
    if (!fitted.has_numbers()) return files;
    folder.write(fit_figure, to_svg(rebound_figure(fitted.scene, fitted.rows.rows, fitted.fit.law)));
    files.emplace_back(fit_figure);
    return files;
}

// Why some cases have no rebound.
std::string without_text(const CaseStore& store)
{
    for (const auto& [status, count, reason, index] : store.statuses())
        if (status != "ok")
            return fmt::format("{} of them {}, the first is case {}: {}", count, status, index, reason);
    return "a longer run.duration lets more of them separate for good";
}

int tell(const FitOptions& options, FittedStudy& fitted, const CaseStore& store, bool is_own,
         OutputFolder* folder)
{
    std::vector<std::string> files;
    if (folder != nullptr) files = write_files(*folder, fitted, is_own ? &store : nullptr);
    if (options.json)
        fmt::print("{}\n", fit_json(fitted).dump(2));
    else if (!options.quiet && fitted.has_numbers())
        fmt::print("{}", fit_text(fitted, options.out, files));
    if (!fitted.has_numbers())
        fmt::print(stderr, "{}: {} of {} ended with a rebound, which is {}: {}\n", options.study,
                   fitted.rows.rows.size(),
                   counted(static_cast<long>(fitted.rows.rows.size() + fitted.rows.without), "case"),
                   name_of(fitted.fit.status), without_text(store));
    return fitted.fit.is_fitted() ? done : numbers_refused;
}

}  // namespace

int fit(const FitOptions& options)
{
    const bool is_shown = is_watched() && !options.quiet;
    const StillWorking still_working(is_shown);
    const std::optional<std::string> path = swept_database(options.study);
    const auto folder = claimed_folder(options.out, options.is_forced);
    if (folder) folder->require_replaceable({fit_table, fit_numbers, fit_figure});
    if (folder && !path) folder->require_replaceable({"study.csv"});
    std::unique_ptr<CaseStore> store;
    if (path)
        store = std::make_unique<StudyDatabase>(*path, StudyDatabase::Purpose::read);
    else
        store = swept(options, is_shown, folder.get());
    if (!store) return interrupted;
    if (path) {
        require_finished(*store, options.study);
        require_enough(store->row_count(), options.study);
    }
    const Scene base = recorded_base(store->record(), options.study);
    require_ball_on_beam(base, options.study);
    FittedStudy fitted{.title = fs::path(options.study).lexically_normal().string(),
                       .scene = base.title,
                       .rows = rebound_rows(*store, recorded_scenes(store->record(), options.study))};
    fitted.fit = fit_rows(fitted.rows);
    return tell(options, fitted, *store, !path, folder.get());
}

}  // namespace rebond::cli
