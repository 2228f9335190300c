// Plane contacts with Coulomb friction, the problem of coulomb_complementarity.hpp, as one linear
// complementarity problem, solved by Lemke's method. It costs more than sweeps over the contacts and does not
// creep: for velocities b that some motion has it finds an answer [AnitescuPotra1997].
//
// A contact whose direction of friction is open has the unknowns N − L, T⁺, T⁻ and the speed σ of sliding,
//
//     T = T⁺ − T⁻,     0 ≤ N − L ⊥ w_n ≥ 0,     0 ≤ T^± ⊥ σ ± w_t ≥ 0,     0 ≤ σ ⊥ μN − T⁺ − T⁻ ≥ 0,    (1)
//
// one that slides already to s = ±1 only N − L, with T = −μ s N.
#pragma once

#include "rebond/core/types.hpp"
#include "rebond/solvers/complementarity/coulomb_contact.hpp"
#include "rebond/solvers/complementarity/lemke.hpp"

#include <vector>

namespace rebond {

class CoulombPivoting {
public:
    struct Contact {
        double friction = 0.0;  // μ, ≥ 0
        double least = 0.0;     // L, ≥ 0
        int slides = 0;         // s: ±1 where it slides already, else 0
    };

    // G has two rows for each contact, b likewise. False if no answer is found. p is that of a vertex of all
    // answers; whether it satisfies the problem to rounding is for the caller to check.
    [[nodiscard]] bool solve(const Eigen::Ref<const Matrix>& G, const Eigen::Ref<const Vector>& b,
                             const std::vector<Contact>& contacts, Eigen::Ref<Vector> p);

    // Of contact k in the last answer.
    CoulombCase chosen(Index k) const;

private:
    struct Unknown {
        Index contact = 0;
        Vector2 force = Vector2::Zero();  // (N, T) for one of it
        Vector2 speed = Vector2::Zero();  // its complement has speed · w
    };
    void list_unknowns(const std::vector<Contact>& contacts);

    std::vector<Unknown> unknowns_;
    std::vector<Index> firsts_;  // unknown of each contact
    std::vector<char> is_open_;  // by contact: the direction of its friction
    Matrix M_;
    Vector q_;
    Lemke lemke_;
};

}  // namespace rebond
