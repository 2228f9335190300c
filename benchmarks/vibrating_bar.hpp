// A bar in flight that vibrates in all its modes: what the benchmarks step.
//
// Every segment has a random strain and strain rate, small enough for the bar to stay nearly straight and of
// the size that shares the energy between springs and inertia. The plane is a metre below, so the contact is
// looked at in every step and never closes.
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/integration/scheme.hpp"
#include "rebond/mechanics/bar/bar.hpp"

namespace rebond::bench {

struct VibratingBar {
    std::shared_ptr<const Bar> bar;
    Problem problem;
    double step = 0.0;  // Δt [s]: the paper's 1e-7, or half the explicit limit 2/ω_max where that is less
};

VibratingBar vibrating_bar(Springs springs, Index segments);

}  // namespace rebond::bench
