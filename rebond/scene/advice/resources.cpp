#include "rebond/scene/advice/resources.hpp"

#include "rebond/scene/build.hpp"
#include "rebond/scene/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rebond {
namespace {

// The step of schemes that sample at their own steps only [s]; 0 for those that go to the samples.
double coarsest_sampling(const Scheme& scheme)
{
    return stepping_of(scheme).samples_at_steps ? step_of(scheme) : 0.0;
}

}  // namespace

double memory_needed(const Scene& scene)
{
    return std::visit([](const auto& subject) { return memory_of(subject); }, scene.subject);
}

void require_memory(const Scene& scene, double free)
{
    const double needed = memory_needed(scene);
    if (needed <= free) return;
    throw Unbuildable(
        std::string(subject_traits(scene).size_key),
        fmt::format("expected a model that fits into memory: this one takes about {}, and {} are free",
                    bytes_text(needed), bytes_text(free)));
}

double samples_needed(const Scene& scene, const Problem& problem)
{
    return 2.0 + problem.duration / std::max(problem.sample_every, coarsest_sampling(scene.scheme));
}

double disk_needed(const Problem& problem, double samples)
{
    constexpr double number = 8.0;   // [bytes]
    constexpr double columns = 5.0;  // time and energies
    const auto dofs = static_cast<double>(problem.model->dofs());
    const auto contacts = static_cast<double>(problem.contacts.size());
    return number * samples * (columns + 2.0 * dofs + 4.0 * contacts);
}

std::string bytes_text(double bytes)
{
    return bytes < 1e9 ? fmt::format("{:.3g} MB", 1e-6 * bytes) : fmt::format("{:.3g} GB", 1e-9 * bytes);
}

}  // namespace rebond
