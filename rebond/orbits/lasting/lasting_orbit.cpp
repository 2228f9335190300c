#include "rebond/orbits/lasting/lasting_orbit.hpp"

#include "rebond/orbits/mean_energy.hpp"
#include "rebond/orbits/proof/replay.hpp"
#include "rebond/orbits/stability/multipliers.hpp"
#include "rebond/orbits/stability/saltation.hpp"

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double last_bounce = 1e-8;  // of the first: the speed from which on impacts are summed [-]
constexpr int most_bounces = 20'000;
constexpr double no_speed = 1e-7;  // of the largest speed: a closing without impact [-]
constexpr int most_iterations = 30;
constexpr double converged = 1e-14;  // scaled residual [-]
constexpr double largest_residual = 1e-11;
constexpr double replayed = 1e-9;  // error of a run over one period [-]

Vector packed(const Vector& upper, const Vector& lower)
{
    Vector x(upper.size() + lower.size());
    x << upper, lower;
    return x;
}

// The events of one period, one after the other.
class Runner {
public:
    Runner(const OrbitSystem& system, const LastingMotion& motion)
        : system_(system), motion_(motion), n_(system.dofs()), end_(motion.release.t + motion.period)
    {
        run_.monodromy = Matrix::Identity(2 * n_, 2 * n_);
        state_ = motion.release;
        // What is closed at the start: contacts that close and open around it.
        std::vector<Index> closed;
        for (std::size_t i = motion.sequence.size(); i-- > 0;) {
            const SequenceItem& item = motion.sequence[i];
            if (item.kind == EventKind::impact || item.contact == motion.sequence.front().contact) continue;
            if (std::find(seen_.begin(), seen_.end(), item.contact) != seen_.end()) continue;
            seen_.push_back(item.contact);
            if (item.kind == EventKind::closing) closed.push_back(item.contact);
        }
        std::sort(closed.begin(), closed.end());
        closed_ = closed;
    }

    LastingRun run()
    {
        const Index first = motion_.sequence.front().contact;
        run_.events.push_back(
            {.time = state_.t, .contact = first, .kind = EventKind::release, .end = state_.t});
        run_.events.back().impacts = 0;
        starts_.push_back({.contact = first, .order = 3});
        take_off();
        start_field_ = field_at(0.0);
        for (std::size_t i = 1; i < motion_.sequence.size() && run_.refusal.empty(); ++i) {
            const auto& [contact, kind] = motion_.sequence[i];
            if (kind == EventKind::release)
                release(contact);
            else if (kind == EventKind::impact)
                impact(contact);
            else
                close(contact);
        }
        if (!run_.refusal.empty()) return std::move(run_);
        const double rest = end_ - state_.t;
        if (rest < 0.0) {
            refuse("the events take longer than the period");
            return std::move(run_);
        }
        fly(rest, std::nullopt);
        run_.end = flow().state(flight_, rest);
        end_field_ = field_at(rest);
        equations();
        return std::move(run_);
    }

private:
    const LinearFlow& flow() const { return system_.held(closed_); }
    SignalSearch& search() const { return system_.search(closed_); }
    Vector gradient(Index c) const { return gradient_of(system_.problem().contacts[c].gap, n_); }
    void refuse(std::string why)
    {
        if (run_.refusal.empty()) run_.refusal = std::move(why);
    }

    // A flight from the state.
    void take_off() { flight_ = flow().start(state_); }

    Vector field_at(double s) const
    {
        return packed(flow().state(flight_, s).v, flow().acceleration(flight_, s));
    }

    // Keeps the flight of that length, and takes the tangent along.
    void fly(double length, std::optional<Index> last, bool is_bounce = false)
    {
        run_.flights.push_back({closed_, flight_, length, starts_, last, is_bounce});
        for (const double part : {0.21, 0.52, 0.83}) {
            const State on_the_way = flow().state(flight_, part * length);
            farthest_ = std::max(farthest_, on_the_way.q.cwiseAbs().maxCoeff());
            fastest_ = std::max(fastest_, on_the_way.v.cwiseAbs().maxCoeff());
        }
        run_.monodromy = flow().transition(length) * run_.monodromy;
        starts_.clear();
    }

    // M⁻¹w, without what closed contacts hold.
    Vector response(Index c) const
    {
        const Vector free = system_.mass_response(c);
        if (closed_.empty()) return free;
        Matrix W(n_, static_cast<Index>(closed_.size())), R = W;
        for (Index h = 0; h < W.cols(); ++h) {
            W.col(h) = gradient(closed_[h]);
            R.col(h) = system_.mass_response(closed_[h]);
        }
        return free - R * (W.transpose() * R).colPivHouseholderQr().solve(W.transpose() * free);
    }

