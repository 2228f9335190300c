#include "apps/cli/commands/commands.hpp"
#include "apps/cli/commands/prepare.hpp"
#include "apps/cli/commands/schemes/examination.hpp"
#include "apps/cli/commands/schemes/scheme_costs.hpp"
#include "apps/cli/commands/studies/study_info.hpp"
#include "apps/cli/terminal/counted.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "apps/cli/terminal/progress_bar.hpp"
#include "apps/cli/terminal/still_working.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/results/result_scene.hpp"
#include "rebond/io/scene/varied_scene.hpp"
#include "rebond/io/studies/study_axes.hpp"
#include "rebond/io/studies/study_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>

namespace rebond::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string explicit_steps_text(const Examination& found)
{
    if (!found.has_mass) return "its massless ends have no frequency: explicit schemes cannot run it";
    if (!std::isfinite(found.limit)) return "explicit schemes are stable for any step";
    return fmt::format("explicit schemes are stable for steps below {:.4g} s", found.limit);
}

void print_examination(const Examination& found)
{
    fmt::print("  {}, {}, by {}\n", found.model, counted(found.dofs, "coordinate"), found.scheme);
    if (found.frequencies.size() > 0)
        fmt::print("  lowest free frequencies {:.4g} Hz\n",
                   fmt::join(found.frequencies.begin(), found.frequencies.end(), ", "));
    else
        fmt::print("  {}\n", found.is_too_large
                                 ? "the model is too large to compute its free frequencies here"
                                 : "no free vibration");
    if (found.has_explicit_schemes) fmt::print("  {}\n", explicit_steps_text(found));
    if (found.costs.empty()) fmt::print("  the model is too large to try its schemes here\n");
    if (!found.costs.empty()) fmt::print("  estimated time of a run by each scheme:\n");
    for (const SchemeCost& cost : found.costs) fmt::print("    {}\n", described(cost));
    for (const std::string& warning : found.warnings) fmt::print("  warning: {}\n", warning);
}

int check_scene(const CheckOptions& options)
{
    const Prepared prepared = prepare(options.scene, options.overrides);
    const auto& [file, ready] = prepared;
    Examination found = examine(file.scene, ready);
    found.costs = scheme_costs(prepared, directory_of(file), watch_for_interrupt());
    if (options.json) {
        fmt::print("{}\n", examination_json(found).dump(2));
        return done;
    }
    fmt::print("{}: a valid scene\n", file.path);
    print_examination(found);
    return done;
}

// Reading it has tried every axis, and has found a case that can be run.
int check_study(const CheckOptions& options)
{
    const StudyFile file = read_study_file(options.scene, options.overrides);
    const Scene scene = parse_scene(file.effective_base, file.path, {}, file.base->directory());
    const Prepared prepared =
        prepare(SceneFile{.scene = scene, .text = file.effective_base, .path = file.path, .overrides = {}});
    Examination found = examine(scene, prepared.ready);
    found.costs = scheme_costs(prepared, file.base->directory().value_or("."), watch_for_interrupt());
    if (options.json) {
        Json json{{"cases", file.grid_cases}, {"axes", Json::array()}, {"base", examination_json(found)}};
        for (const ParameterAxis& axis : file.study.design.axes) json["axes"].push_back(axis.key);
        fmt::print("{}\n", json.dump(2));
        return done;
    }
    fmt::print("{}: a valid study of {}\n", file.path, counted(static_cast<long>(file.grid_cases), "case"));
    for (const ParameterAxis& axis : file.study.design.axes) fmt::print("  {}\n", described(axis));
    fmt::print("its first case that can be run:\n");
    print_examination(found);
    return done;
}

}  // namespace

int check(const CheckOptions& options)
{
    const StillWorking still_working(is_watched());
    if (const auto rows = study_database(options.scene); rows && std::filesystem::exists(*rows))
        throw InputError(
            fmt::format("{0}: error: the rows of a study, not a scene or a study\n"
                        "rebond info {0} shows them; check takes the study's TOML file",
                        options.scene));
    const bool is_study =
        can_be_read_again(options.scene) && !result_named(options.scene) && is_study_file(options.scene);
    return is_study ? check_study(options) : check_scene(options);
}

}  // namespace rebond::cli
