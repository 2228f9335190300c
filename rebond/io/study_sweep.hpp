// A study from its file to its rows: what is missing in the database is handed to a crew, first the grid,
// then the bisection that needs it.
#pragma once

#include "rebond/io/study_database.hpp"
#include "rebond/io/study_file.hpp"
#include "rebond/studies/crew.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rebond {

struct SweepState {
    std::uint64_t cases = 0;      // known so far
    std::uint64_t done = 0;       // with a row
    std::uint64_t failed = 0;     // of them, with another status than ok
    std::uint64_t performed = 0;  // by this sweep
    double serial_seconds = 0.0;  // that those took, added up
    bool is_finished = false;
    std::vector<Crossing> crossings = {};
};

// Tells how far it is, ten times a second or more.
using TellProgress = std::function<void(const SweepState&)>;

// The database of `file` in `path` that has rows, or a new one; in memory if `path` is empty. Throws
// InputError if there is one of another study.
std::unique_ptr<StudyDatabase> open_study_database(const StudyFile& file, const std::string& path);

// Ends early if `interrupt` becomes true. Cases are taken in scattered order if `is_scattered`.
SweepState sweep(const StudyFile& file, StudyDatabase& database, Crew& crew, bool is_scattered,
                 const TellProgress& tell, const std::atomic<bool>& interrupt);

}  // namespace rebond
