#include "rebond/integration/flights/flight_accurate.hpp"

#include "rebond/solvers/polynomials/bernstein.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rebond {
namespace {

constexpr int most_iterations = 40;
constexpr int most_slow_iterations = 3;
constexpr double negligible = 4e-16;      // of the velocities: where the stage iteration may stop [-]
constexpr double stagnated = 1e-10;       // of the velocities: noise at which it may stop short [-]
constexpr double slow_contraction = 0.2;  // of the stage iteration: the step grows no further
// The last Legendre mode may vanish by symmetry, so the one before it counts too, at the ratio the two have
// in a well-resolved oscillation.
constexpr double mode_ratio = 0.05;
// What rounding leaves of accelerations, of the largest so far [-].
constexpr double acceleration_rounding = 1024.0 * std::numeric_limits<double>::epsilon();
// The error of a gap counts less than that of the body by this factor, and is measured against its own motion
// or this part of the body's, whichever is more [-].
constexpr double gap_share = 1e-2;
constexpr double least_own = 1e-10;
constexpr double furthest_prediction = 3.0;  // of the stages, in lengths of the step before
constexpr double margin_of_mode = 0.05;  // error of φ inside a step, in h² times the mode of its acceleration
constexpr double shortest_lift =
    1e-3;  // of the first length tried: how a contact lifts is clear, or never [-]
// A step that starts with a force like t^{3/2} has an impulse that is wrong like h^{5/2}: h follows its error
// to this power [-].
constexpr double singular_order = 0.4;
constexpr double shortest_step = 1e-13;  // of the first length tried: below it the flight gives up [-]

// Of loads and of stops that move [rad/s].
double fastest_frequency(const Problem& problem)
{
    double fastest = problem.model->load_frequency();
    for (const Contact& contact : problem.contacts)
        for (const Gap* gap : {&contact.gap, &contact.slide})
            if (gap->function) fastest = std::max(fastest, gap->function->frequency());
    return fastest;
}

}  // namespace

AccurateFlight::AccurateFlight(const Problem& problem, const EventAccurate& scheme)
    : StateFlight(problem),
      scheme_(scheme),
      longest_(std::numbers::pi / fastest_frequency(problem)),
      step_(scheme.step),
      q_(problem.model->dofs()),
      v_(q_),
      r_(q_)
{
    for (Step* step : {&past_, &tried_, &shortened_}) {
        for (Vector& a : step->a) a = Vector::Zero(problem.model->dofs());
        step->reaction.reserve(problem.contacts.size());
        step->friction.reserve(problem.contacts.size());
    }
    closed_.reserve(problem.contacts.size());
    bends_.resize(problem.contacts.size());
    onsets_.resize(problem.onsets.size());
}

void AccurateFlight::predict(const Step& from, double offset, Step& to) const
{
    to.reaction.resize(closed_.size());
    to.friction.resize(closed_.size());
    for (int i = 0; i < stages; ++i) {
        const double tau = (offset + gauss_.node[i] * to.length) / from.length;
        const auto weight = gauss_.lagrange_at(std::min(tau, furthest_prediction));
        to.a[i].setZero();
        for (int j = 0; j < stages; ++j) to.a[i] += weight[j] * from.a[j];
        for (std::size_t h = 0; h < closed_.size(); ++h) {
            to.reaction[h][i] = to.friction[h][i] = 0.0;
            for (int j = 0; j < stages; ++j) to.reaction[h][i] += weight[j] * from.reaction[h][j];
            if (closed_[h].sliding != Sliding::sticks) continue;
            for (int j = 0; j < stages; ++j) to.friction[h][i] += weight[j] * from.friction[h][j];
        }
    }
}

void AccurateFlight::place_stage(const Step& step, int i)
{
    const double h = step.length;
    q_ = state_.q + (h * gauss_.node[i]) * state_.v;
    v_ = state_.v;
    for (int j = 0; j < stages; ++j) {
        q_ += (h * h * gauss_.position[i][j]) * step.a[j];
        v_ += (h * gauss_.velocity[i][j]) * step.a[j];
    }
}

