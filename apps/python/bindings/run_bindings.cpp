// Runs of scenes, and what a result shows: arrays in the engine's own memory.
#include "apps/python/bindings/bindings.hpp"
#include "apps/python/bindings/kept_run.hpp"
#include "apps/python/bindings/python_run.hpp"
#include "apps/python/bindings/python_value.hpp"
#include "rebond/core/error.hpp"
#include "rebond/drawing/figures.hpp"
#include "rebond/io/files/machine.hpp"
#include "rebond/io/pages/report_html.hpp"
#include "rebond/io/results/result_scene.hpp"
#include "rebond/io/results/summary_json.hpp"
#include "rebond/scene/advice/resources.hpp"
#include "rebond/scene/build.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace rebond::python {
namespace {

using Run = std::shared_ptr<KeptRun>;

// ---------------------------------------------------------------------------------- running

PreparedProblem prepared(const SceneFile& file)
{
    constexpr double worth_asking = 5e7;  // [bytes]
    try {
        if (memory_needed(file.scene) > worth_asking)
            if (const auto free = free_memory()) require_memory(file.scene, *free);
        PreparedProblem ready = prepare_problem(file.scene);
        const double samples = samples_needed(file.scene, ready.problem);
        const double needed = disk_needed(ready.problem, samples);  // as much as in a file
        const std::optional<double> free = needed > worth_asking ? free_memory() : std::nullopt;
        if (free && needed > *free)
            throw Unbuildable(
                "run.sample_every",
                fmt::format("expected a longer time between samples: {:.3g} samples of {} "
                            "coordinates take {}, and {} of memory are free",
                            samples, ready.problem.model->dofs(), bytes_text(needed), bytes_text(*free)));
        return ready;
    } catch (const Unbuildable& wrong) {
        refuse(file, wrong.key, wrong.expected);
    }
}

// The run, and what was raised while it went.
py::tuple run_scene_file(const EditableScene& scene, const py::object& progress)
{
    const SceneFile file = scene.file();
    auto run = std::make_shared<KeptRun>();
    Watch watch(file.scene.run.duration, progress);
    {
        const py::gil_scoped_release others;
        PreparedProblem ready = prepared(file);
        keep_run(ready.problem, episode_gap(file.scene.analysis, ready.problem), watch, *run,
                 [&](const std::vector<Recorder*>& listeners) {
                     RunResult done = run_scene(file.scene, ready, listeners, &watch.interrupt());
                     run->summary = summarise(file.scene, ready.problem, done);
                     return done;
                 });
        run->scene = file.text;
        run->effective_scene = write_scene(file.scene);
        if (!matrices_to_keep(file.scene).empty()) run->origin = std::make_shared<const Scene>(file.scene);
        run->problem = std::move(ready.problem);
    }
    return py::make_tuple(run, watch.raised());
}

// ---------------------------------------------------------------------------------- arrays

// An array over memory of the run, which lives as long as the array does.
template <typename T>
py::array shared(const Run& run, const T* data, std::vector<py::ssize_t> shape,
                 std::vector<py::ssize_t> strides = {})
{
    if (strides.empty()) {
        strides.resize(shape.size());
        py::ssize_t size = sizeof(T);
        for (std::size_t i = shape.size(); i-- > 0; size *= shape[i]) strides[i] = size;
    }
    py::array array(py::dtype::of<T>(), std::move(shape), std::move(strides), data, py::cast(run));
    py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
    return array;
}

template <typename T>
py::array shared(const Run& run, const std::vector<T>& values)
{
    return shared(run, values.data(), {std::ssize(values)});
}

py::array energy_part(const Run& run, double EnergySample::*part)
{
    const std::vector<EnergySample>& energy = run->trajectory.energy;
    static const EnergySample none;
    const double* first = energy.empty() ? &none.total : &(energy.front().*part);
    return shared(run, first, {std::ssize(energy)}, {static_cast<py::ssize_t>(sizeof(EnergySample))});
}

// ---------------------------------------------------------------------------------- figures

py::object axis_dict(const Axis& axis)
{
    py::dict all;
    all["name"] = axis.name;
    all["unit"] = axis.unit;
    all["range"] = axis.range ? py::object(py::make_tuple(axis.range->lo, axis.range->hi)) : py::none();
    all["logarithmic"] = axis.scale == Scale::logarithmic;
    return all;
}

py::dict chart_dict(const Chart& chart)
{
    constexpr const char* draws[] = {"line", "points", "line_and_points", "verticals", "rug"};
    py::dict all;
    all["title"] = chart.title;
    all["x"] = axis_dict(chart.x);
    all["y"] = axis_dict(chart.y);
    all["height"] = chart.height;
    all["magnification"] = chart.magnification;
    py::list series, bands, envelopes;
    for (const Series& one : chart.series) {
        py::dict entry;
        entry["name"] = one.name;
        entry["x"] = py::array(py::cast(one.x));
        entry["y"] = py::array(py::cast(one.y));
        entry["draw"] = draws[static_cast<std::size_t>(one.draw)];
        entry["colour"] = std::string(name_of(one.colour));
        entry["width"] = one.width;
        entry["dashed"] = one.dashed;
        series.append(entry);
    }
    for (const Band& band : chart.bands)
        bands.append(py::make_tuple(band.from, band.to, band.name, std::string(name_of(band.colour))));
    for (const Envelope& area : chart.envelopes)
        envelopes.append(py::make_tuple(area.x, area.low, area.high, std::string(name_of(area.colour))));
    all["series"] = series;
    all["bands"] = bands;
    all["envelopes"] = envelopes;
    return all;
}

py::dict figures_of(const Run& run)
{
    py::dict figures;
    for (const auto& [file, figure] : standard_figures(result_to_draw(*run), model_of(*run)))
        figures[py::str(file.substr(0, file.rfind('.')))] = figure_dict(figure);
    return figures;
}

}  // namespace

