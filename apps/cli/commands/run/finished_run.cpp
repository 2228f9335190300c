#include "apps/cli/commands/run/finished_run.hpp"

#include "apps/cli/commands/long_run.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/progress.hpp"
#include "rebond/core/error.hpp"
#include "rebond/core/version.hpp"
#include "rebond/drawing/figures.hpp"
#include "rebond/io/pages/report_html.hpp"
#include "rebond/io/results/result_scene.hpp"
#include "rebond/io/results/summary_json.hpp"

#include <memory>
#include <optional>

namespace rebond::cli {
namespace {

constexpr const char* summary_file = "summary.json";
constexpr const char* report_file = "report.html";

// From the first step on there is something to keep.
class KeptRun final : public Recorder {
public:
    void step(const Instant& now) override
    {
        if (!work_ && now.t() > 0.0) keep();
    }
    void keep() { work_.emplace(KeptWork::Waiting::until_stopped); }
    void end() { work_.reset(); }

private:
    std::optional<KeptWork> work_;
};

// What an earlier run has left is not of the result that comes now.
void remove_earlier(OutputFolder& folder)
{
    for (const std::string& file : figure_files()) folder.remove(file);
    for (const char* file : {summary_file, report_file}) folder.remove(file);
}

void require_replaceable(const OutputFolder& folder, const Problem& problem)
{
    std::vector<std::string> files = figure_files(problem);
    files.insert(files.end(), {"result.h5", summary_file, report_file});
    folder.require_replaceable(files);
}

// Plots and report from the finished result, so that a long run needs no more memory than a short one.
void draw_result(OutputFolder& folder, const Model& model, const Summary& summary,
                 std::vector<std::string>& files)
{
    const auto write = [&](const std::string& file, const std::string& text) {
        folder.write(file, text);
        files.push_back(file);
    };
    const auto require_time = [] {
        if (is_overdue()) throw FileError("interrupted");
    };
    const Result result = read_result_to_draw(folder / "result.h5", &summary);
    require_time();
    for (const auto& [file, figure] : standard_figures(result, model)) {
        write(file, to_svg(figure));
        require_time();
    }
    write(report_file, report_html(result, model));
}

}  // namespace

FinishedRun finish_run(const Prepared& prepared, OutputFolder* folder, bool is_quiet)
{
    const auto& [file, ready] = prepared;
    const Scene& scene = file.scene;
    const Problem& problem = ready.problem;

    Progress progress(problem.duration, is_watched() && !is_quiet);
    LongRun long_run(prepared, progress, !is_quiet);
    KeptRun kept;
    std::vector<Recorder*> listeners{&progress, &kept, &long_run};
    std::unique_ptr<ResultWriter> writer;
    if (folder != nullptr) {
        require_replaceable(*folder, problem);
        const Provenance provenance{.scene = file.text,
                                    .effective_scene = write_scene(scene),
                                    .version = std::string(version),
                                    .revision = std::string(revision),
                                    .matrices = matrices_to_keep(scene)};
        writer = std::make_unique<ResultWriter>(*folder, problem, provenance,
                                                episode_gap(scene.analysis, problem));
        listeners.push_back(writer.get());
    }

    RunResult done = run_scene(scene, ready, listeners, &watch_for_interrupt());
    kept.keep();
    progress.wipe();
    FinishedRun run{.summary = summarise(scene, problem, done), .outcome = std::move(done.outcome)};
    if (!writer) return run;
    remove_earlier(*folder);
    writer->finish(run.summary);
    folder->write(summary_file, summary_text_json(run.summary));
    run.files = {"result.h5", summary_file};
    kept.end();
    try {
        draw_result(*folder, *problem.model, run.summary, run.files);
    } catch (const FileError& error) {
        run.undrawn = error.what();
    }
    return run;
}

}  // namespace rebond::cli
