#include "apps/cli/commands/schemes/comparison_json.hpp"

#include "apps/cli/commands/value_json.hpp"
#include "rebond/io/results/summary_json.hpp"

namespace rebond::cli {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const SchemeTrial& trial)
{
    const Json summary = trial.summary ? summary_json(*trial.summary) : Json();
    const auto of_run = [&](const char* key) { return trial.summary ? summary[key] : Json(); };
    const std::string reason = reason_of(trial);
    Json row{{"scheme", trial.scheme}, {"step", to_json(trial.step)}, {"status", status_of(trial)}};
    row["reason"] = reason.empty() ? Json() : Json(reason);
    row["warnings"] = trial.summary ? summary["warnings"] : Json::array();
    row["steps"] = of_run("steps");
    row["wall_seconds"] = of_run("wall_seconds");
    row["error"] = {{"position", to_json(trial.off ? std::optional(trial.off->position) : std::nullopt)},
                    {"velocity", to_json(trial.off ? std::optional(trial.off->velocity) : std::nullopt)}};
    row["energy_drift"] = to_json(trial.drift);
    row["impacts"] = trial.summary ? summary["impacts"]["count"] : Json();
    row["restitution"] = of_run("restitution");
    return row;
}

}  // namespace

std::string status_of(const SchemeTrial& trial)
{
    return trial.summary ? trial.summary->status : trial.refusal.empty() ? "interrupted" : "refused";
}

std::string reason_of(const SchemeTrial& trial)
{
    return trial.summary ? trial.summary->reason.value_or("") : trial.refusal;
}

nlohmann::ordered_json comparison_json(const std::string& scene, const SchemeComparison& comparison)
{
    Json json{{"scene", scene},
              {"reference", comparison.reference ? summary_json(*comparison.reference) : Json()},
              {"rows", Json::array()}};
    for (const SchemeTrial& trial : comparison.trials) json["rows"].push_back(row_json(trial));
    return json;
}

}  // namespace rebond::cli
