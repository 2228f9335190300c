#include "rebond/io/results/summary_json.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json number(const std::optional<double>& value)
{
    return value ? number(*value) : Json(nullptr);
}

Json numbers(const Vector& values)
{
    Json array = Json::array();
    for (const double value : values) array.push_back(number(value));
    return array;
}

Json energy_json(const EnergyFindings& energy)
{
    return {{"initial", number(energy.initial)},
            {"final", number(energy.final)},
            {"max", number(energy.max)},
            {"min", number(energy.min)},
            {"mean", number(energy.mean)},
            {"relative_deviation", number(energy.relative_deviation)},
            {"relative_std", number(energy.relative_std)},
            {"lost_in_impacts", number(energy.lost_in_impacts)},
            {"work_of_loads", number(energy.work.loads)},
            {"lost_in_damping", number(energy.work.damping)},
            {"balance_error", number(energy.balance_error)}};
}

Json episodes_json(const std::vector<Episode>& episodes)
{
    Json array = Json::array();
    for (const Episode& episode : episodes) array.push_back(episode_json(episode));
    return array;
}

}  // namespace

Json episode_json(const Episode& episode)
{
    return {{"start", number(episode.start)},
            {"end", number(episode.end)},
            {"duration", number(episode.duration)},
            {"impacts", episode.impacts},
            {"impulse", Json::array({number(episode.impulse[0]), number(episode.impulse[1])})},
            {"peak_force", number(episode.peak_force)},
            {"mass_centre_velocity_before", number(episode.mass_centre_velocity_before)},
            {"mass_centre_velocity_after", number(episode.mass_centre_velocity_after)},
            {"energy_loss", number(episode.energy_loss)}};
}

Json summary(std::string_view title, std::string_view model, std::string_view scheme, const Problem& problem,
             const Findings& findings, const Outcome& outcome, double wall_seconds)
{
    const State& final = findings.final;
    const RestitutionFindings& restitution = findings.restitution;
    return {{"title", title},
            {"model", model},
            {"scheme", scheme},
            {"status", name_of(outcome.status)},
            {"reason", outcome.reason.empty() ? Json(nullptr) : Json(outcome.reason)},
            {"dofs", problem.model->dofs()},
            {"steps", outcome.steps},
            {"sweeps", outcome.sweeps},
            {"duration", number(problem.duration)},
            {"wall_seconds", number(wall_seconds)},
            {"final",
             {{"time", number(final.t)}, {"position", numbers(final.q)}, {"velocity", numbers(final.v)}}},
            {"energy", energy_json(findings.energy)},
            {"impacts",
             {{"count", findings.impacts},
              {"first_time", number(findings.first_impact)},
              {"last_time", number(findings.last_impact)},
              {"residual", number(outcome.residual)}}},
            {"episodes", episodes_json(findings.episodes)},
            {"restitution",
             {{"apparent", number(restitution.apparent)},
              {"mass_centre", number(restitution.mass_centre)},
              {"impact_speed", number(restitution.impact_speed)},
              {"effective", number(restitution.effective)},
              {"conditioning", number(restitution.conditioning)}}},
            {"absent", findings.absent},
            {"warnings", outcome.warnings}};
}

}  // namespace rebond
