// The law of one contact, as data; `ClosedContacts` applies it to all that touch at one instant.
#pragma once

namespace rebond {

// Newton: u⁺ = −e u⁻ [PaoliSchatzman2007, (6)].
struct NewtonLaw {
    double restitution = 1.0;  // e, in [0, 1]
};

}  // namespace rebond