void AccurateFlight::place_within(const Step& step, double tau)
{
    const double h = step.length;
    q_ = state_.q + (h * tau) * state_.v;
    v_ = state_.v;
    for (int j = 0; j < stages; ++j) {
        double V = 0.0, Q = 0.0;  // V_j(τ), Q_j(τ)
        for (int k = stages - 1; k >= 0; --k) {
            V = tau * V + gauss_.basis[j][k] / (k + 1);
            Q = tau * Q + gauss_.basis[j][k] / ((k + 1) * (k + 2));
        }
        q_ += (h * h * tau * tau * Q) * step.a[j];
        v_ += (h * tau * V) * step.a[j];
    }
}

// Iterates on the stages, each with the newest accelerations of the others.
bool AccurateFlight::collocate(Step& step)
{
    const double h = step.length;
    double last = 0.0;
    int slow = 0;  // iterations in a row that hardly contract
    for (int sweep = 1; sweep <= most_iterations; ++sweep) {
        double correction = 0.0;
        double scale = 0.0;
        for (int i = 0; i < stages; ++i) {
            place_stage(step, i);
            for (std::size_t k = 0; k < closed_.size(); ++k) {
                closed_[k].reaction = step.reaction[k][i];
                closed_[k].friction = step.friction[k][i];
            }
            solver_.sweep(state_.t + h * gauss_.node[i], q_, v_, closed_, step.a[i], r_);
            for (std::size_t k = 0; k < closed_.size(); ++k) {
                step.reaction[k][i] = closed_[k].reaction;
                step.friction[k][i] = closed_[k].friction;
            }
            const double change = h * size_of(r_);
            if (!std::isfinite(change)) return false;
            correction = std::max(correction, change);
            scale = std::max(scale, size_of(v_) + h * (size_of(step.a[i]) + pushed(step, i)));
        }
        contraction_ = sweep > 1 && last > 0.0 ? correction / last : 0.0;
        const double left = sweep > 1 ? correction * std::min(contraction_, 1.0) : correction;
        if (left <= negligible * scale) return true;
        slow = contraction_ > 0.5 ? slow + 1 : 0;
        if (slow == most_slow_iterations) return correction <= stagnated * scale;
        last = correction;
    }
    return false;
}

// What the reactions of a stage do to the acceleration, |M⁻¹w ν| [m/s²]: where they hold all that could move,
// nothing else has a size.
double AccurateFlight::pushed(const Step& step, int stage)
{
    double sum = 0.0;
    for (std::size_t k = 0; k < closed_.size(); ++k) {
        sum += std::abs(step.reaction[k][stage]) * size_of(solver_.response(closed_[k].contact));
        if (closed_[k].sliding != Sliding::smooth)
            sum += std::abs(step.friction[k][stage]) * size_of(solver_.slide_response(closed_[k].contact));
    }
    return sum;
}

// Size of the highest Legendre modes of acceleration and reactions over the step, as a velocity, against the
// velocities.
double AccurateFlight::error_inside(const Step& step)
{
    Vector& last = q_;
    Vector& before = v_;
    last.setZero();
    before.setZero();
    double acceleration = 0.0;
    for (int j = 0; j < stages; ++j) {
        last += gauss_.last_mode[j] * step.a[j];
        before += gauss_.second_last_mode[j] * step.a[j];
        acceleration = std::max(acceleration, size_of(step.a[j]) + pushed(step, j));
    }
    double mode = std::max(size_of(last), mode_ratio * size_of(before));
    for (std::size_t k = 0; k < closed_.size(); ++k) {
        double last_push = 0.0, before_push = 0.0;
        for (int j = 0; j < stages; ++j) {
            last_push += gauss_.last_mode[j] * step.reaction[k][j];
            before_push += gauss_.second_last_mode[j] * step.reaction[k][j];
        }
        mode += std::max(std::abs(last_push), mode_ratio * std::abs(before_push)) *
                size_of(solver_.response(closed_[k].contact));
        if (closed_[k].sliding == Sliding::sticks)
            mode += mode_of(step.friction[k]) * size_of(solver_.slide_response(closed_[k].contact));
    }
    fastest_ = std::max(fastest_, acceleration);
    const double scale = size_of(state_.v) + step.length * acceleration;
    const double noise = acceleration_rounding * fastest_;
    onset_error_ = 0.0;
    if (!(scale > 0.0)) return 0.0;
    const bool is_parabola = mode <= noise;
    double error = is_parabola ? 0.0 : step.length * mode / scale;
    for (Index k = 0; k < static_cast<Index>(openings_.size()); ++k)
        if (openings_[k] != Opening::none && !is_parabola && is_constant(problem_.contacts[k].gap))
            error = std::max(error, gap_share * gap_error(step, k, scale, noise));
    // The scratch vectors of the modes are free from here on.
    bend_gaps(step, is_parabola);
    for (const Index k : solver_.rows().varying())
        if (openings_[k] != Opening::none && !is_constant(problem_.contacts[k].gap) && !is_far(k) &&
            bends_[k].sign_count == 0)
            error = std::max(error, gap_share * gap_error(step, k, scale, noise));
    onset_error_ = onset_error(step, scale);
    return error;
}

