// A contact with friction between straight surfaces.
#pragma once

#include "integration/linear_problem.hpp"

namespace rebond::test {

// gap = normal·q + offset, sliding with tangent·v.
inline Contact rough_contact(const Vector& normal, const Vector& tangent, const ImpactLaw& law,
                             double offset = 0.0)
{
    Contact contact = contact_along(normal, offset, law.restitution);
    contact.law = law;
    contact.slide.terms = contact_along(tangent, 0.0, 0.0).gap.terms;
    return contact;
}

}  // namespace rebond::test
