#include "rebond/orbits/impacts/impact_orbit.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int most_iterations = 40;
constexpr double converged = 4e-15;     // scaled residual: rounding [-]
constexpr double acceptable = 1e-11;    // and what is accepted where the iteration does not get further [-]
constexpr double longest_step = 0.1;    // of a time, in periods [-]
constexpr double largest_change = 2.0;  // of the impulses, in the largest of them [-]

// The time since impact m at impact i, and whether the end of the period lies between.
struct Lag {
    double s = 0.0;
    bool wraps = false;
};

Lag lag_of(const ImpactMotion& motion, Index i, Index m)
{
    const double s = motion.times(i) - motion.times(m);
    if (i == m || s >= 0.0) return {s, false};
    return {s + motion.period, true};
}

// g_f and its two derivatives.
struct ForcedGap {
    double value = 0.0, rate = 0.0, acceleration = 0.0;
    double size = 0.0, rate_size = 0.0;  // of what value and rate are the sum of
};

ForcedGap forced_gap(const LinearFlow& flow, Index contact, double t)
{
    const LinearFlow::Observable& gap = flow.gap(contact);
    ForcedGap forced{.value = gap.constant, .size = std::abs(gap.constant)};
    for (Index h = 0; h < gap.on_loads.size(); ++h) {
        const double Omega = flow.load_frequencies()(h);
        const Complex turned = gap.on_loads(h) * std::polar(1.0, Omega * t);
        forced.value += turned.real();
        forced.size += std::abs(turned);
        forced.rate_size += Omega * std::abs(turned);
        forced.rate -= Omega * turned.imag();
        forced.acceleration -= Omega * Omega * turned.real();
    }
    return forced;
}

// The damped rigid motions: exponents zero.
std::vector<Index> drifts_of(const LinearFlow& flow)
{
    std::vector<Index> drifts;
    for (Index j = 0; j < flow.size(); ++j)
        if (flow.modes().exponents(j) == 0.0) drifts.push_back(j);
    return drifts;
}

// What an impulse 1 gives to each motion that has a mean, and what a mean 1 gives to a gap.
Vector given_by(const LinearFlow& flow, const std::vector<Index>& drifts, Index contact)
{
    Vector given(flow.rigid() + static_cast<Index>(drifts.size()));
    given.head(flow.rigid()) = flow.rigid_response(contact);
    for (std::size_t d = 0; d < drifts.size(); ++d)
        given(flow.rigid() + static_cast<Index>(d)) = flow.response(contact)(drifts[d]).real();
    return given;
}

Vector seen_by(const LinearFlow& flow, const std::vector<Index>& drifts, Index contact)
{
    Vector seen(flow.rigid() + static_cast<Index>(drifts.size()));
    seen.head(flow.rigid()) = flow.gap(contact).on_rigid;
    for (std::size_t d = 0; d < drifts.size(); ++d)
        seen(flow.rigid() + static_cast<Index>(d)) = flow.gap(contact).on_exponents(drifts[d]).real();
    return seen;
}

}  // namespace

Vector ImpactMotion::packed() const
{
    Vector unknowns(size());
    unknowns << impulses, times, means, period;
    return unknowns;
}

void ImpactMotion::unpack(const Vector& unknowns)
{
    impulses = unknowns.head(count());
    times = unknowns.segment(count(), count());
    means = unknowns.segment(2 * count(), means.size());
    period = unknowns(size() - 1);
}

double ImpactEquations::scaled_residual() const
{
    double worst = 0.0;
    for (Index i = 0; i < residual.size(); ++i)
        worst = std::max(worst, scale(i) > 0.0 ? std::abs(residual(i)) / scale(i) : std::abs(residual(i)));
    return std::isfinite(residual.sum()) ? worst : std::numeric_limits<double>::infinity();
}

Index mean_count(const OrbitSystem& system)
{
    return system.free().rigid() + static_cast<Index>(drifts_of(system.free()).size());
}

