#include "apps/cli/commands/claimed_folder.hpp"
#include "apps/cli/commands/commands.hpp"
#include "apps/cli/commands/orbits/orbit_task.hpp"
#include "apps/cli/commands/papers/reproduced_json.hpp"
#include "apps/cli/commands/run/finished_run.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/progress_bar.hpp"
#include "apps/cli/terminal/sweep_progress.hpp"
#include "rebond/core/error.hpp"
#include "rebond/drawing/orbits/family_figure.hpp"
#include "rebond/drawing/overlay_figure.hpp"
#include "rebond/drawing/rebound_figure.hpp"
#include "rebond/drawing/study_figure.hpp"
#include "rebond/io/files/text_file.hpp"
#include "rebond/io/files/whole_file.hpp"
#include "rebond/io/pages/paper_page.hpp"
#include "rebond/io/papers/paper_file.hpp"
#include "rebond/io/results/results_hdf5.hpp"
#include "rebond/io/studies/recorded_scenes.hpp"
#include "rebond/io/studies/study_database.hpp"
#include "rebond/io/studies/study_store.hpp"
#include "rebond/studies/papers/reproduction.hpp"
#include "rebond/studies/sweep.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace rebond::cli {
namespace {

namespace fs = std::filesystem;

struct Interruption {};

// A study that was swept, for every exhibit that shows it.
struct SweptFile {
    StudyFile file;
    SweptStudy swept;
};

// The name of a picture in the folder of the page.
std::string picture_name(const Paper& paper, const std::string& file)
{
    return (fs::path("reproduced") / paper.name / file).string();
}

std::string picture_of(const Exhibit& exhibit)
{
    return file_name_of(exhibit.name) + ".svg";
}
std::string picture_of(const Exhibit& exhibit, const std::string& overlay)
{
    return fmt::format("{}_{}.svg", file_name_of(exhibit.name), overlay);
}
std::string stem_of(const Exhibit& exhibit, const ExhibitRun& run)
{
    return file_name_of(exhibit.name) + "_" + file_name_of(run.name);
}
std::string picture_of(const Exhibit& exhibit, const ExhibitRun& run, const std::string& plot)
{
    return fmt::format("{}_{}.svg", stem_of(exhibit, run), plot);
}

// Every picture that a paper may have.
std::vector<std::string> picture_names(const Paper& paper)
{
    std::vector<std::string> names;
    const auto add = [&](const std::string& file) { names.push_back(picture_name(paper, file)); };
    for (const Exhibit& exhibit : paper.exhibits) {
        if (!exhibit.study.empty() || exhibit.shows_families) add(picture_of(exhibit));
        for (const std::string& overlay : exhibit.overlays) add(picture_of(exhibit, overlay));
        for (const ExhibitRun& run : exhibit.runs)
            for (const std::string& plot : exhibit.plots) add(picture_of(exhibit, run, plot));
    }
    return names;
}

// Works through a paper. Pages and pictures go to DIR, pictures into DIR/reproduced/PAPER, and what they are
// drawn from into its folder `data`; without DIR nothing is written.
class Reproducer final : public ExhibitSource {
public:
    Reproducer(const ReproduceOptions& options, const Paper& paper, OutputFolder* folder)
        : options_(options), paper_(paper), folder_(folder), is_shown_(is_watched() && !options.quiet)
    {
    }

    ReproducedExhibit reproduce(const Exhibit& exhibit)
    {
        results_.clear();
        orbits_.clear();
        pictures_.clear();
        ReproducedExhibit done = rebond::reproduce(exhibit, *this);
        for (const std::string& overlay : exhibit.overlays)
            if (!results_.empty())
                add_picture(picture_of(exhibit, overlay), exhibit.name,
                            to_svg(overlay_figure(exhibit.name, overlay, results_)));
        if (exhibit.shows_families && folder_ != nullptr)
            add_picture(picture_of(exhibit), exhibit.name, to_svg(family_figure(exhibit.name, orbits_)));
        done.pictures = pictures_;
        return done;
    }

    const SweptStudy& swept(const Exhibit& exhibit) override
    {
        const auto& [file, swept] = sweep_once(exhibit.study);
        if (const auto unknown = unknown_columns(exhibit, file.study, file.columns); !unknown.empty())
            throw InputError(
                fmt::format("{}: error: {} asks for {}, and the study's rows have no such column",
                            exhibit.study, exhibit.name, fmt::join(unknown, ", ")));
        if (exhibit.is_fitted)
            require_ball_on_beam(recorded_base(swept.store->record(), exhibit.study), exhibit.study);
        if (folder_ != nullptr) draw_study(exhibit, swept);
        return swept;
    }

