#include "rebond/io/studies/rebound_rows.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/io/scene/varied_scene.hpp"
#include "rebond/scene/field.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rebond {
namespace {

constexpr const char* rebound_column = "restitution.apparent";
constexpr const char* conditioning_column = "restitution.conditioning";
constexpr double most_conditioned = 1e7;  // above which a rebound is chaotic [-]

VariedScene scenes_of(const StudyRecord& record, const std::string& study)
{
    std::vector<OpenKey> keys;
    for (const std::string& key : record.keys) keys.push_back({key, study});
    return {parse_document(record.effective_base, study), SceneSources{}, std::move(keys)};
}

// What the law reads of the ball and the beam of a scene.
ReboundRow row_of(const BallOnBeamSpec& spec)
{
    const BallOnBeam model(spec);
    const Index rigid = model.rigid_modes();
    return {.mass = spec.ball.mass,
            .location = spec.location,
            .relative_mass = spec.ball.mass / model.beam()->mass(),
            .point = {.contact = beam_contact(spec.ball.mass, model.shape().tail(model.modes() - rigid),
                                              model.shape().head(rigid))}};
}

}  // namespace

void require_ball_on_beam(const std::string& effective_base, const std::string& study)
{
    const Scene scene = parse_scene(effective_base, study);
    if (ball_on_beam_in(scene) == nullptr)
        throw InputError(
            fmt::format("{}:1:1: error: expected a study of model.type = \"ball_on_beam\", whose rebounds "
                        "the law is fitted to, not of \"{}\"",
                        study, type_name(scene.subject)));
}

ReboundRows rebound_rows(const CaseStore& store, const std::string& study)
{
    const StudyRecord& record = store.record();
    require_ball_on_beam(record.effective_base, study);
    VariedScene scenes = scenes_of(record, study);
    std::vector<std::string> columns = {"case_index", rebound_column, conditioning_column};
    columns.insert(columns.end(), record.keys.begin(), record.keys.end());

    ReboundRows found{.title = parse_scene(record.effective_base, study).title};
    store.for_each_row({.columns = columns, .is_ok_only = true}, [&](const std::vector<Value>& row) {
        const std::optional<double> measured = number_in(row[1]);
        Diagnostics diagnostics(study);
        const Scene scene = scenes.at({row.begin() + 3, row.end()}, diagnostics);
        diagnostics.raise();
        const BallOnBeamSpec* spec = ball_on_beam_in(scene);
        if (!measured || spec == nullptr) return;
        found.rows.push_back(row_of(*spec));
        found.chaotic += number_in(row[2]).value_or(0.0) > most_conditioned ? 1 : 0;
        found.rows.back().index = static_cast<std::uint64_t>(number_in(row[0]).value_or(0.0));
        found.rows.back().point.measured = *measured;
    });
    found.without = store.row_count() - found.rows.size();
    return found;
}

}  // namespace rebond
