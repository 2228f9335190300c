#include "rebond/integration/flights/hertz_flight.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace rebond {
namespace {

constexpr int most_iterations = 200;
// Part of the way that Newton's method goes further, so that the bound is passed and not only reached [-].
constexpr double beyond = 1e-6;

std::vector<std::complex<double>> exponents(const BallOnBeam& model)
{
    const double zeta = model.damping_ratio();
    std::vector<std::complex<double>> lambda;
    for (Index i = model.rigid_modes(); i < model.modes(); ++i)
        lambda.emplace_back(-zeta * model.frequencies()(i),
                            std::sqrt(1.0 - zeta * zeta) * model.frequencies()(i));
    return lambda;
}

}  // namespace

HertzFlight::HertzFlight(const BallOnBeam& model)
    : model_(model),
      response_(oscillators_of(model)),
      modes_(model.modes() - model.rigid_modes()),
      decay_(model.damping_ratio() * model.frequencies().tail(modes_)),
      ring_(std::sqrt(1.0 - model.damping_ratio() * model.damping_ratio()) *
            model.frequencies().tail(modes_)),
      finder_(exponents(model)),
      c_(modes_)
{
    for (Index i = model.rigid_modes(); i < model.modes(); ++i) weights_.push_back(-model.shape()(i));
}

void HertzFlight::start(const Vector& q, const Vector& v, bool is_touching)
{
    const Index rigid = model_.rigid_modes();
    g0_ = q(0) - model_.shape().head(rigid).dot(q.segment(1, rigid));
    g1_ = v(0) - model_.shape().head(rigid).dot(v.segment(1, rigid));
    c_.re = q.tail(modes_);
    c_.im = -(v.tail(modes_) + decay_.cwiseProduct(c_.re)).cwiseQuotient(ring_);
    reach_ = (c_.re.cwiseAbs2() + c_.im.cwiseAbs2()).cwiseSqrt().cwiseProduct(model_.shape().tail(modes_));
    order_ = 0;
    if (is_touching) order_ = model_.indentation_rate(v) < 0.0 ? 1 : 2;
}

std::optional<double> HertzFlight::first_touch(double horizon)
{
    const ExponentialSum gap{.constant = g0_, .slope = g1_, .weights = weights_, .order = order_};
    const auto root = finder_.first_root({&gap, 1}, c_, horizon);
    return root ? std::optional(root->at) : std::nullopt;
}

void HertzFlight::move(double s, BallMotion& motion) const
{
    response_.fly(s, motion.q, motion.v);
    response_.fly(s, motion.dq, motion.dv);
}

// b and its slope at s [s].
std::pair<double, double> HertzFlight::bound(double s) const
{
    double b = g0_ + g1_ * s;
    double slope = g1_;
    for (Index i = 0; i < modes_; ++i) {
        const double reach = reach_(i) * std::exp(-decay_(i) * s);
        b -= reach;
        slope += decay_(i) * reach;
    }
    return {b, slope};
}

// b is concave and grows, so Newton's method approaches its root from below.
std::optional<double> HertzFlight::separated_after(double horizon) const
{
    if (g1_ < 0.0 || !(bound(horizon).first > 0.0)) return std::nullopt;
    double s = 0.0;
    for (int sweep = 0; sweep < most_iterations; ++sweep) {
        const auto [b, slope] = bound(s);
        if (b >= 0.0) return s;
        s = std::min((s - b / slope) * (1.0 + beyond), horizon);
    }
    return horizon;
}

// ∫ 2ζω ȧ² of every mode, from its phasor at the start alone:
//     ½ω²|c|² (1 − e^{−2ζωs}) + ½ζω Re[λc² (e^{2λs} − 1)]
double HertzFlight::damping_work(double s) const
{
    double sum = 0.0;
    for (Index i = 0; i < modes_; ++i) {
        const double delta = decay_(i);
        const std::complex<double> lambda(-delta, ring_(i));
        const std::complex<double> c(c_.re(i), c_.im(i));
        const double lost = -std::expm1(-2.0 * delta * s);
        const std::complex<double> turned = std::polar(1.0 - lost, 2.0 * ring_(i) * s) - 1.0;
        sum += 0.5 * (std::norm(lambda * c) * lost + delta * (lambda * c * c * turned).real());
    }
    return sum;
}

long HertzFlight::residual_evaluations() const
{
    return finder_.size() > 0 ? finder_.effort().terms / static_cast<long>(finder_.size())
                              : finder_.effort().points;
}

}  // namespace rebond
