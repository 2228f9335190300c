#include "apps/cli/commands/schemes/examination.hpp"

#include "apps/cli/commands/value_json.hpp"
#include "rebond/integration/integrate.hpp"
#include "rebond/mechanics/free_vibration.hpp"
#include "rebond/scene/fields.hpp"

namespace rebond::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr Index frequencies_shown = 3;
constexpr Index most_dofs = 5000;  // above which the modes would take longer than a check should

}  // namespace

Examination examine(const Scene& scene, const PreparedProblem& ready)
{
    const auto& [problem, warnings] = ready;
    Examination found{.model = type_name(scene.subject),
                      .scheme = type_name(scene.scheme),
                      .dofs = problem.model->dofs(),
                      .is_too_large = problem.model->dofs() > most_dofs,
                      .has_mass = !has_massless_contacts(problem),
                      .has_explicit_schemes = !scheme_refusal(problem, PaoliSchatzman{}),
                      .warnings = warnings};
    if (!found.has_mass) return found;
    if (!found.is_too_large)
        found.frequencies = free_frequencies_hz(*problem.model, problem.initial.q, frequencies_shown);
    found.limit = 2.0 / highest_frequency(*problem.model, problem.initial.q);
    return found;
}

nlohmann::ordered_json examination_json(const Examination& found)
{
    const bool has_limit = found.has_mass && found.has_explicit_schemes;
    Json json{{"model", found.model}, {"scheme", found.scheme}, {"dofs", found.dofs}};
    json["frequencies_hz"] = nullptr;
    if (found.frequencies.size() > 0)
        json["frequencies_hz"] = std::vector<double>(found.frequencies.begin(), found.frequencies.end());
    json["explicit_step_limit"] = has_limit ? Json(found.limit) : Json();
    json["warnings"] = found.warnings;
    json["schemes"] = Json::array();
    for (const SchemeCost& cost : found.costs)
        json["schemes"].push_back({{"scheme", cost.scheme},
                                   {"step", to_json(cost.step)},
                                   {"seconds", to_json(cost.seconds)},
                                   {"trouble", cost.trouble.empty() ? Json() : Json(cost.trouble)}});
    return json;
}

}  // namespace rebond::cli
