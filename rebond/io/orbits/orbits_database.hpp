// An answer about orbits in SQLite: the file orbits.db.
//
//     orbits     one row for each orbit: found, a point of a branch, or a special point
//     branches   one row for each branch
//     points     the orbits of a branch in their order along it
//     special    its special points
//     events     what happens in an orbit
//
// States and multipliers are JSON arrays.
#pragma once

#include "rebond/studies/orbits/orbit_search.hpp"

#include <string>

namespace rebond {

// Into an empty file. Throws FileError.
void write_orbits_database(const std::string& path, const OrbitAnswer& answer);

}  // namespace rebond
