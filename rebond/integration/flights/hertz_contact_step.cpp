#include "rebond/integration/flights/hertz_contact_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int most_iterations = 40;
// Newton's last correction as a part of δ [-]: what it leaves is of the order of its square.
constexpr double converged = 1e-9;
// Below this tolerance [-] rounding would be taken for errors.
constexpr double finest = 1e-15;
// Quadrature of a force that falls as (1 − τ/r)₊^{3/2} to zero within a step errs by up to 0.08 of the
// largest of its last Legendre modes, for any r; those are of about this size beside the force at the start
// [-].
constexpr double broken = 0.1;
constexpr double broken_mode = 0.03;
// Newton's last correction of a release, in steps [-]: what it leaves is of the order of its square.
constexpr double landed = 1e-9;
constexpr int guess_halvings = 40;
// Longest step [rad] of the contact's own oscillation, ball and modes against its stiffness: the force may be
// smooth over longer ones, what the derivative with respect to the mass does is not.
constexpr double longest_swing = 2.0;
// A peak between two nodes is found within 2⁻²⁰ of their distance, where it is flat; it is not looked for if
// the nodes stay below this part of a higher one [-].
constexpr int peak_halvings = 20;
constexpr double most_between_nodes = 0.8;
// The radius of the ball goes with M^{1/3}, and K with its root.
constexpr double stiffness_exponent = 1.0 / 6.0;

}  // namespace

HertzContactStep::HertzContactStep(const BallOnBeam& model, double longest, double speed, double tolerance)
    : model_(model),
      response_(oscillators_of(model)),
      tables_(levels + 1),
      longest_(longest),
      mobility_(1.0 / model.ball_mass() + model.shape().squaredNorm()),
      allowed_(std::max(tolerance, finest) * model.ball_mass() * speed)
{
    for (OscillatorResponse::Table& table : tables_) response_.allocate(table);
    const Vector one = Vector::Ones(1);
    const OscillatorResponse mass({.frequencies = 0.0 * one, .weights = one, .shares = -one});
    OscillatorResponse::Table table;
    mass.allocate(table);
    mass.tabulate(1.0, table);
    lift_ = table.compliance;
    touch_loss_ = loss(gauss_.node.array().pow(1.5).matrix(), false).of_ball;
    const Vector zero = Vector::Zero(model.dofs());
    scratch_ = {zero, zero, zero, zero};
}

double HertzContactStep::length(int level) const
{
    return std::ldexp(longest_, -level);
}

int HertzContactStep::level_within(double h) const
{
    if (!(h > 0.0)) return levels;
    return std::clamp(static_cast<int>(std::ceil(std::log2(longest_ / h))), 0, levels);
}

double HertzContactStep::touch_error(double rate, double h) const
{
    return touch_loss_ * h * model_.hertz().force(rate * h) / allowed_;
}

double HertzContactStep::release_error(double indentation, double h) const
{
    return broken * broken_mode * h * model_.hertz().force(indentation) / allowed_;
}

HertzContactStep::Loss HertzContactStep::loss(const Values& force, bool is_broken) const
{
    const Values f = (gauss_.legendre * force).cwiseAbs();
    if (is_broken) {
        const double last = f.tail<4>().maxCoeff();
        return {broken * last, last};
    }
    // By pairs, the last one of which may be small by accident.
    const double last = f.tail<2>().sum();
    const double before = f.segment<2>(nodes - 4).sum();
    const double first = f.segment<2>(nodes - 6).sum();
    if (!(before < first && last < before)) return {std::max(last, before), std::max(last, before)};
    const double decay = std::max(last / before, before / first);
    const double size = std::max(last, decay * before);
    return {decay * decay * decay * size, size};
}

bool HertzContactStep::solve(int level, const BallMotion& start)
{
    OscillatorResponse::Table& table = tables_[static_cast<std::size_t>(level)];
    if (table.length == 0.0) response_.tabulate(length(level), table);
    table_ = &table;
    start_ = &start;
    h_ = table.length;
    delta_0_ = response_.weighed(start.q);

    // (1), from the force of the start throughout.
    const HertzContact& hertz = model_.hertz();
    const Values free = OscillatorResponse::free(table, start.q, start.v);
    delta_ = free + table.compliance * Values::Constant(hertz.force(delta_0_));
    bool is_solved = false;
    for (int sweep = 0; sweep < most_iterations && !is_solved; ++sweep) {
        for (int j = 0; j < nodes; ++j) {
            force_(j) = hertz.force(delta_(j));
            slope_(j) = hertz.slope(delta_(j));
        }
        newton_.compute(Square::Identity() - table.compliance * slope_.asDiagonal());
        const Values correction = newton_.solve(free + table.compliance * force_ - delta_);
        delta_ += correction;
        const double size = correction.cwiseAbs().maxCoeff();
        if (!std::isfinite(size)) return false;
        is_solved = size <= converged * delta_.cwiseAbs().maxCoeff();
    }
    if (!is_solved) return false;
    for (int j = 0; j < nodes; ++j) force_(j) = hertz.force(delta_(j));

    const Loss lost = loss(force_, delta_.minCoeff() <= 0.0);
    error_ = h_ * (lost.of_ball + std::sqrt(model_.ball_mass()) * table.unseen * lost.last) / allowed_;
    error_ = std::max(error_, h_ * h_ * slope_.maxCoeff() * mobility_ / (longest_swing * longest_swing));
    return true;
}

