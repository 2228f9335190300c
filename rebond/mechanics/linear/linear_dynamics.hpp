// A linear system at work.
#pragma once

#include "rebond/mechanics/linear/linear.hpp"
#include "rebond/solvers/factors/symmetric_factors.hpp"

namespace rebond {

class LinearDynamics : public Dynamics {
public:
    // `system` must outlive it.
    explicit LinearDynamics(const LinearSystem& system);

    void place(double t, const Vector& q) override;
    void residual(const Vector& v, const Vector& a, Vector& r) override;
    [[nodiscard]] bool factor(double beta, double gamma) override;
    void solve(Vector& x) override;
    bool solves_exactly() const override { return true; }
    void accelerate(double t, const Vector& q, const Vector& v, Vector& a) override;
    bool leaps() const override;
    void leap(double t, const Vector& q, double h, Vector& v, Vector& q_next) override;
    void stiffness(const Vector& x, Vector& y) override;
    Energy energy(const Vector& v) override;
    Work power(double t, const Vector& q, const Vector& v) override;

private:
    const LinearSystem& system_;
    SymmetricMatrix zero_;
    SymmetricFactors mass_factors_;  // of M
    SymmetricFactors factors_;       // of M + γC + βK
    bool is_mass_alone_ = true;      // whether solve is with M
    bool has_mass_factors_ = false;
    double beta_ = -1.0, gamma_ = -1.0;  // of factors_; negative: none
    Vector q_, Kq_;                      // where it is placed
    Vector a_;                           // of a leap
    Vector load_;
};

}  // namespace rebond
