// Contacts with friction that are closed, u_n = 0: which of them lift, stick or slide, and their reactions.
//
// With the mobility G, two rows for each contact, and the accelerations b without reactions,
//
//     (ü_n, u̇_t) = b + G (N, T),      0 ≤ N ⊥ ü_n ≥ 0,                                                  (1)
//     u_t ≠ 0:   T = −μ s N,   s = sgn u_t,                                                             (2)
//     u_t = 0:   |T| ≤ μ N and u̇_t = 0 (sticks), or T = −μ s N and s u̇_t > 0 (begins to slide to s).     (3)
//
// Each choice of lifting, sticking or sliding for all contacts is a linear problem; an answer is one whose
// signs fit. For one contact the choices are tried in turn: sticking, if it does not slide yet, then sliding,
// then lifting. For several, sweeps over the contacts propose a choice, and where that does not fit Lemke's
// method looks for one (coulomb_pivoting.hpp), and of few contacts all choices are tried. Where contacts
// slide, all choices of few are compared: the answer whose reactions do least, pᵀGp, is taken.
//
// Contacts at rest stay at rest where that is an answer. Where they stick in more directions than the body
// can move, reactions are not unique: a ball in a groove may press both sides as hard as friction allows.
// Rest lasts as long as there are reactions that hold it. If the reactions found first are outside their
// cones, they are moved as little as possible to where they have a reserve ρ: N ≥ ρ and |T| ≤ μN − ρ. Without
// it the next change of the loads would look like the end of rest. A few values of ρ are tried, from the
// largest on.
//
// One contact that slides, with a = G_nn, c = G_nt: N = −b_n/B, B = a − μ s c. Where B ≤ 0 (Painlevé), b_n >
// 0 has several answers, of which lifting is taken, and b_n < 0 has none: the contact jams, an impact without
// collision (planar_impact.hpp, and of several frictional_impact.hpp). So does one whose B is at most a
// millionth of a, if N would be large. Several contacts that move each other may have no answer either, if
// some slide: the first that slides jams.
//
// Contacts that do not move each other (coupled_groups.hpp) are resolved by themselves.
#pragma once

#include "rebond/contact/friction/planar_impact.hpp"
#include "rebond/contact/friction/sliding.hpp"
#include "rebond/core/types.hpp"
#include "rebond/solvers/complementarity/coulomb_pivoting.hpp"
#include "rebond/solvers/complementarity/quadratic_program.hpp"
#include "rebond/solvers/factors/dense_elimination.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace rebond {

class FrictionalRest {
public:
    // Of the accelerations that take part [-]: what no sign tells, and what signs may miss.
    static constexpr double rounding = 1e-10, strict = 10.0 * rounding;

    enum class Verdict {
        found,
        indeterminate,  // found, and not the only answer: contact `paradox` could stay closed, or jam
        jams,           // no answer: contact `paradox` of those added slides where it cannot stay closed
        refused         // no choice was found that fits
    };

    void clear() { contacts_.clear(); }

    struct Closed {
        Index contact = 0;
        double friction = 0.0;    // μ
        double slip = 0.0;        // u_t [m/s]; 0 where it does not slide
        bool is_doubted = false;  // it slides into the paradox, however small its reaction still is
        bool opens = false;       // its reaction has been seen to vanish: it lifts if it can
        std::optional<Vector2> present = {};  // (N, T) [N] that was not unique, where others near it may do
    };
    void add(const Closed& closed);
    Index size() const { return static_cast<Index>(contacts_.size()); }
    Index contact(Index i) const { return contacts_[i].contact; }
    double slip(Index i) const { return contacts_[i].slip; }
    double friction(Index i) const { return contacts_[i].friction; }
    // What was added sliding does not slide.
    void stop(Index i) { contacts_[i].slip = 0.0; }

    // For `size()` contacts, from G and `free`.
    void resize();
    [[nodiscard]] Verdict resolve();

    bool lifts(Index i) const { return contacts_[i].choice == Choice::lifts; }
    Sliding sliding(Index i) const;                                           // of one that does not lift
    Vector2 reaction(Index i) const { return reactions_.segment<2>(2 * i); }  // (N, T) [N]
    Vector2 acceleration(Index i) const { return accelerations_.segment<2>(2 * i); }  // (ü_n, u̇_t) [m/s²]
    // Where the reaction of the i-th is not unique: how far it may leave its cone before rest is over [N];
    // else zero.
    double slack(Index i) const { return contacts_[i].slack; }
    Index paradox() const { return paradox_; }

    Matrix G;     // [1/kg]
    Vector free;  // b [m/s²]

private:
    enum class Choice : signed char { lifts, sticks, forwards, backwards, smooth };
    struct Member : Closed {
        Choice choice = Choice::lifts;
        double slack = 0.0;  // [N]
    };

    // The choices of member i, the one to prefer first.
    std::vector<Choice> choices_of(const Member& member) const;
    Choice choose_one(Index i, const Vector2& b) const;
    Verdict resolve_group_by_group(Index count);
    Verdict resolve_group();
    bool find();
    double count_choices() const;
    bool slides_by_answer() const;
    bool is_only_answer();
    void propose();
    bool is_answer();
    bool put_inside();
    bool some_begin_to_move() const;
    void rest_instead();
    bool stays();
    void keep_all();
    void solve_choices();
    void accelerate();
    void find_slack();
    template <typename Visitor>
    void for_each_unknown(Visitor visit) const;
    template <typename Change>
    void add_to_reactions(Change change);
    bool fits(double tolerance, double outside) const;
    bool share_out();
    bool share_out(double reserve);
    double sliding_mobility(Index i) const;
    bool is_paradoxical() const;
    double force_of(Index i, double acceleration) const { return acceleration / G(2 * i, 2 * i); }
    bool pivot();
    template <typename Takes>
    bool try_all(Index i, Takes takes);
    double direction(Choice choice) const;

    std::vector<Member> contacts_;
    DenseElimination system_;
    bool is_unique_ = true;  // the answer of the choices made
    Matrix rows_;            // of what is demanded of reactions that are not unique
    Vector least_;
    CoulombPivoting pivoting_;
    std::vector<CoulombPivoting::Contact> pivoted_;
    Vector reactions_, accelerations_;
    double scale_ = 0.0;  // of accelerations [m/s²]
    Index paradox_ = 0;
    std::vector<Index> groups_;
    std::vector<Index> members_;             // of one group
    std::unique_ptr<FrictionalRest> group_;  // alone
};

// Row and column of each unknown: those of N, and of T where it sticks.
template <typename Visitor>
void FrictionalRest::for_each_unknown(Visitor visit) const
{
    Index at = 0;
    for (Index i = 0; i < size(); ++i) {
        if (contacts_[i].choice == Choice::lifts) continue;
        visit(at++, i, 0);
        if (contacts_[i].choice == Choice::sticks) visit(at++, i, 1);
    }
}

template <typename Change>
void FrictionalRest::add_to_reactions(Change change)
{
    for_each_unknown([&](Index at, Index i, Index part) {
        const double more = change(at);
        reactions_(2 * i + part) += more;
        if (part == 0) reactions_(2 * i + 1) -= contacts_[i].friction * direction(contacts_[i].choice) * more;
    });
    accelerate();
}

}  // namespace rebond
