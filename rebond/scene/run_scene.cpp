#include "rebond/scene/run_scene.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/scene/advice/restitution_advice.hpp"
#include "rebond/scene/fields.hpp"

namespace rebond {
namespace {

// What gets through where events could not be followed.
std::string other_way(const Scene& scene, const Problem& problem)
{
    const std::string_view fallback = stepping_of(scene.scheme).fallback;
    if (!fallback.empty()) return "; use " + std::string(fallback);
    if (!scheme_refusal(problem, MoreauJean{}))
        return "; use moreau_jean with a small step, which does not locate events";
    if (has_law(problem, Law::outward)) return "; change an initial position by 1e-9 of itself and run again";
    return "; with one law for all contacts, \"newton\" or \"poisson\", moreau_jean runs the scene";
}

}  // namespace

RunResult run_scene(const Scene& scene, const PreparedProblem& prepared,
                    const std::vector<Recorder*>& listeners, const std::atomic<bool>* interrupt)
{
    const RunTerms terms{.analysis = scene.analysis,
                         .stop_when_quiet = scene.run.stop_when_quiet,
                         .warnings = prepared.warnings};
    RunResult done = run_problem(prepared.problem, scene.scheme, terms, listeners, interrupt);

    std::vector<std::string>& warnings = done.outcome.warnings;
    const std::vector<std::string> advice = restitution_warnings(scene, prepared.problem, done.findings);
    warnings.insert(warnings.end() - (done.findings.validity_warning ? 1 : 0), advice.begin(), advice.end());
    if (done.outcome.status == Status::event_failed)
        done.outcome.reason += done.outcome.never_rests
                                   ? "; set impact.restitution, or that of one of these contacts, below 1 (0 "
                                     "to hold the body there), or give them play"
                                   : other_way(scene, prepared.problem);
    return done;
}

Summary summarise(const Scene& scene, const Problem& problem, const RunResult& done)
{
    Summary summary = summarise(problem, done.findings, done.outcome);
    summary.title = scene.title;
    summary.model = type_name(scene.subject);
    summary.scheme = type_name(scene.scheme);
    summary.wall_seconds = done.wall_seconds;
    return summary;
}

}  // namespace rebond
