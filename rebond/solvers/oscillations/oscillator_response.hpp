// Oscillators under one force that is a polynomial over a step, exactly.
//
//     q̈_i + 2ζω_i q̇_i + ω_i² q_i = −p_i F(t),      δ = Σ_i φ_i q_i,      0 ≤ ζ < 1, ω_i ≥ 0             (1)
//
// With λ_i = −ζω_i + iω_i√(1−ζ²), z = λ_i h and F = Σ_k f_k P_k on a step h, P_k Legendre's polynomials on
// it,
//
//     q_i(h) = [free motion] − p_i h² Σ_k f_k Im ψ_k(z)/Im z,     ψ_k(z) = ∫₀¹ e^{z(1−τ)} P_k(τ) dτ      (2)
//     ψ_{k+1} = ψ_{k−1} + 2(2k+1)/z ψ_k,     ψ_k = (−1)ᵏ Σ_{m≥k} zᵐ m!/((m−k)! (m+k+1)!)                (3)
//
// so that no ω_i limits the step. The ψ_k are modified spherical Bessel functions times a factor: the
// series serves small |z|, the recurrence upwards large |z| and downwards what is between. The series needs
// no division by Im z, so that ω_i = 0, a body that flies, is no special case.
//
// F is known by its values at Gauss nodes c_j h. A Table holds all that depends on h alone; δ at the nodes is
// then a small matrix times these values, added to the free motion there.
#pragma once

#include "rebond/core/types.hpp"
#include "rebond/solvers/polynomials/gauss_polynomial.hpp"

#include <Eigen/Core>

namespace rebond {

class OscillatorResponse {
public:
    static constexpr int nodes = GaussPolynomial::nodes;
    using Values = GaussPolynomial::Values;
    using Square = Eigen::Matrix<double, nodes, nodes>;
    using AtNodes = Eigen::Matrix<double, nodes, Eigen::Dynamic>;
    using OfNodes = Eigen::Matrix<double, Eigen::Dynamic, nodes>;

    struct Oscillators {
        Vector frequencies;          // ω_i [rad/s]
        double damping_ratio = 0.0;  // ζ [-]
        Vector weights;              // φ_i
        Vector shares;               // p_i
    };

    explicit OscillatorResponse(Oscillators oscillators);

    Index size() const { return oscillators_.frequencies.size(); }
    const Oscillators& oscillators() const { return oscillators_; }

    // All of a step of length h [s].
    struct Table {
        double length = 0.0;       // h [s]; 0: not computed
        AtNodes weigh_q, weigh_v;  // δ at the nodes of free motion from q and v
        Square compliance;         // δ at the nodes under the force's values at the nodes, ≤ 0 or so
        Vector qq, qv, vq, vv;     // free motion over the step
        OfNodes push_q, push_v;    // what the force adds to it
        // Of the velocities Σφ_i p_i q̇_i², what one unit of the first Legendre mode that F lacks would add
        // per second of the step, as a root of that sum.
        double unseen = 0.0;
    };
    void allocate(Table& table) const;
    void tabulate(double h, Table& table) const;

    // δ at the nodes if F were zero.
    static Values free(const Table& table, const Vector& q, const Vector& v)
    {
        Values sum = table.weigh_q * q;
        sum.noalias() += table.weigh_v * v;
        return sum;
    }

    // Motion over the whole step; `q_next` and `v_next` are others than `q` and `v`.
    static void advance(const Table& table, const Values& force, const Vector& q, const Vector& v,
                        Vector& q_next, Vector& v_next);

    // Motion over a time s [s] under the force's Legendre coefficients on it; in place.
    void move(double s, const Values& coefficients, Vector& q, Vector& v) const;

    // Free motion over a time s [s]; in place.
    void fly(double s, Vector& q, Vector& v) const;

    double weighed(const Vector& x) const { return oscillators_.weights.dot(x); }

private:
    Oscillators oscillators_;
    GaussPolynomial gauss_;
};

}  // namespace rebond
