#include "rebond/integration/compliant_contacts.hpp"

#include "rebond/contact/compliant_model.hpp"
#include "rebond/contact/contact_name.hpp"
#include "rebond/mechanics/hertz.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

// A gap within this part of the lengths in it is zero, and its rate says what it does [-].
constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();

// The cubic through the values and slopes of φ at both ends of a step h long, at τ in [0, 1].
struct GapOverStep {
    double h, gap, rate, gap_after, rate_after;

    double at(double tau) const
    {
        const double s = 1.0 - tau;
        return s * s * ((1.0 + 2.0 * tau) * gap + tau * h * rate) +
               tau * tau * ((1.0 + 2.0 * s) * gap_after - s * h * rate_after);
    }

    // τ of its lowest point between ends that fall and rise: the root of its slope h ṙ = a τ² + b τ + c.
    double lowest() const
    {
        const double rise = gap_after - gap;
        const double a = 3.0 * (h * (rate + rate_after) - 2.0 * rise);
        const double b = 2.0 * (3.0 * rise - h * (2.0 * rate + rate_after));
        const double c = h * rate;  // < 0
        const double root = std::sqrt(std::max(0.0, b * b - 4.0 * a * c));
        return std::clamp(-2.0 * c / (b + root), 0.0, 1.0);
    }
};

}  // namespace

bool has_compliant_contacts(const Problem& problem)
{
    return std::any_of(problem.contacts.begin(), problem.contacts.end(), is_compliant);
}

Refusal unserved_compliance(const Problem& problem)
{
    for (const Contact& contact : problem.contacts) {
        if (!is_compliant(contact)) continue;
        if (contact.law.restitution != 1.0)
            return Refused{"needs restitution = 1 at a Hertz contact, which loses no energy"};
        if (is_rough(contact)) return Refused{"does not support friction at a Hertz contact"};
        if (contact.is_massless) return Refused{"needs mass at a Hertz contact"};
    }
    return std::nullopt;
}

Energy energy_of(const Problem& problem, const State& state)
{
    const auto model = has_compliant_contacts(problem) ? with_compliant_body(problem).model : problem.model;
    const auto dynamics = model->dynamics();
    dynamics->place(state.t, state.q);
    return dynamics->energy(state.v);
}

Problem with_compliant_body(const Problem& problem)
{
    Problem inner = problem;
    inner.contacts.clear();
    std::vector<Contact> compliant;
    for (Index k = 0; k < std::ssize(problem.contacts); ++k) {
        const Contact& contact = problem.contacts[static_cast<std::size_t>(k)];
        if (!is_compliant(contact)) {
            inner.contacts.push_back(contact);
            inner.contacts.back().name = contact_name(problem.contacts, k);  // not by its number among these
            continue;
        }
        compliant.push_back(contact);
        inner.onsets.push_back(contact.gap);
    }
    inner.model = std::make_shared<CompliantModel>(problem.model, std::move(compliant));
    return inner;
}

CompliantRecorder::CompliantRecorder(const Problem& problem, Recorder& recorder)
    : problem_(problem), recorder_(recorder)
{
    for (Index k = 0; k < std::ssize(problem.contacts); ++k)
        if (is_compliant(problem.contacts[k]))
            touches_.push_back({.contact = k});
        else
            rigid_.push_back(k);
}

double CompliantRecorder::force(const Touch& touch, double gap) const
{
    return HertzContact{*problem_.contacts[touch.contact].law.hertz_stiffness}.force(-gap);
}

void CompliantRecorder::step(const Instant& now)
{
    for (Touch& touch : touches_) follow(touch, now);
    has_begun_ = true;
    recorder_.step(now);
}