// The size of the highest Legendre modes of a quantity given at the stages.
double AccurateFlight::mode_of(const std::array<double, stages>& at_stages) const
{
    double last = 0.0, before = 0.0;
    for (int j = 0; j < stages; ++j) {
        last += gauss_.last_mode[j] * at_stages[j];
        before += gauss_.second_last_mode[j] * at_stages[j];
    }
    return std::max(std::abs(last), mode_ratio * std::abs(before));
}

// The same for one gap, whose motion may be small beside that of others. `last` and `before` are in q_ and
// v_.
double AccurateFlight::gap_error(const Step& step, Index contact, double whole, double noise) const
{
    const Gap& gap = problem_.contacts[contact].gap;
    const double mode = is_constant(gap) ? std::max(std::abs(along(gap.terms, q_)),
                                                    mode_ratio * std::abs(along(gap.terms, v_)))
                                         : gap_mode(contact);
    if (mode <= noise) return 0.0;
    double acceleration = 0.0;
    for (int j = 0; j < stages; ++j)
        acceleration = std::max(acceleration, std::abs(gap_acceleration(contact, j)));
    const double own =
        std::abs(rebond::rate_at(gap, state_.t, state_.q, state_.v)) + step.length * acceleration;
    return step.length * mode / std::max(own, least_own * whole);
}

// The highest Legendre modes of φ̈ over the step tried [m/s²].
double AccurateFlight::gap_mode(Index contact) const
{
    double last = 0.0, before = 0.0;
    for (int j = 0; j < stages; ++j) {
        const double a = gap_acceleration(contact, j);
        last += gauss_.last_mode[j] * a;
        before += gauss_.second_last_mode[j] * a;
    }
    return std::max(std::abs(last), mode_ratio * std::abs(before));
}

