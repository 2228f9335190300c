// A run on Python's behalf, with everything it tells kept.
#pragma once

#include "apps/python/bindings/kept_run.hpp"
#include "apps/python/bindings/watch.hpp"
#include "rebond/drawing/plot_svg.hpp"
#include "rebond/scene/run_scene.hpp"

#include <functional>

namespace rebond::python {

// Makes the run, told to the listeners.
using MakeRun = std::function<RunResult(const std::vector<Recorder*>& listeners)>;

// Into `run`, all but where it comes from. `make` fills in the summary.
void keep_run(const Problem& problem, double episode_gap, Watch& watch, KeptRun& run, const MakeRun& make);

// A figure as Python's dicts, for matplotlib.
py::dict figure_dict(const Figure& figure);

}  // namespace rebond::python
