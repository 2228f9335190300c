#include "apps/cli/prepare.hpp"

#include "rebond/contact/gap.hpp"

namespace rebond::cli {
namespace {

// Masses within range each may still multiply to zero or infinity.
bool has_positive_masses(const Problem& problem)
{
    const auto dynamics = problem.model->dynamics();
    dynamics->place(0.0, problem.initial.q);
    return problem.initial.q.allFinite() && dynamics->factor(0.0, 0.0);
}

bool starts_open(const Problem& problem)
{
    for (const Contact& contact : problem.contacts)
        if (!(gap_at(contact.gap, problem.initial.q) >= 0.0)) return false;
    return true;
}

}  // namespace

Prepared prepare(const std::string& scene, const std::vector<std::string>& overrides)
{
    Prepared prepared{read_scene_file(scene, overrides), {}, {}};
    const auto& [file, problem, warnings] = prepared;
    prepared.problem = build_problem(file.scene);
    if (!has_positive_masses(problem))
        refuse(file, "model",
               "expected values whose masses and moments of inertia are positive, finite numbers");
    if (!starts_open(problem))
        refuse(file, "initial",
               "expected a start above the plane, but the vibration takes the contact through it");
    const StepAdvice advice = advise_step(file.scene, problem);
    if (advice.refusal) refuse(file, "scheme.step", *advice.refusal);
    prepared.warnings = advice.warnings;
    return prepared;
}

}  // namespace rebond::cli
