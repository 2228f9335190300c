#include "apps/cli/finished_run.hpp"

#include "apps/cli/interrupt.hpp"
#include "apps/cli/progress.hpp"
#include "rebond/core/error.hpp"
#include "rebond/core/version.hpp"
#include "rebond/io/figures.hpp"
#include "rebond/io/report_html.hpp"
#include "rebond/io/results_hdf5.hpp"
#include "rebond/io/summary_json.hpp"
#include "rebond/io/whole_file.hpp"
#include "rebond/scene/fields.hpp"

#include <filesystem>
#include <memory>

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

}  // namespace

FinishedRun finish_run(const Prepared& prepared, const std::string& out, bool is_shown)
{
    const auto& [file, ready] = prepared;
    const Scene& scene = file.scene;
    const Problem& problem = ready.problem;

    Progress progress(problem.duration, is_shown);
    std::vector<Recorder*> listeners{&progress};
    std::unique_ptr<ResultWriter> writer;
    if (!out.empty()) {
        remove_orphans(out);
        const Provenance provenance{.scene = file.text,
                                    .effective_scene = write_scene(scene),
                                    .version = std::string(version),
                                    .revision = std::string(revision)};
        writer =
            std::make_unique<ResultWriter>(out, problem, provenance, episode_gap(scene.analysis, problem));
        listeners.push_back(writer.get());
    }

    auto [findings, outcome, wall] = perform(scene, ready, listeners, &watch_for_interrupt());
    progress.wipe();
    FinishedRun run{.summary = summary(scene.title, type_name(scene.subject), type_name(scene.scheme),
                                       problem, findings, outcome, wall),
                    .outcome = std::move(outcome)};
    if (!writer) return run;
    const std::string text = run.summary.dump(2) + "\n";
    writer->finish(text, name_of(run.outcome.status));
    write_whole_file(std::filesystem::path(out) / "summary.json", text);
    try {
        run.files = draw_result(out, *problem.model);
    } catch (const FileError& error) {
        run.undrawn = error.what();
    }
    return run;
}

}  // namespace rebond::cli