    // Flies to the first zero of a gap; false if there is none before the end.
    bool reach(Index c, bool is_bounce = false)
    {
        const Signal gap = flow().signal(flow().gap(c), flight_);
        int order = 0;
        for (const FlightStart& start : starts_)
            if (start.contact == c) order = start.order;
        const double horizon = end_ - state_.t;
        if (!(horizon > 0.0)) return false;
        const auto after = search().first_zero(gap, order, horizon);
        if (!after || !(*after > 0.0)) return false;
        fly(*after, c, is_bounce);
        before_ = flow().state(flight_, *after);
        before_a_ = flow().acceleration(flight_, *after);
        state_ = before_;
        return true;
    }

    // An impact with restitution e at the state; the contacts stay as they are.
    double strike(Index c, double e)
    {
        const Vector w = gradient(c), r = response(c);
        const double speed = -w.dot(before_.v), mobility = w.dot(r);
        const double impulse = (1.0 + e) * speed / mobility;
        state_.v += impulse * r;
        return impulse;
    }

    void leap(Index c, double e, const Vector& r)
    {
        run_.monodromy = saltation(gradient(c), r, e, {before_.v, before_a_},
                                   {state_.v, flow().acceleration(flight_, 0.0)}) *
                         run_.monodromy;
    }

    void impact(Index c)
    {
        if (!reach(c)) return refuse(fmt::format("contact {} has no impact", c + 1));
        const double e = system_.restitution(c);
        OrbitEvent event{.time = state_.t, .contact = c, .kind = EventKind::impact, .end = state_.t};
        event.velocity_before = gradient(c).dot(before_.v);
        if (!(event.velocity_before < 0.0)) return refuse(fmt::format("contact {} does not approach", c + 1));
        event.impulse = strike(c, e);
        event.velocity_after = gradient(c).dot(state_.v);
        run_.events.push_back(event);
        starts_.assign(1, {.contact = c, .order = e > 0.0 ? 1 : 2});
        take_off();
        leap(c, e, response(c));
    }

    void close(Index c)
    {
        if (!reach(c)) return refuse(fmt::format("contact {} does not close", c + 1));
        const double e = system_.restitution(c);
        OrbitEvent event{.time = state_.t, .contact = c, .kind = EventKind::closing};
        event.velocity_before = gradient(c).dot(before_.v);
        const double speeds = std::max(before_.v.cwiseAbs().maxCoeff(), fastest_);
        if (std::abs(event.velocity_before) <= no_speed * speeds) {
            run_.has_multipliers = false;
            event.impacts = 0;
            event.impulse = strike(c, 0.0);
        } else if (e == 0.0) {
            event.impulse = strike(c, 0.0);
        } else if (!bounce(c, e, event)) {
            return;
        }
        const Vector r = response(c), w = gradient(c);
        insert(c);
        take_off();
        if (run_.has_multipliers) {
            leap(c, 0.0, r);
        } else {
            const Matrix held = Matrix::Identity(n_, n_) - r * w.transpose() / w.dot(r);
            run_.monodromy.topRows(n_) = held * run_.monodromy.topRows(n_);
            run_.monodromy.bottomRows(n_) = held * run_.monodromy.bottomRows(n_);
        }
        // What impacts beyond the last resolved one take.
        if (remaining_ > 0.0) {
            fly(remaining_, std::nullopt);
            state_ = flow().state(flight_, remaining_);
            take_off();
            remaining_ = 0.0;
        }
        event.end = state_.t;
        event.velocity_after = 0.0;
        run_.events.push_back(event);
    }

    // Impacts down to a speed that is nothing, the last of them without rebound.
    bool bounce(Index c, double e, OrbitEvent& event)
    {
        const double first = -event.velocity_before;
        event.impacts = 0;
        if (e >= 1.0) {
            refuse(fmt::format("contact {} gives all back: its impacts do not accumulate", c + 1));
            return false;
        }
        for (int count = 0; count < most_bounces; ++count) {
            const double speed = -gradient(c).dot(before_.v);
            ++event.impacts;
            if (speed <= last_bounce * first) {
                const double pressing = -gradient(c).dot(before_a_);
                if (!(pressing > 0.0)) break;
                event.impulse += strike(c, 0.0) * (1.0 + 2.0 * e / (1.0 - e));
                remaining_ = 2.0 * e * speed / (pressing * (1.0 - e));
                return true;
            }
            event.impulse += strike(c, e);
            starts_.assign(1, {.contact = c, .order = 1});
            take_off();
            leap(c, e, response(c));
            if (!reach(c, true)) break;
        }
        refuse(fmt::format("the impacts of contact {} do not come to rest", c + 1));
        return false;
    }

