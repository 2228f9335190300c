// A study from its axes to its rows: what is missing in the store is handed to a pool, first the grid, then
// the bisection that needs it.
#pragma once

#include "rebond/studies/case_store.hpp"
#include "rebond/studies/study.hpp"
#include "rebond/studies/workers/worker_pool.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rebond {

struct SweepState {
    std::uint64_t cases = 0;      // known so far
    std::uint64_t done = 0;       // with a row
    std::uint64_t failed = 0;     // of them, with another status than ok
    std::uint64_t ran = 0;        // by this sweep
    double serial_seconds = 0.0;  // that those took, added up
    std::uint64_t undone = 0;     // by this sweep, for want of memory or a file: without a row
    std::string first_want = {};  // of the first of those
    bool is_finished = false;
    std::vector<Crossing> crossings = {};
};

// Tells how far it is, ten times a second or more.
using TellProgress = std::function<void(const SweepState&)>;

// Ends early if `interrupt` becomes true, and unfinished if cases were undone. Cases are taken in scattered
// order if `is_scattered`.
SweepState sweep(const Study& study, CaseStore& store, WorkerPool& pool, bool is_scattered,
                 const TellProgress& tell, const std::atomic<bool>& interrupt);

}  // namespace rebond
