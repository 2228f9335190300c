// Many plane contacts with Coulomb friction (block_contacts.hpp) by Newton's method with sparse factors; an
// iteration is one factorisation. For heaps that press, where sweeps over the contacts are too slow: what
// happens at one contact reaches all others at once.
//
// Coulomb's law is that of a friction cone K = {|T| ≤ μN} and its dual, with a normal velocity that is raised
// by s (De Saxcé, in [AcaryBrogliato2008]),
//
//     K ∋ p ⊥ w + (s, 0) ∈ K*,     s = μ|w_t|,                                                           (3)
//
// so for s that is given it is a convex problem, solved by its proximal points: with a compliance r_k,
//
//     p' = P_K(p − (w + (s, 0))/r),     v = v* + D Wᵀ p',     then p ← p', s ← μ|w_t|.                   (4)
//
// (4) is the minimum over v of ½(v − v*)ᵀM(v − v*) + Σ ½ r |P_K(p − (w + (s, 0))/r)|², piecewise quadratic.
// Newton's method with a line search finds it: M + Σ Wᵀ P_K' W / r is sparse, symmetric and positive. r falls
// from one step of (4) to the next. Where contacts rest, s is zero in the end, and (4) converges fast.
//
// What it costs: one factorisation is O(n^1.5) for n discs in the plane, some tens to hundreds of them a
// problem. It allocates. p is in its cones to rounding, (1) holds, and the residual certifies (2).
#pragma once

#include "rebond/solvers/complementarity/block_contacts.hpp"

#include <Eigen/SparseCholesky>

#include <array>
#include <atomic>
#include <span>
#include <vector>

namespace rebond {

struct NewtonSettings {
    double tolerance = 1e-8;  // of the scale [-]
    int most_factorisations = 400;
};

class CoulombNewton {
public:
    explicit CoulombNewton(const NewtonSettings& settings = {}) : settings_(settings) {}

    // Arguments are those of CoulombGaussSeidel::solve. A coordinate of a body
    // without inverse mass does not move. `interrupt` is looked at before every factorisation.
    [[nodiscard]] BlockOutcome solve(std::span<const BlockContact> contacts,
                                     const Eigen::Ref<const Vector>& inverse_masses, double scale,
                                     Eigen::Ref<Vector> v, Eigen::Ref<Vector> p,
                                     const std::atomic<bool>* interrupt = nullptr);

private:
    using Sparse = Eigen::SparseMatrix<double>;
    using Rows = Eigen::Matrix<double, 2, 6>;  // of both bodies

    void lay_out(const Eigen::Ref<const Vector>& inverse_masses);
    Vector2 proximal(std::size_t k, const Vector& v) const;
    double merit(const Vector& v) const;
    double gradient(const Vector& v);
    void assemble();
    enum class Descent { arrived, on_the_way, interrupted };
    Descent descend(double scale, int& factorisations, const std::atomic<bool>* interrupt);

    NewtonSettings settings_;
    BlockContacts contacts_;
    std::vector<Rows> rows_;  // of moving coordinates
    std::vector<std::array<Index, 21>>
        places_;                   // of each contact's part of the lower triangle, in its values
    std::vector<Index> diagonal_;  // places of the diagonal
    Vector masses_, free_, v_, trial_, gradient_, step_;
    Vector compliance_;                    // r
    Vector raise_;                         // s
    Vector centre_, next_;                 // p and p' of (4)
    std::vector<Eigen::Matrix2d> slopes_;  // P_K'
    Sparse matrix_;
    Eigen::SimplicialLDLT<Sparse> factors_;
};

}  // namespace rebond
