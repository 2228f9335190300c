#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/progress.hpp"
#include "apps/cli/still_working.hpp"
#include "apps/cli/sweep_progress.hpp"
#include "apps/cli/sweep_text.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/file_lock.hpp"
#include "rebond/io/study_csv.hpp"
#include "rebond/io/study_sweep.hpp"
#include "rebond/io/whole_file.hpp"
#include "rebond/studies/thread_crew.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <optional>

namespace rebond::cli {
namespace {

// The database in the folder, if the study may go on there.
std::string database_path(const SweepOptions& options)
{
    if (options.out.empty()) return "";
    const std::filesystem::path path = std::filesystem::path(options.out) / "study.db";
    std::error_code ignored;
    if (!options.resume && std::filesystem::exists(path, ignored))
        throw InputError(
            fmt::format("{}: error: there is a study already; go on with it by --resume, or choose another "
                        "folder",
                        path.string()));
    return path.string();
}

std::vector<std::string> write_tables(const std::string& directory, const StudyDatabase& database)
{
    const std::filesystem::path folder(directory);
    write_study_csv(folder / "study.csv", database);
    return {"study.db", "study.csv"};
}

}  // namespace

int sweep(const SweepOptions& options)
{
    const bool is_shown = is_watched() && !options.quiet;
    const StillWorking still_working(is_shown);
    const StudyFile file = read_study_file(options.study);
    const std::string path = database_path(options);
    std::optional<FileLock> lock;
    if (!options.out.empty()) {
        make_directory(options.out);
        lock.emplace((std::filesystem::path(options.out) / "study.lock").string());
    }
    const auto database = open_study_database(file, path);

    SweepReport report;
    report.threads = options.threads > 0 ? options.threads : hardware_threads();
    std::vector<RunCase> workers;
    for (unsigned i = 0; i < report.threads; ++i) workers.push_back(case_runner(file));
    ThreadCrew crew(std::move(workers));
    SweepProgress progress(is_shown);
    const auto start = std::chrono::steady_clock::now();
    report.state = sweep(
        file, *database, crew, options.is_scattered, [&](const SweepState& state) { progress.tell(state); },
        watch_for_interrupt());
    report.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    progress.wipe();

    if (!options.out.empty()) report.files = {"study.db"};
    if (!options.out.empty() && report.state.is_finished) report.files = write_tables(options.out, *database);
    report.directory = options.out;
    if (options.json)
        fmt::print("{}\n", report_json(file, *database, report).dump(2));
    else if (!options.quiet)
        fmt::print("{}", report_text(file, *database, report));
    if (!report.state.is_finished) {
        fmt::print(stderr, "{}: stopped with {} of {} cases done{}\n", file.path, report.state.done,
                   report.state.cases, options.out.empty() ? "" : "; --resume goes on");
        return interrupted;
    }
    return report.state.failed == report.state.done ? numbers_refused : done;
}

}  // namespace rebond::cli
