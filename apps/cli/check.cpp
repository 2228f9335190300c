#include "apps/cli/commands.hpp"
#include "rebond/io/scene_toml.hpp"
#include "rebond/mechanics/free_vibration.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/scene/step_advice.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>

namespace rebond::cli {

int check(const CheckOptions& options)
{
    constexpr Index frequencies_shown = 3;
    const SceneFile file = read_scene_file(options.scene, options.overrides);
    const Problem problem = build_problem(file.scene);
    const StepAdvice advice = advise_step(file.scene, problem);
    if (advice.refusal) refuse(file, "scheme.step", *advice.refusal);
    const Vector frequencies = free_frequencies_hz(*problem.model, problem.initial.q, frequencies_shown);
    const double limit = 2.0 / highest_frequency(*problem.model, problem.initial.q);

    if (options.json) {
        nlohmann::ordered_json json;
        json["model"] = type_name(file.scene.subject);
        json["scheme"] = type_name(file.scene.scheme);
        json["dofs"] = problem.model->dofs();
        json["frequencies_hz"] = std::vector<double>(frequencies.begin(), frequencies.end());
        json["explicit_step_limit"] = limit;
        json["warnings"] = advice.warnings;
        fmt::print("{}\n", json.dump(2));
        return done;
    }
    fmt::print("{}: a valid scene\n", options.scene);
    fmt::print("  {}, {} coordinates, by {}\n", type_name(file.scene.subject), problem.model->dofs(),
               type_name(file.scene.scheme));
    fmt::print("  lowest free frequencies {:.2f} Hz\n",
               fmt::join(frequencies.begin(), frequencies.end(), ", "));
    fmt::print("  explicit schemes are stable for steps below {:.4g} s\n", limit);
    for (const std::string& warning : advice.warnings) fmt::print("  warning: {}\n", warning);
    return done;
}

}  // namespace rebond::cli
