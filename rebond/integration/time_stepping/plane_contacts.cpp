#include "rebond/integration/time_stepping/plane_contacts.hpp"

#include "rebond/contact/closed_gap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace rebond {
namespace {

constexpr int most_rounds = 50;           // of impulses and motion in turn, for a model that is not linear
constexpr double negligible = 1e-13;      // of the velocities: a correction that ends them [-]
constexpr double stagnated = 1e-10;       // of the velocities: noise at which they may end [-]
constexpr double certified = 1e-8;        // residual of a step, of the velocities that take part [-]
constexpr double most_missed = 0.1;       // residual beyond which impulses mean nothing [-]
constexpr double sticks_within = 1e-9;    // of μN: friction below it by more sticks [-]
constexpr double speed_rounding = 1e-12;  // of the velocities of a group: one that is none [-]
constexpr Index many_contacts = 32;       // more are solved as those of a crowd
constexpr double as_alone = 1e-10;        // residual that a crowd is asked for [-]
constexpr double at_rest_within = 2.0;    // of what forces do in a step: an approach that they explain [-]

}  // namespace

bool PlaneContacts::are_needed(const Problem& problem)
{
    return std::any_of(problem.contacts.begin(), problem.contacts.end(), [&](const Contact& contact) {
        return is_rough(contact) || !is_constant(contact.gap) ||
               (contact.law.law == Law::poisson && problem.contacts.size() > 1);
    });
}

PlaneContacts::PlaneContacts(const Problem& problem, AccelerationSolver& solver, Recorder& recorder,
                             Penetration& penetration, double step, double theta, bool is_predicted)
    : problem_(problem),
      solver_(solver),
      recorder_(recorder),
      penetration_(penetration),
      step_(step),
      theta_(theta),
      is_predicted_(is_predicted),
      impact_(std::min<Index>(std::ssize(problem.contacts), 8)),
      states_(problem.contacts.size()),
      given_(problem.contacts.size(), Vector2::Zero()),
      q_mid_(problem.initial.q),
      load_(Vector::Zero(problem.initial.q.size()))
{
    const std::optional<Ballistic> discs = problem.model->ballistic();
    const std::vector<double> radii = problem.model->radii();
    const bool is_newton = std::all_of(problem.contacts.begin(), problem.contacts.end(),
                                       [](const Contact& contact) { return contact.law.law == Law::newton; });
    if (!discs || radii.empty() || !is_newton) return;
    bodies_ = {.count = std::ssize(radii), .spins = problem.initial.q.size() == 3 * std::ssize(radii)};
    crowd_.emplace(bodies_.gathered(discs->masses.cwiseInverse()),
                   step * discs->acceleration.cwiseAbs().maxCoeff(), as_alone);
    by_body_.setZero(3 * bodies_.count);
}

bool PlaneContacts::press(const State& state, const Vector& A, Vector& a,
                          std::vector<ImpactRuns::Push>& pushes)
{
    pushes.clear();
    find_active(state);
    if (active_.empty()) {
        note_pushes(state.t + step_, pushes);
        return true;
    }
    find_free(state, a, false);
    ++steps_;
    if (crowd_ && impact_.size() > many_contacts && press_as_crowd(state, a)) {
        note_pushes(state.t + step_, pushes);
        return true;
    }
    solver_.plane_mobility(impact_.contacts, impact_.G);
    if (!resolve()) return false;
    add_impulses(impact_.impulses, 1.0, a);
    if (!solver_.solves_exactly() && !converge(state, A, a)) return false;
    groups_ = impact_.groups();
    for (Index i = 0; i < impact_.size(); ++i) mobility_.push_back(impact_.G(2 * i, 2 * i));
    if (impact_.is_bounded()) ++bounded_;
    if (impact_.has_no_rebound()) ++without_rebound_;
    if (impact_.residual() > certified) ++missed_;
    worst_ = std::max(worst_, impact_.residual());
    note_pushes(state.t + step_, pushes);
    return true;
}

