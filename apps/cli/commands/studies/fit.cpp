#include "apps/cli/commands/claimed_folder.hpp"
#include "apps/cli/commands/commands.hpp"
#include "apps/cli/commands/studies/fitted_study.hpp"
#include "apps/cli/terminal/counted.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/progress_bar.hpp"
#include "apps/cli/terminal/still_working.hpp"
#include "apps/cli/terminal/sweep_progress.hpp"
#include "rebond/drawing/rebound_figure.hpp"
#include "rebond/io/studies/study_csv.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <optional>

namespace rebond::cli {
namespace {

constexpr const char* fit_table = "fit.csv";
constexpr const char* fit_numbers = "fit.json";
constexpr const char* fit_figure = "fit.svg";

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
    const bool is_swept = swept_database(options.study).has_value();
    const auto folder = claimed_folder(options.out, options.is_forced);
    if (folder) folder->require_replaceable({fit_table, fit_numbers, fit_figure});
    if (folder && !is_swept) folder->require_replaceable({"study.csv"});
    SweepProgress progress(is_shown);
    std::optional<KeptWork> kept;
    if (!is_swept) kept.emplace(KeptWork::Waiting::until_overdue);
    FitSweep found = fit_study(
        options.study, options.threads, folder.get(), [&](const SweepState& now) { progress.tell(now); },
        watch_for_interrupt());
    progress.wipe();
    kept.reset();
    if (!found.fitted) {
        fmt::print(stderr, "{}: stopped with {} of {} cases done{}\n", options.study, found.state.done,
                   found.state.cases, options.out.empty() ? "" : "; the same command continues it");
        return interrupted;
    }
    return tell(options, *found.fitted, *found.store, !is_swept, folder.get());
}

}  // namespace rebond::cli
