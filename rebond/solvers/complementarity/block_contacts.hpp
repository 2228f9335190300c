// Many plane contacts with Coulomb friction between bodies of three coordinates each, sparse: the problem of
// coulomb_complementarity.hpp with L = 0,
//
//     w = W v + β,     v = v* + D Wᵀ p,                                                                  (1)
//     0 ≤ N_k ⊥ w_nk ≥ 0,     T_k = −μ_k N_k sgn w_tk where it slides, |T_k| ≤ μ_k N_k where w_tk = 0.   (2)
//
// v has three unknowns for each body, D is diagonal, and contact k has two rows (normal, tangential) of three
// numbers in W for each of its one or two bodies. G = W D Wᵀ is never formed: everything is O(contacts).
//
// Here are the contacts themselves and what all solvers ask of them; the solvers are
// coulomb_gauss_seidel.hpp, coulomb_interior_point.hpp, coulomb_newton.hpp and coulomb_path.hpp. An answer is
// certified by its residual: the largest error of (2), as a velocity, by the natural map, over a scale that
// the caller gives.
#pragma once

#include "rebond/core/types.hpp"

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

enum class BlockStatus { solved, not_solved, interrupted };

struct BlockOutcome {
    BlockStatus status = BlockStatus::not_solved;
    double residual = 0.0;  // of p and v as they are [-]
    int iterations = 0;     // what one is, the solver says

    bool solved() const { return status == BlockStatus::solved; }
};

// Contacts with their mobilities. Allocates only where there are more contacts than ever before.
class BlockContacts {
public:
    // The contacts stay the caller's. D is `inverse_masses`, three for each body.
    void prepare(std::span<const BlockContact> contacts, const Eigen::Ref<const Vector>& inverse_masses);

    std::size_t count() const { return contacts_.size(); }
    const BlockContact& operator[](std::size_t k) const { return contacts_[k]; }
    const Eigen::Matrix2d& mobility(std::size_t k) const { return sites_[k].G; }
    bool moves(std::size_t k) const { return sites_[k].G(0, 0) > 0.0; }

    Vector2 velocity(std::size_t k, const Eigen::Ref<const Vector>& v) const
    {
        const BlockContact& contact = contacts_[k];
        Vector2 w = contact.bias + contact.first_rows * v.segment<3>(3 * contact.first);
        if (contact.second >= 0) w += contact.second_rows * v.segment<3>(3 * contact.second);
        return w;
    }

    // v += D Wᵀ of one impulse.
    void push(std::size_t k, const Vector2& impulse, Eigen::Ref<Vector> v) const
    {
        const BlockContact& contact = contacts_[k];
        v.segment<3>(3 * contact.first) += sites_[k].first * impulse;
        if (contact.second >= 0) v.segment<3>(3 * contact.second) += sites_[k].second * impulse;
    }

    // v of (1).
    void set_velocities(const Eigen::Ref<const Vector>& free, const Eigen::Ref<const Vector>& p,
                        Eigen::Ref<Vector> v) const;

    // The largest error of (2), a velocity; infinite where something is no number.
    double residual(const Eigen::Ref<const Vector>& v, const Eigen::Ref<const Vector>& p) const;

    // p brought into the friction cones; zero where nothing moves.
    void into_cones(Eigen::Ref<Vector> p) const;

private:
    struct Site {
        Eigen::Matrix2d G;                          // of the contact alone
        Eigen::Matrix<double, 3, 2> first, second;  // D Wᵀ
    };
    std::span<const BlockContact> contacts_;
    std::vector<Site> sites_;
};

}  // namespace rebond
