// What a motion is made of: its terms, their order, and the weights of what is observed.
#include "rebond/integration/flights/modal_motion.hpp"

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rebond {
namespace {

using Complex = std::complex<double>;

constexpr double modal = 1e-9;            // of the diagonal: what ΦᵀCΦ may have beside it [-]
constexpr double near_critical = 1e-9;    // relative distance of δ from ω that is kept [-]
constexpr double rounding = 1e-12;        // of the largest load on a mode, and of what damping slows [-]
constexpr double shape_rounding = 1e-14;  // of a mode's shape [-]
constexpr double most_lost = 1e4;         // what sums may be larger than their result by [-]

Vector dense(const Gap& gap, Index dofs)
{
    Vector w = Vector::Zero(dofs);
    for (const auto& [i, weight] : gap.terms) w(i) += weight;
    return w;
}

}  // namespace

ModalMotion::ModalMotion(const Linear& linear, const std::vector<Contact>& contacts,
                         std::vector<Index> closed, double duration, const std::atomic<bool>* stop)
    : linear_(linear),
      contacts_(contacts),
      closed_(std::move(closed)),
      duration_(duration),
      dynamics_(linear.dynamics()),
      origin_(Vector::Zero(linear.dofs())),
      x_(Vector::Zero(linear.dofs()))
{
    std::vector<Vector> normals;
    for (const Index k : closed_) normals.push_back(dense(contacts[k].gap, linear.dofs()));
    FoundModes found = linear.modes(normals, stop);
    shapes_ = std::move(found.modes);
    uncertainty_ = found.uncertainty;
    if (!shapes_) {
        refusal_ = found.is_stopped ? "interrupted" : std::move(found.refusal);
        return;
    }
    if (!dynamics_->factor(0.0, 0.0)) {
        refusal_ = "the mass matrix is not positive";
        return;
    }
    if (!closed_.empty()) {
        Matrix W(linear.dofs(), static_cast<Index>(closed_.size()));
        Vector offsets(W.cols());
        for (Index h = 0; h < W.cols(); ++h) {
            W.col(h) = normals[h];
            offsets(h) = contacts[closed_[h]].gap.offset;
        }
        const Matrix WW = W.transpose() * W;
        if (!offsets.isZero(0.0)) origin_ = -W * WW.ldlt().solve(offsets);
    }
    eta_ = Vector::Zero(shapes_->size());
    eta_rate_ = eta_;
    find_terms();
    if (refusal_.empty()) find_observables();
}

void ModalMotion::find_terms()
{
    const LinearSystem& system = linear_.system();
    const Index n = shapes_->size();
    const Vector& omega = shapes_->frequencies();
    may_be_complex_ = !system.damping.is_zero();

    // φ_jᵀ y = forward(M⁻¹ y).
    const auto onto_modes = [&](Vector y) {
        Vector on(n);
        dynamics_->solve(y);
        shapes_->to_modal(y, on);
        return on;
    };
    Vector Kq(linear_.dofs());
    system.stiffness.multiply(origin_, Kq);
    const Vector loads = onto_modes(system.force - Kq);
    for (const HarmonicLoad& harmonic : system.harmonics)
        load_on_modes_.push_back(onto_modes(harmonic.amplitude));

    largest_load_ = n > 0 ? loads.cwiseAbs().maxCoeff() : 0.0;
    modes_.resize(n);
    Vector shape(linear_.dofs()), Cx(linear_.dofs());
    Vector damping_size(n), lengths(n);  // |φ|ᵀ|C||φ| and |φ|, by mode
    for (Index j = 0; j < n; ++j) {
        Mode& mode = modes_[j];
        mode.load = loads(j);
        if (may_be_complex_) {
            shapes_->to_physical(Vector::Unit(n, j), shape);
            system.damping.multiply(shape, Cx);
            const Vector on = onto_modes(Cx);
            mode.decay = 0.5 * on(j);
            damping_size(j) = system.damping.absolute_form(shape);
            lengths(j) = shape.norm();
            for (Index i = 0; i < j; ++i)
                if (std::abs(on(i)) >
                    modal * std::sqrt(damping_size(i) * damping_size(j)) +
                        shape_rounding * system.damping.largest_entry() * lengths(i) * lengths(j)) {
                    refusal_ =
                        "the damping couples modes: exact flight needs modal damping, as C = aM + bK is";
                    return;
                }
            // What is left where the damping of parts cancels, as in a rigid motion, or slows nothing.
            const bool is_negligible = std::abs(mode.decay) <= modal * damping_size(j) ||
                                       2.0 * std::abs(mode.decay) * duration_ <= rounding;
            if (is_negligible && (mode.decay < 0.0 || omega(j) == 0.0)) mode.decay = 0.0;
            if (mode.decay < 0.0) {
                refusal_ = "the damping is negative: motion grows exponentially";
                return;
            }
        }
        const double w = omega(j);
        double d = mode.decay;
        mode.term = static_cast<Index>(terms_.size());
        if (w == 0.0) {
            if (d > 0.0) terms_.push_back({.lambda = -2.0 * d, .mode = j});
        } else {
            if (std::abs(d / w - 1.0) < near_critical) d = w * (1.0 - near_critical);
            mode.decay = d;
            if (d < w) {
                terms_.push_back({.lambda = Complex(-d, std::sqrt((w - d) * (w + d))), .mode = j});
            } else {
                const double fast = -d - std::sqrt((d - w) * (d + w));
                terms_.push_back({.lambda = fast, .mode = j});
                terms_.push_back({.lambda = w * w / fast, .mode = j});
            }
        }
        mode.terms = static_cast<int>(static_cast<Index>(terms_.size()) - mode.term);
        if (!keeps_digits(j)) return;
    }
    for (Index l = 0; l < static_cast<Index>(system.harmonics.size()); ++l)
        terms_.push_back({.lambda = Complex(0.0, system.harmonics[l].frequency), .load = l});
    order_slots();
}

// Whether the sums of a mode keep their digits over the run: where its answer to a unit load, S, is larger
// than what the load can do within T, the homogeneous solution takes the rest away again.
bool ModalMotion::keeps_digits(Index j)
{
    const double omega = shapes_->frequencies()(j), delta = modes_[j].decay, T = duration_;
    const auto loses = [](double S, double within) { return S > most_lost * within; };
    const double parabola = 0.5 * T * T;
    if (std::abs(modes_[j].load) > rounding * largest_load_ && modes_[j].terms > 0 &&
        loses(omega > 0.0 ? 1.0 / (omega * omega) : 0.25 / (delta * delta),
              delta > 0.0 ? std::min(parabola, 0.5 * T / delta) : parabola)) {
        refusal_ =
            "constant loads drive a motion whose spring and damping have hardly any effect within the run, "
            "so that "
            "exact flight would lose its digits; use event_accurate";
        return false;
    }
    for (std::size_t l = 0; l < load_on_modes_.size(); ++l) {
        if (load_on_modes_[l](j) == 0.0) continue;
        const double Omega = linear_.system().harmonics[l].frequency;
        const double divisor = std::abs(Complex(omega * omega - Omega * Omega, 2.0 * delta * Omega));
        if (!loses(1.0 / divisor, std::min(parabola, 0.5 * T / std::max(omega, Omega)))) continue;
        refusal_ = fmt::format(
            "harmonic load {} is too near the frequency of a mode for exact flight; use event_accurate",
            l + 1);
        return false;
    }
    return true;
}

// Slots in ascending order of |λ|, as the root finder wants them.
void ModalMotion::order_slots()
{
    std::vector<Index> order(terms_.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
        return std::abs(terms_[a].lambda) < std::abs(terms_[b].lambda);
    });
    std::vector<Complex> exponents;
    for (const Index i : order) {
        terms_[i].slot = static_cast<Index>(exponents.size());
        const bool is_twin = may_be_complex_ || terms_[i].load >= 0;
        for (int copy = 0; copy < (is_twin ? 2 : 1); ++copy) {
            exponents.push_back(terms_[i].lambda);
            slot_terms_.push_back(i);
        }
    }
    fastest_ = exponents.empty() ? 0.0 : std::abs(exponents.back());
    finder_.emplace(exponents);
    a_ = OwnedPhasors(static_cast<Index>(exponents.size()));
    u_ = a_;
}

