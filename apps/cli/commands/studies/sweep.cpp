#include "rebond/studies/sweep.hpp"

#include "apps/cli/commands/claimed_folder.hpp"
#include "apps/cli/commands/commands.hpp"
#include "apps/cli/commands/studies/swept_folder.hpp"
#include "apps/cli/terminal/counted.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/progress_bar.hpp"
#include "apps/cli/terminal/still_working.hpp"
#include "apps/cli/terminal/sweep_progress.hpp"
#include "apps/cli/terminal/sweep_text.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/studies/study_store.hpp"
#include "rebond/studies/workers/mpi_pool.hpp"
#include "rebond/studies/workers/thread_pool.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

namespace rebond::cli {
namespace {

// A process that runs what rank 0 hands out.
void help(MpiSession& session, const SweepOptions& options)
{
    const KeptWork kept(KeptWork::Waiting::until_stopped);  // it is rank 0 that ends the job
    session.serve(
        [&](std::uint64_t fingerprint) {
            const StudyFile file = read_study_file(options.study, options.overrides);
            if (file.fingerprint != fingerprint)
                throw FileError(fmt::format("{}: error: this study is not the one that the sweep began with",
                                            options.study));
            return PreparedStudy{file.study.design, case_runner(file)};
        },
        watch_for_interrupt());
}

// The other processes of an MPI job, or threads.
std::unique_ptr<WorkerPool> make_pool(const StudyFile& file, const SweepOptions& options, MpiSession* session,
                                      SweepReport& report)
{
    if (session != nullptr) {
        report.ranks = static_cast<unsigned>(session->size());
        report.threads = report.ranks - 1;
        session->announce(file.fingerprint);
        return std::make_unique<MpiPool>(*session, file.study.design);
    }
    report.threads = options.threads > 0 ? options.threads : hardware_threads();
    return thread_pool(file, report.threads);
}

// The sweep, by threads or, with a session, by the other processes.
int lead(const SweepOptions& options, MpiSession* session)
{
    const std::atomic<bool>& is_interrupted = watch_for_interrupt();
    const bool is_shown = is_watched() && !options.quiet;
    const StillWorking still_working(is_shown);
    if (options.out.empty() && options.resume)
        throw InputError("--resume: expected --out with it, the study's folder");
    const auto folder = claimed_folder(options.out, options.is_forced);
    const StudyFile file = read_study_file(options.study, options.overrides);
    if (folder) prepare_swept_folder(*folder, options.resume, options.is_forced);
    if (!folder && !options.quiet) fmt::print(stderr, "{}: without --out the rows are not kept\n", file.path);
    const auto store = open_case_store(file, folder ? *folder / swept_rows : "");

    SweepReport report;
    const auto pool = make_pool(file, options, session, report);
    SweepProgress progress(is_shown);
    std::optional<KeptWork> kept(std::in_place, session == nullptr ? KeptWork::Waiting::until_overdue
                                                                   : KeptWork::Waiting::until_stopped);
    const auto start = std::chrono::steady_clock::now();
    report.state = sweep(
        file.study, *store, *pool, options.is_scattered,
        [&](const SweepState& state) { progress.tell(state); }, is_interrupted);
    report.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    progress.wipe();
    kept.reset();

    if (folder) report.files = {swept_rows};
    if (folder && report.state.is_finished) report.files = write_swept_tables(*folder, file.study, *store);
    report.directory = options.out;
    if (options.json)
        fmt::print("{}\n", report_json(file, *store, report).dump(2));
    else if (!options.quiet)
        fmt::print("{}", report_text(file, *store, report));
    if (!report.state.is_finished && report.state.undone > 0 && !is_interrupted) {
        fmt::print(stderr, "{}: not finished: {} could not be run here, the first is {}{}\n", file.path,
                   counted(report.state.undone, "case"), report.state.first_want,
                   options.out.empty() ? "" : "; --resume tries again");
        return file_trouble;
    }
    if (!report.state.is_finished) {
        fmt::print(stderr, "{}: stopped with {} of {} cases done{}\n", file.path, report.state.done,
                   report.state.cases, options.out.empty() ? "" : "; --resume continues it");
        return interrupted;
    }
    return report.state.failed == report.state.done ? numbers_refused : done;
}

}  // namespace

int sweep(const SweepOptions& options)
{
    const auto session = MpiSession::join();
    if (!session) return lead(options, nullptr);
    if (session->rank() != 0) {
        help(*session, options);
        return done;
    }
    // All is said and printed before the job may have to be ended.
    const int code = exit_code_of([&] { return lead(options, session.get()); });
    if (!session->dismiss()) session->end_job(code);
    return code;
}

}  // namespace rebond::cli