ImpactEquations impact_equations(const OrbitSystem& system, const ImpactMotion& motion)
{
    const LinearFlow& flow = system.free();
    const GreenFunction green(flow, motion.period);
    const std::vector<Index> drifts = drifts_of(flow);
    const Index k = motion.count(), r = motion.means.size();
    const Index of_time = k, of_mean = 2 * k, of_period = 2 * k + r;
    ImpactEquations eq{.residual = Vector::Zero(2 * k + r),
                       .jacobian = Matrix::Zero(2 * k + r, 2 * k + r + 1),
                       .scale = Vector::Zero(2 * k + r)};
    for (Index i = 0; i < k; ++i) {
        const Index a = motion.contacts[i];
        const ForcedGap forced = forced_gap(flow, a, motion.times(i));
        const double w = system.mobility(a, a), e = system.restitution(a);
        const double kappa = w * (1.0 - e) / (2.0 * (1.0 + e));
        double gap = forced.value, rate = forced.rate + kappa * motion.impulses(i);
        double gap_size = forced.size, rate_size = forced.rate_size + w * std::abs(motion.impulses(i));
        eq.jacobian(i, of_time + i) += forced.rate;
        eq.jacobian(k + i, of_time + i) += forced.acceleration;
        eq.jacobian(k + i, i) += kappa;
        for (Index m = 0; m < k; ++m) {
            const Index c = motion.contacts[m];
            const double P = motion.impulses(m);
            const Lag lag = lag_of(motion, i, m);
            GreenValue G = green.at(a, c, lag.s);
            if (i == m) G.rate -= 0.5 * w;
            gap += G.value * P;
            rate += G.rate * P;
            gap_size += std::abs(G.value * P);
            rate_size += std::abs(G.rate * P);
            eq.jacobian(i, m) += G.value;
            eq.jacobian(k + i, m) += G.rate;
            if (i != m) {
                eq.jacobian(i, of_time + i) += G.rate * P;
                eq.jacobian(i, of_time + m) -= G.rate * P;
                eq.jacobian(k + i, of_time + i) += G.acceleration * P;
                eq.jacobian(k + i, of_time + m) -= G.acceleration * P;
            }
            eq.jacobian(i, of_period) += (G.by_period + (lag.wraps ? G.rate : 0.0)) * P;
            eq.jacobian(k + i, of_period) += (G.rate_by_period + (lag.wraps ? G.acceleration : 0.0)) * P;
        }
        if (r > 0) {
            const Vector seen = seen_by(flow, drifts, a);
            gap += seen.dot(motion.means);
            gap_size += std::abs(seen.dot(motion.means));
            eq.jacobian.row(i).segment(of_mean, r) = seen.transpose();
            const Vector given = given_by(flow, drifts, a);
            eq.residual.tail(r) += motion.impulses(i) * given;
            eq.scale.tail(r) += (motion.impulses(i) * given).cwiseAbs();
            eq.jacobian.col(i).tail(r) = given;
        }
        eq.residual(i) = gap;
        eq.residual(k + i) = rate;
        eq.scale(i) = gap_size;
        eq.scale(k + i) = rate_size;
    }
    if (r > 0) {
        const Index rigid = flow.rigid();
        eq.residual.segment(2 * k, rigid) += motion.period * flow.rigid_load();
        eq.scale.segment(2 * k, rigid) += (motion.period * flow.rigid_load()).cwiseAbs();
        eq.jacobian.col(of_period).segment(2 * k, rigid) = flow.rigid_load();
    }
    const double largest_gap = eq.scale.head(k).maxCoeff(), largest_rate = eq.scale.segment(k, k).maxCoeff();
    eq.scale.head(k).setConstant(largest_gap);
    eq.scale.segment(k, k).setConstant(largest_rate);
    return eq;
}

