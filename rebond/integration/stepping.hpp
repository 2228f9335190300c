// How a scheme advances: what it says of itself to those who choose steps and samples.
#pragma once

#include <string_view>

namespace rebond {

struct Stepping {
    bool is_fixed = true;            // by the step it is given; otherwise that is the largest one
    bool is_explicit = false;        // stable for steps below 2/ω_max only
    bool samples_at_steps = true;    // otherwise it goes to the samples
    bool converges = true;           // as the step shrinks
    std::string_view fallback = {};  // the scheme to use where this one cannot follow events; empty: none
};

}  // namespace rebond
