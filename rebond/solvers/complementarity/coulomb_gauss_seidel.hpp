// Many plane contacts with Coulomb friction, sparse: the problem of coulomb_complementarity.hpp with L = 0,
//
//     w = W v + β,     v = v* + D Wᵀ p,                                                                  (1)
//     0 ≤ N_k ⊥ w_nk ≥ 0,     T_k = −μ_k N_k sgn w_tk where it slides, |T_k| ≤ μ_k N_k where w_tk = 0.   (2)
//
// v has three unknowns for each body, D is diagonal, and contact k has two rows (normal, tangential) of three
// numbers in W for each of its one or two bodies. G = W D Wᵀ is never formed: everything is O(contacts).
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
// 10⁻³ to 10⁻² of the scale there.
//
// The answer is certified by its residual: the largest error of (2), as a velocity, by the natural map, over
// a scale that the caller gives. Where no answer is found in time p and v are those of the last sweep: (1)
// holds to rounding, and so does |T| ≤ μN. The order is fixed: the same input gives the same bits.
#pragma once

#include "rebond/core/types.hpp"

#include <atomic>
#include <span>
#include <vector>

namespace rebond {

struct BlockContact {
    Index first = 0, second = -1;  // bodies; second = −1: none
    Eigen::Matrix<double, 2, 3> first_rows = Eigen::Matrix<double, 2, 3>::Zero();
    Eigen::Matrix<double, 2, 3> second_rows = Eigen::Matrix<double, 2, 3>::Zero();
    double friction = 0.0;           // μ, ≥ 0
    Vector2 bias = Vector2::Zero();  // β, a velocity
};

struct GaussSeidelSettings {
    double tolerance = 1e-8;  // of the scale [-]
    int most_sweeps = 2000;   // forth and back count as two
    int memory = 10;          // pairs of sweeps that a proposal uses, at most 20; 0: sweeps alone
};

enum class GaussSeidelStatus { solved, not_solved, interrupted };

struct GaussSeidelOutcome {
    GaussSeidelStatus status = GaussSeidelStatus::not_solved;
    double residual = 0.0;  // of p and v as they are [-]
    int sweeps = 0;

    bool solved() const { return status == GaussSeidelStatus::solved; }
};

// Scratch for problems of any size; allocates only where a problem is larger than all before.
class CoulombGaussSeidel {
public:
    explicit CoulombGaussSeidel(const GaussSeidelSettings& settings = {});

    // `v` enters as v*, without impulses, and leaves with them; `p` enters as the first guess, zero if there
    // is none, and leaves as the answer. D is `inverse_masses`, three for each body. `scale` > 0 is a
    // velocity. `interrupt` is looked at after every sweep.
    [[nodiscard]] GaussSeidelOutcome solve(std::span<const BlockContact> contacts,
                                           const Eigen::Ref<const Vector>& inverse_masses, double scale,
                                           Eigen::Ref<Vector> v, Eigen::Ref<Vector> p,
                                           const std::atomic<bool>* interrupt = nullptr);

private:
    struct Site {
        Eigen::Matrix2d G;                          // of the contact alone
        Eigen::Matrix<double, 3, 2> first, second;  // D Wᵀ
    };
    void prepare(const Eigen::Ref<const Vector>& inverse_masses);
    Vector2 velocity(std::size_t k, const Eigen::Ref<const Vector>& v) const;
    void push(std::size_t k, const Vector2& impulse, Eigen::Ref<Vector> v) const;
    double solve_at(std::size_t k, Eigen::Ref<Vector> v, Eigen::Ref<Vector> p);
    double sweep(bool forwards, Eigen::Ref<Vector> v, Eigen::Ref<Vector> p);
    void set_velocities(const Eigen::Ref<const Vector>& p, Eigen::Ref<Vector> v) const;
    double residual(const Eigen::Ref<const Vector>& v, const Eigen::Ref<const Vector>& p) const;
    bool propose(Eigen::Ref<Vector> p);
    void rest();
    void into_cones(Eigen::Ref<Vector> p) const;

    GaussSeidelSettings settings_;
    std::span<const BlockContact> contacts_;
    std::vector<Site> sites_;
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
