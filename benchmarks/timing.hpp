// What the benchmarks measure time and judge with.
#pragma once

#include "rebond/integration/recorder.hpp"

#include <ctime>
#include <string_view>

namespace rebond::bench {

inline constexpr int repeats = 11;  // the least of which counts

// Processor time of this thread [s]: what others do on the machine is not counted.
inline double processor_time()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Lets a run warm up, times the steps after that, and ends it, warm_up + steps − 1 steps after its start.
class StepTimer final : public Recorder {
public:
    StepTimer(long warm_up, long steps) : warm_up_(warm_up), last_(warm_up + steps) {}

    void step(const Instant& now) override
    {
        ++count_;
        if (count_ == warm_up_) start_ = processor_time();
        if (count_ == last_) {
            seconds_ = processor_time() - start_;
            q_ = now.q();
        }
    }
    bool enough() const override { return count_ >= last_; }

    double seconds() const { return seconds_; }
    const Vector& q() const { return q_; }  // at the end

private:
    long warm_up_, last_;
    long count_ = 0;
    double start_ = 0.0;
    double seconds_ = 0.0;
    Vector q_;
};

class Verdict {
public:
    std::string_view judge(bool holds)
    {
        holds_ = holds_ && holds;
        return holds ? "ok" : "FAILS";
    }
    bool holds() const { return holds_; }

private:
    bool holds_ = true;
};

}  // namespace rebond::bench