FlowMotion flight_after(const OrbitSystem& system, const ImpactMotion& motion, Index i)
{
    const LinearFlow& flow = system.free();
    const GreenFunction green(flow, motion.period);
    const std::vector<Index> drifts = drifts_of(flow);
    const double T = motion.period;
    FlowMotion flight{.t = motion.times(i),
                      .a = ComplexVector::Zero(flow.size()),
                      .rigid = motion.means.head(flow.rigid()),
                      .rigid_rate = Vector::Zero(flow.rigid())};
    for (Index m = 0; m < motion.count(); ++m) {
        const double s = lag_of(motion, i, m).s, P = motion.impulses(m);
        const Index c = motion.contacts[m];
        const ComplexVector& moved = flow.response(c);
        for (Index j = 0; j < flow.size(); ++j) {
            const Complex lambda = flow.modes().exponents(j);
            if (lambda != 0.0)
                flight.a(j) +=
                    P * moved(j) * green.sums()(j) * (s == 0.0 ? Complex(1.0) : std::exp(lambda * s));
            else
                flight.a(j) += P * moved(j) * (0.5 - s / T);
        }
        flight.rigid += P * s * (T - s) / (2.0 * T) * flow.rigid_response(c);
        flight.rigid_rate += P * (T - 2.0 * s) / (2.0 * T) * flow.rigid_response(c);
    }
    for (std::size_t d = 0; d < drifts.size(); ++d)
        flight.a(drifts[d]) += motion.means(flow.rigid() + static_cast<Index>(d));
    return flight;
}

// E = E(q_s) + ½ Σ ω²|a|² + Σ (½ η̇² − ρᵀf₀ η), just after the first impact.
MotionEnergy motion_energy(const OrbitSystem& system, const ImpactMotion& motion)
{
    const LinearFlow& flow = system.free();
    const GreenFunction green(flow, motion.period);
    const Index k = motion.count();
    const double T = motion.period;
    const FlowMotion flight = flight_after(system, motion, 0);
    const ComplexVector& lambda = flow.modes().exponents;
    const Vector squares = lambda.cwiseAbs2();
    MotionEnergy energy{.value = system.energy(flow.forced(0.0)), .gradient = Vector::Zero(motion.size())};
    energy.value += 0.5 * squares.dot(flight.a.cwiseAbs2()) + 0.5 * flight.rigid_rate.squaredNorm() -
                    flow.rigid_load().dot(flight.rigid);
    for (Index m = 0; m < k; ++m) {
        const Lag lag = lag_of(motion, 0, m);
        const double s = lag.s, P = motion.impulses(m), wraps = lag.wraps ? 1.0 : 0.0;
        const ComplexVector& moved = flow.response(motion.contacts[m]);
        for (Index j = 0; j < flow.size(); ++j) {
            const Complex unit = moved(j) * green.sums()(j) * std::exp(lambda(j) * s);
            const Complex pull = squares(j) * std::conj(flight.a(j));
            energy.gradient(m) += (pull * unit).real();
            if (m > 0) energy.gradient(k + m) -= P * (pull * lambda(j) * unit).real();
            energy.gradient(motion.size() - 1) +=
                P * (pull * lambda(j) * unit * (wraps + green.turns()(j) * green.sums()(j))).real();
        }
        const double along_rate = flight.rigid_rate.dot(flow.rigid_response(motion.contacts[m]));
        const double along_load = flow.rigid_load().dot(flow.rigid_response(motion.contacts[m]));
        energy.gradient(m) += along_rate * (T - 2.0 * s) / (2.0 * T) - along_load * s * (T - s) / (2.0 * T);
        const double by_s = P * (-along_rate / T - along_load * (T - 2.0 * s) / (2.0 * T));
        if (m > 0) energy.gradient(k + m) -= by_s;
        energy.gradient(motion.size() - 1) +=
            wraps * by_s + P * (along_rate * s / (T * T) - along_load * s * s / (2.0 * T * T));
    }
    energy.gradient.segment(2 * k, flow.rigid()) -= flow.rigid_load();
    return energy;
}

bool fit_impulses(const OrbitSystem& system, ImpactMotion& motion)
{
    const Index k = motion.count(), r = motion.means.size();
    motion.impulses.setZero(k);
    motion.means.setZero(r);
    const ImpactEquations eq = impact_equations(system, motion);
    Matrix A(k + r, k + r);
    Vector b(k + r);
    A << eq.jacobian.topLeftCorner(k, k), eq.jacobian.block(0, 2 * k, k, r),
        eq.jacobian.bottomLeftCorner(r, k), Matrix::Zero(r, r);
    b << eq.residual.head(k), eq.residual.tail(r);
    const Vector x = -A.colPivHouseholderQr().solve(b);
    if (!x.allFinite()) return false;
    motion.impulses = x.head(k);
    motion.means = x.tail(r);
    return true;
}