std::optional<double> AccurateFlight::try_step(std::vector<ClosedContact>& closed,
                                               const std::vector<Opening>& openings, double longest,
                                               bool restart)
{
    sort_onsets();
    // The factors of M at the start serve the stages too.
    if (!solver_.factor(state_.t, state_.q, 0.0, 0.0)) return std::nullopt;
    if (restart) {
        // The acceleration at the start, constant over a step of any length, is all that is known.
        r_ = landed_->a[0];
        if (!solver_.solve(state_.t, state_.q, state_.v, 0.0, 0.0, closed, r_)) return std::nullopt;
        past_.length = 1.0;
        past_.a.fill(r_);
        past_.reaction.resize(closed.size());
        past_.friction.resize(closed.size());
        for (std::size_t h = 0; h < closed.size(); ++h) {
            past_.reaction[h].fill(closed[h].reaction);
            past_.friction[h].fill(closed[h].friction);
        }
    } else {
        std::swap(past_, *landed_);
    }
    const double offset = restart ? 0.0 : past_.length;
    closed_ = closed;
    openings_ = openings;

    double h = std::min(longest, longest_);
    if (scheme_.step > 0.0) h = std::min(h, scheme_.step);
    if (step_ > 0.0) h = std::min(h, step_);
    const double first = h;
    while (h > shortest_step * first) {
        tried_.length = h;
        predict(past_, offset, tried_);
        if (!collocate(tried_)) {
            h *= 0.4;
            step_ = h;
            continue;
        }
        // The mode over a step falls like h⁶.
        const double error = error_inside(tried_);
        double fitting = h * 0.9 * std::pow(scheme_.tolerance / std::max(error, 1e-30), 1.0 / stages);
        if (error > 4.0 * scheme_.tolerance) {
            h = std::max(fitting, 0.2 * h);
            step_ = h;
            continue;
        }
        if (onset_error_ > 1.0) {
            h *= std::clamp(std::pow(onset_error_, -singular_order), 0.1, 0.7);
            step_ = h;
            continue;
        }
        if (onset_error_ > 0.0) fitting = std::min(fitting, h * 0.9 * std::pow(onset_error_, -1.0 / stages));
        bool ambiguous = false;
        for (std::size_t k = 0; k < openings_.size() && !ambiguous; ++k)
            ambiguous = openings_[k] != Opening::none && !is_far(static_cast<Index>(k)) &&
                        bends_[k].sign_count == 0 && is_ambiguous(static_cast<Index>(k), first);
        if (ambiguous) {
            h *= 0.5;  // for this step only
            continue;
        }
        // A step cut short, by a sample or by an ambiguity, says nothing about longer ones.
        if (h >= 0.5 * step_) {
            const double growth = contraction_ > slow_contraction ? 1.0 : 2.0;
            step_ = std::min({fitting, growth * std::max(h, step_), problem_.duration});
        }
        if (!onsets_.empty()) {
            const bool has_ended = end_at_onset(first, ambiguous);
            if (!has_ended) {
                h *= 0.5;
                continue;
            }
        }
        landed_ = &tried_;
        for (std::size_t k = 0; k < closed.size(); ++k) {
            const auto weight = gauss_.lagrange_at(1.0);
            closed[k].reaction = closed[k].friction = 0.0;
            for (int j = 0; j < stages; ++j) {
                closed[k].reaction += weight[j] * tried_.reaction[k][j];
                closed[k].friction += weight[j] * tried_.friction[k][j];
            }
        }
        return tried_.length;
    }
    return std::nullopt;
}

// φ over the step tried, in powers of τ.
AccurateFlight::GapPolynomial AccurateFlight::gap_over_step(Index contact) const
{
    std::array<double, stages> acceleration{};
    for (int j = 0; j < stages; ++j) acceleration[j] = gap_acceleration(contact, j);
    return over_step(problem_.contacts[contact].gap, acceleration);
}

// The same of any gap, from φ̈ at the stages.
AccurateFlight::GapPolynomial AccurateFlight::over_step(const Gap& gap,
                                                        const std::array<double, stages>& acceleration) const
{
    const double h = tried_.length;
    GapPolynomial phi{};
    phi[0] = gap_at(gap, state_.t, state_.q);
    phi[1] = h * rebond::rate_at(gap, state_.t, state_.q, state_.v);
    for (int j = 0; j < stages; ++j) {
        const double a = h * h * acceleration[j];
        for (int k = 0; k < stages; ++k) phi[k + 2] += a * gauss_.basis[j][k] / ((k + 1) * (k + 2));
    }
    return phi;
}

// Where φ, divided by the power of τ it leaves zero with and less a margin, first stops being positive.
std::optional<double> AccurateFlight::touch(GapPolynomial phi, std::size_t order, double margin)
{
    phi[order] -= margin;
    return first_nonpositive(std::span(phi).subspan(order));
}

