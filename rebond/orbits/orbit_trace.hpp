// An orbit over one period, to be drawn: its gaps and their rates.
//
// With impacts only it is drawn by its own flights, so that one that penetrates is shown as it is; with
// lasting contacts, or shot, by a run.
#pragma once

#include "rebond/orbits/orbit.hpp"

#include <vector>

namespace rebond {

struct OrbitTrace {
    std::vector<double> times = {};  // [s], from the first event on; twice where an impact is
    Matrix gaps = {};                // contacts × times [m]
    Matrix rates = {};               // [m/s]
};

[[nodiscard]] OrbitTrace trace_of(const Problem& problem, const Orbit& orbit, int samples = 1000);

}  // namespace rebond
