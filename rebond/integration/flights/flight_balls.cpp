#include "rebond/integration/flights/flight_balls.hpp"

#include "rebond/core/error.hpp"
#include "rebond/solvers/polynomials/bernstein.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
// Balls that touch and move and accelerate alike within this part of their speed and acceleration [-] do not
// roll over each other.
constexpr double alike = 1e-12;
constexpr int most_iterations = 40;
constexpr double negligible = 4e-16;     // of the velocities: where the stage iteration may stop [-]
constexpr double shortest_step = 1e-12;  // of the first length tried: below it the flight gives up [-]
// The last Legendre mode may vanish by symmetry, so the one before it counts too.
constexpr double mode_ratio = 0.05;
constexpr double reaction_noise = 64.0 * epsilon;
constexpr int most_puts = 4;  // of drifted contacts back on zero

// Whether a row is that of one coordinate, of one centre or of one against another, x before y.
bool is_row_of_discs(const Row& row)
{
    const auto is_centre = [&row](std::size_t i) {
        return row[i].coordinate % 2 == 0 && row[i + 1].coordinate == row[i].coordinate + 1;
    };
    if (row.size() == 2) return is_centre(0);
    if (row.size() == 4)
        return is_centre(0) && is_centre(2) && row[2].weight == -row[0].weight &&
               row[3].weight == -row[1].weight;
    return row.size() == 1;
}

bool is_of_discs(const Gap& gap)
{
    return gap.function ? gap.terms.empty() && gap.function->is_of_discs() : is_row_of_discs(gap.terms);
}

}  // namespace

BallsFlight::BallsFlight(const Problem& problem, const EventAccurate& scheme)
    : problem_(problem),
      scheme_(scheme),
      state_(problem.initial),
      landing_(problem.initial),
      start_(problem.initial),
      dynamics_(problem.model->dynamics()),
      now_(state_, *dynamics_),
      reach_(problem.contacts.size(), 0.0),
      length_(problem.duration),
      path_(Matrix::Zero(problem.model->dofs(), powers))
{
    const Ballistic ballistic = problem.model->ballistic().value();
    masses_ = ballistic.masses;
    free_ = ballistic.acceleration;
    a_ = free_;
    q_ = v_ = trial_ = free_;
    fastest_ = state_.v.cwiseAbs().maxCoeff();
    for (Stages* step : {&tried_, &shortened_}) step->a.fill(free_);
    for (std::size_t k = 0; k < reach_.size(); ++k)
        reach_[k] = lengths_in(problem.contacts[k].gap, state_.t, state_.q);
}

// ---------------------------------------------------------------- gradients

// A wall along x or y has one term in its gradient; others have two for each ball, x before y.
BallsFlight::Gradient BallsFlight::disc_gradient(Index contact, const Vector& q) const
{
    gradient_at(problem_.contacts[contact].gap, state_.t, q, row_);
    if (row_.size() == 1) {
        const auto [coordinate, weight] = row_[0];
        const bool is_height = coordinate % 2 == 1;
        return {.first = is_height ? coordinate - 1 : coordinate,
                .normal = is_height ? Vector2(0.0, weight) : Vector2(weight, 0.0)};
    }
    return {.first = row_[0].coordinate,
            .second = row_.size() > 2 ? row_[2].coordinate : -1,
            .normal = {row_[0].weight, row_[1].weight}};
}

// x of the first ball less that of the second, if there is one.
Vector2 BallsFlight::between(const Gradient& w, const Vector& x) const
{
    if (w.second < 0) return x.segment<2>(w.first);
    return x.segment<2>(w.first) - x.segment<2>(w.second);
}

double BallsFlight::along(const Gradient& w, const Vector& x) const
{
    const double one = w.normal.dot(x.segment<2>(w.first));
    return w.second < 0 ? one : one - w.normal.dot(x.segment<2>(w.second));
}

void BallsFlight::push(const Gradient& w, double impulse, Vector& v) const
{
    v.segment<2>(w.first) += impulse / masses_(w.first) * w.normal;
    if (w.second >= 0) v.segment<2>(w.second) -= impulse / masses_(w.second) * w.normal;
}

