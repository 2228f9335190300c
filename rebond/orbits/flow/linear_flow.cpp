#include "rebond/orbits/flow/linear_flow.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <fmt/format.h>

#include <cmath>

namespace rebond {
namespace {

constexpr double resonant = 1e-10;  // of ω² + Ω²: a divisor that is rounding [-]

}  // namespace

Vector gradient_of(const Gap& gap, Index dofs)
{
    Vector w = Vector::Zero(dofs);
    for (const auto& [i, weight] : gap.terms) w(i) += weight;
    return w;
}

LinearFlow::LinearFlow(const Problem& problem, std::vector<Index> closed,
                       std::shared_ptr<const FlowModes> modes)
    : problem_(problem), closed_(std::move(closed)), modes_(std::move(modes)), refusal_(modes_->refusal)
{
    if (!refusal_.empty()) return;
    find_forced();
    if (refusal_.empty()) find_observables();
}

void LinearFlow::find_forced()
{
    const LinearSystem& system = problem_.model->as_linear()->system();
    const Index n = problem_.model->dofs();
    constant_load_ = system.force;
    std::vector<const HarmonicLoad*> harmonics;
    for (const HarmonicLoad& load : system.harmonics) {
        if (load.amplitude.isZero(0.0)) continue;
        if (load.frequency == 0.0)
            constant_load_ += std::cos(load.phase) * load.amplitude;
        else
            harmonics.push_back(&load);
    }

    // A point where the closed contacts are closed, and the static answer from there.
    Vector origin = Vector::Zero(n);
    if (!closed_.empty()) {
        Matrix W(n, static_cast<Index>(closed_.size()));
        Vector offsets(W.cols());
        for (Index h = 0; h < W.cols(); ++h) {
            W.col(h) = gradient_of(problem_.contacts[closed_[h]].gap, n);
            offsets(h) = problem_.contacts[closed_[h]].gap.offset;
        }
        if (!offsets.isZero(0.0)) origin = -W * (W.transpose() * W).ldlt().solve(offsets);
    }
    const FlowModes& flow = *modes_;
    const Matrix& shapes = flow.vibrations;
    Vector Kq(n);
    system.stiffness.multiply(origin, Kq);
    const Vector load = shapes.transpose() * (constant_load_ - Kq);
    const double largest_load = load.size() > 0 ? load.cwiseAbs().maxCoeff() : 0.0;
    Vector answer = Vector::Zero(load.size());
    for (Index j = 0; j < load.size(); ++j) {
        if (flow.frequencies(j) > 0.0)
            answer(j) = load(j) / (flow.frequencies(j) * flow.frequencies(j));
        else if (flow.modal_damping(j, j) > 0.0 && std::abs(load(j)) > 1e-12 * largest_load) {
            refusal_ = "a constant load drives a damped rigid motion, which slides on without end";
            return;
        }
    }
    q_static_ = origin + shapes * answer;
    rigid_load_ = load.head(rigid());

    const auto count = static_cast<Index>(harmonics.size());
    frequencies_.resize(count);
    loads_.resize(n, count);
    answers_.resize(n, count);
    for (Index h = 0; h < count; ++h) {
        const HarmonicLoad& harmonic = *harmonics[h];
        const double Omega = harmonic.frequency;
        frequencies_(h) = Omega;
        loads_.col(h) = harmonic.amplitude * std::polar(1.0, harmonic.phase);
        const ComplexVector on_modes = shapes.transpose() * loads_.col(h);
        ComplexVector U(on_modes.size());
        if (flow.is_modally_damped) {
            for (Index j = 0; j < U.size(); ++j) {
                const double square = flow.frequencies(j) * flow.frequencies(j);
                const Complex divisor(square - Omega * Omega, flow.modal_damping(j, j) * Omega);
                if (std::abs(divisor) <= resonant * (square + Omega * Omega)) {
                    if (std::abs(on_modes(j)) > 1e-12 * on_modes.norm()) {
                        refusal_ = fmt::format(
                            "load {} drives an undamped mode at its own frequency, {:.9g} rad/s: there is no "
                            "periodic answer",
                            h + 1, Omega);
                        return;
                    }
                    U(j) = 0.0;
                } else {
                    U(j) = on_modes(j) / divisor;
                }
            }
        } else {
            ComplexMatrix Z = Complex(0.0, Omega) * flow.modal_damping.cast<Complex>();
            for (Index j = 0; j < Z.rows(); ++j)
                Z(j, j) += flow.frequencies(j) * flow.frequencies(j) - Omega * Omega;
            U = Z.partialPivLu().solve(on_modes);
        }
        answers_.col(h) = shapes * U;
    }
    signal_exponents_.resize(size() + count);
    signal_exponents_.head(size()) = flow.exponents;
    for (Index h = 0; h < count; ++h) signal_exponents_(size() + h) = Complex(0.0, frequencies_(h));
}

void LinearFlow::find_observables()
{
    const Linear& linear = *problem_.model->as_linear();
    const LinearSystem& system = linear.system();
    const Index n = dofs();
    const auto dynamics = linear.dynamics();
    if (!dynamics->factor(0.0, 0.0)) {
        refusal_ = "the mass matrix is not positive";
        return;
    }
    const ComplexVector no_loads = ComplexVector::Zero(frequencies_.size());
    Vector x(n);
    for (const Contact& contact : problem_.contacts) {
        const Vector w = gradient_of(contact.gap, n);
        gaps_.push_back(observed(w, Vector::Zero(n), contact.gap.offset, no_loads));
        x = w;
        dynamics->solve(x);
        responses_.emplace_back(modes_->from_velocity * x.cast<Complex>());
        rigid_responses_.emplace_back(modes_->rigid_shapes.transpose() * w);
    }
    if (closed_.empty()) return;

    const auto count = static_cast<Index>(closed_.size());
    Matrix R(n, count), G(count, count);
    for (Index h = 0; h < count; ++h) {
        x = gradient_of(problem_.contacts[closed_[h]].gap, n);
        dynamics->solve(x);
        R.col(h) = x;
        for (Index g = 0; g < count; ++g) G(g, h) = along(problem_.contacts[closed_[g]].gap.terms, x);
    }
    R = R * G.ldlt().solve(Matrix::Identity(count, count));
    on_q_.resize(n, count);
    on_v_.resize(n, count);
    Vector r(n), y(n);
    for (Index h = 0; h < count; ++h) {
        r = R.col(h);
        system.stiffness.multiply(r, y);
        on_q_.col(h) = y;
        system.damping.multiply(r, y);
        on_v_.col(h) = y;
        reactions_.push_back(observed(on_q_.col(h), on_v_.col(h), -r.dot(constant_load_),
                                      -(loads_.transpose() * r.cast<Complex>())));
    }
}

LinearFlow::Observable LinearFlow::observed(const Vector& on_q, const Vector& on_v, double constant,
                                            const ComplexVector& on_loads) const
{
    Observable observable;
    observable.constant = constant + on_q.dot(q_static_);
    observable.on_exponents.resize(size());
    for (Index j = 0; j < size(); ++j)
        observable.on_exponents(j) =
            modes_->shapes.col(j).cwiseProduct((on_q.cast<Complex>() + modes_->exponents(j) * on_v)).sum();
    observable.on_loads = on_loads;
    for (Index h = 0; h < frequencies_.size(); ++h)
        observable.on_loads(h) +=
            answers_.col(h).cwiseProduct(on_q.cast<Complex>() + Complex(0.0, frequencies_(h)) * on_v).sum();
    observable.on_rigid = modes_->rigid_shapes.transpose() * on_q;
    observable.on_rigid_rate = modes_->rigid_shapes.transpose() * on_v;
    return observable;
}

State LinearFlow::forced(double t) const
{
    State state{.t = t, .q = q_static_, .v = Vector::Zero(dofs())};
    for (Index h = 0; h < frequencies_.size(); ++h) {
        const Complex turn = std::polar(1.0, frequencies_(h) * t);
        state.q += (turn * answers_.col(h)).real();
        state.v += (Complex(0.0, frequencies_(h)) * turn * answers_.col(h)).real();
    }
    return state;
}

FlowMotion LinearFlow::start(const State& state) const
{
    const State apart = forced(state.t);
    const Vector q = state.q - apart.q, v = state.v - apart.v;
    return {.t = state.t,
            .a = modes_->from_position * q + modes_->from_velocity * v,
            .rigid = modes_->rigid_rows * q,
            .rigid_rate = modes_->rigid_rows * v};
}

State LinearFlow::state(const FlowMotion& motion, double s) const
{
    State state = forced(motion.t + s);
    const ComplexVector u = motion.a.array() * (s * modes_->exponents.array()).exp();
    state.q += (modes_->shapes * u).real();
    state.v += (modes_->shapes * modes_->exponents.cwiseProduct(u)).real();
    if (rigid() > 0) {
        state.q += modes_->rigid_shapes * (motion.rigid + s * (motion.rigid_rate + 0.5 * s * rigid_load_));
        state.v += modes_->rigid_shapes * (motion.rigid_rate + s * rigid_load_);
    }
    return state;
}

Vector LinearFlow::acceleration(const FlowMotion& motion, double s) const
{
    Vector a = Vector::Zero(dofs());
    for (Index h = 0; h < frequencies_.size(); ++h)
        a -= frequencies_(h) * frequencies_(h) *
             (std::polar(1.0, frequencies_(h) * (motion.t + s)) * answers_.col(h)).real();
    const ComplexVector& lambda = modes_->exponents;
    const ComplexVector u = motion.a.array() * (s * lambda.array()).exp();
    a += (modes_->shapes * lambda.cwiseProduct(lambda).cwiseProduct(u)).real();
    if (rigid() > 0) a += modes_->rigid_shapes * rigid_load_;
    return a;
}

Matrix LinearFlow::transition(double s) const
{
    const Index n = dofs();
    const ComplexVector turns = (s * modes_->exponents.array()).exp();
    ComplexMatrix out(2 * n, size()), in(size(), 2 * n);
    out.topRows(n) = modes_->shapes * turns.asDiagonal();
    out.bottomRows(n) = out.topRows(n) * modes_->exponents.asDiagonal();
    in.leftCols(n) = modes_->from_position;
    in.rightCols(n) = modes_->from_velocity;
    Matrix Phi = (out * in).real();
    if (rigid() > 0) {
        const Matrix projection = modes_->rigid_shapes * modes_->rigid_rows;
        Phi.topLeftCorner(n, n) += projection;
        Phi.topRightCorner(n, n) += s * projection;
        Phi.bottomRightCorner(n, n) += projection;
    }
    return Phi;
}

Signal LinearFlow::signal(const Observable& observable, const FlowMotion& motion) const
{
    Signal signal{
        .constant = observable.constant + observable.on_rigid.dot(motion.rigid) +
                    observable.on_rigid_rate.dot(motion.rigid_rate),
        .slope = observable.on_rigid.dot(motion.rigid_rate) + observable.on_rigid_rate.dot(rigid_load_),
        .curvature = observable.on_rigid.dot(rigid_load_),
        .amplitudes = ComplexVector(signal_exponents_.size())};
    signal.amplitudes.head(size()) = observable.on_exponents.cwiseProduct(motion.a);
    for (Index h = 0; h < frequencies_.size(); ++h)
        signal.amplitudes(size() + h) = observable.on_loads(h) * std::polar(1.0, frequencies_(h) * motion.t);
    return signal;
}

}  // namespace rebond
