#include "apps/cli/commands/prepare.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/files/machine.hpp"
#include "rebond/io/results/result_scene.hpp"
#include "rebond/io/scene/scene_keys.hpp"
#include "rebond/scene/advice/resources.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/studies/scheme_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace rebond::cli {
namespace {

constexpr double samples_by_default = 1002.0;  // a thousandth of the duration apart, and both ends

}  // namespace

Prepared prepare(const std::string& scene, const std::vector<std::string>& overrides)
{
    const std::optional<std::string> result = result_named(scene);
    return prepare(result ? read_result_scene(*result, overrides) : read_scene_file(scene, overrides));
}

Prepared prepare(SceneFile file)
{
    Prepared prepared{std::move(file), {}};
    try {
        if (const auto free = free_memory()) require_memory(prepared.file.scene, *free);
        prepared.ready = prepare_problem(prepared.file.scene);
    } catch (const Unbuildable& wrong) {
        refuse(prepared.file, wrong.key, wrong.expected);
    }
    return prepared;
}

bool can_be_read_again(const std::string& scene)
{
    std::error_code ignored;
    return std::filesystem::is_regular_file(scene, ignored) || result_named(scene);
}

bool belongs_to_others(std::string_view assignment, const std::vector<std::string>& schemes)
{
    constexpr std::string_view table = "scheme.";
    if (!assignment.starts_with(table)) return false;
    const std::string_view name = assignment.substr(table.size(), assignment.find('=') - table.size());
    bool is_known = false, is_own = false;
    for (const SceneKey& key : scene_keys()) {
        if (key.table != "scheme" || key.name != name) continue;
        is_known = true;
        is_own = is_own || std::any_of(schemes.begin(), schemes.end(),
                                       [&](const std::string& scheme) { return is_valid(key, scheme); });
    }
    return is_known && !is_own;
}

Prepared prepare_by(const std::string& scheme, std::optional<double> step, const std::string& scene,
                    const std::vector<std::string>& overrides)
{
    std::vector<std::string> all{"scheme.type=" + scheme};
    if (chooses_its_step(scheme)) all.emplace_back("scheme.step=0");
    for (const std::string& assignment : overrides)
        if (!belongs_to_others(assignment, {scheme})) all.push_back(assignment);
    all.push_back("scheme.type=" + scheme);
    if (step) all.push_back(fmt::format("scheme.step={}", *step));
    return prepare(scene, all);
}

std::optional<std::string> require_disk(const Prepared& prepared, const std::string& directory)
{
    const SceneFile& file = prepared.file;
    const Problem& problem = prepared.ready.problem;
    const double samples = samples_needed(file.scene, problem);
    const double needed = disk_needed(problem, samples);
    const std::optional<double> free = free_disk(directory);
    if (!free || needed <= *free) return std::nullopt;
    const std::string text =
        fmt::format("{:.3g} samples of {} coordinates take {}, and {} are free in {}", samples,
                    problem.model->dofs(), bytes_text(needed), bytes_text(*free), directory);
    if (file.scene.run.stop_when_quiet)
        return fmt::format("run.sample_every: unless the run ends early, {}", text);
    // Where the samples a scene has by default do not fit either, its sampling is not to blame.
    const double modest = disk_needed(problem, std::min(samples, samples_by_default));
    if (modest > *free)
        throw FileError(
            fmt::format("{}: cannot write: the disk is full: {}\n"
                        "make room, choose another folder, or a longer run.sample_every",
                        directory, text));
    refuse(file, "run.sample_every", fmt::format("expected a longer time between samples: {}", text));
}

}  // namespace rebond::cli