void HertzContactStep::differentiate()
{
    // dδ = dδ⁰ + W dF + dW F with dF = F' dδ + F dlnK
    const Values grown = stiffness_exponent * force_;
    Values known = OscillatorResponse::free(*table_, start_->dq, start_->dv) + table_->compliance * grown;
    known += (h_ * h_ / model_.ball_mass()) * (lift_ * force_);
    tangent_ = slope_.cwiseProduct(newton_.solve(known)) + grown;
}

void HertzContactStep::move_derivative(double tau, BallMotion& to)
{
    differentiate();
    // The mass that divides the ball's share of the force changes, too.
    const double pushed_q = to.q(0) - start_->q(0) - tau * h_ * start_->v(0);
    const double pushed_v = to.v(0) - start_->v(0);
    if (tau == 1.0) {
        OscillatorResponse::advance(*table_, tangent_, start_->dq, start_->dv, to.dq, to.dv);
    } else {
        to.dq = start_->dq;
        to.dv = start_->dv;
        response_.move(tau * h_, gauss_.legendre * (gauss_.restricted(tau) * tangent_), to.dq, to.dv);
    }
    to.dq(0) -= pushed_q;
    to.dv(0) -= pushed_v;
}

void HertzContactStep::move_state(double tau, Vector& q, Vector& v) const
{
    if (tau == 1.0) return OscillatorResponse::advance(*table_, force_, start_->q, start_->v, q, v);
    q = start_->q;
    v = start_->v;
    response_.move(tau * h_, gauss_.legendre * (gauss_.restricted(tau) * force_), q, v);
}

double HertzContactStep::impulse(double tau) const
{
    return tau * h_ * gauss_.weight.dot(tau == 1.0 ? force_ : gauss_.restricted(tau) * force_);
}

double HertzContactStep::peak_force(double tau, double known) const
{
    const Values force = tau == 1.0 ? force_ : gauss_.restricted(tau) * force_;
    Index top = 0;
    const double peak = std::max({known, force.maxCoeff(&top), gauss_.at_end.dot(force)});
    if (force(top) < most_between_nodes * known) return peak;
    // The slope changes its sign between the highest node and the next one up.
    const Values slopes = gauss_.slope * force;
    const Index other = slopes(top) > 0.0 ? top + 1 : top - 1;
    if (other < 0 || other >= nodes || (slopes(other) > 0.0) == (slopes(top) > 0.0)) return peak;
    double low = gauss_.node(std::min(top, other));
    double high = gauss_.node(std::max(top, other));
    for (int halving = 0; halving < peak_halvings; ++halving) {
        const double middle = 0.5 * (low + high);
        (gauss_.slope_at(middle).dot(force) > 0.0 ? low : high) = middle;
    }
    return std::max(peak, gauss_.at(low).dot(force));
}

std::optional<double> HertzContactStep::release(const BallMotion& end)
{
    // The first node, or the end, at which δ has vanished.
    int past = 0;
    while (past < nodes && delta_(past) > 0.0) ++past;
    double low = past == 0 ? 0.0 : gauss_.node(past - 1);
    double high = past == nodes ? 1.0 : gauss_.node(past);
    if (past == nodes && model_.indentation(end.q) > 0.0) return std::nullopt;
    if (past == 0 && !(delta_0_ > 0.0)) return 0.0;

    // The root of the cubic with δ and its rate at both ends of the step, then Newton's method.
    const double rate_0 = h_ * model_.indentation_rate(start_->v);
    const double delta_1 = model_.indentation(end.q);
    const double rate_1 = h_ * model_.indentation_rate(end.v);
    const auto cubic = [&](double x) {
        const double y = 1.0 - x;
        return y * y * ((1.0 + 2.0 * x) * delta_0_ + x * rate_0) +
               x * x * ((1.0 + 2.0 * y) * delta_1 - y * rate_1);
    };
    double tau = 0.5 * (low + high);
    double left = low;
    double right = high;
    for (int halving = 0; halving < guess_halvings; ++halving, tau = 0.5 * (left + right))
        (cubic(tau) > 0.0 ? left : right) = tau;
    const double rounding =
        epsilon * (std::abs(end.q(0)) + model_.shape().dot(end.q.tail(model_.modes()).cwiseAbs()));
    for (int sweep = 0; sweep < most_iterations; ++sweep) {
        move_state(tau, scratch_.q, scratch_.v);
        const double delta = model_.indentation(scratch_.q);
        if (std::abs(delta) <= rounding) break;
        (delta > 0.0 ? low : high) = tau;
        const double newton = tau - delta / (h_ * model_.indentation_rate(scratch_.v));
        const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
        const double change = std::abs(next - tau);
        tau = next;
        if (change <= landed) break;
    }
    return tau;
}

double HertzContactStep::damping_work(double tau, const Vector& q, const Vector& v) const
{
    // ∫F δ̇ = [Fδ] − ∫Ḟδ by the nodes of the part of the step up to τ.
    const bool is_whole = tau == 1.0;
    const Square part = is_whole ? Square::Identity() : gauss_.restricted(tau);
    const Values F = part * force_;
    const Values delta = part * delta_;
    double moved = gauss_.at_end.dot(F) * model_.indentation(q) - gauss_.at_start.dot(F) * delta_0_;
    moved -= gauss_.weight.cwiseProduct(delta).dot(gauss_.slope * F);
    const double ball = model_.ball_mass() * (v(0) - start_->v(0)) * 0.5 * (v(0) + start_->v(0));
    return modal_energy(start_->q, start_->v) - modal_energy(q, v) - (moved + ball);
}

double HertzContactStep::modal_energy(const Vector& q, const Vector& v) const
{
    const Index n = model_.modes();
    return 0.5 * (v.tail(n).squaredNorm() + model_.frequencies().cwiseProduct(q.tail(n)).squaredNorm());
}

}  // namespace rebond
