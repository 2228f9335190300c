// Contacts with friction at one instant, or over one time step: their impulses by Newton's or Poisson's law.
//
// Velocities u = (u_n, u_t) of the contacts go from u⁻ to u⁺ by impulses p = (N, T) and, in a time step, by
// the smooth forces, which alone would make them u*; at one instant u* = u⁻. With the mobility G,
//
//     u⁺ = u* + G p,      |T| ≤ μ N,   T = −μ N sgn u_t⁺ where the contact slides.                       (1)
//
// Newton's law is 0 ≤ N ⊥ u_n⁺ + e u_n⁻ ≥ 0. Poisson's has two phases, and Coulomb's bound in each of them:
// compression, (1) with 0 ≤ N ⊥ u_n⁰ ≥ 0, and restitution from u⁰ on, with at least e times the normal
// impulse of compression. In a step that is the impulse which compression of u⁻ alone takes, as forces that
// merely press are not thrown back; and it is given less u_n⁰/G_nn, for what they have turned already they
// need not turn again. For one contact without friction the two laws are the same, also in a step, and
// Newton's is taken: it alone says what becomes of a contact that separates and is pushed.
//
// At one instant Poisson's law never adds energy to one contact: given the normal impulse, Coulomb's friction
// is what leaves the least kinetic energy, and e times the impulses of compression would leave less than
// there was. Nor does e = 0, which takes ½pᵀGp at least. Newton's law can: it fixes the normal velocity
// whatever energy that needs. So can Poisson's, where several contacts move each other. Where they would, all
// e are multiplied by the largest factor with which they do not. And Newton's law may have no answer, where
// more contacts stick together than the body has freedoms, G being singular: e times the approach of each is
// then no motion of the body. Contacts do not rebound then, e = 0. In a step that does not resolve the
// motion, smooth forces and impulses can together gain energy by any law; the energy balance shows it.
//
// Friction may allow several motions. A time step takes the first that is found, near to the guess. At one
// instant the answer taken is the one whose impulses move the contacts least, in each phase, whatever the
// order of the contacts (coulomb_answers.hpp).
//
// A jam is an impact without collision: contacts that are closed, u_n⁻ = 0, slide where no reactions keep
// them closed. p = 0 is an answer of (1) then, and the impulses of compression are the other ones, to which
// forces lead that press for a time ε → 0: (1) with u* = u⁻ + ε u̇. Restitution is the second phase of
// Poisson's law by any law, with the normal impulse of contact k at least n_k times that of compression. n_k
// is what Routh's path of that contact alone would give (planar_impact.hpp): e by Poisson's law, zero by
// Newton's, less than e by Stronge's. One that would not jam alone has e by Stronge's law, too. So the more
// weakly a contact that jams is coupled with others, the nearer it is to the jam of one contact.
//
// Contacts that do not move each other (coupled_groups.hpp) are impacts of their own: what one of them needs
// changes nothing for the others.
#pragma once

#include "rebond/contact/impact_law.hpp"
#include "rebond/solvers/complementarity/coulomb_answers.hpp"
#include "rebond/solvers/complementarity/coulomb_complementarity.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace rebond {

class FrictionalImpact {
public:
    enum class Answer { first, least_moving };

    // Grows where more than `most` touch.
    explicit FrictionalImpact(Index most, Answer answer = Answer::first);

    // The law of an impact is that of the first contact; restitution and friction are each contact's own, and
    // in a jam the law is, too.
    void clear()
    {
        contacts.clear();
        laws_.clear();
    }
    void add(Index contact, const ImpactLaw& law, const Vector2& before, const Vector2& free);
    Index size() const { return static_cast<Index>(contacts.size()); }

    // Finds `impulses`, which hold a first guess, and `after`. False if no answer could be certified: then
    // they are the nearest.
    [[nodiscard]] bool resolve();

    // The jam of contacts that move each other, all with u_n⁻ = 0, under the accelerations u̇ without
    // reactions. False if there is none.
    [[nodiscard]] bool resolve_jam(const Vector& accelerations);
    // Whether contact i slid, and the compression of the jam has stopped it or turned it round.
    bool jams(Index i) const { return jams_[static_cast<std::size_t>(i)] != 0; }

    double residual() const { return residual_; }  // of the last impact, of its velocities [-]

    // Kinetic energy [J] that goes through contact i: −½ p·(u⁻ + u⁺).
    double energy_loss(Index i) const;

    // Whether restitution had to be lowered in the last impact.
    bool is_bounded() const { return is_bounded_; }

    // Whether no rebound of all contacts is a motion of the body, so that there was none.
    bool has_no_rebound() const { return has_no_rebound_; }

    // Whether other motions were possible in the last impact; known of `Answer::least_moving`.
    bool is_indeterminate() const { return is_indeterminate_; }

    // Of the last impact: contacts with the same number moved each other.
    const std::vector<Index>& groups() const { return groups_; }

    std::vector<Index> contacts;
    Matrix G;         // [1/kg], two rows for each contact: normal, tangential
    Vector before;    // u⁻ [m/s]
    Vector free;      // u* [m/s]
    Vector after;     // u⁺ [m/s]
    Vector impulses;  // p [N s]

private:
    bool resolve_group();
    bool resolve_group_by_group(Index count);
    bool resolve_by_newton(double share);
    bool resolve_by_poisson();
    bool restitute();
    bool restitute(double share);
    template <typename Resolve>
    bool find_harmless(Resolve resolve_with);
    double restitution_of_jam(Index i) const;
    bool solve(const Vector& b, const Vector& least, Vector& p);
    double gain() const;  // of kinetic energy [J]
    bool adds_energy() const;
    bool is_regular() const;

    void grow(Index most);

    Answer answer_;
    std::vector<Law> laws_;
    std::vector<char> jams_;
    bool may_gain_ = false;  // by Newton's law that is not bounded
    bool is_bounded_ = false, has_no_rebound_ = false, is_indeterminate_ = false;
    double residual_ = 0.0;
    Vector restitution_, friction_;
    Vector none_;                         // least impulses of zero
    Vector b_, least_, compression_, p_;  // scratch
    Vector compressed_;                   // u⁰
    CoulombComplementarity problem_;
    std::optional<CoulombAnswers> answers_;
    std::vector<Index> groups_;
    std::vector<Index> members_;               // of one group
    std::unique_ptr<FrictionalImpact> group_;  // alone
};

}  // namespace rebond
