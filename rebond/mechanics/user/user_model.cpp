#include "rebond/mechanics/user/user_model.hpp"

#include "rebond/mechanics/user/energy_rate.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// Step of central differences, where their error is least [-].
const double second_order = std::cbrt(std::numeric_limits<double>::epsilon());

class UserDynamics final : public Dynamics {
public:
    UserDynamics(const UserTraits& traits, std::unique_ptr<UserBody> body)
        : traits_(traits),
          body_(std::move(body)),
          q_(Vector::Zero(traits.dofs)),
          v_(q_),
          f_(q_),
          M_(Matrix::Zero(traits.dofs, traits.dofs)),
          K_(M_),
          C_(M_),
          moved_(q_),
          ahead_(q_),
          behind_(q_),
          rate_(traits.dofs)
    {
    }

    void place(double t, const Vector& q) override
    {
        const bool is_there = has_place_ && t == t_ && q == q_;
        if (is_there) return;
        if (!(has_place_ && q == q_) && !traits_.has_constant_mass) has_mass_ = false;
        t_ = t;
        q_ = q;
        has_place_ = true;
        has_force_ = false;
    }

    void residual(const Vector& v, const Vector& a, Vector& r) override
    {
        r = mass().lazyProduct(a);  // the body is small
        r -= force(v);
    }

    bool factor(double beta, double gamma) override
    {
        const bool is_mass = beta == 0.0 && gamma == 0.0;
        if (is_mass && has_mass_factors_ && has_mass_ && factored_mass_ == mass()) {
            solver_ = Solver::of_mass;
            return true;
        }
        if (body_->factor(t_, q_, beta, gamma)) {
            solver_ = Solver::own;
            return true;
        }
        if (is_mass) {
            factored_mass_ = mass();
            factors_of_mass_.compute(factored_mass_);
            has_mass_factors_ = factors_of_mass_.info() == Eigen::Success;
            solver_ = Solver::of_mass;
            return has_mass_factors_;
        }
        stiffness_matrix();
        damping_matrix();
        factors_.compute(mass() + gamma * C_ + beta * K_);
        solver_ = Solver::of_sum;
        const auto pivots = factors_.matrixLU().diagonal();
        return pivots.allFinite() && (pivots.array() != 0.0).all();
    }

    void solve(Vector& x) override
    {
        switch (solver_) {
            case Solver::of_mass:
                solve_mass(x);
                break;
            case Solver::of_sum:
                moved_ = x;
                x.noalias() = factors_.solve(moved_);
                break;
            case Solver::own:
                body_->solve(x);
                break;
        }
    }

    void stiffness(const Vector& x, Vector& y) override
    {
        if (body_->stiffness(t_, q_, v_, K_)) {
            y.noalias() = K_ * x;
            return;
        }
        // −∂f/∂q x.
        const double length = x.norm();
        y.setZero(x.size());
        if (length == 0.0) return;
        const double step = second_order * (1.0 + q_.norm()) / length;
        moved_ = q_ + step * x;
        body_->force(t_, moved_, v_, ahead_);
        moved_ = q_ - step * x;
        body_->force(t_, moved_, v_, behind_);
        y = (behind_ - ahead_) / (2.0 * step);
    }

    Energy energy(const Vector& v) override { return body_->energy(q_, v); }

    Work power(double t, const Vector& q, const Vector& v) override
    {
        if (traits_.is_conservative) return {};
        const std::optional<double> given = body_->power(t, q, v);
        const double done = given ? *given : rate_(*body_, t, q, v);
        return traits_.has_loads ? Work{.loads = done} : Work{.damping = -done};
    }

private:
    enum class Solver { of_mass, of_sum, own };

    const Matrix& mass()
    {
        if (!has_mass_) body_->mass(q_, M_);
        has_mass_ = true;
        return M_;
    }

    // By substitution in M = LLᵀ; kernels for large matrices take longer to begin.
    void solve_mass(Vector& x) const
    {
        const Matrix& L = factors_of_mass_.matrixLLT();
        const Index n = x.size();
        for (Index j = 0; j < n; ++j) {
            x(j) /= L(j, j);
            for (Index i = j + 1; i < n; ++i) x(i) -= L(i, j) * x(j);
        }
        for (Index j = n; j-- > 0;) {
            for (Index i = j + 1; i < n; ++i) x(j) -= L(i, j) * x(i);
            x(j) /= L(j, j);
        }
    }

    const Vector& force(const Vector& v)
    {
        if (!has_force_ || v != v_) {
            v_ = v;
            body_->force(t_, q_, v_, f_);
            has_force_ = true;
        }
        return f_;
    }

    void stiffness_matrix()
    {
        if (body_->stiffness(t_, q_, v_, K_)) return;
        differentiate(q_, K_, [&](Vector& f) { body_->force(t_, moved_, v_, f); });
    }

    void damping_matrix()
    {
        if (body_->damping(t_, q_, v_, C_)) return;
        differentiate(v_, C_, [&](Vector& f) { body_->force(t_, q_, moved_, f); });
    }

    // D ← −∂f/∂x by differences, where force(f) evaluates at x = moved_.
    template <typename Force>
    void differentiate(const Vector& x, Matrix& D, Force&& force)
    {
        moved_ = x;
        const double typical = x.cwiseAbs().maxCoeff();
        for (Index j = 0; j < x.size(); ++j) {
            const double step = second_order * std::max({std::abs(x(j)), typical, 1e-3});
            moved_(j) = x(j) + step;
            force(ahead_);
            moved_(j) = x(j) - step;
            force(behind_);
            moved_(j) = x(j);
            D.col(j) = (behind_ - ahead_) / (2.0 * step);
        }
    }

    const UserTraits& traits_;
    std::unique_ptr<UserBody> body_;
    double t_ = 0.0;
    Vector q_, v_, f_;
    Matrix M_, K_, C_;
    Matrix factored_mass_;
    bool has_place_ = false, has_mass_ = false, has_force_ = false, has_mass_factors_ = false;
    Solver solver_ = Solver::of_mass;
    Eigen::LLT<Matrix> factors_of_mass_;
    Eigen::PartialPivLU<Matrix> factors_;
    Vector moved_, ahead_, behind_;  // scratch
    EnergyRate rate_;
};

}  // namespace

std::unique_ptr<Dynamics> UserModel::dynamics() const
{
    return std::make_unique<UserDynamics>(traits_, make_());
}

}  // namespace rebond
