#include "rebond/integration/flights/modal_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

using Complex = std::complex<double>;

constexpr double peak_accuracy = 1e-9;   // of a largest value [-]
constexpr double crest_accuracy = 1e-7;  // of its time in 1/ω, which enters the value squared [-]
constexpr int most_crests = 1000;        // each higher than the last
constexpr double rounding =
    8.0 * std::numeric_limits<double>::epsilon();  // of a sum, over the sizes in it [-]

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

}  // namespace

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
    for (Index j = 0; j < shapes_->size(); ++j)
        largest = std::max(largest, std::abs(observable.on_modes_(j) * modes_[j].curvature));
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
    double sum_of_sizes = observable.constant_size_;
    for (Index j = 0; j < shapes_->size(); ++j)
        sum_of_sizes += std::abs(observable.on_modes_(j) * modes_[j].offset);
    for (Index i = 0; i < a_.re.size(); ++i)
        sum_of_sizes += std::abs(observable.on_slots_(i)) * (std::abs(a_.re(i)) + std::abs(a_.im(i)));
    return sum_of_sizes;
}

double ModalMotion::rate_size(const Observable& observable) const
{
    double sum_of_sizes = 0.0;
    for (Index j = 0; j < shapes_->size(); ++j)
        sum_of_sizes += std::abs(observable.on_modes_(j)) *
                        (std::abs(modes_[j].slope) + std::abs(s_ * modes_[j].curvature));
    for (Index i = 0; i < u_.re.size(); ++i)
        sum_of_sizes += std::abs(observable.on_slots_(i)) * std::abs(terms_[slot_terms_[i]].lambda) *
                        (std::abs(u_.re(i)) + std::abs(u_.im(i)));
    return sum_of_sizes;
}

double ModalMotion::largest(const Observable& observable)
{
    const double end = s_;
    const double nothing = rounding * size(observable);
    if (nothing == 0.0) return 0.0;
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
    const double finest = std::max(crest_accuracy * (fastest > 0.0 ? std::min(1.0 / fastest, end) : end),
                                   std::numeric_limits<double>::epsilon() * end);
    while (falling - rising > finest) {
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

void ModalMotion::apply_impulse(Index contact, double impulse)
{
    const Vector& weights = gaps_[contact].on_modes_;
    for (Index j = 0; j < shapes_->size(); ++j) add_free(j, 0.0, weights(j) * impulse);
    u_ = a_;
}

void ModalMotion::shift(Index contact, double change)
{
    const Vector& weights = gaps_[contact].on_modes_;
    const double mobility = weights.squaredNorm();
    if (!(mobility > 0.0)) return;
    for (Index j = 0; j < shapes_->size(); ++j) add_free(j, weights(j) * change / mobility, 0.0);
    u_ = a_;
}

}  // namespace rebond
