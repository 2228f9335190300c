// Many plane contacts with Coulomb friction (block_contacts.hpp) by an interior-point method; an iteration is
// one factorisation. For heaps that flow, where contacts slide on each other and neither sweeps nor proximal
// points settle.
//
// In the plane the friction cone has two edges, p = α₁ (1, μ) + α₂ (1, −μ), and Coulomb's law with De Saxcé's
// raised normal velocity [AcaryBrogliato2008] is a complementarity problem,
//
//     0 ≤ α ⊥ y ≥ 0,     y₁ = w_n + μ (|w_t| + w_t),     y₂ = w_n + μ (|w_t| − w_t),                     (3)
//
// which is not monotone where contacts slide. Newton's method is applied to α y = τ and the equations of
// motion, with |w_t| rounded over a velocity δ of the order of τ, and τ falls to zero (Mehrotra's predictor
// and corrector [Mehrotra1992]). With J = ∂y/∂w and E the edges, a step has the matrix
//
//     M + Σ Wᵀ E diag(α/(y + ρα)) J W,                                                                   (4)
//
// sparse, of symmetric pattern, and symmetric itself where contacts stick. ρ is a compliance that vanishes
// from the answer and bounds the matrix where reactions are not unique.
//
// Ten to thirty factorisations lead to 10⁻⁸ of the scale. Nothing guarantees it: where steps become too short
// the method starts again with other first values, some times, and then the best p so far is the answer. It
// allocates. p is in its cones, and the residual certifies it.
#pragma once

#include "rebond/solvers/complementarity/block_contacts.hpp"
#include "rebond/solvers/factors/block_elimination.hpp"

#include <atomic>
#include <span>
#include <vector>

namespace rebond {

struct InteriorPointSettings {
    double tolerance = 1e-8;  // of the scale [-]
    int most_factorisations = 300;
};

class CoulombInteriorPoint {
public:
    explicit CoulombInteriorPoint(const InteriorPointSettings& settings = {}) : settings_(settings) {}

    // Arguments are those of CoulombGaussSeidel::solve. A coordinate of a body without inverse mass does not
    // move. `interrupt` is looked at before every factorisation.
    [[nodiscard]] BlockOutcome solve(std::span<const BlockContact> contacts,
                                     const Eigen::Ref<const Vector>& inverse_masses, double scale,
                                     Eigen::Ref<Vector> v, Eigen::Ref<Vector> p,
                                     const std::atomic<bool>* interrupt = nullptr);

private:
    // A contact that moves, with velocities over the scale and impulses over scale/g.
    struct Site {
        Index contact = 0;
        Index first = 0, second = -1;
        double friction = 0.0, mobility = 1.0;            // μ; g, the larger of its own
        Eigen::Matrix<double, 2, 3> to_first, to_second;  // W of the coordinates that move
        Vector2 start = Vector2::Zero();                  // w at v*
        Vector2 alpha = Vector2::Zero(), y = Vector2::Zero();
        Vector2 alpha_step = Vector2::Zero(), y_step = Vector2::Zero();
        Vector2 missing = Vector2::Zero();  // y of (3) less y
        Eigen::Matrix2d J = Eigen::Matrix2d::Zero();

        Vector2 impulse(const Vector2& alpha) const;
    };
    Vector2 weights(const Site& site) const;                    // α/(y + ρα)
    Vector2 velocity(const Site& site, const Vector& x) const;  // W x
    void push(const Site& site, const Vector2& impulse, Vector& force) const;

    void lay_out(double scale, const Eigen::Ref<const Vector>& inverse_masses);
    void place(double scale, const Eigen::Ref<const Vector>& p, double least);
    void write_impulses(double scale, Eigen::Ref<Vector> p) const;
    double mean_product(double share) const;
    void linearise(double tau);
    [[nodiscard]] bool factor();
    void step_to(double product, bool corrects);
    double longest_step() const;
    void move(double share);

    InteriorPointSettings settings_;
    BlockContacts contacts_;
    std::vector<Site> sites_;
    std::vector<std::pair<Index, Index>> pairs_;
    Vector masses_, free_, best_;
    Vector x_, step_;          // v − v* over the scale, and its step
    Vector unbalanced_;        // M x − Wᵀ p
    double compliance_ = 0.0;  // ρ [-]
    BlockElimination factors_;
};

}  // namespace rebond
