#include "apps/cli/commands/studies/fitted_study.hpp"

#include "apps/cli/terminal/counted.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/io/studies/recorded_scenes.hpp"
#include "rebond/io/studies/study_database.hpp"
#include "rebond/io/studies/study_store.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace rebond::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t parameters = 3;

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

// Runs what the folder does not have yet.
void sweep_for_fit(const std::string& study, unsigned threads, const OutputFolder* folder,
                   const TellProgress& tell, const std::atomic<bool>& interrupt, FitSweep& found)
{
    const StudyFile file = read_study_file(study);
    require_ball_on_beam(parse_scene(file.effective_base, study), study);
    require_enough(file.grid_cases, study);
    require_variety(file);
    found.store = open_case_store(file, folder != nullptr ? *folder / "study.db" : "");
    const auto pool = thread_pool(file, threads);
    found.state = rebond::sweep(file.study, *found.store, *pool, false, tell, interrupt);
    if (!found.state.is_finished && found.state.undone > 0 && !interrupt)
        throw FileError(fmt::format("{}: not finished: {}", study, found.state.first_want));
}

}  // namespace

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

FitSweep fit_study(const std::string& study, unsigned threads, const OutputFolder* folder,
                   const TellProgress& tell, const std::atomic<bool>& interrupt)
{
    FitSweep found;
    if (const std::optional<std::string> path = swept_database(study)) {
        found.store = std::make_unique<StudyDatabase>(*path, StudyDatabase::Purpose::read);
        require_finished(*found.store, study);
        require_enough(found.store->row_count(), study);
    } else {
        sweep_for_fit(study, threads, folder, tell, interrupt, found);
        if (!found.state.is_finished) return found;
    }
    const Scene base = recorded_base(found.store->record(), study);
    require_ball_on_beam(base, study);
    FittedStudy& fitted = found.fitted.emplace();
    fitted.title = fs::path(study).lexically_normal().string();
    fitted.scene = base.title;
    fitted.rows = rebound_rows(*found.store, recorded_scenes(found.store->record(), study));
    fitted.fit = fit_rows(fitted.rows);
    return found;
}

}  // namespace rebond::cli
