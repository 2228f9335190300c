// Angles: degrees in scenes, radians in the engine.
#pragma once

#include <numbers>

namespace rebond {

inline double radians(double degrees)
{
    return degrees * std::numbers::pi / 180.0;
}

}  // namespace rebond
