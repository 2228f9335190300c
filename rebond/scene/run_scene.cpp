#include "rebond/scene/run_scene.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/scene/advice/restitution_advice.hpp"
#include "rebond/scene/fields.hpp"

#include <chrono>

namespace rebond {
namespace {

void append(std::vector<std::string>& texts, const std::vector<std::string>& more)
{
    texts.insert(texts.end(), more.begin(), more.end());
}

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
    Analyst analyst(prepared.problem, scene.analysis, scene.run.stop_when_quiet);
    Recorders recorders{&analyst};
    for (Recorder* listener : listeners) recorders.add(*listener);

    RunResult done;
    const auto start = std::chrono::steady_clock::now();
    done.outcome = integrate(prepared.problem, scene.scheme, recorders, interrupt);
    done.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

    done.findings = analyst.findings();
    append(done.outcome.warnings, prepared.warnings);
    append(done.outcome.warnings, energy_warnings(done.findings.energy));
    append(done.outcome.warnings, restitution_warnings(scene, prepared.problem, done.findings));
    if (done.outcome.status == Status::ok && is_broken(done.findings.energy)) {
        done.outcome.status = Status::unbalanced;
        done.outcome.reason = "the scheme produced more energy than the motion had";
        if (stepping_of(scene.scheme).converges) done.outcome.reason += "; a smaller step may help";
    }
    if (done.outcome.status == Status::event_failed)
        done.outcome.reason += done.outcome.never_rests
                                   ? "; set impact.restitution, or that of one of these contacts, below 1 (0 "
                                     "to hold the body there), or give them play"
                                   : other_way(scene, prepared.problem);
    if (done.findings.validity_warning) done.outcome.warnings.push_back(*done.findings.validity_warning);
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
