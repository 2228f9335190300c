#include "rebond/studies/rebound/rebound_rows.hpp"

#include "rebond/core/error.hpp"
#include "rebond/scene/field.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rebond {
namespace {

constexpr const char* rebound_column = "restitution.apparent";
constexpr const char* conditioning_column = "restitution.conditioning";
constexpr double most_conditioned = 1e7;  // above which a rebound is chaotic [-]

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

void require_ball_on_beam(const Scene& base, const std::string& study)
{
    if (ball_on_beam_in(base) == nullptr)
        throw InputError(
            fmt::format("{}:1:1: error: expected a study of model.type = \"ball_on_beam\", whose rebounds "
                        "the law is fitted to, not of \"{}\"",
                        study, type_name(base.subject)));
}

ReboundRows rebound_rows(const CaseStore& store, const SceneOfCase& scene_of)
{
    require(scene_of != nullptr, "rebounds need the scenes of their cases");
    const StudyRecord& record = store.record();
    std::vector<std::string> columns = {"case_index", rebound_column, conditioning_column};
    columns.insert(columns.end(), record.keys.begin(), record.keys.end());

    ReboundRows found;
    store.for_each_row({.columns = columns, .is_ok_only = true}, [&](const std::vector<Value>& row) {
        const std::optional<double> measured = number_in(row[1]);
        const Scene scene = scene_of({row.begin() + 3, row.end()});
        const BallOnBeamSpec* spec = ball_on_beam_in(scene);
        require(spec != nullptr, "rebounds are of a ball on a beam");
        if (!measured) return;
        found.rows.push_back(row_of(*spec));
        found.chaotic += number_in(row[2]).value_or(0.0) > most_conditioned ? 1 : 0;
        found.rows.back().index = static_cast<std::uint64_t>(number_in(row[0]).value_or(0.0));
        found.rows.back().point.measured = *measured;
    });
    found.without = store.row_count() - found.rows.size();
    return found;
}

ReboundFit fit_rows(const ReboundRows& rows)
{
    std::vector<ReboundPoint> points;
    for (const ReboundRow& row : rows.rows) points.push_back(row.point);
    return fit_rebounds(points);
}

}  // namespace rebond
