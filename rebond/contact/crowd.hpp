// Discs that may touch each other and the walls about them, too many for a contact each: who touches whom is
// found as they move (neighbours.hpp).
#pragma once

#include "rebond/contact/contact.hpp"

#include <vector>

namespace rebond {

// The centre of disc i is at the coordinates 2i and 2i + 1, its angle, if they spin, at 2n + i.
struct Crowd {
    std::vector<double> radii;  // [m]
    bool spins = false;
    ImpactLaw law = {};          // of two discs
    std::vector<Contact> walls;  // of each disc with each wall
};

}  // namespace rebond