double BallsFlight::product(const Gradient& a, const Gradient& b) const
{
    const double cosine = a.normal.dot(b.normal);
    double sum = 0.0;
    if (a.first == b.first) sum += cosine / masses_(a.first);
    if (a.second >= 0 && a.second == b.second) sum += cosine / masses_(a.second);
    if (a.first == b.second) sum -= cosine / masses_(a.first);
    if (a.second == b.first) sum -= cosine / masses_(b.first);
    return sum;
}

double BallsFlight::turning(Index contact, const Gradient& w, const Vector& q, const Vector& v) const
{
    const Gap& gap = problem_.contacts[contact].gap;
    if (is_constant(gap)) return 0.0;
    const Vector2 tangent(-w.normal.y(), w.normal.x());
    if (std::abs(tangent.dot(between(w, v))) <= alike * fastest_) return 0.0;
    return curvature_at(gap, state_.t, q, v);
}

// ---------------------------------------------------------------- where the balls are

const Instant& BallsFlight::now()
{
    now_.renew();
    return now_;
}

bool BallsFlight::mobility(const std::vector<Index>& contacts, Matrix& G)
{
    w_.clear();
    for (const Index k : contacts) w_.push_back(disc_gradient(k, state_.q));
    const auto n = static_cast<Index>(w_.size());
    for (Index j = 0; j < n; ++j)
        for (Index k = 0; k < n; ++k) G(j, k) = product(w_[j], w_[k]);
    return true;
}

bool BallsFlight::accelerations(const std::vector<Index>& contacts, Vector& a)
{
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const Gradient w = disc_gradient(contacts[i], state_.q);
        a(i) = along(w, free_) + turning(contacts[i], w, state_.q, state_.v);
    }
    return true;
}

void BallsFlight::gradient(Index contact, Vector& w)
{
    w.setZero(masses_.size());
    const Gradient at = disc_gradient(contact, state_.q);
    w.segment<2>(at.first) += at.normal;
    if (at.second >= 0) w.segment<2>(at.second) -= at.normal;
}

void BallsFlight::apply_impulses(const std::vector<Index>& contacts, const Vector& impulses)
{
    for (std::size_t i = 0; i < contacts.size(); ++i)
        if (impulses(i) != 0.0) push(w_[i], impulses(i), state_.v);
    landing_.v = state_.v;
}

// ---------------------------------------------------------------- a step

// v̇ and ν of (1).
bool BallsFlight::accelerate(const Vector& q, const Vector& v, Vector& a, Vector& reactions)
{
    ++residual_evaluations_;
    a = free_;
    const auto n = static_cast<Index>(closed_.size());
    reactions.resize(n);
    if (n == 0) return true;
    w_.clear();
    rhs_.resize(n);
    for (Index i = 0; i < n; ++i) {
        w_.push_back(disc_gradient(closed_[i].contact, q));
        rhs_(i) = -along(w_[i], free_) - turning(closed_[i].contact, w_[i], q, v);
    }
    G_.resize(n, n);
    for (Index j = 0; j < n; ++j)
        for (Index i = 0; i < n; ++i) G_(i, j) = product(w_[i], w_[j]);
    factors_.compute(G_);
    reactions = factors_.solve(rhs_);
    for (Index i = 0; i < n; ++i) push(w_[i], reactions(i), a);
    return reactions.allFinite();
}

// Whether no ball of a closed contact rolls over another: then accelerations stay as they are at the start.
bool BallsFlight::is_steady() const
{
    const double speed = alike * fastest_;
    const double acceleration = alike * (a_.cwiseAbs().maxCoeff() + free_.cwiseAbs().maxCoeff());
    return std::all_of(closed_.begin(), closed_.end(), [&](const ClosedContact& one) {
        if (is_constant(problem_.contacts[one.contact].gap)) return true;
        const Gradient w = disc_gradient(one.contact, state_.q);
        return between(w, state_.v).cwiseAbs().maxCoeff() <= speed &&
               between(w, a_).cwiseAbs().maxCoeff() <= acceleration;
    });
}

