#include "apps/python/bindings/kept_run.hpp"

#include "rebond/analysis/selection.hpp"
#include "rebond/core/error.hpp"
#include "rebond/drawing/figures.hpp"
#include "rebond/io/files/output_folder.hpp"
#include "rebond/io/pages/report_html.hpp"
#include "rebond/io/results/result_scene.hpp"
#include "rebond/io/results/summary_json.hpp"
#include "rebond/scene/build.hpp"

#include <algorithm>

namespace rebond::python {
namespace {

// A body of which nothing is known.
class Unknown final : public Model {
public:
    Index dofs() const override { return 0; }
    std::unique_ptr<Dynamics> dynamics() const override { return nullptr; }
};

Matrix columns(const std::vector<double>& rows, Index width, const Selection& chosen)
{
    Matrix values(width, static_cast<Index>(chosen.count));
    for (std::size_t i = 0; i < chosen.count; ++i)
        values.col(static_cast<Index>(i)) = Eigen::Map<const Vector>(rows.data() + chosen[i] * width, width);
    return values;
}

// A part of all contacts at the samples chosen; with `is_sum` what came since the one before is added up.
Matrix columns(const Trajectory& kept, const Selection& chosen, double ContactSample::*part, bool is_sum)
{
    Matrix values = Matrix::Zero(static_cast<Index>(kept.contact_count), static_cast<Index>(chosen.count));
    std::size_t next = 0;
    for (std::size_t i = 0; i < chosen.count; ++i) {
        if (!is_sum) next = chosen[i];
        for (; next <= chosen[i]; ++next)
            for (std::size_t k = 0; k < kept.contact_count; ++k)
                values(static_cast<Index>(k), static_cast<Index>(i)) +=
                    kept.contacts[next * kept.contact_count + k].*part;
    }
    return values;
}

template <typename Record>
std::vector<Record> some(const std::vector<Record>& all, std::size_t most)
{
    if (all.size() <= most) return all;
    std::vector<Record> records(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most / 2));
    const Selection others{all.size() - most / 2, most - most / 2};
    for (std::size_t i = 0; i < others.count; ++i) records.push_back(all[most / 2 + others[i]]);
    return records;
}

}  // namespace

const Model& model_of(const KeptRun& run)
{
    static const Unknown unknown;
    return run.problem.model ? *run.problem.model : unknown;
}

Result result_to_draw(const KeptRun& run)
{
    const Trajectory& kept = run.trajectory;
    const Selection chosen{kept.time.size(),
                           std::min(kept.time.size(), drawn_samples(static_cast<std::size_t>(kept.dofs)))};
    Result result;
    result.scene = run.scene;
    result.effective_scene = run.effective_scene;
    result.version = run.version;
    result.revision = run.revision;
    result.status = run.summary.status;
    result.summary = run.summary;
    for (std::size_t i = 0; i < chosen.count; ++i) {
        result.time.push_back(kept.time[chosen[i]]);
        const EnergySample& energy = kept.energy[chosen[i]];
        result.energy.push_back(
            {.kinetic = energy.kinetic, .elastic = energy.elastic, .gravity = energy.gravity});
    }
    result.position = columns(kept.position, kept.dofs, chosen);
    result.velocity = columns(kept.velocity, kept.dofs, chosen);
    result.gap = columns(kept, chosen, &ContactSample::gap, false);
    result.rate = columns(kept, chosen, &ContactSample::rate, false);
    result.impulse = columns(kept, chosen, &ContactSample::impulse, true);
    result.friction = columns(kept, chosen, &ContactSample::friction, true);
    for (const StoredContact& contact : run.contacts) {
        result.coordinate.push_back(contact.coordinate);
        result.contact_names.push_back(contact.name);
    }
    result.impacts = some(kept.impacts, drawn_impacts);
    result.impacts_left_out = kept.impacts.size() - result.impacts.size();
    result.sustained = some(kept.sustained_contacts, drawn_impacts);
    result.close_up = run.close_up;
    return result;
}

std::vector<std::string> save(const KeptRun& run, const std::string& directory, bool is_forced)
{
    OutputFolder folder(directory, is_forced);
    const Result result = result_to_draw(run);
    const std::vector<NamedFigure> figures = standard_figures(result, model_of(run));
    std::vector<std::string> files{"result.h5", "summary.json", "report.html"};
    for (const NamedFigure& figure : figures) files.push_back(figure.file);
    folder.require_replaceable(files);

    Provenance provenance{.scene = run.scene,
                          .effective_scene = run.effective_scene,
                          .version = run.version,
                          .revision = run.revision};
    if (run.origin) provenance.matrices = matrices_to_keep(*run.origin);
    for (const std::string& earlier : figure_files()) folder.remove(earlier);
    write_result(folder, run.contacts, provenance, run.trajectory, run.close_up, run.summary);
    folder.write("summary.json", summary_text_json(run.summary));
    for (const auto& [file, figure] : figures) folder.write(file, to_svg(figure));
    folder.write("report.html", report_html(result, model_of(run)));
    return files;
}

std::shared_ptr<KeptRun> open_result(const std::string& name)
{
    const std::string path = result_named(name).value_or(name);
    Result result = read_result(path);
    auto run = std::make_shared<KeptRun>();
    Trajectory& kept = run->trajectory;
    kept.dofs = result.position.rows();
    kept.contact_count = static_cast<std::size_t>(result.gap.rows());
    kept.time = std::move(result.time);
    kept.position.assign(result.position.data(), result.position.data() + result.position.size());
    kept.velocity.assign(result.velocity.data(), result.velocity.data() + result.velocity.size());
    for (const Energy& energy : result.energy)
        kept.energy.push_back({energy.kinetic, energy.elastic, energy.gravity, energy.total()});
    for (Index i = 0; i < result.gap.cols(); ++i)
        for (Index k = 0; k < result.gap.rows(); ++k)
            kept.contacts.push_back({.gap = result.gap(k, i),
                                     .rate = result.rate.size() > 0 ? result.rate(k, i) : 0.0,
                                     .impulse = result.impulse(k, i),
                                     .friction = result.friction(k, i),
                                     .state = result.state.size() > 0 ? result.state(k, i) : 0.0});
    kept.impacts = std::move(result.impacts);
    kept.sustained_contacts = std::move(result.sustained);
    run->close_up = std::move(result.close_up);
    run->summary = std::move(result.summary);
    run->scene = std::move(result.scene);
    run->effective_scene = std::move(result.effective_scene);
    run->version = std::move(result.version);
    run->revision = std::move(result.revision);
    run->contacts.resize(kept.contact_count);
    for (std::size_t k = 0; k < kept.contact_count; ++k) {
        if (k < result.coordinate.size()) run->contacts[k].coordinate = result.coordinate[k];
        if (k < result.contact_names.size()) run->contacts[k].name = result.contact_names[k];
    }
    if (!run->effective_scene.empty()) {
        const SceneFile file = read_result_scene(path);
        run->problem.model = build_model(file.scene);
        run->origin = std::make_shared<const Scene>(file.scene);
    }
    return run;
}

}  // namespace rebond::python
