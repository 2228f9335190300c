// Whether a problem can be integrated at all, whatever its model. What is wrong is an Unbuildable.
#pragma once

#include "rebond/scene/build.hpp"

namespace rebond {

// Masses within range each may still multiply to zero or infinity.
void require_positive_masses(const Problem& problem);

// What is then thrown, for builders that find out sooner.
[[nodiscard]] Unbuildable without_masses();

// Two contacts that face each other without room between them leave the body no place.
void require_room(const Problem& problem);

// A contact does not slide along its normal. Directions that are functions are asked at the start q.
// `key` is that of the tangent, `name` that of the contact.
void require_own_direction(const Contact& contact, const Vector& q, const std::string& key,
                           const std::string& name);

// Closes the contacts that are closed within rounding, and requires that no gap is negative at the start.
void require_open_start(Problem& problem);

// The keys of a scene that give a contact its restitution and its friction.
struct LawKeys {
    std::string restitution = "impact.restitution";
    std::string friction = "impact.friction";
    std::string contact = "a Hertz contact";  // as a message about these keys calls it
};

// A Hertz contact loses no energy: it has neither a restitution below 1 nor friction.
void require_lossless_hertz(const Contact& contact, const LawKeys& keys);

// What rounding may have made of a gap of zero at q [m].
[[nodiscard]] double rounding_of(const Gap& gap, const Vector& q);

}  // namespace rebond
