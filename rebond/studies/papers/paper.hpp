// A paper to reproduce: its tables and figures, each with the study or the runs that make it and the numbers
// they should give.
#pragma once

#include "rebond/studies/papers/expectation.hpp"

#include <string>
#include <vector>

namespace rebond {

// A run of a scene, or the orbit that the scene asks for.
struct ExhibitRun {
    std::string name = {};                  // "a"
    std::string scene = {};                 // file
    std::vector<std::string> changes = {};  // "KEY=VALUE"
    std::string status = "ok";              // it should end with
    bool is_orbit = false;
};

// A table or a figure: one study, or some runs.
struct Exhibit {
    std::string name = {};  // "Table 3"
    std::string caption = {};
    std::string study = {};  // file; empty: runs
    bool is_fitted = false;  // the law of rebounds to the rows of the study, which are of a ball on a beam
    std::vector<ExhibitRun> runs = {};
    std::vector<std::string> plots = {};     // of each run, to be shown: "tip_height"
    std::vector<std::string> overlays = {};  // of all runs, a curve for each: "normal_force"
    bool shows_families = false;             // energy over period of all orbits' branches
    Columns columns = {};                    // of the table; for runs the key may be "run", their name
    std::vector<Expectation> lines = {};     // of the table
    std::string note = {};                   // what agrees, what cannot and why
};

struct Paper {
    std::string name = {};    // "000_paoli_schatzman"
    std::string folder = {};  // it was read from
    std::string title = {};
    std::string reference = {};  // key of the bibliography
    std::string about = {};
    std::vector<Exhibit> exhibits = {};
};

}  // namespace rebond