// False if the impulses are not found to `certified`; then nothing has changed.
bool PlaneContacts::press_as_crowd(const State& state, Vector& a)
{
    crowd_->clear();
    p_.resize(2 * impact_.size());
    for (Index i = 0; i < impact_.size(); ++i) {
        const Active& one = active_[i];
        const std::optional<BlockContact> contact = block_contact(i);
        if (!contact) {
            mobility_.clear();
            return false;
        }
        crowd_->add(*contact, problem_.contacts[one.contact].law, one.before);
        p_.segment<2>(2 * i) = given_[one.contact];
    }
    v_free_ = state.v + step_ * a;
    bodies_.gather(v_free_, by_body_);
    const BlockOutcome outcome = crowd_->solve(by_body_, p_, nullptr);
    if (!(outcome.residual <= certified)) {
        mobility_.clear();
        return false;
    }
    worst_ = std::max(worst_, outcome.residual);
    if (crowd_->is_bounded()) ++bounded_;
    crowd_->find_groups(groups_);
    impact_.impulses.head(p_.size()) = p_;
    for (Index i = 0; i < impact_.size(); ++i)
        impact_.after.segment<2>(2 * i) = crowd_->after(static_cast<std::size_t>(i), by_body_);
    last_ = v_free_;
    bodies_.scatter(by_body_, last_);
    a += (last_ - v_free_) / step_;
    return true;
}

// The rows of an active contact, body by body; none if they are those of more than two, or of no body.
std::optional<BlockContact> PlaneContacts::block_contact(Index i)
{
    const Active& one = active_[i];
    BlockContact contact{.first = -1};
    contact.bias = one.turning;
    bool fits = true;
    const auto set = [&](int row, const Row& terms) {
        for (const auto& [coordinate, weight] : terms) {
            const Index body = bodies_.body_of(coordinate), part = bodies_.part_of(coordinate);
            if (contact.first < 0) contact.first = body;
            const bool is_first = body == contact.first;
            if (!is_first && contact.second < 0) contact.second = body;
            fits = fits && (is_first || body == contact.second);
            (is_first ? contact.first_rows : contact.second_rows)(row, part) += weight;
        }
    };
    set(0, solver_.rows().normal(one.contact));
    set(1, solver_.rows().slide(one.contact));
    mobility_.push_back(along(solver_.rows().normal(one.contact), solver_.response(one.contact)));
    return fits && contact.first >= 0 ? std::optional(contact) : std::nullopt;
}

bool PlaneContacts::resolve()
{
    return impact_.resolve() || impact_.residual() <= most_missed;
}

void PlaneContacts::report(Outcome& outcome) const
{
    outcome.residual = worst_;
    const auto warn = [&](long count, std::string_view what) {
        if (count > 0)
            outcome.warnings.push_back(fmt::format("in {} of {} steps with contact {}", count, steps_, what));
    };
    warn(bounded_,
         "Newton's law with friction would have added energy: restitution was lowered in these steps; "
         "consider impact.law = \"poisson\"");
    warn(without_rebound_,
         "so many contacts stick together that no motion has the rebound of each: they did not rebound in "
         "these steps");
    if (missed_ > 0 && outcome.status == Status::ok)
        outcome.fail(Status::solve_failed,
                     fmt::format("in {} of {} steps with contact the impulses miss their conditions by more "
                                 "than {:g} of the velocities, by {:.1e} at most. The run went on to its "
                                 "end; a smaller step may help",
                                 missed_, steps_, certified, worst_));
}