    void release(Index c)
    {
        const auto place = std::find(closed_.begin(), closed_.end(), c);
        const Signal reaction = flow().signal(flow().reaction(place - closed_.begin()), flight_);
        const auto after = search().first_zero(reaction, 0, end_ - state_.t);
        if (!after) return refuse(fmt::format("contact {} does not open", c + 1));
        fly(*after, std::nullopt);
        state_ = flow().state(flight_, *after);
        closed_.erase(place);
        OrbitEvent event{.time = state_.t, .contact = c, .kind = EventKind::release, .end = state_.t};
        event.impacts = 0;
        run_.events.push_back(event);
        starts_.assign(1, {.contact = c, .order = 3});
        take_off();
    }

    void insert(Index c)
    {
        closed_.insert(std::upper_bound(closed_.begin(), closed_.end(), c), c);
        starts_.clear();
    }

    // (1) and (2).
    void equations()
    {
        const Index c = motion_.sequence.front().contact;
        const auto h = static_cast<Index>(std::find(closed_.begin(), closed_.end(), c) - closed_.begin());
        if (h == static_cast<Index>(closed_.size())) return refuse("the motion does not end as it starts");
        const State& x0 = motion_.release;
        const Vector w = gradient(c);
        // The reaction at the start, with the rows of the closed flight.
        const Vector on_q = flow().reaction_row(h, false), on_v = flow().reaction_row(h, true);
        const Signal reaction = flow().signal(flow().reaction(h), flow().start(x0));
        const double length = std::max(x0.q.cwiseAbs().maxCoeff(), farthest_);
        const double speed = std::max(x0.v.cwiseAbs().maxCoeff(), fastest_);
        const double force = std::max(reaction.size(), std::numeric_limits<double>::min());
        run_.residual = Vector::Zero(2 * n_ + 3);
        run_.jacobian = Matrix::Zero(2 * n_ + 3, 2 * n_ + 1);
        run_.residual(0) = gap_at(system_.problem().contacts[c].gap, x0.t, x0.q) / length;
        run_.jacobian.row(0).head(n_) = w.transpose() / length;
        run_.residual(1) = w.dot(x0.v) / speed;
        run_.jacobian.row(1).segment(n_, n_) = w.transpose() / speed;
        run_.residual(2) = (reaction.constant + reaction.amplitudes.real().sum()) / force;
        run_.jacobian.row(2).head(n_) = on_q.transpose() / force;
        run_.jacobian.row(2).segment(n_, n_) = on_v.transpose() / force;
        // At constant (q, v) the reaction moves with the loads: its rate less that of the state.
        const Vector f = end_field_of(x0);
        run_.jacobian(2, 2 * n_) =
            (search().rate(reaction, 0.0) - on_q.dot(f.head(n_)) - on_v.dot(f.tail(n_))) / force;
        run_.residual.segment(3, n_) = (run_.end.q - x0.q) / length;
        run_.residual.tail(n_) = (run_.end.v - x0.v) / speed;
        const Matrix D = run_.monodromy - Matrix::Identity(2 * n_, 2 * n_);
        const Vector by_time = end_field_ - run_.monodromy * start_field_;
        run_.jacobian.block(3, 0, n_, 2 * n_) = D.topRows(n_) / length;
        run_.jacobian.block(3 + n_, 0, n_, 2 * n_) = D.bottomRows(n_) / speed;
        run_.jacobian.col(2 * n_).segment(3, n_) = by_time.head(n_) / length;
        run_.jacobian.col(2 * n_).tail(n_) = by_time.tail(n_) / speed;
    }

    // The field of the closed flight at the start.
    Vector end_field_of(const State& x0) const
    {
        const FlowMotion held = flow().start(x0);
        return packed(flow().state(held, 0.0).v, flow().acceleration(held, 0.0));
    }

    const OrbitSystem& system_;
    const LastingMotion& motion_;
    Index n_;
    double end_;
    LastingRun run_;
    State state_, before_;
    Vector before_a_;
    std::vector<Index> closed_, seen_;
    std::vector<FlightStart> starts_;
    FlowMotion flight_;
    double remaining_ = 0.0;
    double farthest_ = 0.0, fastest_ = 0.0;  // of the coordinates on the way
    Vector start_field_, end_field_;
};

}  // namespace

