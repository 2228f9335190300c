// Contacts at zero gap at one instant: the impulses of their impact, then which of them stay closed.
//
// With the mobility G, normal velocities u and each contact's coefficient e, the impact is Newton's law for
// all at once, as Moreau states it [Moreau1988]:
//
//     u⁺ = u⁻ + G p,      0 ≤ p ⊥ u⁺ + e min(u⁻, 0) ≥ 0                                         (1)
//
// A contact that others lift off faster than its own law asks gets no impulse, and one that is parting
// already must not be turned round. For one contact (1) is u⁺ = −e u⁻ and p = −(1 + e) u⁻/G. It takes −½
// p·(u⁻ + u⁺) from the kinetic energy.
//
// Contacts with u⁺ = 0 then rest or lift according to their accelerations without reactions, a:
//
//     ü = a + G ν,        0 ≤ ν ⊥ ü ≥ 0                                                         (2)
#pragma once

#include "rebond/solvers/linear_complementarity.hpp"

#include <vector>

namespace rebond {

class ClosedContacts {
public:
    // `most` is how many there can be.
    explicit ClosedContacts(Index most);

    void clear();
    void add(Index contact, double restitution, double velocity);
    Index size() const { return static_cast<Index>(contacts.size()); }

    // Solves (1) for `impulses` and `after`. False if no answer could be certified.
    [[nodiscard]] bool strike();

    // Solves (2), from `free`. False if no answer could be certified.
    [[nodiscard]] bool rest();

    // After `rest`: whether a contact stays closed, and its normal acceleration [m/s²] if it does not.
    bool stays(Index i) const { return after(i) == 0.0 && !(acceleration_(i) > 0.0); }
    double acceleration(Index i) const { return acceleration_(i); }

    // Kinetic energy [J] that goes through contact i in the impact.
    double energy_loss(Index i) const { return -0.5 * impulses(i) * (before(i) + after(i)); }

    std::vector<Index> contacts;
    Matrix G;            // mobility [1/kg], over the contacts
    Vector restitution;  // e
    Vector before;       // u⁻ [m/s]
    Vector after;        // u⁺ [m/s]
    Vector impulses;     // p [N s]
    Vector free;         // a [m/s²]

private:
    LinearComplementarity problem_;
    Vector acceleration_;         // under the reactions of those that rest [m/s²]
    std::vector<Index> resting_;  // places in `contacts`
    Matrix G_resting_;
    Vector bias_, reactions_;
};

}  // namespace rebond