std::optional<double> BallsFlight::try_step(std::vector<ClosedContact>& closed,
                                            const std::vector<Opening>& openings, double longest,
                                            bool restart)
{
    openings_ = openings;
    if (restart || !is_steady_ || !has_closed(closed)) {
        start_ = state_;
        elapsed_ = 0.0;
        closed_ = closed;
        fastest_ = std::max(fastest_, state_.v.cwiseAbs().maxCoeff());
        if (!accelerate(state_.q, state_.v, a_, reactions_)) return std::nullopt;
        is_steady_ = is_steady();
    }
    length_ = scheme_.step > 0.0 ? std::min(longest, scheme_.step) : longest;
    if (!is_steady_ && !collocate_within(length_)) return std::nullopt;
    landed_ = &tried_;
    set_path();
    for (std::size_t h = 0; h < closed.size(); ++h)
        closed[h].reaction = is_steady_ ? reactions_(static_cast<Index>(h))
                                        : tried_.reactions[stages - 1](static_cast<Index>(h));
    return length_;
}

bool BallsFlight::has_closed(const std::vector<ClosedContact>& closed) const
{
    return std::equal(closed.begin(), closed.end(), closed_.begin(), closed_.end(),
                      [](const ClosedContact& a, const ClosedContact& b) { return a.contact == b.contact; });
}

// The longest step of at most `longest` that resolves rolling.
bool BallsFlight::collocate_within(double longest)
{
    double h = rolling_step_ > 0.0 ? std::min(longest, rolling_step_) : longest;
    const double first = h;
    while (h > shortest_step * first) {
        tried_.length = h;
        tried_.a.fill(a_);
        const double error =
            collocate(tried_) ? collocation_error() : std::numeric_limits<double>::infinity();
        if (error <= scheme_.tolerance) {
            const double fitting =
                0.9 * h * std::pow(scheme_.tolerance / std::max(error, 1e-30), 1.0 / stages);
            // A step cut short by an event or a sample says nothing about longer ones.
            if (h < longest || h >= rolling_step_) rolling_step_ = std::min(fitting, 2.0 * h);
            length_ = h;
            return true;
        }
        h *= 0.5;
    }
    return false;
}

bool BallsFlight::collocate(Stages& step)
{
    const double h = step.length;
    double last = std::numeric_limits<double>::infinity();
    for (int sweep = 0; sweep < most_iterations; ++sweep) {
        double correction = 0.0, scale = 0.0;
        for (int i = 0; i < stages; ++i) {
            q_ = state_.q + h * gauss_.node[i] * state_.v;
            v_ = state_.v;
            for (int j = 0; j < stages; ++j) {
                q_ += h * h * gauss_.position[i][j] * step.a[j];
                v_ += h * gauss_.velocity[i][j] * step.a[j];
            }
            if (!accelerate(q_, v_, trial_, step.reactions[i])) return false;
            correction = std::max(correction, h * (trial_ - step.a[i]).norm());
            step.a[i] = trial_;
            scale = std::max(scale, v_.norm() + h * trial_.norm());
        }
        if (!std::isfinite(correction)) return false;
        // What the next sweep would correct is this correction times the contraction seen.
        const double left = sweep > 0 ? correction * std::min(correction / last, 1.0) : correction;
        if (left <= negligible * scale || (correction <= 1e-13 * scale && correction > 0.5 * last))
            return true;
        last = correction;
    }
    return false;
}

// The highest Legendre modes of the acceleration over the step tried, as a velocity, against the velocities.
double BallsFlight::collocation_error()
{
    Vector &last = q_, &before = v_;
    last.setZero();
    before.setZero();
    double acceleration = 0.0;
    for (int j = 0; j < stages; ++j) {
        last += gauss_.last_mode[j] * tried_.a[j];
        before += gauss_.second_last_mode[j] * tried_.a[j];
        acceleration = std::max(acceleration, tried_.a[j].norm());
    }
    const double h = tried_.length;
    return h * std::max(last.norm(), mode_ratio * before.norm()) /
           (state_.v.norm() + h * acceleration + alike * fastest_);
}