    Summary run(const Exhibit& exhibit, const ExhibitRun& run) override
    {
        const std::string out = folder_ == nullptr ? "" : (data() / stem_of(exhibit, run)).string();
        const auto run_folder = claimed_folder(out, options_.is_forced);
        const FinishedRun finished =
            finish_run(prepare(run.scene, run.changes), run_folder.get(), options_.quiet);
        if (finished.outcome.status == Status::interrupted) throw Interruption{};
        if (!finished.undrawn.empty()) throw FileError(finished.undrawn);
        if (out.empty()) return finished.summary;
        for (const std::string& plot : exhibit.plots)
            add_picture(picture_of(exhibit, run, plot), fmt::format("{}, {}", exhibit.name, run.name),
                        drawn(out, plot, exhibit));
        if (!exhibit.overlays.empty())
            results_.push_back({run.name, read_result_to_draw((fs::path(out) / "result.h5").string())});
        return finished.summary;
    }

    OrbitAnswer orbit(const Exhibit& exhibit, const ExhibitRun& run) override
    {
        const OrbitTask task =
            orbit_task(read_scene_file(run.scene, run.changes), fs::path(run.scene).parent_path(), {});
        OrbitListener nobody;
        OrbitAnswer found = answer_to(task, nobody, &watch_for_interrupt());
        if (found.status == OrbitAnswerStatus::interrupted) throw Interruption{};
        if (exhibit.shows_families) orbits_.push_back({run.name, found});
        return found;
    }

private:
    fs::path data() const { return *folder_ / picture_name(paper_, "data"); }

    // The first exhibit of a study has its picture, and one that is fitted has that of the fit.
    void draw_study(const Exhibit& exhibit, const SweptStudy& swept)
    {
        const std::string file = picture_of(exhibit);
        if (exhibit.is_fitted) {
            const ReboundRows rebounds = rebound_rows(*swept.store, swept.scene_of);
            add_picture(file, exhibit.name,
                        to_svg(rebound_figure(exhibit.name, rebounds.rows, fit_rows(rebounds).law)));
        } else if (swept.study.plot && drawn_.insert(exhibit.study).second) {
            add_picture(file, exhibit.name, to_svg(study_figure(swept.study, *swept.store)));
        }
    }

    const SweptFile& sweep_once(const std::string& path)
    {
        const auto known = swept_.find(path);
        if (known != swept_.end()) return known->second;
        SweptFile found{.file = read_study_file(path), .swept = {}};
        found.swept.study = found.file.study;
        if (const SweptStudy* same = swept_with_the_rows_of(found.file)) {
            found.swept.store = same->store;
            found.swept.state = same->state;
            found.swept.scene_of = recorded_scenes(same->store->record(), path);
            return swept_[path] = std::move(found);
        }
        std::shared_ptr<CaseStore> store = open_case_store(found.file, database_path(found.file));
        const auto pool = thread_pool(found.file, options_.threads);
        SweepProgress progress(is_shown_);
        const KeptWork kept(KeptWork::Waiting::until_overdue);
        const SweepState state = sweep(
            found.file.study, *store, *pool, false, [&](const SweepState& now) { progress.tell(now); },
            watch_for_interrupt());
        if (!state.is_finished && state.undone > 0 && !watch_for_interrupt())
            throw FileError(fmt::format("{}: not finished: {}", path, state.first_want));
        if (!state.is_finished) throw Interruption{};
        found.swept.scene_of = recorded_scenes(store->record(), path);
        found.swept.store = std::move(store);
        found.swept.state = state;
        return swept_[path] = std::move(found);
    }

    // Two studies may differ in nothing but what they draw.
    const SweptStudy* swept_with_the_rows_of(const StudyFile& file) const
    {
        for (const auto& [path, known] : swept_)
            if (known.file.fingerprint == file.fingerprint &&
                known.file.bisection_text == file.bisection_text)
                return &known.swept;
        return nullptr;
    }

    // A database of the very same study and program is gone on with, that of another study is replaced.
    std::string database_path(const StudyFile& file) const
    {
        if (folder_ == nullptr) return "";
        make_directory(data());
        // Studies of one name in different folders of the paper have their own.
        fs::path below = fs::absolute(file.path).lexically_normal().lexically_relative(
            fs::absolute(paper_.folder).lexically_normal());
        below.replace_extension(".db");
        std::string name;
        for (const fs::path& part : below) name += (name.empty() ? "" : "__") + part.string();
        std::string path = data() / name;
        if (!fs::exists(path) || is_blank_database(path) || is_database_of(file, path)) return path;
        if (!is_study_database(path) && !options_.is_forced)
            throw FileError(fmt::format(
                "{}: error: is not the database of a study; move it, or replace it with --force", path));
        remove_file(path);
        return path;
    }

    static bool is_database_of(const StudyFile& file, const std::string& path)
    {
        try {
            const StudyRecord record = StudyDatabase(path, StudyDatabase::Purpose::read).record();
            return record.fingerprint == fmt::format("{:016x}", file.fingerprint) &&
                   record.bisection == file.bisection_text && is_by_this_program(record) &&
                   record.columns == file.columns;
        } catch (const std::runtime_error&) {
            return false;  // damaged
        }
    }

