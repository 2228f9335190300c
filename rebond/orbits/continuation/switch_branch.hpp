// From a special point of a branch to the other branches that leave it.
//
//     flip          the orbit twice, period 2T: its equations have a second direction there, in which the two
//                   halves part
//     new contact   one impact more, with impulse zero at the time of the new contact; it grows
//     grazing       one impact less: the one whose impulse has faded
#pragma once

#include "rebond/orbits/continuation/branch.hpp"
#include "rebond/orbits/continuation/impact_family.hpp"

namespace rebond {

// Where another branch starts: on its curve, with a direction to leave in.
struct BranchStart {
    std::unique_ptr<ImpactFamily> family;
    Vector unknowns = {};
    Vector tangent = {};  // in scaled unknowns
};

// None where the kind of the point has no other branch, or an orbit without impacts would be left.
[[nodiscard]] std::vector<BranchStart> starts_at(ImpactFamily& family, const SpecialPoint& point);

}  // namespace rebond