void BallsFlight::set_path()
{
    const double h = length_;
    path_.col(0) = state_.q;
    path_.col(1) = h * state_.v;
    terms_ = is_steady_ ? 3 : powers;
    if (is_steady_) {
        path_.col(2) = 0.5 * h * h * a_;
        return;
    }
    path_.rightCols(powers - 2).setZero();
    for (int j = 0; j < stages; ++j)
        for (int k = 0; k < stages; ++k)
            path_.col(k + 2) += h * h * gauss_.basis[j][k] / ((k + 1) * (k + 2)) * tried_.a[j];
}

// A polynomial with the sign of φ, in powers of τ.
std::optional<double> BallsFlight::first_touch(Index contact)
{
    const Gap& gap = problem_.contacts[contact].gap;
    const auto order = static_cast<std::size_t>(openings_[contact]);
    std::array<double, 2 * powers - 1> phi;
    std::size_t count = 0;
    if (gap.function) {
        const auto over = gap.function->sign_over(path_, terms_, gap.offset, phi);
        require(over.sign != GapFunction::Sign::unknown, "a gap of discs has no sign over a step");
        if (over.sign == GapFunction::Sign::positive) return std::nullopt;
        count = over.count;
    } else {
        for (int k = 0; k < terms_; ++k) {
            phi[k] = 0.0;
            for (const auto& [i, w] : gap.terms) phi[k] += w * path_(i, k);
        }
        phi[0] += gap.offset;
        count = static_cast<std::size_t>(terms_);
    }
    if (order >= count) return std::nullopt;  // it stays where it is
    const auto root = first_nonpositive(std::span(phi).subspan(order, count - order));
    return root ? std::optional(*root * length_) : std::nullopt;
}

std::optional<double> BallsFlight::first_release(std::size_t h)
{
    const auto i = static_cast<Index>(h);
    // A constant reaction presses for ever, or not at all.
    if (is_steady_) {
        const bool presses = reactions_(i) >= 0.0 || reactions_(i) >= -reaction_rounding(h);
        return presses ? std::nullopt : std::optional(0.0);
    }
    std::array<double, stages> reaction{};
    for (int j = 0; j < stages; ++j)
        for (int k = 0; k < stages; ++k) reaction[k] += tried_.reactions[j](i) * gauss_.basis[j][k];
    reaction[0] += reaction_rounding(h);
    const auto root = first_nonpositive(reaction);
    return root ? std::optional(*root * length_) : std::nullopt;
}

bool BallsFlight::land(double after)
{
    landing_.t = state_.t + after;
    after_ = after;
    landed_ = &tried_;
    if (is_steady_) {
        const double s = elapsed_ + after;
        landing_.q = start_.q + s * start_.v + 0.5 * s * s * a_;
        landing_.v = start_.v + s * a_;
        keep_gaps_closed(landing_);
        return true;
    }
    if (after < length_) {
        shortened_.length = after;
        shortened_.a = tried_.a;
        if (!collocate(shortened_)) return false;
        landed_ = &shortened_;
    }
    landing_.q = state_.q + after * state_.v;
    landing_.v = state_.v;
    for (int j = 0; j < stages; ++j) {
        landing_.q += after * after * gauss_.position_end[j] * landed_->a[j];
        landing_.v += after * gauss_.velocity_end[j] * landed_->a[j];
    }
    keep_gaps_closed(landing_);
    return true;
}

