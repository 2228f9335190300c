// When a step is a sample: the first at or after each multiple of an interval.
#pragma once

#include <cmath>

namespace rebond {

class SampleTimes {
public:
    // Every so many seconds; 0: every step.
    explicit SampleTimes(double every) : every_(every) {}

    // Whether the step that ends at t [s] is one.
    bool is_due(double t)
    {
        if (!(every_ > 0.0)) return true;
        const double multiple = t / every_ + slack;
        if (multiple < next_) return false;
        next_ = std::floor(multiple) + 1.0;
        return true;
    }

private:
    // Steps end at the multiples within rounding, so this much [-] of an interval early is on time.
    static constexpr double slack = 1e-6;

    double every_;       // [s]
    double next_ = 0.0;  // as a multiple of the interval
};

}  // namespace rebond
