// What a sweep did and found, for people and for programs.
#pragma once

#include "rebond/io/studies/study_file.hpp"
#include "rebond/studies/sweep.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace rebond::cli {

struct SweepReport {
    SweepState state = {};
    double wall_seconds = 0.0;
    unsigned threads = 1;
    unsigned ranks = 1;  // processes
    std::string directory = {};
    std::vector<std::string> files = {};  // in the directory
};

// Where a bisection's number crosses its level; `keys` are those of the axes.
std::string crossings_text(const Bisection& bisection, const std::vector<std::string>& keys,
                           const std::vector<Crossing>& crossings);
nlohmann::ordered_json crossings_json(const std::vector<std::string>& keys,
                                      const std::vector<Crossing>& crossings);

std::string report_text(const StudyFile& file, const CaseStore& store, const SweepReport& report);

// Holds the rows if there are no files.
nlohmann::ordered_json report_json(const StudyFile& file, const CaseStore& store, const SweepReport& report);

}  // namespace rebond::cli