    // A plot of a run.
    static std::string drawn(const std::string& folder, const std::string& plot, const Exhibit& exhibit)
    {
        const fs::path path = fs::path(folder) / (plot + ".svg");
        if (!fs::exists(path))
            throw InputError(
                fmt::format("{}: error: plots: a run of this kind has no {}", exhibit.name, plot));
        return read_text_file(path.string(), std::numeric_limits<std::size_t>::max() - 1);
    }

    void add_picture(const std::string& file, const std::string& caption, const std::string& svg)
    {
        const std::string name = picture_name(paper_, file);
        folder_->write(name, svg);
        pictures_.push_back({name, caption});
    }

    const ReproduceOptions& options_;
    const Paper& paper_;
    OutputFolder* folder_;  // null: no files
    bool is_shown_;
    std::map<std::string, SweptFile> swept_;
    std::set<std::string> drawn_;       // studies
    std::vector<NamedResult> results_;  // of the exhibit under way, to be overlaid
    std::vector<NamedAnswer> orbits_;   // likewise, to be shown as families
    std::vector<Picture> pictures_;     // of it
};

int list_papers()
{
    fmt::print("papers to reproduce:\n\n");
    for (const std::string& folder : known_papers()) {
        const Paper paper = read_paper(folder);
        std::vector<std::string> names;
        for (const Exhibit& exhibit : paper.exhibits) names.push_back(exhibit.name);
        fmt::print("  {}\n    {}\n    {}\n", paper.name, paper.title, fmt::join(names, ", "));
    }
    fmt::print("\nrebond reproduce NAME --out DIR writes one of them, rebond reproduce all every one\n");
    return done;
}

void print_exhibit(const ReproducedExhibit& exhibit)
{
    fmt::print("\n{}: {}\n", exhibit.exhibit.name, exhibit.exhibit.caption);
    if (const std::string table = exhibit_table(exhibit); !table.empty()) fmt::print("\n{}", table);
    for (const std::string& trouble : exhibit.troubles) fmt::print("\n{}\n", trouble);
    for (const Picture& picture : exhibit.pictures) fmt::print("drawn: {}\n", picture.file);
    std::fflush(stdout);
}

}  // namespace

int reproduce(ReproduceOptions options)
{
    if (options.name.empty()) return list_papers();
    const bool is_all = options.name == "all";
    if (is_all && options.out.empty()) options.out = "docs";
    std::vector<std::string> folders = is_all ? known_papers() : std::vector{paper_folder(options.name)};
    if (folders.empty()) throw InputError("all: error: no papers came with this program");
    const bool is_told = !options.json && !options.quiet;

    std::vector<ReproducedPaper> papers;
    for (const std::string& folder : folders) papers.push_back({.paper = read_paper(folder)});
    const std::string page_file = is_all ? "reproduced.md" : papers.front().paper.name + ".md";
    const auto out = claimed_folder(options.out, options.is_forced);
    if (out) {
        std::vector<std::string> names{page_file};
        for (const ReproducedPaper& paper : papers)
            for (const std::string& name : picture_names(paper.paper)) names.push_back(name);
        out->require_replaceable(names);
    }
    try {
        for (ReproducedPaper& paper : papers) {
            if (is_told) fmt::print("{}{}\n", &paper == &papers.front() ? "" : "\n\n", paper.paper.title);
            Reproducer reproducer(options, paper.paper, out.get());
            for (const Exhibit& exhibit : paper.paper.exhibits) {
                paper.exhibits.push_back(reproducer.reproduce(exhibit));
                if (is_told) print_exhibit(paper.exhibits.back());
            }
        }
    } catch (const Interruption&) {
        fmt::print(stderr, "{}: stopped{}\n", options.name,
                   options.out.empty() ? "" : "; the same command continues from there");
        return interrupted;
    }

    bool is_reproduced = true;
    for (const ReproducedPaper& paper : papers) {
        is_reproduced = is_reproduced && count_verdicts(paper).differ == 0;
        for (const ReproducedExhibit& exhibit : paper.exhibits)
            is_reproduced = is_reproduced && exhibit.troubles.empty();
    }
    std::string page;
    if (out) {
        out->write(page_file, papers_page(papers));
        page = *out / page_file;
    }
    if (options.json)
        fmt::print("{}\n", reproduced_json(papers, page).dump(2));
    else if (!options.quiet) {
        fmt::print("\n");
        for (const ReproducedPaper& paper : papers)
            fmt::print("{}: {}\n", paper.paper.name, verdicts_text(count_verdicts(paper)));
        fmt::print("{}\n", marks_text());
        if (!page.empty()) fmt::print("\nwrote {}\n", page);
    }
    return is_reproduced ? done : numbers_refused;
}

}  // namespace rebond::cli
