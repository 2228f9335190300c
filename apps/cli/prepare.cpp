#include "apps/cli/prepare.hpp"

#include "rebond/io/machine.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/resources.hpp"

#include <fmt/format.h>

namespace rebond::cli {

namespace {

// "12 GB", "3.4 MB"
std::string bytes_text(double bytes)
{
    return bytes < 1e9 ? fmt::format("{:.3g} MB", 1e-6 * bytes) : fmt::format("{:.3g} GB", 1e-9 * bytes);
}

void require_memory(const SceneFile& file)
{
    const double needed = memory_needed(file.scene);
    const std::optional<double> free = free_memory();
    if (!free || needed <= *free) return;
    const bool is_linear = std::holds_alternative<LinearScene>(file.scene.subject);
    const bool is_bar = std::holds_alternative<BarScene>(file.scene.subject);
    refuse(file,
           is_linear ? "model.stiffness"
           : is_bar  ? "model.segments"
                     : "model.springs",
           fmt::format("expected a model that fits into memory: this one takes about {}, and {} are free",
                       bytes_text(needed), bytes_text(*free)));
}

}  // namespace

Prepared prepare(const std::string& scene, const std::vector<std::string>& overrides)
{
    Prepared prepared{read_scene_file(scene, overrides), {}};
    require_memory(prepared.file);
    try {
        prepared.ready = prepare_problem(prepared.file.scene);
    } catch (const Unbuildable& wrong) {
        refuse(prepared.file, wrong.key, wrong.expected);
    }
    return prepared;
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
    refuse(file, "run.sample_every", fmt::format("expected a longer time between samples: {}", text));
}

}  // namespace rebond::cli
