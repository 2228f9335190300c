// rebond for programs of one's own: state a problem, integrate it, ask what happened.
//
//     rebond::Problem problem{.model = ..., .contacts = ..., .initial = ..., .duration = ..., .sample_every =
//     ...}; rebond::Trajectory kept(problem); rebond::Sampler sampler(problem, episode_gap, kept);
//     rebond::RunResult done = rebond::run_problem(problem, rebond::EventAccurate{}, {}, {&sampler});
//
// What this header brings keeps its names and meanings within a major version; before 1.0, within a minor
// one. Headers it does not include may change at any time.
#pragma once

#include "rebond/analysis/run_problem.hpp"       // run_problem, Findings
#include "rebond/analysis/summary.hpp"           // a run in numbers
#include "rebond/analysis/trajectory.hpp"        // a run in memory
#include "rebond/contact/gaps/user_gap.hpp"      // gaps as functions
#include "rebond/core/version.hpp"               // which rebond this is
#include "rebond/integration/integrate.hpp"      // integrate, every scheme
#include "rebond/io/scene/scene_toml.hpp"        // scenes from files
#include "rebond/mechanics/user/user_model.hpp"  // a body as functions
#include "rebond/scene/run_scene.hpp"            // runs of scenes
