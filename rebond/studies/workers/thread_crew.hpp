// Threads of this process as a crew.
#pragma once

#include "rebond/studies/workers/crew.hpp"

namespace rebond {

class ThreadCrew final : public Crew {
public:
    // One thread for each.
    explicit ThreadCrew(std::vector<RunCase> workers) : workers_(std::move(workers)) {}

    void perform(const NextCase& next, const TakeResults& take, const std::atomic<bool>& interrupt) override;

private:
    std::vector<RunCase> workers_;
};

// How many threads this machine runs at once, at least 1.
unsigned hardware_threads();

}  // namespace rebond
