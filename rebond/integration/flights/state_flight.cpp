#include "rebond/integration/flights/state_flight.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {

StateFlight::StateFlight(const Problem& problem)
    : problem_(problem),
      state_(problem.initial),
      solver_(*problem.model, problem.contacts, 1e-3 * problem.duration),
      landing_(problem.initial),
      now_(state_, solver_.dynamics()),
      reach_(problem.contacts.size(), 0.0),
      a_(Vector::Zero(problem.model->dofs()))
{
    trial_closed_.reserve(problem.contacts.size());
    for (std::size_t k = 0; k < reach_.size(); ++k)
        reach_[k] = lengths_in(problem.contacts[k].gap, state_.t, state_.q);
}

const Instant& StateFlight::now()
{
    now_.renew();
    return now_;
}

bool StateFlight::mobility(const std::vector<Index>& contacts, Matrix& G)
{
    if (!solver_.factor(state_.t, state_.q, 0.0, 0.0)) return false;
    solver_.place_rows(state_.t, state_.q);
    const Index count = static_cast<Index>(contacts.size());
    for (Index j = 0; j < count; ++j)
        for (Index k = 0; k < count; ++k)
            G(j, k) = along(solver_.rows().normal(contacts[j]), solver_.response(contacts[k]));
    return true;
}

bool StateFlight::accelerations(const std::vector<Index>& contacts, Vector& a)
{
    if (!solver_.solve(state_.t, state_.q, state_.v, 0.0, 0.0, none_closed_, a_)) return false;
    solver_.place_rows(state_.t, state_.q);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        const Gap& gap = problem_.contacts[contacts[k]].gap;
        a(k) = acceleration_along(solver_.rows().normal(contacts[k]), a_);
        if (!is_constant(gap)) a(k) += curvature_at(gap, state_.t, state_.q, state_.v);
    }
    return true;
}

bool StateFlight::plane_mobility(const std::vector<Index>& contacts, Matrix& G)
{
    if (!solver_.factor(state_.t, state_.q, 0.0, 0.0)) return false;
    solver_.place_rows(state_.t, state_.q);
    solver_.plane_mobility(contacts, G);
    return true;
}

bool StateFlight::plane_accelerations(const std::vector<Index>& contacts, Vector& a)
{
    if (!solver_.solve(state_.t, state_.q, state_.v, 0.0, 0.0, none_closed_, a_)) return false;
    solver_.place_rows(state_.t, state_.q);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const Index k = contacts[i];
        const auto& [t, q, v] = state_;
        a(2 * i) = acceleration_along(solver_.rows().normal(k), a_) +
                   curvature_at(problem_.contacts[k].gap, t, q, v);
        a(2 * i + 1) = acceleration_along(solver_.rows().slide(k), a_) +
                       curvature_at(problem_.contacts[k].slide, t, q, v);
    }
    return true;
}

void StateFlight::apply_plane_impulses(const std::vector<Index>& contacts, const Vector& impulses)
{
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        if (impulses(2 * i) != 0.0) state_.v += impulses(2 * i) * solver_.response(contacts[i]);
        if (impulses(2 * i + 1) != 0.0) state_.v += impulses(2 * i + 1) * solver_.slide_response(contacts[i]);
    }
    landing_.v = state_.v;
}

void StateFlight::gradient(Index contact, Vector& w)
{
    w.setZero(problem_.model->dofs());
    gradient_at(problem_.contacts[contact].gap, state_.t, state_.q, row_);
    add_reaction(row_, 1.0, w);
}

void StateFlight::apply_impulses(const std::vector<Index>& contacts, const Vector& impulses)
{
    for (std::size_t k = 0; k < contacts.size(); ++k)
        if (impulses(k) != 0.0) state_.v += impulses(k) * solver_.response(contacts[k]);
    landing_.v = state_.v;
}

void StateFlight::arrive(std::optional<double> t)
{
    if (t) landing_.t = *t;
    state_ = landing_;
    for (std::size_t k = 0; k < reach_.size(); ++k)
        reach_[k] = std::max(reach_[k], lengths_in(problem_.contacts[k].gap, state_.t, state_.q));
}

Work StateFlight::work()
{
    Dynamics& dynamics = solver_.dynamics();
    Work sum = dynamics.power(state_.t, state_.q, state_.v);
    sum += dynamics.power(landing_.t, landing_.q, landing_.v);
    return 0.5 * (landing_.t - state_.t) * sum;
}

double StateFlight::gap(Index contact)
{
    return gap_at(problem_.contacts[contact].gap, landing_.t, landing_.q);
}

double StateFlight::rate(Index contact)
{
    return rate_at(problem_.contacts[contact].gap, landing_.t, landing_.q, landing_.v);
}

double StateFlight::slide_rate(Index contact)
{
    return rate_at(problem_.contacts[contact].slide, landing_.t, landing_.q, landing_.v);
}

double StateFlight::slide_rate_rounding(Index contact)
{
    constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
    return rounding * speeds_in(problem_.contacts[contact].slide, landing_.t, landing_.q, landing_.v);
}

double StateFlight::rounding(Index contact) const
{
    const double lengths =
        std::max(reach_[contact], lengths_in(problem_.contacts[contact].gap, landing_.t, landing_.q));
    return 2.0 * std::numeric_limits<double>::epsilon() * lengths;
}

double StateFlight::rate_rounding(Index contact)
{
    constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
    return rounding * speeds_in(problem_.contacts[contact].gap, landing_.t, landing_.q, landing_.v);
}

void StateFlight::close(Index contact)
{
    const Gap& gap = problem_.contacts[contact].gap;
    gradient_at(gap, landing_.t, landing_.q, row_);
    double squares = 0.0;
    for (const auto& term : row_) squares += term.weight * term.weight;
    add_reaction(row_, -gap_at(gap, landing_.t, landing_.q) / squares, landing_.q);
}

double StateFlight::trust(const std::vector<ClosedContact>& closed, std::size_t h)
{
    if (!solver_.factor(landing_.t, landing_.q, 0.0, 0.0)) return 0.0;
    solver_.place_rows(landing_.t, landing_.q);
    return solver_.trust(closed[h]);
}

std::optional<double> StateFlight::reaction(const std::vector<ClosedContact>& closed, std::size_t h)
{
    const auto both = reactions(closed, h);
    return both ? std::optional(both->x()) : std::nullopt;
}

std::optional<Vector2> StateFlight::reactions(const std::vector<ClosedContact>& closed, std::size_t h)
{
    trial_closed_ = closed;
    if (!solver_.solve(landing_.t, landing_.q, landing_.v, 0.0, 0.0, trial_closed_, a_)) return std::nullopt;
    return Vector2(trial_closed_[h].reaction, trial_closed_[h].friction);
}

}  // namespace rebond
