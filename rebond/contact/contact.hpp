// What can touch: a gap, the direction in which it slides, and the law.
#pragma once

#include "rebond/contact/gap.hpp"
#include "rebond/contact/impact_law.hpp"

#include <string>

namespace rebond {

struct Contact {
    Gap gap;
    ImpactLaw law = {};
    // Its rate is the velocity along the plane of contact; neither terms nor function where there is none.
    Gap slide = {};
    bool is_massless = false;  // it touches by a coordinate without mass
    std::string name = {};     // as "ball 1 – floor"; empty: by its number
};

inline bool has_direction(const Gap& slide)
{
    return !slide.terms.empty() || slide.function != nullptr;
}

inline bool is_rough(const Contact& contact)
{
    return contact.law.friction > 0.0;
}

// Whether its force depends on how far the bodies press into each other: no impact, and nothing to resolve.
inline bool is_compliant(const Contact& contact)
{
    return contact.law.law == Law::hertz && contact.law.hertz_stiffness.has_value();
}

}  // namespace rebond