// From the last step to this one.
void CompliantRecorder::follow(Touch& touch, const Instant& now)
{
    const Gap& gap = problem_.contacts[touch.contact].gap;
    const double phi = gap_at(gap, now.t(), now.q());
    const double rate = rate_at(gap, now.t(), now.q(), now.v());
    // What rounding leaves of the gap's own lengths and speeds, and of the body's.
    const double speed = problem_.model->size_of(now.v());
    const double length = lengths_in(gap, now.t(), now.q()) + (now.t() - touch.t) * speed;
    const bool is_at_zero = std::abs(phi) <= rounding * length;
    const bool is_still = std::abs(rate) <= rounding * speed;
    const bool is_pressed = !is_at_zero ? phi < 0.0 : is_still ? touch.is_pressed : rate < 0.0;
    if (!has_begun_) {
        touch.t = now.t();
        if (is_pressed) begin(touch, now.t(), rate);
    } else {
        // A gap that changes sign within the step does so where a line through its ends is zero.
        const double share = is_at_zero ? 1.0 : touch.gap / (touch.gap - phi);
        const double crossing = touch.t + std::clamp(share, 0.0, 1.0) * (now.t() - touch.t);
        if (is_pressed && !touch.is_pressed) {
            if (is_at_zero) recorder_.arrival(now);
            begin(touch, crossing, is_at_zero ? rate : std::min(touch.rate, 0.0));
        }
        if (touch.is_pressed) press(touch, now.t(), phi, rate);
        if (!is_pressed && touch.is_pressed) end(touch, crossing, rate);
    }
    touch.t = now.t();
    touch.gap = phi;
    touch.rate = rate;
    touch.received.reset();
    touch.peak = 0.0;
}

void CompliantRecorder::begin(Touch& touch, double t, double rate)
{
    touch.is_pressed = true;
    touch.steps = 0;
    touch.impact = {
        .time = t, .end = t, .contact = touch.contact, .velocity_before = rate, .peak_force = 0.0};
    recorder_.contact_begins(touch.contact, t);
}

void CompliantRecorder::press(Touch& touch, double t, double gap, double rate)
{
    const GapOverStep over{t - touch.t, touch.gap, touch.rate, gap, rate};
    double impulse = touch.received.value_or(0.0);
    if (!touch.received)
        for (int j = 0; j < GaussPolynomial::nodes; ++j)
            impulse += over.h * gauss_.weight(j) * force(touch, over.at(gauss_.node(j)));
    touch.impact.impulse += impulse;
    recorder_.received(touch.contact, impulse, 0.0);
    double& peak = touch.impact.peak_force;
    peak = std::max({peak, touch.peak, force(touch, gap)});
    if (!touch.received && touch.rate < 0.0 && rate > 0.0)
        peak = std::max(peak, force(touch, over.at(over.lowest())));
    touch.impact.end = t;
    touch.impact.velocity_after = rate;
    ++touch.steps;
}

void CompliantRecorder::end(Touch& touch, double t, double rate)
{
    touch.is_pressed = false;
    touch.impact.end = t;
    touch.impact.velocity_after = rate;
    if (fewest_steps_ == 0 || touch.steps < fewest_steps_) fewest_steps_ = touch.steps;
    recorder_.impact(touch.impact);
}

void CompliantRecorder::finish()
{
    for (Touch& touch : touches_) {
        if (!touch.is_pressed) continue;
        touch.impact.is_over = false;
        recorder_.impact(touch.impact);
    }
}

void CompliantRecorder::contact_begins(Index contact, double t)
{
    recorder_.contact_begins(rigid_[contact], t);
}

void CompliantRecorder::impact(const Impact& impact)
{
    Impact told = impact;
    told.contact = rigid_[impact.contact];
    recorder_.impact(told);
}

void CompliantRecorder::sustained(const SustainedContact& phase)
{
    SustainedContact told = phase;
    told.contact = rigid_[phase.contact];
    recorder_.sustained(told);
}

void CompliantRecorder::change(const ContactChange& change)
{
    ContactChange told = change;
    told.contact = rigid_[change.contact];
    recorder_.change(told);
}

void CompliantRecorder::separation(const Separation& separation)
{
    Separation told = separation;
    told.contact = rigid_[separation.contact];
    recorder_.separation(told);
}

void CompliantRecorder::received(Index contact, double normal, double friction)
{
    recorder_.received(rigid_[contact], normal, friction);
}

void CompliantRecorder::switched(Index onset, double impulse, double peak)
{
    Touch& touch = touches_[onset];
    touch.received = touch.received.value_or(0.0) + impulse;
    touch.peak = std::max(touch.peak, peak);
}

}  // namespace rebond
