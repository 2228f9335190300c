#include "apps/cli/commands.hpp"
#include "apps/cli/counted.hpp"
#include "apps/cli/prepare.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/still_working.hpp"
#include "rebond/mechanics/free_vibration.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <limits>

namespace rebond::cli {
namespace {

bool has_explicit_schemes(const Subject& subject)
{
    return std::visit([]<typename Model>(const Model&) { return suits<PaoliSchatzman, Model>; }, subject);
}

std::string explicit_steps_text(bool has_mass, double limit)
{
    if (!has_mass) return "its massless ends have no frequency: explicit schemes are not for it";
    if (!std::isfinite(limit)) return "explicit schemes are stable for any step";
    return fmt::format("explicit schemes are stable for steps below {:.4g} s", limit);
}

}  // namespace

int check(const CheckOptions& options)
{
    constexpr Index frequencies_shown = 3;
    constexpr Index most_dofs = 5000;  // above which the modes would take longer than a check should
    const StillWorking still_working(is_watched());
    const auto [file, ready] = prepare(options.scene, options.overrides);
    const auto& [problem, warnings] = ready;
    // A coordinate without mass has no frequency, and no explicit scheme.
    const bool has_mass = !has_massless_contacts(problem);
    const Vector frequencies = has_mass && problem.model->dofs() <= most_dofs
                                   ? free_frequencies_hz(*problem.model, problem.initial.q, frequencies_shown)
                                   : Vector();
    const double limit = has_mass ? 2.0 / highest_frequency(*problem.model, problem.initial.q)
                                  : std::numeric_limits<double>::infinity();

    if (options.json) {
        nlohmann::ordered_json json;
        json["model"] = type_name(file.scene.subject);
        json["scheme"] = type_name(file.scene.scheme);
        json["dofs"] = problem.model->dofs();
        json["frequencies_hz"] = nullptr;
        if (frequencies.size() > 0)
            json["frequencies_hz"] = std::vector<double>(frequencies.begin(), frequencies.end());
        json["explicit_step_limit"] = nullptr;
        if (has_mass && has_explicit_schemes(file.scene.subject)) json["explicit_step_limit"] = limit;
        json["warnings"] = warnings;
        fmt::print("{}\n", json.dump(2));
        return done;
    }
    fmt::print("{}: a valid scene\n", file.path);
    fmt::print("  {}, {}, by {}\n", type_name(file.scene.subject),
               counted(problem.model->dofs(), "coordinate"), type_name(file.scene.scheme));
    if (frequencies.size() > 0)
        fmt::print("  lowest free frequencies {:.4g} Hz\n",
                   fmt::join(frequencies.begin(), frequencies.end(), ", "));
    else
        fmt::print("  {}\n", problem.model->dofs() > most_dofs
                                 ? "too large to compute its free frequencies here"
                                 : "no free vibration");
    if (has_explicit_schemes(file.scene.subject)) fmt::print("  {}\n", explicit_steps_text(has_mass, limit));
    for (const std::string& warning : warnings) fmt::print("  warning: {}\n", warning);
    return done;
}

}  // namespace rebond::cli
