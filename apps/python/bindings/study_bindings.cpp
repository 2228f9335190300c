// Many runs: sweeps, comparisons, papers, fits and checks, by the functions that the commands use.
#include "apps/cli/commands/orbits/orbit_task.hpp"
#include "apps/cli/commands/papers/reproduced_json.hpp"
#include "apps/cli/commands/schemes/comparison_json.hpp"
#include "apps/cli/commands/schemes/examination.hpp"
#include "apps/cli/commands/studies/fitted_study.hpp"
#include "apps/cli/commands/studies/swept_folder.hpp"
#include "apps/python/bindings/bindings.hpp"
#include "apps/python/bindings/python_run.hpp"
#include "apps/python/bindings/python_value.hpp"
#include "rebond/core/error.hpp"
#include "rebond/core/nearest_name.hpp"
#include "rebond/core/number_text.hpp"
#include "rebond/drawing/observed_figure.hpp"
#include "rebond/drawing/study_figure.hpp"
#include "rebond/io/pages/study_html.hpp"
#include "rebond/io/papers/paper_file.hpp"
#include "rebond/io/scene/varied_scene.hpp"
#include "rebond/io/studies/recorded_scenes.hpp"
#include "rebond/io/studies/study_database.hpp"
#include "rebond/io/studies/study_store.hpp"
#include "rebond/studies/papers/reproduction.hpp"
#include "rebond/studies/scheme_comparison.hpp"
#include "rebond/studies/workers/thread_pool.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <pybind11/stl.h>

namespace rebond::python {
namespace {

struct KeptStudy {
    Study study = {};
    std::shared_ptr<CaseStore> store = {};
    SweepState state = {};
    std::vector<std::string> files = {};
};

// Listens to a sweep on Python's behalf: signals, and how far it is.
class SweepWatch {
public:
    explicit SweepWatch(py::object progress) : progress_(std::move(progress)) {}

