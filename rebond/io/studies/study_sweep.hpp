// A study from its file to its rows: what is missing in the database is handed to a crew, first the grid,
// then the bisection that needs it.
#pragma once

#include "rebond/io/studies/study_database.hpp"
#include "rebond/io/studies/study_file.hpp"
#include "rebond/studies/workers/crew.hpp"

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
    std::uint64_t undone = 0;     // by this sweep, for want of memory or a file: without a row
    std::string first_want = {};  // of the first of those
    bool is_finished = false;
    std::vector<Crossing> crossings = {};
};

// Threads of this process; 0: as many as the machine runs at once.
std::unique_ptr<Crew> thread_crew(const StudyFile& file, unsigned threads);

// Whether this program made a database. Builds of one revision with changes of their own count as one.
bool is_by_this_program(const StudyRecord& record);

// Tells how far it is, ten times a second or more.
using TellProgress = std::function<void(const SweepState&)>;

// The database of `file` in `path` that has rows, or a new one; in memory if `path` is empty. Throws
// InputError if there is one of another study.
std::unique_ptr<StudyDatabase> open_study_database(const StudyFile& file, const std::string& path);

// Ends early if `interrupt` becomes true, and unfinished if cases were undone. Cases are taken in scattered
// order if `is_scattered`.
SweepState sweep(const StudyFile& file, StudyDatabase& database, Crew& crew, bool is_scattered,
                 const TellProgress& tell, const std::atomic<bool>& interrupt);

}  // namespace rebond
