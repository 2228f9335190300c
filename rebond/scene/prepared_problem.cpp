#include "rebond/scene/prepared_problem.hpp"

#include "rebond/scene/advice/step_advice.hpp"
#include "rebond/scene/build.hpp"

namespace rebond {

PreparedProblem prepare_problem(const Scene& scene)
{
    PreparedProblem prepared{build_problem(scene), {}};
    const StepAdvice advice = advise_step(scene, prepared.problem);
    if (advice.refusal) throw Unbuildable(std::string(advice.refused_key), *advice.refusal);
    prepared.warnings = prepared.problem.model->warnings();
    std::visit(
        [&](const auto& subject) {
            if constexpr (requires { warnings_of(subject, prepared.problem); })
                for (std::string& warning : warnings_of(subject, prepared.problem))
                    prepared.warnings.push_back(std::move(warning));
        },
        scene.subject);
    if (!scene.scheme_warning.empty()) prepared.warnings.push_back(scene.scheme_warning);
    prepared.warnings.insert(prepared.warnings.end(), advice.warnings.begin(), advice.warnings.end());
    return prepared;
}

}  // namespace rebond
