#include "rebond/integration/modal_motion.hpp"

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace rebond {
namespace {

using Complex = std::complex<double>;

constexpr double modal = 1e-9;           // of the diagonal: what ΦᵀCΦ may have beside it [-]
constexpr double near_critical = 1e-9;   // relative distance of δ from ω that is kept [-]
constexpr double peak_accuracy = 1e-9;   // of a largest value [-]
constexpr double crest_accuracy = 1e-7;  // of its time, which enters the value squared [-]
constexpr int most_crests = 1000;        // each higher than the last
constexpr double rounding =
    8.0 * std::numeric_limits<double>::epsilon();  // of a sum, over the sizes in it [-]
constexpr double resonant = 1e-9;  // of ω²: distance of Ω² below which a load is at resonance [-]

// ∫₀ˢ e^{λr} dr, also where λs is small.
Complex integral_of_exponential(Complex lambda, double s)
{
    if (lambda == 0.0) return s;
    const double x = lambda.real() * s, y = lambda.imag() * s;
    const double half = std::sin(0.5 * y);
    return Complex(std::expm1(x) * std::cos(y) - 2.0 * half * half, std::exp(x) * std::sin(y)) / lambda;
}

// ∫₀ˢ r e^{λr} dr, also where λs is small.
Complex integral_of_ramp(Complex lambda, double s)
{
    const Complex z = lambda * s;
    if (std::abs(z) < 1e-2)  // z⁵/840 is rounding
        return s * s * (0.5 + z * (1.0 / 3.0 + z * (0.125 + z * (1.0 / 30.0 + z / 144.0))));
    return (s * std::exp(z) - integral_of_exponential(lambda, s)) / lambda;
}

Vector dense(const Gap& gap, Index dofs)
{
    Vector w = Vector::Zero(dofs);
    for (const auto& [i, weight] : gap.terms) w(i) += weight;
    return w;
}

}  // namespace

ModalMotion::ModalMotion(const Linear& linear, const std::vector<Contact>& contacts, std::vector<Index> held)
    : linear_(linear),
      contacts_(contacts),
      held_(std::move(held)),
      dynamics_(linear.dynamics()),
      origin_(Vector::Zero(linear.dofs())),
      x_(Vector::Zero(linear.dofs()))
{
    std::vector<Vector> normals;
    for (const Index k : held_) normals.push_back(dense(contacts[k].gap, linear.dofs()));
    shapes_ = linear.modes(normals);
    if (!shapes_) {
        objection_ = "the stiffness is not positive: motion grows exponentially";
        return;
    }
    if (!dynamics_->factor(0.0, 0.0)) {
        objection_ = "the mass matrix is not positive";
        return;
    }
    if (!held_.empty()) {
        Matrix W(linear.dofs(), static_cast<Index>(held_.size()));
        Vector offsets(W.cols());
        for (Index h = 0; h < W.cols(); ++h) {
            W.col(h) = normals[h];
            offsets(h) = contacts[held_[h]].gap.offset;
        }
        if (!offsets.isZero(0.0)) origin_ = -W.transpose().completeOrthogonalDecomposition().solve(offsets);
    }
    eta_ = Vector::Zero(shapes_->size());
    eta_rate_ = eta_;
    find_terms();
    if (objection_.empty()) find_observables();
}

// ---- what the motion is made of

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

    modes_.resize(n);
    Vector shape(linear_.dofs()), Cx(linear_.dofs());
    for (Index j = 0; j < n; ++j) {
        Mode& mode = modes_[j];
        mode.load = loads(j);
        if (may_be_complex_) {
            shapes_->to_physical(Vector::Unit(n, j), shape);
            system.damping.multiply(shape, Cx);
            Vector on = onto_modes(Cx);
            mode.decay = 0.5 * on(j);
            on(j) = 0.0;
            const double largest =
                2.0 * std::abs(mode.decay) + system.damping.largest_entry() * shape.squaredNorm();
            if (on.cwiseAbs().maxCoeff() > modal * largest) {
                objection_ = "the damping couples modes: exact flight needs modal damping, as C = aM + bK is";
                return;
            }
            // A rigid motion that hardly slows does not: its sum of an offset and e^{−2δs} would cancel.
            const bool is_negligible = std::abs(mode.decay) <= modal * largest;
            if (is_negligible && (mode.decay < 0.0 || omega(j) == 0.0)) mode.decay = 0.0;
            if (mode.decay < 0.0) {
                objection_ = "the damping is negative: motion grows exponentially";
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
    }
    for (Index l = 0; l < static_cast<Index>(system.harmonics.size()); ++l) {
        const double Omega = system.harmonics[l].frequency;
        for (Index j = 0; j < n; ++j)
            if (modes_[j].decay == 0.0 && load_on_modes_[l](j) != 0.0 &&
                std::abs(omega(j) * omega(j) - Omega * Omega) <=
                    resonant * std::max(omega(j) * omega(j), 1e-300)) {
                objection_ = fmt::format(
                    "harmonic load {} is at the frequency of an undamped mode, whose motion grows without "
                    "end",
                    l + 1);
                return;
            }
        terms_.push_back({.lambda = Complex(0.0, Omega), .load = l});
    }
    order_slots();
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
        gaps_.push_back(observed({.constant = gap_at(contact.gap, origin_),
                                  .position = onto_modes(dense(contact.gap, dofs)),
                                  .velocity = {},
                                  .load = std::vector<double>(system.harmonics.size(), 0.0)}));
    if (held_.empty()) return;

    // Rows of G⁻¹WᵀM⁻¹.
    const auto count = static_cast<Index>(held_.size());
    Matrix R(dofs, count), G(count, count);
    for (Index h = 0; h < count; ++h) {
        x_ = dense(contacts_[held_[h]].gap, dofs);
        dynamics_->solve(x_);
        R.col(h) = x_;
        for (Index g = 0; g < count; ++g) G(g, h) = along(contacts_[held_[g]].gap, x_);
    }
    R = R * G.completeOrthogonalDecomposition().pseudoInverse();
    Vector r(dofs), y(dofs);
    for (Index h = 0; h < count; ++h) {
        r = R.col(h);
        Weights weights;
        system.stiffness.multiply(r, y);
        weights.constant = y.dot(origin_) - r.dot(system.force);
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

// η_j over cos(Ωt + φ) of a load.
std::complex<double> ModalMotion::response(Index load, Index mode) const
{
    const double Omega = linear_.system().harmonics[load].frequency;
    const double omega = shapes_->frequencies()(mode);
    return load_on_modes_[load](mode) /
           Complex(omega * omega - Omega * Omega, 2.0 * modes_[mode].decay * Omega);
}

ModalMotion::Observable ModalMotion::observed(const Weights& weights) const
{
    Observable observable;
    observable.constant_ = weights.constant;
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
                if (load_on_modes_[term.load](j) != 0.0)
                    weight += weight_of(j, term.lambda) * response(term.load, j);
        }
        observable.on_slots_(term.slot) = weight.real();
        if (may_be_complex_ || term.load >= 0) observable.on_slots_(term.slot + 1) = weight.imag();
    }
    return observable;
}

// ---- the motion

void ModalMotion::set_slot(Index term, std::complex<double> value)
{
    const Index slot = terms_[term].slot;
    a_.re(slot) = value.real();
    a_.im(slot) = value.imag();
    if (may_be_complex_ || terms_[term].load >= 0) {
        a_.re(slot + 1) = -value.imag();
        a_.im(slot + 1) = value.real();
    }
}

std::complex<double> ModalMotion::at(Index term) const
{
    const Index slot = terms_[term].slot;
    return {u_.re(slot), u_.im(slot)};
}

// Adds to the homogeneous solution of a mode what has this position and velocity at the start.
void ModalMotion::add_free(Index j, double position, double velocity)
{
    Mode& mode = modes_[j];
    const Index i = mode.term;
    const auto start = [&](Index term) {
        return Complex(a_.re(terms_[term].slot), a_.im(terms_[term].slot));
    };
    if (mode.terms == 0) {
        mode.offset += position;
        mode.slope += velocity;
    } else if (mode.terms == 2) {
        const double fast = terms_[i].lambda.real(), slow = terms_[i + 1].lambda.real();
        const double share = (velocity - slow * position) / (fast - slow);
        set_slot(i, start(i) + share);
        set_slot(i + 1, start(i + 1) + (position - share));
    } else if (terms_[i].lambda.imag() == 0.0) {
        const double share = velocity / terms_[i].lambda.real();
        mode.offset += position - share;
        set_slot(i, start(i) + share);
    } else {
        const double frequency = terms_[i].lambda.imag();
        set_slot(i, start(i) + Complex(position, -(velocity + mode.decay * position) / frequency));
    }
}

void ModalMotion::start(const State& state)
{
    t_ = state.t;
    s_ = 0.0;
    const auto& harmonics = linear_.system().harmonics;
    for (Index i = 0; i < static_cast<Index>(terms_.size()); ++i) {
        const Index l = terms_[i].load;
        set_slot(i, l < 0 ? Complex(0.0) : std::polar(1.0, harmonics[l].frequency * t_ + harmonics[l].phase));
    }
    x_ = state.q - origin_;
    shapes_->to_modal(x_, eta_);
    shapes_->to_modal(state.v, eta_rate_);
    if (eta_.size() > 0) reach_ = std::max(reach_, eta_.norm() / std::sqrt(static_cast<double>(eta_.size())));
    const Index first_load = static_cast<Index>(terms_.size() - harmonics.size());
    for (Index j = 0; j < shapes_->size(); ++j) {
        Mode& mode = modes_[j];
        const double omega = shapes_->frequencies()(j);
        double position = eta_(j), velocity = eta_rate_(j);
        mode.offset = mode.slope = mode.curvature = 0.0;
        // Particular solutions: a static deflection, a steady slide or a parabola, and the answer to each
        // load.
        if (omega > 0.0)
            mode.offset = mode.load / (omega * omega);
        else if (mode.decay > 0.0)
            mode.slope = mode.load / (2.0 * mode.decay);
        else
            mode.curvature = mode.load;
        position -= mode.offset;
        velocity -= mode.slope;
        for (Index l = 0; l < static_cast<Index>(harmonics.size()); ++l) {
            const Term& term = terms_[first_load + l];
            const Complex answer = response(l, j) * Complex(a_.re(term.slot), a_.im(term.slot));
            position -= answer.real();
            velocity -= (term.lambda * answer).real();
        }
        add_free(j, position, velocity);
    }
    u_ = a_;
}

ExponentialSum ModalMotion::sum(const Observable& observable, int order) const
{
    ExponentialSum sum{
        .constant = observable.constant_,
        .weights = {observable.on_slots_.data(), static_cast<std::size_t>(observable.on_slots_.size())},
        .order = order};
    for (Index j = 0; j < shapes_->size(); ++j) {
        const Mode& mode = modes_[j];
        const double position = observable.on_modes_(j);
        sum.constant += position * mode.offset;
        sum.slope += position * mode.slope;
        sum.curvature += position * mode.curvature;
        if (observable.on_rates_.size() == 0) continue;
        sum.constant += observable.on_rates_(j) * mode.slope;
        sum.slope += observable.on_rates_(j) * mode.curvature;
    }
    return sum;
}

std::optional<ExponentialRootFinder::Root> ModalMotion::first_root(const std::vector<ExponentialSum>& sums,
                                                                   double horizon)
{
    return finder_->first_root(sums, a_, horizon);
}

void ModalMotion::look(double s)
{
    s_ = s;
    const Phasors there = finder_->phasors_at(s, a_);
    std::copy(there.re.begin(), there.re.end(), u_.re.begin());
    std::copy(there.im.begin(), there.im.end(), u_.im.begin());
}

double ModalMotion::value(const Observable& observable) const
{
    const ExponentialSum rest = sum(observable, 0);
    return rest.constant + s_ * (rest.slope + 0.5 * s_ * rest.curvature) + observable.on_slots_.dot(u_.re);
}

double ModalMotion::rate(const Observable& observable) const
{
    const ExponentialSum rest = sum(observable, 0);
    double sum_of_terms = 0.0;
    for (Index i = 0; i < u_.re.size(); ++i) {
        const Complex lambda = terms_[slot_terms_[i]].lambda;
        sum_of_terms += observable.on_slots_(i) * (lambda.real() * u_.re(i) - lambda.imag() * u_.im(i));
    }
    return rest.slope + s_ * rest.curvature + sum_of_terms;
}

double ModalMotion::acceleration(const Observable& observable) const
{
    double sum_of_terms = sum(observable, 0).curvature;
    double largest = std::abs(sum_of_terms);
    double weights = 0.0;  // Σ (w λ²)²
    for (Index i = 0; i < u_.re.size(); ++i) {
        const Complex lambda = terms_[slot_terms_[i]].lambda;
        const double term = observable.on_slots_(i) * (lambda * lambda * Complex(u_.re(i), u_.im(i))).real();
        sum_of_terms += term;
        largest = std::max(largest, std::abs(term));
        weights += std::pow(observable.on_slots_(i) * std::norm(lambda), 2);
    }
    const double noise = rounding * (largest + std::sqrt(weights) * reach_);
    return std::abs(sum_of_terms) > noise ? sum_of_terms : 0.0;
}

double ModalMotion::integral(const Observable& observable) const
{
    const ExponentialSum rest = sum(observable, 0);
    double sum_of_terms = 0.0;
    for (Index i = 0; i < u_.re.size(); ++i) {
        const Complex lambda = terms_[slot_terms_[i]].lambda;
        const Complex grown(u_.re(i) - a_.re(i), u_.im(i) - a_.im(i));
        // A load of frequency zero is constant.
        const Complex area = lambda == 0.0 ? s_ * Complex(a_.re(i), a_.im(i)) : grown / lambda;
        sum_of_terms += observable.on_slots_(i) * area.real();
    }
    return s_ * (rest.constant + s_ * (0.5 * rest.slope + s_ * rest.curvature / 6.0)) + sum_of_terms;
}

double ModalMotion::size(const Observable& observable) const
{
    double sum_of_sizes = std::abs(observable.constant_);
    for (Index j = 0; j < shapes_->size(); ++j)
        sum_of_sizes += std::abs(observable.on_modes_(j) * modes_[j].offset);
    for (Index i = 0; i < a_.re.size(); ++i)
        sum_of_sizes += std::abs(observable.on_slots_(i)) * (std::abs(a_.re(i)) + std::abs(a_.im(i)));
    return sum_of_sizes;
}

double ModalMotion::largest(const Observable& observable)
{
    const double end = s_;
    const double nothing = rounding * size(observable);
    double largest = std::max(nothing, value(observable));
    look(0.0);
    largest = std::max(largest, value(observable));
    negative_ = -observable.on_slots_;
    const ExponentialSum rest = sum(observable, 0);
    for (int crest = 0; crest < most_crests && end > 0.0; ++crest) {
        below_.assign(1, {.constant = largest * (1.0 + peak_accuracy) - rest.constant,
                          .slope = -rest.slope,
                          .curvature = -rest.curvature,
                          .weights = {negative_.data(), static_cast<std::size_t>(negative_.size())}});
        const auto root = first_root(below_, end);
        if (!root) break;
        largest = std::max(largest * (1.0 + peak_accuracy), crest_after(observable, root->at, end));
    }
    look(end);
    return largest > nothing ? largest : 0.0;
}

// The value at a crest after s, where the observable rises; that at the end if it rises until there.
double ModalMotion::crest_after(const Observable& observable, double s, double end)
{
    const double fastest = terms_.empty() ? 0.0 : std::abs(terms_[slot_terms_.back()].lambda);
    double rising = s, falling = end;
    look(s);
    for (double step = fastest > 0.0 ? 0.5 / fastest : end; rising < end; step *= 2.0) {
        look(std::min(rising + step, end));
        if (rate(observable) <= 0.0) {
            falling = s_;
            break;
        }
        rising = s_;
    }
    while (falling - rising > crest_accuracy * falling) {
        look(0.5 * (rising + falling));
        (rate(observable) > 0.0 ? rising : falling) = s_;
    }
    return value(observable);
}

void ModalMotion::state(State& to)
{
    const auto count = static_cast<Index>(linear_.system().harmonics.size());
    const Index first_load = static_cast<Index>(terms_.size()) - count;
    for (Index j = 0; j < shapes_->size(); ++j) {
        const Mode& mode = modes_[j];
        eta_(j) = mode.offset + s_ * (mode.slope + 0.5 * s_ * mode.curvature);
        eta_rate_(j) = mode.slope + s_ * mode.curvature;
        const auto add = [&](Complex part, Complex lambda) {
            eta_(j) += part.real();
            eta_rate_(j) += (lambda * part).real();
        };
        for (Index i = mode.term; i < mode.term + mode.terms; ++i) add(at(i), terms_[i].lambda);
        for (Index l = 0; l < count; ++l)
            add(response(l, j) * at(first_load + l), terms_[first_load + l].lambda);
    }
    to.t = time();
    shapes_->to_physical(eta_, to.q);
    to.q += origin_;
    shapes_->to_physical(eta_rate_, to.v);
}

Work ModalMotion::work()
{
    const auto& harmonics = linear_.system().harmonics;
    const auto count = static_cast<Index>(harmonics.size());
    const Index first_load = static_cast<Index>(terms_.size()) - count;
    const auto at_start = [&](const Term& term) { return Complex(a_.re(term.slot), a_.im(term.slot)); };
    Work sum;
    for (Index j = 0; j < shapes_->size(); ++j) {
        const Mode& mode = modes_[j];
        parts_.assign(1, {mode.slope, 0.0});
        for (Index i = mode.term; i < mode.term + mode.terms; ++i)
            parts_.push_back({terms_[i].lambda * at_start(terms_[i]), terms_[i].lambda});
        for (Index l = 0; l < count; ++l) {
            const Term& term = terms_[first_load + l];
            parts_.push_back({term.lambda * response(l, j) * at_start(term), term.lambda});
        }
        if (mode.decay > 0.0)
            for (const Part& one : parts_)
                for (const Part& other : parts_)
                    sum.damping += 2.0 * mode.decay * integral_of_product(one, other, s_);
        for (Index l = 0; l < count; ++l) {
            const Part load{at_start(terms_[first_load + l]), terms_[first_load + l].lambda};
            double area = mode.curvature * (load.a * integral_of_ramp(load.lambda, s_)).real();
            for (const Part& part : parts_) area += integral_of_product(part, load, s_);
            sum.loads += load_on_modes_[l](j) * area;
        }
    }
    return sum;
}

double ModalMotion::integral_of_product(const Part& one, const Part& other, double s)
{
    const Complex sums = one.a * other.a * integral_of_exponential(one.lambda + other.lambda, s);
    const Complex differences =
        one.a * std::conj(other.a) * integral_of_exponential(one.lambda + std::conj(other.lambda), s);
    return 0.5 * (sums.real() + differences.real());
}

void ModalMotion::move(double t)
{
    for (Mode& mode : modes_) {
        mode.offset += s_ * (mode.slope + 0.5 * s_ * mode.curvature);
        mode.slope += s_ * mode.curvature;
    }
    std::swap(a_, u_);
    u_ = a_;
    t_ = t;
    s_ = 0.0;
}

void ModalMotion::strike(Index contact, double impulse)
{
    const Vector& weights = gaps_[contact].on_modes_;
    for (Index j = 0; j < shapes_->size(); ++j) add_free(j, 0.0, weights(j) * impulse);
    u_ = a_;
}

}  // namespace rebond