void PlaneContacts::find_active(const State& state)
{
    const auto& [t, q, v] = state;
    active_.clear();
    for (Index k = 0; k < std::ssize(problem_.contacts); ++k) {
        const Contact& contact = problem_.contacts[k];
        const bool varies = solver_.rows().varies(k);
        double gap = 0.0;
        if (!is_predicted_)
            gap = gap_at(contact.gap, t, q);
        else if (!varies)
            gap = gap_at(contact.gap, t, q) + 0.5 * step_ * along(contact.gap.terms, v);
        else
            gap = gap_at(contact.gap, t + 0.5 * step_, q_mid_ = q + 0.5 * step_ * v);
        penetration_.see(k, gap);
        if (!is_closed(contact.gap, gap, t, q)) continue;
        active_.push_back(
            {.contact = k, .before = {rate_at(contact.gap, t, q, v), rate_at(contact.slide, t, q, v)}});
    }
    q_mid_ = q + 0.5 * step_ * v;
    solver_.place_rows(t + 0.5 * step_, q_mid_);
    impact_.clear();
    for (Active& one : active_) {
        const Contact& contact = problem_.contacts[one.contact];
        if (solver_.rows().varies(one.contact)) {
            const Vector2 now(drift_at(contact.gap, t, q), drift_at(contact.slide, t, q));
            const Vector2 then(drift_at(contact.gap, t + step_, q), drift_at(contact.slide, t + step_, q));
            const Vector2 ahead(along(solver_.rows().normal(one.contact), v),
                                along(solver_.rows().slide(one.contact), v));
            one.turning = ahead - (one.before - now) + then;
            one.drift = 0.5 * (now + then);
        }
        impact_.add(one.contact, contact.law, one.before, one.before);
        impact_.impulses.segment<2>(2 * (impact_.size() - 1)) = given_[one.contact];
    }
    mobility_.clear();
}

// u* of FrictionalImpact: u⁺ of the motion a less what the present impulses do to it.
void PlaneContacts::find_free(const State& state, const Vector& a, bool has_impulses)
{
    const Index rows = 2 * impact_.size();
    for (Index i = 0; i < impact_.size(); ++i) {
        const Active& one = active_[i];
        const Row &w = solver_.rows().normal(one.contact), &t = solver_.rows().slide(one.contact);
        const Vector2 start = solver_.rows().varies(one.contact)
                                  ? Vector2(Vector2(along(w, state.v), along(t, state.v)) + one.turning)
                                  : one.before;
        impact_.free.segment<2>(2 * i) = start + step_ * Vector2(along(w, a), along(t, a));
    }
    if (has_impulses)
        impact_.free.head(rows).noalias() -=
            impact_.G.topLeftCorner(rows, rows) * impact_.impulses.head(rows);
}

// a ← a + S⁻¹W p/h.
void PlaneContacts::add_impulses(const Vector& impulses, double sign, Vector& a)
{
    for (Index i = 0; i < impact_.size(); ++i) {
        const Index k = impact_.contacts[i];
        const double normal = sign * impulses(2 * i), friction = sign * impulses(2 * i + 1);
        if (normal == 0.0 && friction == 0.0) continue;
        a += normal / step_ * solver_.response(k) + friction / step_ * solver_.slide_response(k);
    }
}

// Motion under the impulses found, then impulses under the motion found.
bool PlaneContacts::converge(const State& state, const Vector& A, Vector& a)
{
    const double lever = step_ * theta_;
    const Index rows = 2 * impact_.size();
    double last_correction = std::numeric_limits<double>::infinity();
    for (int round = 0; round < most_rounds; ++round) {
        load_.setZero();
        for (Index i = 0; i < impact_.size(); ++i) {
            const Index k = impact_.contacts[i];
            add_reaction(solver_.rows().normal(k), impact_.impulses(2 * i) / step_, load_);
            add_reaction(solver_.rows().slide(k), impact_.impulses(2 * i + 1) / step_, load_);
        }
        solver_.push_by(&load_);
        const bool is_solved =
            solver_.solve(state.t + lever, A, state.v, lever * lever, lever, none_closed_, a);
        solver_.push_by(nullptr);
        if (!is_solved) return false;
        solver_.place_rows(state.t + 0.5 * step_, q_mid_);
        solver_.plane_mobility(impact_.contacts, impact_.G);
        find_free(state, a, true);
        last_ = impact_.impulses.head(rows);
        if (!resolve()) return false;
        last_ = impact_.impulses.head(rows) - last_;
        add_impulses(last_, 1.0, a);
        const double correction = (impact_.G.topLeftCorner(rows, rows) * last_).cwiseAbs().maxCoeff();
        const double scale =
            impact_.free.head(rows).cwiseAbs().maxCoeff() + impact_.before.head(rows).cwiseAbs().maxCoeff();
        if (correction <= negligible * scale) return true;
        if (correction <= stagnated * scale && correction > 0.5 * last_correction) return true;
        last_correction = correction;
    }
    return false;
}

