#include "dense_bar.hpp"

#include <cmath>

namespace rebond::bench {

DenseBar::DenseBar(const Bar& bar, const State& initial, double step)
    : bar_(bar),
      n_(bar.spec().segments),
      h_(step),
      q_(initial.q),
      a_(Vector::Zero(bar.dofs())),
      Jt_(bar.dofs(), 2 * n_ + 2),
      masses_(Vector::Constant(2 * n_ + 2, bar.parameters().segment_mass)),
      u_(2, n_),
      normal_(2, n_),
      spring_(bar.dofs()),
      bias_(2 * n_ + 2)
{
    masses_.head(2).setConstant(bar.parameters().tip_mass);
    assemble();
    solve(initial.v, 0.0);
    v_before_ = initial.v - 0.5 * h_ * a_;
}

void DenseBar::advance()
{
    assemble();
    solve(v_before_, 0.5 * h_);
    q_at_ = q_;
    v_at_ = v_before_ + 0.5 * h_ * a_;
    v_before_ += h_ * a_;
    q_ += h_ * v_before_;
}

// Everything at q: J, M, its factors and the springs. The columns of Jᵀ follow p along the segments.
void DenseBar::assemble()
{
    const BarParameters& p = bar_.parameters();
    const double L = p.half_pitch;
    const bool spiral = bar_.spec().springs == Springs::spiral;
    for (Index i = 0; i < n_; ++i) {
        u_.col(i) << std::cos(q_(2 + i)), std::sin(q_(2 + i));
        normal_.col(i) << -u_(1, i), u_(0, i);
    }
    Jt_.setZero();
    Jt_.topLeftCorner(2, 2).setIdentity();
    Jt_.block(2, 0, 1, 2) = -p.tip_offset * normal_.col(0).transpose();

    Eigen::Matrix<double, Eigen::Dynamic, 2> dp =
        Eigen::Matrix<double, Eigen::Dynamic, 2>::Zero(q_.size(), 2);
    dp.topRows(2).setIdentity();
    for (Index i = 0; i < n_; ++i) {
        const Index theta = 2 + i, sigma = 2 + n_ + i;
        const auto u = u_.col(i).transpose();
        const auto normal = normal_.col(i).transpose();
        auto dc = Jt_.middleCols(2 + 2 * i, 2);
        if (spiral) {
            dc = dp;
            dc.row(sigma) += u;
            dc.row(theta) += q_(sigma) * normal;
            dp.row(sigma) += 2.0 * u;
            dp.row(theta) += 2.0 * q_(sigma) * normal;
        } else {
            if (i > 0) {
                dp.row(sigma) += u_.col(i - 1).transpose();
                dp.row(theta - 1) += q_(sigma) * normal_.col(i - 1).transpose();
            }
            dp.row(sigma) += u;
            dp.row(theta) += (L + q_(sigma)) * normal;
            dc = dp;
            dp.row(theta) += L * normal;
        }
    }

    weighted_.noalias() = Jt_ * masses_.asDiagonal();
    M_.resize(q_.size(), q_.size());
    M_.noalias() = weighted_ * Jt_.transpose();
    M_.diagonal().segment(2, n_).array() += p.segment_inertia;
    M_(2, 2) += p.tip_inertia;
    factors_.compute(M_);
    stretch_springs();
}

// ∂U/∂q of the springs, equations (2) and (4) of mechanics/bar/bar.hpp.
void DenseBar::stretch_springs()
{
    const BarParameters& p = bar_.parameters();
    const double k = p.stiffness;
    spring_.setZero();
    for (Index i = 0; i < n_; ++i) {
        const double sigma = q_(2 + n_ + i);
        const double bend = i > 0 ? q_(2 + i) - q_(1 + i) : 0.0;
        double pull = 0.0, moment = 0.0;
        if (bar_.spec().springs == Springs::spiral) {
            pull = (i + 1 < n_ ? 2.0 * k : k) * (sigma - p.half_pitch);
            moment = p.bending * bend;
        } else if (i == 0) {
            pull = k * sigma;
        } else {
            const double quarter = 0.25 * p.spring_offset * p.spring_offset;
            pull = 4.0 * k * sigma * (1.0 + std::cos(bend));
            moment = 2.0 * k * std::sin(bend) * (quarter - sigma * sigma);
        }
        spring_(2 + n_ + i) = pull;
        spring_(2 + i) += moment;
        if (i > 0) spring_(1 + i) -= moment;
    }
}

void DenseBar::force(const Vector& v)
{
    const BarParameters& p = bar_.parameters();
    const double L = p.half_pitch;
    const auto sigma = [&](Index i) { return q_(2 + n_ + i); };
    // Acceleration of r u(θ_i) at constant rates.
    const auto turning = [&](Index i, double r, double rate) -> Vector2 {
        const double w = v(2 + i);
        return -r * w * w * u_.col(i) + 2.0 * rate * w * normal_.col(i);
    };

    // J̇ v + g ŷ, centre by centre.
    bias_.head(2) = -turning(0, p.tip_offset, 0.0);
    Vector2 point = Vector2::Zero();
    for (Index i = 0; i < n_; ++i) {
        const double rate = v(2 + n_ + i);
        if (bar_.spec().springs == Springs::spiral) {
            const Vector2 half = turning(i, sigma(i), rate);
            bias_.segment(2 + 2 * i, 2) = point + half;
            point += 2.0 * half;
        } else {
            if (i > 0) point += turning(i - 1, sigma(i), rate);
            point += turning(i, L + sigma(i), rate);
            bias_.segment(2 + 2 * i, 2) = point;
            point += turning(i, L, 0.0);
        }
    }
    for (Index row = 1; row < bias_.size(); row += 2) bias_(row) += bar_.gravity();
    f_.noalias() = -(weighted_ * bias_);
    f_ -= spring_;
}

// a ← M⁻¹ f(q, B + γ a) until what is left to correct no longer moves the velocities.
void DenseBar::solve(const Vector& B, double gamma)
{
    constexpr double negligible = 1e-13;  // of the velocities [-]
    double last = 0.0;
    for (int sweep = 1; sweep <= 60; ++sweep) {
        trial_ = B + gamma * a_;
        const double scale = trial_.norm();
        force(trial_);
        factors_.solveInPlace(f_);
        a_ -= f_;
        const double change = h_ * a_.norm();
        std::swap(a_, f_);
        if (change == 0.0 || (sweep > 1 && change * (change / last) <= negligible * scale)) return;
        last = change;
    }
}

}  // namespace rebond::bench
