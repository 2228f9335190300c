#include "rebond/scene/build.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/scene/problem_checks.hpp"

#include <fmt/format.h>

namespace rebond {

void require_scheme(const Scheme& scheme, const Problem& problem)
{
    const Refusal refused = scheme_refusal(problem, scheme);
    if (!refused) return;
    if (!refused->setting.empty())
        throw Unbuildable(fmt::format("scheme.{}", refused->setting), "expected " + refused->reason);
    const std::vector<std::string_view> serving = schemes_that_serve(problem);
    if (serving.empty())
        throw Unbuildable("scheme.type",
                          fmt::format("expected another law, less friction or fewer bodies, for no scheme "
                                      "serves this scene: {} {}",
                                      type_name(scheme), refused->reason));
    throw Unbuildable("scheme.type", fmt::format("expected {}: {} {}", fmt::join(serving, " or "),
                                                 type_name(scheme), refused->reason));
}

std::vector<std::string_view> schemes_that_serve(const Problem& problem)
{
    std::vector<std::string_view> names;
    for_each_alternative<Scheme>([&]<typename S>(const S& scheme) {
        if (!scheme_refusal(problem, scheme)) names.push_back(type_of<S>.name);
    });
    return names;
}

Problem build_problem_for_any_scheme(const Scene& scene)
{
    Problem problem =
        std::visit([&](const auto& subject) { return build_problem(subject, scene); }, scene.subject);
    for (const Contact& contact : problem.contacts) require_lossless_hertz(contact, {});
    problem.duration = scene.run.duration;
    problem.sample_every = scene.run.spacing();
    require_positive_masses(problem);
    require_room(problem);
    require_open_start(problem);
    return problem;
}

Problem build_problem(const Scene& scene)
{
    Problem problem = build_problem_for_any_scheme(scene);
    require_scheme(scene.scheme, problem);
    return problem;
}

std::shared_ptr<const Model> build_model(const Scene& scene)
{
    return std::visit(
        [&](const auto& subject) -> std::shared_ptr<const Model> { return build_model(subject, scene); },
        scene.subject);
}

}  // namespace rebond