// Whether the gap comes so near to zero without reaching it, or leaves it so slowly, that the polynomial
// cannot be trusted.
bool AccurateFlight::is_ambiguous(Index contact, double longest) const
{
    const Gap& gap = problem_.contacts[contact].gap;
    const double margin = margin_of_mode * tried_.length * tried_.length * gap_mode(contact);
    const double resolution =
        std::numeric_limits<double>::epsilon() * (std::abs(gap.offset) + gap_at(gap, state_.t, state_.q));
    if (margin <= resolution) return false;
    const GapPolynomial phi = gap_over_step(contact);
    const std::size_t order = order_of(contact);
    const bool lifts = openings_[contact] >= Opening::lift;
    if (lifts && std::abs(phi[order]) <= margin) return tried_.length > shortest_lift * longest;
    const auto near = touch(phi, order, margin);
    const auto root = touch(phi, order, 0.0);
    if (!near) return false;
    if (!root) return true;
    // A crossing at speed v takes margin/v from the margin to the root; more, and φ turned round between.
    constexpr double slack = 4.0;
    return (*root - *near) * tried_.length * std::abs(rate_at(contact, *root)) > slack * margin;
}

double AccurateFlight::rate_at(Index contact, double tau) const
{
    const Gap& gap = problem_.contacts[contact].gap;
    double rate = rebond::rate_at(gap, state_.t, state_.q, state_.v);
    for (int j = 0; j < stages; ++j) {
        double V = 0.0;  // V_j(τ)
        for (int k = stages - 1; k >= 0; --k) V = tau * (V + gauss_.basis[j][k] / (k + 1));
        rate += tried_.length * V * gap_acceleration(contact, j);
    }
    return rate;
}

std::optional<double> AccurateFlight::first_touch(Index contact)
{
    if (is_far(contact)) return std::nullopt;
    if (const Bend& bend = bends_[contact]; bend.sign_count > 0) {
        const std::size_t order = order_of(contact);
        if (order >= bend.sign_count) return std::nullopt;  // it stays where it is
        const auto first =
            first_nonpositive(std::span<const double>(bend.sign).subspan(order, bend.sign_count - order));
        return first ? std::optional(*first * tried_.length) : std::nullopt;
    }
    const auto root = touch(gap_over_step(contact), order_of(contact), 0.0);
    return root ? std::optional(*root * tried_.length) : std::nullopt;
}

std::optional<double> AccurateFlight::first_release(std::size_t h)
{
    std::array<double, stages> reaction{};
    for (int j = 0; j < stages; ++j)
        for (int k = 0; k < stages; ++k) reaction[k] += tried_.reaction[h][j] * gauss_.basis[j][k];
    reaction[0] += reaction_rounding(h);
    const auto root = first_nonpositive(reaction);
    return root ? std::optional(*root * tried_.length) : std::nullopt;
}

bool AccurateFlight::land_on(double after, State& to)
{
    landed_ = &tried_;
    if (after < tried_.length) {
        shortened_.length = after;
        predict(tried_, 0.0, shortened_);
        if (after > 0.0 && !collocate(shortened_)) return false;
        landed_ = &shortened_;
    }
    const double h = landed_->length;
    r_.setZero();
    to.t = state_.t + h;
    for (int j = 0; j < stages; ++j) r_ += (h * gauss_.position_end[j]) * landed_->a[j];
    to.q = state_.q + h * (state_.v + r_);
    r_.setZero();
    for (int j = 0; j < stages; ++j) r_ += gauss_.velocity_end[j] * landed_->a[j];
    to.v = state_.v + h * r_;
    keep_closed(to);
    return true;
}

// By Gauss's rule, at two nodes more than there are stages.
Work AccurateFlight::work()
{
    const double h = landed_->length;
    Work sum;
    for (int i = 0; i < GaussPolynomial::nodes; ++i) {
        place_within(*landed_, quadrature_.node(i));
        sum += quadrature_.weight(i) * solver_.dynamics().power(state_.t + h * quadrature_.node(i), q_, v_);
    }
    return h * sum;
}

double AccurateFlight::reaction_rounding(std::size_t h)
{
    constexpr double rounding = 64.0 * std::numeric_limits<double>::epsilon();
    double acceleration = 0.0;
    for (int j = 0; j < stages; ++j)
        acceleration = std::max(acceleration, size_of(tried_.a[j]) + pushed(tried_, j));
    return std::max(closed_[h].slack,
                    rounding * acceleration / size_of(solver_.response(closed_[h].contact)));
}

}  // namespace rebond