void ModalMotion::find_observables()
{
    const LinearSystem& system = linear_.system();
    const Index dofs = linear_.dofs();
    const auto onto_modes = [&](const Vector& y) {
        Vector on(shapes_->size());
        x_ = y;
        dynamics_->solve(x_);
        shapes_->to_modal(x_, on);
        return on;
    };
    for (const Contact& contact : contacts_)
        gaps_.push_back(observed({.constant = gap_at(contact.gap, 0.0, origin_),
                                  .constant_size = lengths_in(contact.gap, 0.0, origin_),
                                  .position = onto_modes(dense(contact.gap, dofs)),
                                  .velocity = {},
                                  .load = std::vector<double>(system.harmonics.size(), 0.0)}));
    if (closed_.empty()) return;

    // Rows of G⁻¹WᵀM⁻¹.
    const auto count = static_cast<Index>(closed_.size());
    Matrix R(dofs, count), G(count, count);
    for (Index h = 0; h < count; ++h) {
        x_ = dense(contacts_[closed_[h]].gap, dofs);
        dynamics_->solve(x_);
        R.col(h) = x_;
        for (Index g = 0; g < count; ++g) G(g, h) = along(contacts_[closed_[g]].gap.terms, x_);
    }
    R = R * G.ldlt().solve(Matrix::Identity(count, count));
    Vector r(dofs), y(dofs);
    for (Index h = 0; h < count; ++h) {
        r = R.col(h);
        Weights weights;
        system.stiffness.multiply(r, y);
        weights.constant = y.dot(origin_) - r.dot(system.force);
        weights.constant_size =
            y.cwiseAbs().dot(origin_.cwiseAbs()) + r.cwiseAbs().dot(system.force.cwiseAbs());
        weights.position = onto_modes(y);
        if (may_be_complex_) {
            system.damping.multiply(r, y);
            weights.velocity = onto_modes(y);
        }
        for (const HarmonicLoad& harmonic : system.harmonics)
            weights.load.push_back(-r.dot(harmonic.amplitude));
        reactions_.push_back(observed(weights));
    }
}

