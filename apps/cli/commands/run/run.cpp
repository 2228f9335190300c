#include "apps/cli/commands/claimed_folder.hpp"
#include "apps/cli/commands/commands.hpp"
#include "apps/cli/commands/prepare.hpp"
#include "apps/cli/commands/run/finished_run.hpp"
#include "apps/cli/terminal/progress_bar.hpp"
#include "apps/cli/terminal/still_working.hpp"
#include "apps/cli/terminal/summary_text.hpp"
#include "rebond/io/results/result_scene.hpp"
#include "rebond/io/results/summary_json.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace rebond::cli {
namespace {

int exit_code(Status status)
{
    switch (status) {
        case Status::ok:
            return done;
        case Status::interrupted:
            return interrupted;
        case Status::diverged:
        case Status::unbalanced:
        case Status::solve_failed:
        case Status::event_failed:
            return numbers_refused;
    }
    return numbers_refused;
}

}  // namespace

int run(const RunOptions& options)
{
    const StillWorking still_working(is_watched() && !options.quiet);
    const auto folder = claimed_folder(options.out, options.is_forced);
    Prepared prepared = prepare(options.scene, options.overrides);
    if (folder) {
        for (const auto& warning :
             {require_disk(prepared, options.out), matrices_left_out(prepared.file.scene)})
            if (warning) prepared.ready.warnings.push_back(*warning);
    }
    const auto [summary, outcome, files, undrawn] = finish_run(prepared, folder.get(), options.quiet);
    if (options.json)
        fmt::print("{}", summary_text_json(summary));
    else if (!options.quiet)
        fmt::print("{}", summary_text(summary, std::ssize(prepared.ready.problem.model->radii()), options.out,
                                      files));
    if (outcome.status != Status::ok && !options.json)
        fmt::print(stderr, "{}: {} at t = {:g} s: {}\n", prepared.file.path,
                   outcome.status == Status::unbalanced ? "refused" : "stopped", outcome.time,
                   outcome.reason);
    if (!undrawn.empty())
        fmt::print(stderr, "{}: the result is complete, its plots and report are not\n", undrawn);
    return outcome.status == Status::ok && !undrawn.empty() ? file_trouble : exit_code(outcome.status);
}

}  // namespace rebond::cli
