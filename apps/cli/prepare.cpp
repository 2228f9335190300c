#include "apps/cli/prepare.hpp"

#include "rebond/scene/model_advice.hpp"

namespace rebond::cli {

Prepared prepare(const std::string& scene, const std::vector<std::string>& overrides)
{
    Prepared prepared{read_scene_file(scene, overrides), {}, {}};
    const auto& [file, problem, warnings] = prepared;
    try {
        prepared.problem = build_problem(file.scene);
    } catch (const Unbuildable& wrong) {
        refuse(file, wrong.key, wrong.expected);
    }
    const StepAdvice advice = advise_step(file.scene, problem);
    if (advice.refusal) refuse(file, "scheme.step", *advice.refusal);
    prepared.warnings = advise_model(*problem.model);
    prepared.warnings.insert(prepared.warnings.end(), advice.warnings.begin(), advice.warnings.end());
    return prepared;
}

}  // namespace rebond::cli