py::dict figure_dict(const Figure& figure)
{
    py::dict all;
    all["subject"] = figure.subject;
    all["title"] = figure.title;
    all["width"] = figure.width;
    all["side_by_side"] = figure.arrangement == Arrangement::side_by_side;
    py::list panels;
    for (const Chart& chart : figure.panels) panels.append(chart_dict(chart));
    all["panels"] = panels;
    return all;
}

void bind_runs(py::module_& module)
{
    PYBIND11_NUMPY_DTYPE(Impact, time, end, contact, velocity_before, velocity_after, impulse, friction,
                         energy_loss, peak_force, is_over, is_jam, reverses);
    PYBIND11_NUMPY_DTYPE(SustainedContact, start, end, contact, impulse, friction, peak_force, energy_loss,
                         is_over);
    PYBIND11_NUMPY_DTYPE(ContactSample, gap, rate, impulse, friction, state);

    const auto matrix = [](std::vector<double> Trajectory::*member) {
        return [member](const Run& run) {
            const Trajectory& kept = run->trajectory;
            return shared(run, (kept.*member).data(), {std::ssize(kept.time), kept.dofs});
        };
    };
    const auto energy = [](double EnergySample::*part) {
        return [part](const Run& run) { return energy_part(run, part); };
    };
    py::class_<KeptRun, Run>(module, "KeptRun")
        .def_property_readonly("time", [](const Run& run) { return shared(run, run->trajectory.time); })
        .def_property_readonly("position", matrix(&Trajectory::position))
        .def_property_readonly("velocity", matrix(&Trajectory::velocity))
        .def_property_readonly("kinetic", energy(&EnergySample::kinetic))
        .def_property_readonly("elastic", energy(&EnergySample::elastic))
        .def_property_readonly("gravity", energy(&EnergySample::gravity))
        .def_property_readonly("total", energy(&EnergySample::total))
        .def_property_readonly("impacts", [](const Run& run) { return shared(run, run->trajectory.impacts); })
        .def_property_readonly("sustained",
                               [](const Run& run) { return shared(run, run->trajectory.sustained_contacts); })
        .def_property_readonly("contacts",
                               [](const Run& run) {
                                   const Trajectory& kept = run->trajectory;
                                   return shared(
                                       run, kept.contacts.data(),
                                       {std::ssize(kept.time), static_cast<py::ssize_t>(kept.contact_count)});
                               })
        .def_property_readonly("status", [](const KeptRun& run) { return run.summary.status; })
        .def_property_readonly("reason", [](const KeptRun& run) { return run.summary.reason; })
        .def_property_readonly("warnings", [](const KeptRun& run) { return run.summary.warnings; })
        .def_property_readonly("scene", [](const KeptRun& run) { return run.effective_scene; })
        .def_property_readonly("version", [](const KeptRun& run) { return run.version; })
        .def("summary", [](const KeptRun& run) { return to_python(summary_json(run.summary)); })
        .def("figures", &figures_of)
        .def("report", [](const KeptRun& run) { return report_html(result_to_draw(run), model_of(run)); })
        .def("save", &save);

    module.def("run_scene", &run_scene_file);
    module.def("open_result", &open_result);
}

}  // namespace rebond::python
