// What shakes balls: walls that move.
#pragma once

#include "rebond/scene/balls/balls_scene.hpp"
#include "rebond/scene/periodic_load.hpp"

#include <vector>

namespace rebond {

// In the order of the scene, which must outlive them.
inline std::vector<PeriodicLoad> periodic_loads(BallsScene& subject)
{
    std::vector<PeriodicLoad> loads;
    for (PlaneSpec& plane : subject.model.plane)
        if (plane.motion) loads.push_back({plane.motion->frequency_hz, &plane.motion->phase_deg});
    return loads;
}

}  // namespace rebond
