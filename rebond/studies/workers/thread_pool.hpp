// Threads of this process as a pool.
#pragma once

#include "rebond/studies/workers/worker_pool.hpp"

namespace rebond {

class ThreadPool final : public WorkerPool {
public:
    // One thread for each.
    explicit ThreadPool(std::vector<RunCase> workers) : workers_(std::move(workers)) {}

    void run(const NextCase& next, const TakeResults& take, const std::atomic<bool>& interrupt) override;

private:
    std::vector<RunCase> workers_;
};

// How many threads this machine runs at once, at least 1.
unsigned hardware_threads();

}  // namespace rebond
