// A run that was made, with all that a result holds, in memory.
#pragma once

#include "rebond/analysis/result.hpp"
#include "rebond/analysis/trajectory.hpp"
#include "rebond/io/results/results_hdf5.hpp"
#include "rebond/scene/scene.hpp"

#include <memory>
#include <string>

namespace rebond::python {

struct KeptRun {
    Problem problem = {};  // of a result that was read: its model alone, if it could be built
    Trajectory trajectory = {};
    CloseUp close_up = {};
    Summary summary = {};
    std::string scene = {}, effective_scene = {};
    std::string version = {}, revision = {};
    std::vector<StoredContact> contacts = {};
    std::shared_ptr<const Scene> origin = {};  // whose matrices a result file keeps; none of a problem
};

// As much of it as plots and reports show.
Result result_to_draw(const KeptRun& run);

// The model of the body, for drawing; one without an outline if there is none.
const Model& model_of(const KeptRun& run);

// result.h5, summary.json, plots and report, as the command line writes them; the names of the files.
std::vector<std::string> save(const KeptRun& run, const std::string& directory, bool is_forced);

// What a result file holds.
std::shared_ptr<KeptRun> open_result(const std::string& name);

}  // namespace rebond::python
