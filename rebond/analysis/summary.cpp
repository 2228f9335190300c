#include "rebond/analysis/summary.hpp"

namespace rebond {
namespace {

ContactNumbers contact_numbers(const ContactFindings& found)
{
    return {.transitions = found.transitions,
            .stick_time = found.stick_time,
            .slip_time = found.slip_time,
            .jams = found.jams,
            .indeterminate = found.indeterminate,
            .reversals = found.reversals};
}

// Steps over impacts see neither what happens within one nor which answer of several a sliding contact takes;
// those of a crowd do not follow its contacts.
void leave_out_unseen(const Problem& problem, Summary& summary)
{
    const auto leave_out = [&](auto& number, const char* name, const char* reason) {
        number.reset();
        summary.absent[name] = reason;
    };
    ContactNumbers& contacts = summary.contacts;
    if (problem.crowd) {
        constexpr const char* reason = "contacts of a crowd of balls are not followed one by one";
        leave_out(contacts.transitions, "contacts.transitions", reason);
        leave_out(contacts.stick_time, "contacts.stick_time", reason);
        leave_out(contacts.slip_time, "contacts.slip_time", reason);
    }
    if (!problem.crowd && !has_friction(problem)) return;
    constexpr const char* reason = "the scheme steps over impacts and does not see what happens within them";
    leave_out(contacts.jams, "contacts.jams", reason);
    leave_out(contacts.indeterminate, "contacts.indeterminate", reason);
    leave_out(contacts.reversals, "contacts.reversals", reason);
}

}  // namespace

Summary summarise(const Problem& problem, const Findings& findings, const Outcome& outcome)
{
    Summary summary{.status = std::string(name_of(outcome.status)),
                    .dofs = problem.model->dofs(),
                    .steps = outcome.steps,
                    .residual_evaluations = outcome.residual_evaluations,
                    .duration = problem.duration,
                    .final = findings.final,
                    .energy = findings.energy,
                    .contacts = contact_numbers(findings.contacts),
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
    if (outcome.penetration)
        leave_out_unseen(problem, summary);
    else
        summary.absent["impacts.penetration"] = "the scheme does not step over impacts";
    if (!outcome.reason.empty()) summary.reason = outcome.reason;
    return summary;
}

}  // namespace rebond
