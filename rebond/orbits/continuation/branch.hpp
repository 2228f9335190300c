// A family followed: its orbits in order along the curve, and the special points between them.
#pragma once

#include "rebond/orbits/continuation/family.hpp"

#include <string>
#include <vector>

namespace rebond {

struct BranchPoint {
    double parameter = 0.0;
    Orbit orbit = {};
    Vector unknowns = {};  // y
};

// Why a branch ends.
enum class BranchEnd {
    range,        // of the parameter
    pole,         // the period reaches that of a mode, or impulses grow without bound otherwise
    admissible,   // the orbit is none any more
    closed,       // the branch is back where it started
    points,       // as many as were wanted
    interrupted,  // somebody asked to stop
    failure       // no next point was found
};

struct SpecialPoint {
    SpecialKind kind = SpecialKind::end;
    double parameter = 0.0;
    double velocity = 0.0;  // approach speed of the first impact [m/s]
    Orbit orbit = {};
    Vector unknowns = {};
    Vector tangent = {};      // of the branch there, in scaled unknowns
    Index item = 0;           // the impact that fades; the contact that touches anew
    double time = 0.0;        // of the new contact, or of the release [s]
    std::string reason = {};  // of an end
    BranchEnd end = BranchEnd::range;
};

struct Branch {
    int id = 0;
    std::optional<int> parent = {};
    Sequence sequence = {};
    std::vector<BranchPoint> points = {};
    std::vector<SpecialPoint> special = {};  // in order along the branch; the last is its end
};

}  // namespace rebond
