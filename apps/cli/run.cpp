#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/progress.hpp"
#include "apps/cli/still_working.hpp"
#include "apps/cli/summary_text.hpp"
#include "rebond/core/error.hpp"
#include "rebond/core/version.hpp"
#include "rebond/io/figures.hpp"
#include "rebond/io/report_html.hpp"
#include "rebond/io/results_hdf5.hpp"
#include "rebond/io/summary_json.hpp"
#include "rebond/io/whole_file.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <vector>

namespace rebond::cli {
namespace {

// Plots and report from the finished result, so that a long run needs no more memory than a short one. What
// an earlier run has left and this one does not write goes, even if the writing fails: it is not of this
// result.
std::vector<std::string> draw_result(const std::string& directory, const Model& model)
{
    const std::filesystem::path folder(directory);
    std::vector<std::string> files{"result.h5", "summary.json"};
    std::vector<std::string> stale = figure_files();
    stale.emplace_back("report.html");
    const auto write = [&](const std::string& file, const std::string& text) {
        write_whole_file(folder / file, text);
        files.push_back(file);
        std::erase(stale, file);
    };
    const auto remove_stale = [&] {
        for (const std::string& file : stale) remove_file(folder / file);
    };
    try {
        const Result result = read_result_to_draw(folder / "result.h5");
        for (const auto& [file, figure] : standard_figures(result, model)) write(file, to_svg(figure));
        write("report.html", report_html(result, model));
    } catch (const FileError&) {
        remove_stale();
        throw;
    }
    remove_stale();
    return files;
}

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
    const bool is_shown = is_watched() && !options.quiet;
    const StillWorking still_working(is_shown);
    Prepared prepared = prepare(options.scene, options.overrides);
    if (!options.out.empty())
        if (auto warning = require_disk(prepared, options.out)) prepared.ready.warnings.push_back(*warning);
    const auto& [file, ready] = prepared;
    const Scene& scene = file.scene;
    const Problem& problem = ready.problem;

    Progress progress(problem.duration, is_shown);
    std::vector<Recorder*> listeners{&progress};
    std::unique_ptr<ResultWriter> writer;
    if (!options.out.empty()) {
        remove_orphans(options.out);
        const Provenance provenance{.scene = file.text,
                                    .effective_scene = write_scene(scene),
                                    .version = std::string(version),
                                    .revision = std::string(revision)};
        writer = std::make_unique<ResultWriter>(options.out, problem, provenance,
                                                episode_gap(scene.analysis, problem));
        listeners.push_back(writer.get());
    }

    const auto [findings, outcome, wall] = perform(scene, ready, listeners, &watch_for_interrupt());
    progress.wipe();
    const auto json = summary(scene.title, type_name(scene.subject), type_name(scene.scheme), problem,
                              findings, outcome, wall);
    std::vector<std::string> written;
    std::string undrawn;  // why there are no plots
    if (writer) {
        const std::string text = json.dump(2) + "\n";
        writer->finish(text, name_of(outcome.status));
        write_whole_file(std::filesystem::path(options.out) / "summary.json", text);
        try {
            written = draw_result(options.out, *problem.model);
        } catch (const FileError& error) {
            undrawn = error.what();
        }
    }
    if (options.json)
        fmt::print("{}\n", json.dump(2));
    else if (!options.quiet)
        fmt::print("{}", summary_text(json, options.out, written));
    if (outcome.status != Status::ok && !options.json)
        fmt::print(stderr, "{}: {} at t = {:g} s: {}\n", file.path,
                   outcome.status == Status::unbalanced ? "refused" : "stopped", outcome.time,
                   outcome.reason);
    if (!undrawn.empty())
        fmt::print(stderr, "{}: the result is complete, its plots and report are not\n", undrawn);
    return outcome.status == Status::ok && !undrawn.empty() ? file_trouble : exit_code(outcome.status);
}

}  // namespace rebond::cli
