// A result in memory: what result.h5 holds, or as many evenly spaced samples of it as were asked for.
#pragma once

#include "rebond/analysis/close_up.hpp"
#include "rebond/analysis/summary.hpp"
#include "rebond/core/types.hpp"
#include "rebond/integration/recorder.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace rebond {

struct Result {
    std::string scene;            // text of the scene file
    std::string effective_scene;  // every value that was used, as a scene
    std::string version;
    std::string revision;
    std::string status;
    Summary summary;

    std::vector<double> time;                // [s], one entry per sample
    Matrix position;                         // dofs × samples
    Matrix velocity;                         // dofs × samples
    std::vector<Energy> energy;              // [J]
    std::vector<std::string> contact_names;  // one per contact; empty in results of earlier versions
    Matrix gap;                              // contacts × samples [m]
    Matrix rate;  // likewise, the gap's velocity [m/s]; empty in results of earlier versions
    std::vector<Index>
        coordinate;   // per contact: the one that is ± its gap up to a constant, or −1; or empty
    Matrix impulse;   // contacts × samples: received since the sample before [N s]
    Matrix friction;  // likewise, along the plane of contact [N s]
    Matrix state;  // likewise: 0 open, 1 sticks or is closed, ±2 slides; empty in results of earlier versions
    std::vector<Impact> impacts;  // all; else the first half are the first ones, the others spread evenly
    std::size_t impacts_left_out = 0;         // not among them
    std::vector<SustainedContact> sustained;  // likewise
    CloseUp close_up;
};

}  // namespace rebond
