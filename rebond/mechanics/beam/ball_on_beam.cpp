#include "rebond/mechanics/beam/ball_on_beam.hpp"

#include "rebond/core/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int outline_points = 101;

class BallOnBeamDynamics final : public Dynamics {
public:
    explicit BallOnBeamDynamics(const BallOnBeam& model)
        : model_(model),
          mass_(Vector::Ones(model.dofs())),
          damping_(Vector::Zero(model.dofs())),
          stiffness_(Vector::Zero(model.dofs())),
          pressed_(Vector::Constant(model.dofs(), -1.0)),
          q_(Vector::Zero(model.dofs())),
          scale_(mass_),
          S_inv_pressed_(pressed_)
    {
        const Index n = model.modes();
        mass_(0) = model.ball_mass();
        damping_.tail(n) = 2.0 * model.damping_ratio() * model.frequencies();
        stiffness_.tail(n) = model.frequencies().cwiseAbs2();
        pressed_.tail(n) = model.shape();
    }

    void place(double /*t*/, const Vector& q) override
    {
        q_ = q;
        delta_ = pressed_.dot(q);
    }

    void residual(const Vector& v, const Vector& a, Vector& r) override
    {
        r = mass_.cwiseProduct(a) + damping_.cwiseProduct(v) + stiffness_.cwiseProduct(q_) +
            model_.hertz().force(delta_) * pressed_;
    }

    // S is diagonal except for the contact, S = D + βk ddᵀ with d = ∇δ: Sherman and Morrison invert it.
    bool factor(double beta, double gamma) override
    {
        scale_ = (mass_ + gamma * damping_ + beta * stiffness_).cwiseInverse();
        const double k = beta * model_.hertz().slope(delta_);
        S_inv_pressed_ = scale_.cwiseProduct(pressed_);
        contact_ = k / (1.0 + k * pressed_.dot(S_inv_pressed_));
        return scale_.minCoeff() > 0.0 && scale_.allFinite() && std::isfinite(contact_);
    }

    void solve(Vector& x) override
    {
        const double pressing = contact_ * S_inv_pressed_.dot(x);
        x = scale_.cwiseProduct(x) - pressing * S_inv_pressed_;
    }

    void stiffness(const Vector& x, Vector& y) override
    {
        y = stiffness_.cwiseProduct(x) + (model_.hertz().slope(delta_) * pressed_.dot(x)) * pressed_;
    }

    Energy energy(const Vector& v) override
    {
        return {.kinetic = 0.5 * mass_.cwiseProduct(v).dot(v),
                .elastic = 0.5 * stiffness_.cwiseProduct(q_).dot(q_) + model_.hertz().energy(delta_)};
    }

    Work power(double /*t*/, const Vector& /*q*/, const Vector& v) override
    {
        return {.damping = damping_.cwiseProduct(v).dot(v)};
    }

private:
    const BallOnBeam& model_;
    Vector mass_, damping_, stiffness_;  // diagonals
    Vector pressed_;                     // ∇δ
    Vector q_;
    double delta_ = 0.0;  // δ [m]
    Vector scale_;        // D⁻¹
    Vector S_inv_pressed_;
    double contact_ = 0.0;
};

}  // namespace

BallOnBeam::BallOnBeam(const BallOnBeamSpec& spec)
    : spec_(spec),
      hertz_(hertz_contact(ball_radius(spec.ball.mass, spec.ball.density),
                           {spec.ball.young, spec.ball.poisson_ratio},
                           {spec.beam.young, spec.beam.poisson_ratio}))
{
    require(spec.ball.mass > 0.0 && spec.ball.density > 0.0, "BallOnBeam: a ball without mass");
    require(spec.beam.damping_ratio >= 0.0 && spec.beam.damping_ratio < 1.0,
            "BallOnBeam: a damping ratio outside [0, 1)");
    if (spec.beam.modes > 0) {
        beam_.emplace(spec.beam);
        require(spec.location >= 0.0 && spec.location <= beam_->length(),
                "BallOnBeam: the ball does not touch the beam");
        frequencies_ = beam_->frequencies();
        shape_ = beam_->is_resolved()
                     ? beam_->shape(spec.location)
                     : Vector::Constant(frequencies_.size(), std::numeric_limits<double>::quiet_NaN());
        rigid_modes_ = beam_->rigid_modes();
    }
    signs_ = shape_.unaryExpr([](double phi) { return phi < 0.0 ? -1.0 : 1.0; });
    shape_ = shape_.cwiseAbs();
}

std::unique_ptr<Dynamics> BallOnBeam::dynamics() const
{
    return std::make_unique<BallOnBeamDynamics>(*this);
}

bool BallOnBeam::is_conservative() const
{
    return damping_ratio() == 0.0 || modes() == rigid_modes();
}

std::vector<Vector2> BallOnBeam::outline(const Vector& q) const
{
    std::vector<Vector2> points;
    if (!beam_) return points;
    points.reserve(outline_points);
    const Vector amplitudes = signs_.cwiseProduct(q.tail(modes()));
    for (int k = 0; k < outline_points; ++k) {
        const double x = beam_->length() * k / (outline_points - 1);
        points.emplace_back(x, beam_->shape(x).dot(amplitudes));
    }
    return points;
}

std::vector<std::string> BallOnBeam::warnings() const
{
    const Index within = modes_within_theory(spec_.beam);
    if (spec_.beam.modes <= within) return {};
    return {fmt::format(
        "model.beam.modes = {}: of this beam only {} modes have half-waves longer than it is high; the "
        "others are outside the beam theory used here",
        spec_.beam.modes, within)};
}

}  // namespace rebond
