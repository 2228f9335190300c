#include "rebond/integration/time_stepping/massless_contacts.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {

MasslessContacts::MasslessContacts(const Problem& problem, AccelerationSolver& solver, double step,
                                   double theta)
    : problem_(problem),
      solver_(solver),
      step_(step),
      lever_(step * theta),
      rough_(static_cast<Index>(problem.contacts.size())),
      places_(problem.contacts.size())
{
    for (const Contact& contact : problem.contacts) {
        if (!contact.is_massless) continue;
        for (const Gap* direction : {&contact.gap, &contact.slide})
            for (const Gap::Term& term : direction->terms) {
                const auto is_same = [&](const Coordinate& known) { return known.index == term.coordinate; };
                if (std::any_of(coordinates_.begin(), coordinates_.end(), is_same)) continue;
                const double start = problem.initial.q(term.coordinate);
                coordinates_.push_back(
                    {term.coordinate, start, start - (step_ - lever_) * problem.initial.v(term.coordinate)});
            }
    }
}

bool MasslessContacts::press(const State& state, const Vector& A, Vector& a,
                             std::vector<ImpactRuns::Push>& pushes)
{
    const double beta = lever_ * lever_;
    pushes.clear();
    rough_.clear();
    for (Index k = 0; k < std::ssize(problem_.contacts); ++k) {
        const Contact& contact = problem_.contacts[k];
        const double normal = gap_at(contact.gap, 0.0, A) / beta + along(contact.gap.terms, a);
        if (!(normal < 0.0)) {
            places_[k].reset();
            continue;
        }
        if (!places_[k]) places_[k] = along(contact.slide.terms, state.q);
        const double sliding =
            (along(contact.slide.terms, A) - *places_[k]) / beta + along(contact.slide.terms, a);
        const Vector2 excess = step_ * Vector2(normal, sliding);
        rough_.add(k, {.restitution = 0.0, .friction = contact.law.friction}, excess, excess);
    }
    if (rough_.size() > 0) {
        solver_.plane_mobility(rough_.contacts, rough_.G);
        if (!rough_.resolve()) return false;
    }
    for (Index i = 0; i < rough_.size(); ++i) {
        const Index k = rough_.contacts[i];
        const double normal = rough_.impulses(2 * i), friction = rough_.impulses(2 * i + 1);
        a += normal / step_ * solver_.response(k) + friction / step_ * solver_.slide_response(k);
        pushes.push_back({.contact = k,
                          .impulse = normal,
                          .friction = friction,
                          .velocity_before = along(problem_.contacts[k].gap.terms, state.v)});
    }
    for (Coordinate& coordinate : coordinates_) {
        coordinate.before = coordinate.now;
        coordinate.now = A(coordinate.index) + beta * a(coordinate.index);
    }
    for (Index i = 0; i < rough_.size(); ++i) {
        const Index k = rough_.contacts[i];
        const auto& [gap, law, slide, is_massless, name] = problem_.contacts[k];
        const double friction = rough_.impulses(2 * i + 1);
        if (std::abs(friction) < law.friction * rough_.impulses(2 * i)) continue;
        const double place = along(slide.terms, A) + beta * along(slide.terms, a);
        work_.friction -= friction / step_ * (place - *places_[k]);
        places_[k] = place;
    }
    return true;
}

void MasslessContacts::settle(State& state, Vector& A)
{
    for (const auto& [j, before, now] : coordinates_) {
        state.v(j) = (now - before) / step_;
        state.q(j) = now + (step_ - lever_) * state.v(j);
        A(j) = state.q(j) + lever_ * state.v(j);
    }
}

}  // namespace rebond
