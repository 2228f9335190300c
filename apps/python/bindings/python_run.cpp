#include "apps/python/bindings/python_run.hpp"

#include "apps/python/bindings/callback.hpp"
#include "rebond/core/version.hpp"

namespace rebond::python {

void keep_run(const Problem& problem, double episode_gap, Watch& watch, KeptRun& run, const MakeRun& make)
{
    run.trajectory = Trajectory(problem);
    Sampler sampler(problem, episode_gap, run.trajectory);
    const RunResult done = make({&sampler, &watch});
    if (done.stopped_by) run.summary.steps = watch.steps();
    try {
        sampler.finish();
    } catch (const RunStopped&) {
        // The last sample needs the model, which has stopped the run before: it is left out.
        if (!done.stopped_by) throw;
    }
    run.close_up = sampler.close_up();
    run.contacts = stored_contacts(problem);
    run.version = std::string(version);
    run.revision = std::string(revision);
    watch.finish(done.outcome.time);
}

}  // namespace rebond::python