    void tell(const SweepState& state)
    {
        const py::gil_scoped_acquire gil;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            if (!progress_.is_none()) progress_(state.done, state.cases, state.failed);
        } catch (py::error_already_set& error) {
            if (!raised_) raised_.emplace(error);
            interrupt_ = true;
        }
    }
    TellProgress teller()
    {
        return [this](const SweepState& state) { tell(state); };
    }
    const std::atomic<bool>& interrupt() const { return interrupt_; }
    py::object raised() const { return raised_ ? raised_->value() : py::none(); }

private:
    py::object progress_;
    std::atomic<bool> interrupt_{false};
    std::optional<py::error_already_set> raised_;
};

py::tuple sweep_file(const StudyFile& file, const std::string& out, unsigned workers, bool resume,
                     bool is_forced, const py::object& progress)
{
    auto kept = std::make_shared<KeptStudy>();
    SweepWatch watch(progress);
    {
        const py::gil_scoped_release others;
        std::unique_ptr<OutputFolder> folder;
        if (!out.empty()) {
            folder = std::make_unique<OutputFolder>(out, is_forced);
            cli::prepare_swept_folder(*folder, resume, is_forced);
        }
        kept->study = file.study;
        kept->store = open_case_store(file, folder ? *folder / cli::swept_rows : "");
        const auto pool = thread_pool(file, workers);
        kept->state = sweep(file.study, *kept->store, *pool, false, watch.teller(), watch.interrupt());
        if (folder && kept->state.is_finished)
            kept->files = cli::write_swept_tables(*folder, file.study, *kept->store);
    }
    if (!kept->state.is_finished && kept->state.undone > 0 && !watch.interrupt())
        throw FileError(fmt::format("{}: not finished: {}", file.path, kept->state.first_want));
    return py::make_tuple(kept, watch.raised());
}

py::object value_object(const Value& value)
{
    return std::visit(
        []<typename T>(const T& held) -> py::object {
            if constexpr (std::is_same_v<T, std::monostate>)
                return py::none();
            else if constexpr (std::is_same_v<T, Composite>)
                return py::str(held.text);
            else
                return py::cast(held);
        },
        value);
}

// Every column as a list, in their order.
py::dict columns_of(const std::vector<std::string>& names,
                    const std::function<void(const VisitRow&)>& for_each)
{
    std::vector<py::list> columns(names.size());
    for_each([&](const std::vector<Value>& row) {
        for (std::size_t i = 0; i < names.size(); ++i) columns[i].append(value_object(row[i]));
    });
    py::dict all;
    for (std::size_t i = 0; i < names.size(); ++i) all[py::str(names[i])] = columns[i];
    return all;
}

py::dict columns_of_study(const KeptStudy& kept)
{
    const std::vector<std::string> names = kept.store->column_names();
    return columns_of(names,
                      [&](const VisitRow& visit) { kept.store->for_each_row({.columns = names}, visit); });
}

py::dict points_of_study(const KeptStudy& kept)
{
    return columns_of(kept.store->point_column_names(),
                      [&](const VisitRow& visit) { kept.store->for_each_point(visit); });
}

py::dict plot_of_study(const KeptStudy& kept, const std::string& x, const std::string& y,
                       const std::string& by)
{
    Study study = kept.study;
    if (!x.empty()) study.plot = StudyPlot{.x = x, .y = y, .by = by};
    if (!study.plot && study.observation) return figure_dict(observed_figure(study, *kept.store));
    if (!study.plot) throw InputError("plot: the study names none: expected x and y, columns of its rows");
    const std::vector<std::string> names = kept.store->column_names();
    const std::vector<std::string_view> known(names.begin(), names.end());
    for (const std::string& column : {study.plot->x, study.plot->y, study.plot->by}) {
        if (column.empty() || std::find(known.begin(), known.end(), column) != known.end()) continue;
        const std::string_view nearest = nearest_name(column, known);
        throw InputError(fmt::format("plot: no column {}{}", column,
                                     nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
    }
    return figure_dict(study_figure(study, *kept.store));
}

std::string report_of_study(const KeptStudy& kept)
{
    return study_html(kept.study, *kept.store, page_figure(kept.study, *kept.store));
}

std::shared_ptr<KeptStudy> open_study(const std::string& path)
{
    auto kept = std::make_shared<KeptStudy>();
    kept->store = std::make_shared<StudyDatabase>(path, StudyDatabase::Purpose::read);
    const StudyRecord& record = kept->store->record();
    kept->study = read_study_outline(record.study, path);
    kept->state = {.cases = record.grid_cases,
                   .done = kept->store->row_count(),
                   .is_finished = record.is_finished,
                   .crossings = kept->store->crossings()};
    return kept;
}

// ---------------------------------------------------------------------------------- comparisons, checks

PreparedRun prepared_by(const EditableScene& scene, const std::string& scheme, std::optional<double> step)
{
    std::vector<SceneChange> changes{{"scheme.type", scheme}};
    if (chooses_its_step(scheme)) changes.emplace_back("scheme.step", "0.0");
    if (step) changes.emplace_back("scheme.step", number_text(*step));
    cli::Prepared prepared = cli::prepare(scene.with(changes).file());
    return {std::move(prepared.file.scene), std::move(prepared.ready)};
}

py::tuple compare_scene(const EditableScene& scene, const std::vector<std::string>& schemes,
                        const std::vector<double>& steps, const std::string& reference,
                        const py::object& progress)
{
    for (const std::string& scheme : schemes) require_known_scheme(scheme);
    require_known_scheme(reference);
    const SceneFile file = scene.file();
    std::optional<Watch> watch(std::in_place, file.scene.run.duration, progress);
    py::object json;
    nlohmann::ordered_json found;
    {
        const py::gil_scoped_release others;
        const PreparedRun judge = prepared_by(scene, reference, std::nullopt);
        // One watch for all runs: they end together.
        class Listener final : public Recorder {
        public:
            explicit Listener(Watch& to) : to_(to) {}
            void step(const Instant& now) override { to_.step(now); }
            void impact(const Impact& impact) override { to_.impact(impact); }

        private:
            Watch& to_;
        };
        const SchemeComparison comparison = compare_schemes(
            trials_of(schemes, steps), judge,
            [&](const std::string& scheme, std::optional<double> step) {
                return prepared_by(scene, scheme, step);
            },
            [&](double) { return std::make_unique<Listener>(*watch); }, watch->interrupt());
        found = cli::comparison_json(file.path, comparison);
    }
    return py::make_tuple(to_python(found), watch->raised());
}

py::tuple check_scene(const EditableScene& scene)
{
    const std::atomic<bool> never{false};
    nlohmann::ordered_json found;
    {
        const py::gil_scoped_release others;
        const cli::Prepared prepared = cli::prepare(scene.file());
        cli::Examination examined = cli::examine(prepared.file.scene, prepared.ready);
        examined.costs = cli::scheme_costs(prepared, scene.directory().value_or("."), never);
        found = cli::examination_json(examined);
    }
    return py::make_tuple(to_python(found), py::none());
}

// ---------------------------------------------------------------------------------- papers, fits

struct Interruption {};

// Sweeps and runs what a paper's exhibits ask for, and keeps no files.
class PaperSource final : public ExhibitSource {
public:
    PaperSource(unsigned workers, SweepWatch& watch) : workers_(workers), watch_(watch) {}

    const SweptStudy& swept(const Exhibit& exhibit) override
    {
        if (const auto known = swept_.find(exhibit.study); known != swept_.end()) return known->second;
        const StudyFile file = read_study_file(exhibit.study);
        std::shared_ptr<CaseStore> store = open_case_store(file, "");
        const auto pool = thread_pool(file, workers_);
        SweptStudy done;
        done.study = file.study;
        done.state = sweep(file.study, *store, *pool, false, watch_.teller(), watch_.interrupt());
        if (!done.state.is_finished && done.state.undone > 0 && !watch_.interrupt())
            throw FileError(fmt::format("{}: not finished: {}", exhibit.study, done.state.first_want));
        if (!done.state.is_finished) throw Interruption{};
        done.scene_of = recorded_scenes(store->record(), exhibit.study);
        done.store = std::move(store);
        return swept_[exhibit.study] = std::move(done);
    }

    Summary run(const Exhibit& /*exhibit*/, const ExhibitRun& run) override
    {
        watch_.tell({});
        const cli::Prepared prepared = cli::prepare(run.scene, run.changes);
        const RunResult done = run_scene(prepared.file.scene, prepared.ready, {}, &watch_.interrupt());
        if (watch_.interrupt()) throw Interruption{};
        return summarise(prepared.file.scene, prepared.ready.problem, done);
    }

    OrbitAnswer orbit(const Exhibit& /*exhibit*/, const ExhibitRun& run) override
    {
        watch_.tell({});
        const cli::OrbitTask task = cli::orbit_task(read_scene_file(run.scene, run.changes),
                                                    std::filesystem::path(run.scene).parent_path(), {});
        OrbitListener nobody;
        OrbitAnswer found = cli::answer_to(task, nobody, &watch_.interrupt());
        if (watch_.interrupt()) throw Interruption{};
        return found;
    }

private:
    unsigned workers_;
    SweepWatch& watch_;
    std::map<std::string, SweptStudy> swept_;
};

py::tuple reproduce_papers(const std::string& name, unsigned workers, const py::object& progress)
{
    SweepWatch watch(progress);
    std::vector<ReproducedPaper> papers;
    nlohmann::ordered_json found;
    {
        const py::gil_scoped_release others;
        const std::vector<std::string> folders =
            name == "all" ? known_papers() : std::vector{paper_folder(name)};
        if (folders.empty()) throw InputError("all: error: no papers came with this program");
        try {
            for (const std::string& folder : folders) {
                ReproducedPaper& paper = papers.emplace_back();
                paper.paper = read_paper(folder);
                PaperSource source(workers, watch);
                for (const Exhibit& exhibit : paper.paper.exhibits)
                    paper.exhibits.push_back(reproduce(exhibit, source));
            }
        } catch (const Interruption&) {
        }
        found = cli::reproduced_json(papers, "");
    }
    return py::make_tuple(to_python(found), watch.raised());
}

py::tuple fit_rebounds(const std::string& study, unsigned workers, const py::object& progress)
{
    SweepWatch watch(progress);
    nlohmann::ordered_json found;
    {
        const py::gil_scoped_release others;
        const cli::FitSweep done = cli::fit_study(study, workers, nullptr, watch.teller(), watch.interrupt());
        if (done.fitted) found = cli::fit_json(*done.fitted);
    }
    return py::make_tuple(to_python(found), watch.raised());
}

}  // namespace

void bind_studies(py::module_& module)
{
    py::class_<KeptStudy, std::shared_ptr<KeptStudy>>(module, "KeptStudy")
        .def_property_readonly("title", [](const KeptStudy& kept) { return kept.study.title; })
        .def_property_readonly("axes", [](const KeptStudy& kept) { return kept.store->record().keys; })
        .def_property_readonly("is_finished", [](const KeptStudy& kept) { return kept.state.is_finished; })
        .def_property_readonly("cases", [](const KeptStudy& kept) { return kept.state.cases; })
        .def_property_readonly("done", [](const KeptStudy& kept) { return kept.store->row_count(); })
        .def_property_readonly("files", [](const KeptStudy& kept) { return kept.files; })
        .def("statuses",
             [](const KeptStudy& kept) {
                 py::dict counts;
                 for (const auto& status : kept.store->statuses())
                     counts[py::str(status.status)] = status.count;
                 return counts;
             })
        .def("columns", &columns_of_study)
        .def("points", &points_of_study)
        .def("figure", &plot_of_study)
        .def("report", &report_of_study);

    module.def("sweep_text", [](const std::string& text, const std::string& directory, const std::string& out,
                                unsigned workers, bool resume, bool is_forced, const py::object& progress) {
        return sweep_file(parse_study(text, "study", directory), out, workers, resume, is_forced, progress);
    });
    module.def("sweep_file", [](const std::string& path, const std::vector<SceneChange>& changes,
                                const std::string& out, unsigned workers, bool resume, bool is_forced,
                                const py::object& progress) {
        std::vector<std::string> overrides;
        for (const auto& [key, value] : changes) overrides.push_back(fmt::format("{}={}", key, value));
        return sweep_file(read_study_file(path, overrides), out, workers, resume, is_forced, progress);
    });
    module.def("changes_in", &changes_in);
    module.def("toml_text", &toml_text);
    module.def("open_study", &open_study);
    module.def("compare", &compare_scene);
    module.def("check", &check_scene);
    module.def("reproduce", &reproduce_papers);
    module.def("known_papers", &known_papers);
    module.def("fit", &fit_rebounds);
}

}  // namespace rebond::python
