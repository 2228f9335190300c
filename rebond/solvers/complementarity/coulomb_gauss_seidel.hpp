// Many plane contacts with Coulomb friction (block_contacts.hpp) by block Gauss–Seidel; an iteration is a
// sweep.
//
// A sweep goes over the contacts, forwards and backwards in turn, and solves each exactly while the others
// stay as they are (block Gauss–Seidel). Sweeps alone carry what happens at one contact to its neighbours
// only: a column of n discs takes about 10 n² of them. So pairs of sweeps are taken as a map p → g(p), and
// Anderson's mixing [WalkerNi2011] proposes the next p from the last few pairs; p is brought back into the
// friction cones. A proposal whose next step |g(p) − p| is too long is withdrawn, and where proposals do not
// help the sweeps go on alone: what they would find is found. A column of 50 discs takes 168 sweeps, 1000
// discs in a box 250.
//
// Heaps that flow along sliding contacts stay hard, with proposals and without: thousands of sweeps leave
// 10⁻³ to 10⁻² of the scale there; coulomb_interior_point.hpp is for those.
//
// Where no answer is found in time p and v are those of the last sweep: (1) holds to rounding, and so does
// |T| ≤ μN. The order is fixed: the same input gives the same bits.
#pragma once

#include "rebond/solvers/complementarity/block_contacts.hpp"

#include <atomic>
#include <span>

namespace rebond {

struct GaussSeidelSettings {
    double tolerance = 1e-8;  // of the scale [-]
    int most_sweeps = 2000;   // forth and back count as two
    int memory = 10;          // pairs of sweeps that a proposal uses, at most 20; 0: sweeps alone
};

// Scratch for problems of any size; allocates only where a problem is larger than all before.
class CoulombGaussSeidel {
public:
    explicit CoulombGaussSeidel(const GaussSeidelSettings& settings = {});

    // `v` enters as v*, without impulses, and leaves with them; `p` enters as the first guess, zero if there
    // is none, and leaves as the answer. D is `inverse_masses`, three for each body. `scale` > 0 is a
    // velocity. `interrupt` is looked at after every sweep.
    [[nodiscard]] BlockOutcome solve(std::span<const BlockContact> contacts,
                                     const Eigen::Ref<const Vector>& inverse_masses, double scale,
                                     Eigen::Ref<Vector> v, Eigen::Ref<Vector> p,
                                     const std::atomic<bool>* interrupt = nullptr);

private:
    double solve_at(std::size_t k, Eigen::Ref<Vector> v, Eigen::Ref<Vector> p);
    double sweep(bool forwards, Eigen::Ref<Vector> v, Eigen::Ref<Vector> p);
    bool propose(Eigen::Ref<Vector> p);
    void rest();
    void make_room(const Eigen::Ref<const Vector>& inverse_masses);

    GaussSeidelSettings settings_;
    BlockContacts contacts_;
    Vector free_;                // v*
    Vector weights_;             // of p in the length of a step
    Vector start_, last_step_;   // p before a pair of sweeps; g(p) − p of the pair before
    Vector safe_;                // g(p) of the pair before
    Matrix steps_, ends_;        // differences of g(p) − p and of g(p), one column a pair
    Index kept_ = 0, next_ = 0;  // columns in use, column to fill
    bool has_last_ = false, is_proposed_ = false;
    double shortest_ = 0.0;  // step since the memory was cleared
    double mark_ = 0.0;      // step that is to be halved
    int pairs_since_mark_ = 0, rest_left_ = 0, rest_ = 0;
};

}  // namespace rebond
