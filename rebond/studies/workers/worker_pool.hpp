// Those who run cases: threads of this process, or processes on many machines.
//
// Cases are handed out one by one, so that nobody waits while there is work; results come back, in the
// order they are finished, to the one thread that called. Which worker ran a case cannot be seen in its
// result.
#pragma once

#include "rebond/studies/design/observation.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct CaseResult {
    Case given = {};
    std::string status = {};          // "ok", or what failed
    std::string reason = {};          // empty when ok
    std::vector<Value> summary = {};  // the columns of the study
    std::vector<ObservedPoint> points = {};
    double seconds = 0.0;         // it took
    bool is_interrupted = false;  // nothing came of it
    bool is_undone = false;       // for want of memory or a file, as the reason says: to be tried again
    std::vector<CaseResult> further = {};  // of its chain, where the first case of a chain was handed out
};

// The next case to run; nothing when there is none left. Called by one thread at a time.
using NextCase = std::function<std::optional<Case>()>;

// Takes finished cases, and is called at least ten times a second, if with none. Called by the thread
// that called the pool.
using TakeResults = std::function<void(std::vector<CaseResult>& results)>;

// Runs a case, or the chain that it begins, giving up soon once `stop` is true. Does not throw. Each worker
// has its own.
using RunCase = std::function<CaseResult(const Case& given, const std::atomic<bool>& stop)>;

class WorkerPool {
public:
    virtual ~WorkerPool() = default;

    // Until there are no cases left, or `interrupt` is true: then cases under way are given up. What
    // `take` throws ends the work and is thrown again.
    virtual void run(const NextCase& next, const TakeResults& take, const std::atomic<bool>& interrupt) = 0;
};

}  // namespace rebond
