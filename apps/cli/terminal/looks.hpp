// When a listener to steps looks at the clock, which costs more than a step of a small body.
#pragma once

#include <bit>

namespace rebond::cli {

class Looks {
public:
    // Whether this step is one to look at. The first few may be long: the first, second, fourth, … are.
    bool is_due()
    {
        constexpr unsigned long steps_between = 256;  // once there were as many
        ++steps_;
        return steps_ % steps_between == 0 || std::has_single_bit(steps_);
    }
    unsigned long steps() const { return steps_; }

private:
    unsigned long steps_ = 0;
};

}  // namespace rebond::cli