ImpactSolution solve_impacts(const OrbitSystem& system, ImpactMotion guess, const Closure& closure)
{
    ImpactSolution solution{.motion = std::move(guess)};
    ImpactMotion& motion = solution.motion;
    const Index k = motion.count();
    const bool family = system.is_autonomous();
    if (closure.period) motion.period = *closure.period;
    // Unknowns that move.
    std::vector<Index> free;
    for (Index i = 0; i < motion.size(); ++i) {
        if (family && i == k) continue;
        if (i == motion.size() - 1 && (!family || closure.period)) continue;
        free.push_back(i);
    }
    const auto columns = static_cast<Index>(free.size());
    double last = std::numeric_limits<double>::infinity();
    ImpactMotion best = motion;
    solution.residual = std::numeric_limits<double>::infinity();
    for (; solution.iterations < most_iterations; ++solution.iterations) {
        const ImpactEquations eq = impact_equations(system, motion);
        const Index rows = eq.residual.size() + (closure.energy ? 1 : 0);
        Vector scaled(rows);
        Matrix J(rows, columns);
        const auto weight = [](double scale) { return scale > 0.0 ? 1.0 / scale : 1.0; };
        for (Index i = 0; i < eq.residual.size(); ++i) {
            scaled(i) = eq.residual(i) * weight(eq.scale(i));
            for (Index j = 0; j < columns; ++j) J(i, j) = eq.jacobian(i, free[j]) * weight(eq.scale(i));
        }
        if (closure.energy) {
            const MotionEnergy energy = motion_energy(system, motion);
            const double size = std::max(std::abs(*closure.energy), std::abs(energy.value));
            scaled(rows - 1) = (energy.value - *closure.energy) * weight(size);
            for (Index j = 0; j < columns; ++j) J(rows - 1, j) = energy.gradient(free[j]) * weight(size);
        }
        const double now = scaled.cwiseAbs().maxCoeff();
        if (!std::isfinite(now)) break;
        if (now < last) {
            best = motion;
            solution.residual = now;
        }
        if (now <= converged || (now <= acceptable && now >= 0.5 * last)) break;
        last = std::min(last, now);

        Vector step = rows == columns ? Vector(-J.partialPivLu().solve(scaled))
                                      : Vector(-J.colPivHouseholderQr().solve(scaled));
        if (!step.allFinite()) break;
        const double largest = motion.impulses.cwiseAbs().maxCoeff();
        double shorten = 1.0;
        for (Index j = 0; j < columns; ++j) {
            const double size = std::abs(step(j));
            if (free[j] < k && largest > 0.0) shorten = std::min(shorten, largest_change * largest / size);
            const bool is_time = (free[j] >= k && free[j] < 2 * k) || free[j] == motion.size() - 1;
            if (is_time && size > 0.0) shorten = std::min(shorten, longest_step * motion.period / size);
        }
        Vector unknowns = motion.packed();
        for (Index j = 0; j < columns; ++j) unknowns(free[j]) += shorten * step(j);
        motion.unpack(unknowns);
        if (!(motion.period > 0.0)) break;
    }
    motion = best;
    solution.status = solution.residual <= acceptable ? OrbitStatus::ok : OrbitStatus::not_converged;
    const GreenFunction green(system.free(), motion.period);
    for (const Index contact : motion.contacts)
        if (green.is_at_pole(contact)) {
            solution.status = OrbitStatus::at_a_pole;
            solution.reason = "the period is that of a mode: impulses grow without bound there";
            return solution;
        }
    if (solution.status != OrbitStatus::ok)
        solution.reason = "Newton's iteration found no orbit near the guess";
    return solution;
}

}  // namespace rebond