// η_j over cos(Ωt + φ) of a load. One that does not act on a mode does not move it, resonant or not.
std::complex<double> ModalMotion::response(Index load, Index mode) const
{
    if (load_on_modes_[load](mode) == 0.0) return 0.0;
    const double Omega = linear_.system().harmonics[load].frequency;
    const double omega = shapes_->frequencies()(mode);
    return load_on_modes_[load](mode) /
           Complex(omega * omega - Omega * Omega, 2.0 * modes_[mode].decay * Omega);
}

ModalMotion::Observable ModalMotion::observed(const Weights& weights) const
{
    Observable observable;
    observable.constant_ = weights.constant;
    observable.constant_size_ = weights.constant_size;
    observable.on_modes_ = weights.position;
    observable.on_rates_ = weights.velocity;
    observable.on_slots_ = Vector::Zero(static_cast<Index>(slot_terms_.size()));
    const auto weight_of = [&](Index j, Complex lambda) {
        const double velocity = weights.velocity.size() > 0 ? weights.velocity(j) : 0.0;
        return weights.position(j) + velocity * lambda;
    };
    for (const Term& term : terms_) {
        Complex weight = 0.0;
        if (term.mode >= 0) {
            weight = weight_of(term.mode, term.lambda);
        } else {
            weight = weights.load[term.load];
            for (Index j = 0; j < shapes_->size(); ++j)
                weight += weight_of(j, term.lambda) * response(term.load, j);
        }
        observable.on_slots_(term.slot) = weight.real();
        if (may_be_complex_ || term.load >= 0) observable.on_slots_(term.slot + 1) = weight.imag();
    }
    return observable;
}

}  // namespace rebond
