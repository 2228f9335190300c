// The rival: the dropped bar stepped by dense algebra, as one writes it without looking for structure.
//
// With J(q) the Jacobian of all centres of mass and D their masses, equation (1) of mechanics/bar/bar.hpp
// gives
//
//     M = Jᵀ D J + diag(J + I, I, …),        f = −Jᵀ D (J̇ v + g ŷ) − ∂U/∂q
//
// and a step of the explicit scheme, (1) of integration/time_stepping/paoli_schatzman.hpp without contact, is
//
//     M(qⁿ) a = f(qⁿ, v^{n−½} + Δt/2 a),     v^{n+½} = v^{n−½} + Δt a,     q^{n+1} = qⁿ + Δt v^{n+½}
//
// M is assembled and factorised as LDLᵀ once a step, O(n³); the velocity terms are iterated upon, O(n²).
#pragma once

#include "rebond/integration/problem.hpp"
#include "rebond/mechanics/bar/bar.hpp"

#include <Eigen/Cholesky>

namespace rebond::bench {

class DenseBar {
public:
    // Starts as Paoli–Schatzman's scheme does, with v⁰ the initial velocity to second order.
    DenseBar(const Bar& bar, const State& initial, double step);

    // Solves for a at qⁿ, after which q and v are those of t_n, and moves on.
    void advance();

    const Vector& q() const { return q_at_; }  // qⁿ of the last call
    const Vector& v() const { return v_at_; }  // vⁿ of the last call

private:
    void assemble();
    void stretch_springs();
    void force(const Vector& v);
    void solve(const Vector& B, double gamma);

    const Bar& bar_;
    Index n_;
    double h_;
    Vector q_, v_before_, a_;
    Vector q_at_, v_at_;
    Matrix Jt_;            // Jᵀ: a column for x and one for y of each centre, the hemisphere's first
    Vector masses_;        // D
    Matrix weighted_, M_;  // Jᵀ D and M
    Eigen::LDLT<Matrix> factors_;
    Matrix u_, normal_;  // of each segment, a column each
    Vector spring_;      // ∂U/∂q of the springs
    Vector bias_, f_, trial_;
};

}  // namespace rebond::bench
