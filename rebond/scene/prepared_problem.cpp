#include "rebond/scene/prepared_problem.hpp"

#include "rebond/scene/advice/step_advice.hpp"
#include "rebond/scene/build.hpp"

namespace rebond {

PreparedProblem prepare_problem(const Scene& scene)
{
    PreparedProblem prepared{build_problem(scene), {}};
    const StepAdvice advice = advise_step(scene, prepared.problem);
    if (advice.refusal) throw Unbuildable("scheme.step", *advice.refusal);
    prepared.warnings = prepared.problem.model->warnings();
    prepared.warnings.insert(prepared.warnings.end(), advice.warnings.begin(), advice.warnings.end());
    return prepared;
}

}  // namespace rebond