// Puts the gaps of the closed contacts back on zero, and their rates.
void BallsFlight::keep_gaps_closed(State& state)
{
    const auto n = static_cast<Index>(closed_.size());
    if (n == 0) return;
    for (int put = 0; put < most_puts; ++put) {
        w_.clear();
        for (Index i = 0; i < n; ++i) {
            w_.push_back(disc_gradient(closed_[i].contact, state.q));
            rhs_(i) = -gap_at(problem_.contacts[closed_[i].contact].gap, state.t, state.q);
        }
        for (Index j = 0; j < n; ++j)
            for (Index i = 0; i < n; ++i) G_(i, j) = product(w_[i], w_[j]);
        factors_.compute(G_);
        trial_reactions_ = factors_.solve(rhs_);
        for (Index i = 0; i < n; ++i) push(w_[i], trial_reactions_(i), state.q);
        if (rhs_.cwiseAbs().maxCoeff() <= epsilon * state.q.cwiseAbs().maxCoeff()) break;
    }
    for (Index i = 0; i < n; ++i) rhs_(i) = -along(w_[i], state.v);
    trial_reactions_ = factors_.solve(rhs_);
    for (Index i = 0; i < n; ++i) push(w_[i], trial_reactions_(i), state.v);
}

void BallsFlight::arrive(std::optional<double> t)
{
    if (t) landing_.t = *t;
    state_ = landing_;
    elapsed_ += after_;
    after_ = 0.0;
    double* reach = reach_.data();
    for (const Contact& contact : problem_.contacts) {
        *reach = std::max(*reach, lengths_in(contact.gap, state_.t, state_.q));
        ++reach;
    }
}

// ---------------------------------------------------------------- where they landed

double BallsFlight::gap(Index contact)
{
    return gap_at(problem_.contacts[contact].gap, landing_.t, landing_.q);
}

double BallsFlight::rate(Index contact)
{
    return along(disc_gradient(contact, landing_.q), landing_.v);
}

double BallsFlight::rounding(Index contact) const
{
    const double lengths =
        std::max(reach_[contact], lengths_in(problem_.contacts[contact].gap, landing_.t, landing_.q));
    return 4.0 * epsilon * lengths;
}

double BallsFlight::rate_rounding(Index contact)
{
    return 4.0 * epsilon * speeds_in(problem_.contacts[contact].gap, landing_.t, landing_.q, landing_.v);
}

void BallsFlight::close(Index contact)
{
    const Gradient w = disc_gradient(contact, landing_.q);
    push(w, -gap(contact) / product(w, w), landing_.q);
}

std::optional<double> BallsFlight::reaction(const std::vector<ClosedContact>& closed, std::size_t h)
{
    closed_ = closed;
    if (!accelerate(landing_.q, landing_.v, trial_, trial_reactions_)) return std::nullopt;
    return trial_reactions_(static_cast<Index>(h));
}

double BallsFlight::reaction_rounding(std::size_t h)
{
    const Gradient w = disc_gradient(closed_[h].contact, state_.q);
    const double acceleration = free_.cwiseAbs().maxCoeff() + a_.cwiseAbs().maxCoeff();
    return reaction_noise * acceleration / product(w, w);
}

Flight::Pressing BallsFlight::pressing(std::size_t h)
{
    const auto i = static_cast<Index>(h);
    if (is_steady_) {
        const double reaction = std::max(reactions_(i), 0.0);
        return {.impulse = reaction * (landing_.t - state_.t), .reaction = reaction, .peak = reaction};
    }
    const auto end = gauss_.lagrange_at(1.0);
    Pressing pressing;
    for (int j = 0; j < stages; ++j) {
        const double nu = landed_->reactions[j](i);
        pressing.impulse += landed_->length * gauss_.velocity_end[j] * nu;
        pressing.reaction += end[j] * nu;
        pressing.peak = std::max(pressing.peak, nu);
    }
    pressing.peak = std::max(pressing.peak, pressing.reaction);
    return pressing;
}

bool are_ballistic(const Problem& problem)
{
    return problem.model->ballistic() && !has_friction(problem) && !has_mixed_laws(problem) &&
           !has_law(problem, Law::stronge) &&
           std::all_of(problem.contacts.begin(), problem.contacts.end(),
                       [](const Contact& contact) { return is_of_discs(contact.gap); });
}

}  // namespace rebond
