// Contacts with friction that are closed, u_n = 0: which of them lift, stick or slide, and their reactions.
//
// With the mobility G, two rows for each contact, and the accelerations b without reactions,
//
//     (ü_n, u̇_t) = b + G (N, T),      0 ≤ N ⊥ ü_n ≥ 0,                                                  (1)
//     u_t ≠ 0:   T = −μ s N,   s = sgn u_t,                                                             (2)
//     u_t = 0:   |T| ≤ μ N and u̇_t = 0 (sticks), or T = −μ s N and s u̇_t > 0 (begins to slide to s).     (3)
//
// Each choice of lifting, sticking or sliding for all contacts is a linear problem; an answer is one whose
// signs fit. For one contact the choices are tried in turn: sticking first, then sliding, then lifting. For
// several, sweeps over the contacts propose a choice, and where that does not fit Lemke's method looks for
// one (coulomb_pivoting.hpp), and of few contacts all choices are tried.
//
// One contact that slides, with a = G_nn, c = G_nt: N = −b_n/B, B = a − μ s c. Where B ≤ 0 (Painlevé), b_n >
// 0 has several answers, of which lifting is taken, and b_n < 0 has none: the contact jams, an impact without
// collision (planar_impact.hpp).
#pragma once

#include "rebond/contact/sliding.hpp"
#include "rebond/core/types.hpp"
#include "rebond/solvers/complementarity/coulomb_pivoting.hpp"
#include "rebond/solvers/factors/dense_elimination.hpp"

#include <vector>

namespace rebond {

class FrictionalRest {
public:
    enum class Verdict {
        found,
        indeterminate,  // found, and not the only answer
        jams,           // no answer: contact `jammed` of those added slides where it cannot
        refused         // no choice was found that fits
    };

    void clear() { contacts_.clear(); }

    // A contact with Coulomb's μ that slides at `slip` [m/s], 0 if it does not.
    void add(Index contact, double friction, double slip);
    Index size() const { return static_cast<Index>(contacts_.size()); }
    Index contact(Index i) const { return contacts_[i].contact; }

    // For `size()` contacts, from G and `free`.
    void resize();
    [[nodiscard]] Verdict resolve();

    bool lifts(Index i) const { return contacts_[i].choice == Choice::lifts; }
    Sliding sliding(Index i) const;                                           // of one that does not lift
    Vector2 reaction(Index i) const { return reactions_.segment<2>(2 * i); }  // (N, T) [N]
    Vector2 acceleration(Index i) const { return accelerations_.segment<2>(2 * i); }  // (ü_n, u̇_t) [m/s²]
    Index jammed() const { return jammed_; }

    Matrix G;     // [1/kg]
    Vector free;  // b [m/s²]

private:
    enum class Choice : signed char { lifts, sticks, forwards, backwards, smooth };
    struct Member {
        Index contact = 0;
        double friction = 0.0;  // μ
        double slip = 0.0;      // u_t [m/s]
        Choice choice = Choice::lifts;
    };

    // The choices of member i, the one to prefer first.
    std::vector<Choice> choices_of(const Member& member) const;
    Choice choose_one(Index i, const Vector2& b) const;
    void propose();
    void solve_choices();
    bool fits() const;
    bool pivot();
    bool try_all(Index i);
    double direction(Choice choice) const;

    std::vector<Member> contacts_;
    DenseElimination system_;
    CoulombPivoting pivoting_;
    std::vector<CoulombPivoting::Contact> pivoted_;
    Vector reactions_, accelerations_;
    double scale_ = 0.0;  // of accelerations [m/s²]
    Index jammed_ = 0;
};

}  // namespace rebond
