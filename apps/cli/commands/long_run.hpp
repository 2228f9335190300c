// A run whose rate says that it takes very long: once it has gone on for a while, standard error names the
// scheme that would be done much sooner, if there is one.
#pragma once

#include "apps/cli/commands/prepare.hpp"
#include "apps/cli/terminal/looks.hpp"
#include "apps/cli/terminal/progress.hpp"
#include "rebond/integration/recorder.hpp"

#include <chrono>

namespace rebond::cli {

class LongRun final : public Recorder {
public:
    // Says nothing unless `may_speak`. `prepared` and `progress`, which makes room for it, must outlive it.
    LongRun(const Prepared& prepared, Progress& progress, bool may_speak)
        : prepared_(prepared), progress_(progress), may_speak_(may_speak)
    {
    }

    void step(const Instant& now) override;

private:
    using Clock = std::chrono::steady_clock;
    void advise(double seconds);

    const Prepared& prepared_;
    Progress& progress_;
    bool may_speak_;
    Clock::time_point start_ = {};  // of its steps: what comes before the first has no rate
    double first_ = 0.0;            // where the body was then [s]
    double next_look_ = 5.0;        // seconds from there
    Looks looks_;
};

}  // namespace rebond::cli
