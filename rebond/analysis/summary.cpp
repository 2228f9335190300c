#include "rebond/analysis/summary.hpp"

namespace rebond {

Summary summarise(const Problem& problem, const Findings& findings, const Outcome& outcome)
{
    Summary summary{.status = std::string(name_of(outcome.status)),
                    .dofs = problem.model->dofs(),
                    .steps = outcome.steps,
                    .residual_evaluations = outcome.residual_evaluations,
                    .duration = problem.duration,
                    .final = findings.final,
                    .energy = findings.energy,
                    .contacts = findings.contacts,
                    .impacts = {.count = problem.crowd ? std::nullopt : std::optional(findings.impacts),
                                .first_time = findings.first_impact,
                                .last_time = findings.last_impact,
                                .residual = outcome.residual,
                                .penetration = outcome.penetration},
                    .touched = findings.touched,
                    .episodes = findings.episodes,
                    .restitution = findings.restitution,
                    .absent = findings.absent,
                    .warnings = outcome.warnings};
    if (!outcome.penetration) summary.absent["impacts.penetration"] = "the scheme does not step over impacts";
    if (!outcome.reason.empty()) summary.reason = outcome.reason;
    return summary;
}

}  // namespace rebond