LastingRun run_lasting(const OrbitSystem& system, const LastingMotion& motion)
{
    return Runner(system, motion).run();
}

LastingSolution solve_lasting(const OrbitSystem& system, LastingMotion guess)
{
    LastingSolution solution{.motion = std::move(guess)};
    LastingMotion best = solution.motion;
    double least = std::numeric_limits<double>::infinity();
    const Index n = system.dofs();
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
        const LastingRun run = run_lasting(system, solution.motion);
        if (!run.refusal.empty()) {
            solution.reason = run.refusal;
            break;
        }
        const double now = run.residual.cwiseAbs().maxCoeff();
        if (!std::isfinite(now)) break;
        const bool stands = now >= 0.5 * least;
        if (now < least) {
            least = now;
            best = solution.motion;
        }
        if (now <= converged || (stands && least <= largest_residual)) break;
        const Vector step = -run.jacobian.completeOrthogonalDecomposition().solve(run.residual);
        if (!step.allFinite()) break;
        const double shorten = std::min(1.0, 0.1 * solution.motion.period / std::abs(step(2 * n)));
        State& x = solution.motion.release;
        x.q += shorten * step.head(n);
        x.v += shorten * step.segment(n, n);
        x.t += shorten * step(2 * n);
    }
    solution.motion = best;
    solution.residual = least;
    if (least <= largest_residual) {
        solution.status = OrbitStatus::ok;
        solution.reason.clear();
    } else if (solution.reason.empty()) {
        solution.reason = "Newton's iteration found no orbit near the guess";
    }
    return solution;
}

Orbit orbit_of(const OrbitSystem& system, const LastingSolution& solution, int periods,
               const OrbitOptions& options)
{
    const LastingMotion& motion = solution.motion;
    Orbit orbit{.status = solution.status,
                .reason = solution.reason,
                .sequence = motion.sequence,
                .load_periods = periods,
                .period = motion.period,
                .state = motion.release};
    orbit.certificate.refusal = orbit.reason;
    if (solution.status != OrbitStatus::ok) return orbit;
    const LastingRun run = run_lasting(system, motion);
    orbit.events = run.events;
    double energy = 0.0;
    for (const LastingFlight& flight : run.flights)
        energy += energy_over(system, system.held(flight.closed), flight.motion, flight.length);
    orbit.energy = energy / motion.period;
    if (options.multipliers && run.has_multipliers) {
        const Multipliers found = multipliers_of(run.monodromy);
        orbit.multipliers = found.values;
        orbit.trace = found.trace;
        orbit.unstable = found.unstable;
        orbit.stable = found.unstable == 0;
    }
    Certificate& certificate = orbit.certificate;
    certificate.residual = solution.residual;
    certificate.least_impulse = std::numeric_limits<double>::infinity();
    for (const OrbitEvent& event : orbit.events)
        if (event.impacts > 0) certificate.least_impulse = std::min(certificate.least_impulse, event.impulse);
    if (!std::isfinite(certificate.least_impulse)) certificate.least_impulse = 0.0;
    if (!(solution.residual <= largest_residual))
        certificate.refusal = fmt::format("its equations are solved to {:.1e} only", solution.residual);
    FlightProof proof(system);
    const LastingFlight* longest = nullptr;
    for (const LastingFlight& flight : run.flights) {
        proof.fly(flight.closed, flight.motion, flight.length, flight.starts, flight.last);
        if (flight.closed.empty() && (longest == nullptr || flight.length > longest->length))
            longest = &flight;
    }
    proof.report(certificate);
    if (options.replay && certificate.refusal.empty() && longest != nullptr) {
        const State from = system.free().state(longest->motion, 0.5 * longest->length);
        const Replay again = replay(system.problem(), from, motion.period);
        if (!again.refusal.empty()) {
            certificate.refusal = "it could not be run again: " + again.refusal;
        } else {
            certificate.replay_error = again.error;
            const double growth =
                orbit.multipliers.empty() ? 1.0 : std::max(1.0, std::abs(orbit.multipliers[0]));
            if (!(again.error <= replayed * growth))
                certificate.refusal = fmt::format("a run from it comes back to {:.1e} only", again.error);
        }
    }
    certificate.holds = certificate.refusal.empty();
    return orbit;
}

}  // namespace rebond
