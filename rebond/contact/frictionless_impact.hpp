// Contacts at zero gap at one instant: the impulses of their impact, then which of them stay closed.
//
// With the mobility G, normal velocities u and each contact's coefficient e, the impact is Newton's law for
// all at once, as Moreau states it [Moreau1988]:
//
//     u⁺ = u⁻ + G p,      0 ≤ p ⊥ u⁺ + e u⁻ ≥ 0                                                 (1)
//
// Contacts that approach or rest take part, u⁻ ≤ 0, and with e = 0 those that separate too. A contact that
// others lift off faster than its own law asks gets no impulse, and none comes out approaching. No energy is
// gained: the impact takes −½ p·(u⁻ + u⁺) ≥ 0. For one contact (1) is u⁺ = −e u⁻ and p = −(1 + e) u⁻/G.
// Poisson's law is (1) with e = 0, whose impulses p⁰ stop all approach, and then at least e p⁰ again, more
// only where a contact would come out approaching:
//
//     u⁺ = u⁻ + G (p⁰ + p¹),      0 ≤ p¹ − e p⁰ ⊥ u⁺ ≥ 0                                        (1a)
//
// The outward law (outward_law.hpp) takes contacts that separate, u⁻ > 0, too.
//
// Contacts with u⁺ = 0 then rest or lift according to their accelerations without reactions, a:
//
//     ü = a + G ν,        0 ≤ ν ⊥ ü ≥ 0                                                         (2)
#pragma once

#include "rebond/contact/impact_law.hpp"
#include "rebond/contact/outward_law.hpp"
#include "rebond/solvers/complementarity/linear_complementarity.hpp"

#include <optional>
#include <vector>

namespace rebond {

class FrictionlessImpact {
public:
    // Grows where more than `most` touch.
    explicit FrictionlessImpact(Index most);

    void clear();
    void add(Index contact, const ImpactLaw& law, double velocity);  // one law for all
    Index size() const { return static_cast<Index>(contacts.size()); }

    // After an impact: one more contact without an impulse, whose velocity it changed.
    void add_after_impact(Index contact, double before, double after_impact);

    // Takes velocities up to `speed` [m/s] as zero.
    void still(double speed);

    // Resolves the impact by (1), (1a) or the outward law: `impulses`, `after` and the energy lost. False if
    // no answer could be certified.
    [[nodiscard]] bool resolve();

    // Whether velocities that an impact leaves at zero are zero only within the tolerance of its law.
    bool is_approximate() const { return law_ == Law::outward; }

    // The part of its inequality that the outward law could ask for in the last impact; 1 of other laws [-].
    double share() const { return law_ == Law::outward && outward_ ? outward_->share() : 1.0; }

    // How far the last impact misses the conditions of its law [-].
    double residual() const { return residual_; }

    // More impulses, which correct those of the impact and leave its velocities as they are.
    void correct_impulses(const Eigen::Ref<const Vector>& more);

    // More impulses, which bring the contacts at `places` to rest; G is that of all.
    void add_impulses(const Eigen::Ref<const Vector>& more, const std::vector<Index>& places);

    // Solves (2), from `free`. False if no answer could be certified.
    [[nodiscard]] bool rest();

    // After `rest`: whether a contact stays closed, and its normal acceleration [m/s²] if it does not.
    bool stays(Index i) const { return after(i) == 0.0 && !(acceleration_(i) > 0.0); }
    double acceleration(Index i) const { return acceleration_(i); }

    // After `rest`: whether a reaction presses it.
    bool is_pressed(Index i) const { return is_pressed_[i] != 0; }

    // Kinetic energy [J] that goes through contact i in the impact.
    double energy_loss(Index i) const { return loss_(i); }

    std::vector<Index> contacts;
    Matrix G;            // mobility [1/kg], over the contacts
    Vector restitution;  // e
    Vector before;       // u⁻ [m/s]
    Vector after;        // u⁺ [m/s]
    Vector impulses;     // p [N s]
    Vector free;         // a [m/s²]

private:
    [[nodiscard]] bool resolve_by_newton(const Eigen::Ref<const Vector>& e);
    [[nodiscard]] bool resolve_by_poisson();
    [[nodiscard]] bool resolve_outward();
    void find_losses();
    void grow(Index most);

    Law law_ = Law::newton;
    double residual_ = 0.0;
    LinearComplementarity problem_;
    std::optional<OutwardLaw> outward_;
    Vector no_restitution_, compression_;
    Vector loss_;  // [J]
    std::vector<char> is_pressed_;
    Vector acceleration_;         // under the reactions of those that rest [m/s²]
    std::vector<Index> resting_;  // places in `contacts`
    Matrix G_resting_;
    Vector bias_, row_, reactions_;
};

}  // namespace rebond