// Below which a velocity is none, by group of contacts.
void PlaneContacts::find_rounding()
{
    rounding_.assign(static_cast<std::size_t>(std::max(impact_.size(), bodies_.count)), 0.0);
    for (Index i = 0; i < impact_.size(); ++i) {
        double& own = rounding_[group_of(i)];
        for (const Index part : {2 * i, 2 * i + 1})
            own = std::max({own, speed_rounding * std::abs(impact_.before(part)),
                            speed_rounding * std::abs(impact_.free(part))});
    }
}

bool PlaneContacts::has_push(Index i) const
{
    return mobility_[static_cast<std::size_t>(i)] * impact_.impulses(2 * i) > rounding_[group_of(i)];
}

bool PlaneContacts::strikes(Index i) const
{
    return -impact_.before(2 * i) > at_rest_within * std::abs(impact_.free(2 * i) - impact_.before(2 * i));
}

// A contact at rest sticks, also where friction only just holds it.
Sliding PlaneContacts::sliding_of(Index i) const
{
    const double normal = impact_.impulses(2 * i), friction = impact_.impulses(2 * i + 1);
    const double most = problem_.contacts[impact_.contacts[i]].law.friction * normal;
    if (most == 0.0) return Sliding::smooth;
    const bool moves = std::abs(impact_.after(2 * i + 1)) > rounding_[group_of(i)];
    return moves && std::abs(friction) >= (1.0 - sticks_within) * most ? sliding_to(-friction)
                                                                       : Sliding::sticks;
}

// A group has an impact where a contact pushes that did not in the step before, faster than forces alone made
// it since it was at rest.
void PlaneContacts::find_impacts()
{
    has_impact_.assign(static_cast<std::size_t>(std::max(impact_.size(), bodies_.count)), 0);
    for (Index i = 0; i < impact_.size(); ++i)
        if (has_push(i) && !states_[impact_.contacts[i]] && strikes(i)) has_impact_[group_of(i)] = 1;
}

void PlaneContacts::note_pushes(double t, std::vector<ImpactRuns::Push>& pushes)
{
    find_rounding();
    find_impacts();
    std::size_t next = 0;
    for (Index k = 0; k < std::ssize(problem_.contacts); ++k) {
        std::optional<Sliding> now;
        given_[k].setZero();
        if (next < active_.size() && active_[next].contact == k) {
            const auto i = static_cast<Index>(next++);
            const double normal = impact_.impulses(2 * i), friction = impact_.impulses(2 * i + 1);
            if (has_push(i)) {
                now = sliding_of(i);
                const Vector2 p(normal, friction);
                given_[k] = p;
                work_.loads -= p.dot(active_[i].drift);
                // What sliding takes while nothing that moves this contact has an impact.
                const double slid =
                    has_impact_[group_of(i)] != 0
                        ? 0.0
                        : -0.5 * friction * (impact_.before(2 * i + 1) + impact_.after(2 * i + 1));
                work_.friction += slid;
                pushes.push_back({.contact = k,
                                  .impulse = normal,
                                  .friction = friction,
                                  .velocity_before = impact_.before(2 * i),
                                  .velocity_after = impact_.after(2 * i),
                                  .energy_loss = impact_.energy_loss(i) - slid});
            }
        }
        if (now == states_[k]) continue;
        if (is_rough(problem_.contacts[k])) recorder_.change({.time = t, .contact = k, .to = now});
        states_[k] = now;
    }
}

}  // namespace rebond
