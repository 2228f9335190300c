// A run in numbers: what `--json` prints, summary.json and a result hold, and rows of a study are made of.
//
// What has no meaning in a run has no value, and `absent` says why by the number's dotted name. Names, units
// and meanings are in summary_fields.hpp, once; whatever shows a summary is a loop over that table.
#pragma once

#include "rebond/analysis/findings.hpp"
#include "rebond/integration/outcome.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct ImpactNumbers {
    std::optional<long> count = 0;           // none where impacts are not followed one by one
    std::optional<double> first_time = {};   // [s]
    std::optional<double> last_time = {};    // [s]
    std::optional<double> residual = {};     // [-]
    std::optional<double> penetration = {};  // [m]
};

// What ContactFindings found, of schemes that can tell.
struct ContactNumbers {
    std::optional<long> transitions = 0;
    std::optional<double> stick_time = 0.0;  // [s]
    std::optional<double> slip_time = 0.0;   // [s]
    std::optional<long> jams = 0;
    std::optional<long> indeterminate = 0;
    std::optional<long> reversals = 0;
};

struct Summary {
    std::string title = {};
    std::string model = {};   // the name that a scene gives it
    std::string scheme = {};  // likewise
    std::string status = {};
    std::optional<std::string> reason = {};
    Index dofs = 0;
    long steps = 0;
    long residual_evaluations = 0;
    double duration = 0.0;      // [s]
    double wall_seconds = 0.0;  // [s]
    State final = {};
    EnergyFindings energy = {};
    ContactNumbers contacts = {};
    ImpactNumbers impacts = {};
    std::vector<TouchedContact> touched = {};
    std::vector<Episode> episodes = {};
    RestitutionFindings restitution = {};
    std::map<std::string, std::string> absent = {};
    std::vector<std::string> warnings = {};
};

// Without title, names and the time it took, which neither knows.
[[nodiscard]] Summary summarise(const Problem& problem, const Findings& findings, const Outcome& outcome);

}  // namespace rebond
