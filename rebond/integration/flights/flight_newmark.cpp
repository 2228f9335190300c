#include "rebond/integration/flights/flight_newmark.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// Smallest positive root of c₀ + c₁ x + c₂ x², where c₀ ≥ 0.
std::optional<double> smallest_positive_root(double c0, double c1, double c2)
{
    if (c0 == 0.0) {
        const double root = -c1 / c2;
        if (root > 0.0 && std::isfinite(root)) return root;
        return std::nullopt;
    }
    const double discriminant = c1 * c1 - 4.0 * c2 * c0;
    if (discriminant < 0.0) return std::nullopt;
    // Both roots without cancellation.
    const double sum = -0.5 * (c1 + std::copysign(std::sqrt(discriminant), c1));
    double first = sum / c2;
    double second = c0 / sum;
    if (second < first) std::swap(first, second);
    if (first > 0.0) return first;
    if (second > 0.0) return second;
    return std::nullopt;
}

}  // namespace

NewmarkFlight::NewmarkFlight(const Problem& problem, const EventNewmark& scheme)
    : StateFlight(problem),
      scheme_(scheme),
      step_solver_(*problem.model, problem.contacts, scheme.step),
      substep_solver_(*problem.model, problem.contacts, scheme.step),
      F_(Vector::Zero(problem.model->dofs())),
      F_next_(F_),
      F_substep_(F_),
      A_(F_),
      B_(F_)
{
    start_.reserve(problem.contacts.size());
    end_.reserve(problem.contacts.size());
    substep_.reserve(problem.contacts.size());
}

bool NewmarkFlight::solve(AccelerationSolver& solver, double step, std::vector<ClosedContact>& closed,
                          Vector& a)
{
    const double beta = 0.25 * step * step;
    const double gamma = 0.5 * step;
    A_ = state_.q + step * state_.v + beta * F_;
    B_ = state_.v + gamma * F_;
    return solver.solve(state_.t + step, A_, B_, beta, gamma, closed, a);
}

std::optional<double> NewmarkFlight::try_step(std::vector<ClosedContact>& closed,
                                              const std::vector<Opening>& openings, double longest,
                                              bool restart)
{
    openings_ = openings;
    if (restart) {
        if (!solver_.solve(state_.t, state_.q, state_.v, 0.0, 0.0, closed, F_)) return std::nullopt;
    } else {
        F_.swap(F_next_);
    }
    start_ = closed;
    tried_ = std::min(scheme_.step, longest);
    F_next_ = F_;
    if (!solve(step_solver_, tried_, closed, F_next_)) {
        // Modes that the step does not resolve ring: F⁺ is nearly −F, and the guess F bends the body beyond
        // recognition. The guess −F leaves it at q + Δt v.
        closed = start_;
        F_next_ = -F_;
        if (!solve(step_solver_, tried_, closed, F_next_)) return std::nullopt;
    }
    end_ = closed;
    return tried_;
}

std::optional<double> NewmarkFlight::first_touch(Index contact)
{
    const Opening opening = openings_[contact];
    const Gap& gap = problem_.contacts[contact].gap;
    // φ(δ) = c₀ + c₁ δ + c₂ δ², with what vanishes at an opening exactly zero.
    const double c0 = opening == Opening::open ? gap_at(gap, state_.t, state_.q) : 0.0;
    const double c1 = opening <= Opening::bounce ? along(gap.terms, state_.v) : 0.0;
    const double c2 = 0.25 * (along(gap.terms, F_) + along(gap.terms, F_next_));
    if (opening >= Opening::lift) return c2 < 0.0 ? std::optional(0.0) : std::nullopt;
    if (c0 + tried_ * (c1 + tried_ * c2) >= 0.0) return std::nullopt;
    const auto root = smallest_positive_root(c0, c1, c2);
    return root ? std::optional(std::min(*root, tried_)) : std::optional(tried_);
}

std::optional<double> NewmarkFlight::first_release(std::size_t h)
{
    const double before = start_[h].reaction;
    const double after = end_[h].reaction;
    if (after > 0.0) return std::nullopt;
    if (before <= 0.0) return 0.0;
    return tried_ * before / (before - after);  // the reaction taken linear over the step
}

bool NewmarkFlight::land_on(double after, State& to)
{
    landed_ = after;
    const Vector* F_end = &F_next_;
    if (after < tried_ && scheme_.substep == EventNewmark::Substep::resolved) {
        substep_ = end_;
        F_substep_ = F_next_;
        if (!solve(substep_solver_, after, substep_, F_substep_)) return false;
        F_end = &F_substep_;
    }
    to.t = state_.t + after;
    to.q = state_.q + after * state_.v + (0.25 * after * after) * (F_ + *F_end);
    to.v = state_.v + (0.5 * after) * (F_ + *F_end);
    return true;
}

Flight::Pressing NewmarkFlight::pressing(std::size_t h)
{
    const double before = start_[h].reaction;
    const double fraction = tried_ > 0.0 ? landed_ / tried_ : 0.0;
    const double here = before + fraction * (end_[h].reaction - before);
    return {.impulse = 0.5 * landed_ * (before + here), .reaction = here, .peak = std::max(before, here)};
}

}  // namespace rebond
