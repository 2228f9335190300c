// A result in memory: what result.h5 holds, or as many evenly spaced samples of it as were asked for.
#pragma once

#include "rebond/core/types.hpp"
#include "rebond/integration/recorder.hpp"

#include <string>
#include <vector>

namespace rebond {

// Contact 0 seen step by step from shortly before its first impact to the end of the first episode,
// thinned to a few thousand points: samples are too coarse to show micro-impacts.
struct CloseUp {
    std::vector<double> time;      // [s]
    std::vector<double> gap;       // [m]
    std::vector<double> velocity;  // normal, of the contact point [m/s]
};

struct Result {
    std::string scene;            // text of the scene file
    std::string effective_scene;  // every value that was used, as a scene
    std::string summary;          // JSON
    std::string version;
    std::string revision;
    std::string status;

    std::vector<double> time;     // [s], one entry per sample
    Matrix position;              // dofs × samples
    Matrix velocity;              // dofs × samples
    std::vector<Energy> energy;   // [J]
    Matrix gap;                   // contacts × samples [m]
    Matrix impulse;               // contacts × samples: received since the sample before [N s]
    std::vector<Impact> impacts;
    std::vector<Sticking> sticking;
    CloseUp close_up;
};

}  // namespace rebond
