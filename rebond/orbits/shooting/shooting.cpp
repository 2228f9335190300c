#include "rebond/orbits/shooting/shooting.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/orbits/stability/multipliers.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr double difference = 1e-4;        // of the state, over a flight [-]
constexpr double whole_difference = 1e-6;  // over a whole run, where impacts bend more [-]
constexpr double local_difference = 1e-6;  // of an impact and of accelerations [-]

// What a run tells: its impacts with the states around them, and its end.
struct Story final : Recorder {
    struct Event {
        Impact impact;
        State before, after;
    };
    State last, before;
    std::vector<Event> events;
    std::vector<SustainedContact> phases;
    bool is_simple = true;  // impacts of one contact each, nothing lasts

    void step(const Instant& now) override
    {
        last = {now.t(), now.q(), now.v()};
        for (; told_ < events.size(); ++told_) events[told_].after = last;
    }
    void arrival(const Instant& now) override { before = {now.t(), now.q(), now.v()}; }
    void impact(const Impact& impact) override
    {
        if (!events.empty() && told_ < events.size()) is_simple = false;
        events.push_back({impact, before, {}});
    }
    void sustained(const SustainedContact& phase) override
    {
        phases.push_back(phase);
        is_simple = false;
    }

private:
    std::size_t told_ = 0;
};

class Body {
public:
    Body(const Problem& problem, const ShootingOptions& options)
        : problem_(problem),
          options_(options),
          n_(problem.model->dofs()),
          dynamics_(problem.model->dynamics())
    {
    }

    // A run over a time, with its contacts or without.
    std::string run(const State& from, double time, bool with_contacts, Story& story) const
    {
        Problem problem = problem_;
        problem.initial = from;
        problem.duration = from.t + time;
        problem.sample_every = time;
        if (!with_contacts) problem.contacts.clear();
        for (const Contact& contact : problem.contacts)
            if (gap_at(contact.gap, from.t, from.q) < 0.0)
                return "a contact is closed where the run would start";
        const Outcome outcome = integrate(problem, EventAccurate{.tolerance = options_.tolerance}, story);
        return outcome.status == Status::ok ? std::string() : outcome.reason;
    }

    // (v, a) in free flight: M a = f, with M by its columns.
    Vector field(const State& x)
    {
        dynamics_->place(x.t, x.q);
        Vector zero = Vector::Zero(n_), load(n_), column(n_);
        dynamics_->residual(x.v, zero, load);  // −f
        const Matrix M = mass(x, load);
        Vector f(2 * n_);
        f << x.v, -M.ldlt().solve(load);
        return f;
    }

    Vector after_impact(Index contact, const State& x)
    {
        const Vector zero = Vector::Zero(n_);
        Vector load(n_), w = Vector::Zero(n_);
        dynamics_->place(x.t, x.q);
        dynamics_->residual(x.v, zero, load);
        const Matrix M = mass(x, load);
        const Contact& touching = problem_.contacts[contact];
        Row row;
        gradient_at(touching.gap, x.t, x.q, row);
        for (const auto& [i, weight] : row) w(i) += weight;
        const Vector r = M.ldlt().solve(w);
        const double u = rate_at(touching.gap, x.t, x.q, x.v);
        return x.v - (1.0 + touching.law.restitution) * u / w.dot(r) * r;
    }

    Vector gradient(Index contact, const State& x) const
    {
        Row row;
        gradient_at(problem_.contacts[contact].gap, x.t, x.q, row);
        Vector w = Vector::Zero(n_);
        for (const auto& [i, weight] : row) w(i) += weight;
        return w;
    }

    // Φ of a flight without contacts.
    std::optional<Matrix> flight(const State& from, double time, const Vector& sizes) const
    {
        Matrix Phi(2 * n_, 2 * n_);
        if (!(time > 0.0)) return Matrix::Identity(2 * n_, 2 * n_);
        for (Index j = 0; j < 2 * n_; ++j) {
            const double h = difference * sizes(j);
            std::array<Vector, 4> ends;
            const double by[] = {-2.0, -1.0, 1.0, 2.0};
            for (int i = 0; i < 4; ++i) {
                State start = from;
                (j < n_ ? start.q(j) : start.v(j - n_)) += by[i] * h;
                Story story;
                if (!run(start, time, false, story).empty()) return std::nullopt;
                ends[i].resize(2 * n_);
                ends[i] << story.last.q, story.last.v;
            }
            Phi.col(j) = (8.0 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12.0 * h);
        }
        return Phi;
    }

    // (2).
    Matrix leap(Index contact, const State& before, const State& after, const Vector& sizes)
    {
        const auto moved = [&](const State& x) {
            Vector y(2 * n_);
            y << x.q, after_impact(contact, x);
            return y;
        };
        Matrix G(2 * n_, 2 * n_);
        for (Index j = 0; j < 2 * n_; ++j) {
            const double h = local_difference * sizes(j);
            State left = before, right = before;
            (j < n_ ? left.q(j) : left.v(j - n_)) -= h;
            (j < n_ ? right.q(j) : right.v(j - n_)) += h;
            G.col(j) = (moved(right) - moved(left)) / (2.0 * h);
        }
        const double dt = local_difference * sizes.head(n_).maxCoeff() / sizes.tail(n_).maxCoeff();
        State early = before, late = before;
        early.t -= dt;
        late.t += dt;
        const Vector by_time = (moved(late) - moved(early)) / (2.0 * dt);
        const Vector jump = field(after) - G * field(before) - by_time;
        const double rate = rate_at(problem_.contacts[contact].gap, before.t, before.q, before.v);
        G.leftCols(n_) += jump / rate * gradient(contact, before).transpose();
        return G;
    }

    double energy(const State& x)
    {
        dynamics_->place(x.t, x.q);
        return dynamics_->energy(x.v).total();
    }

    bool is_simple() const
    {
        return !has_friction(problem_) && !problem_.crowd &&
               std::none_of(problem_.contacts.begin(), problem_.contacts.end(),
                            [](const Contact& contact) { return is_compliant(contact); });
    }

private:
    // Columns of M from the inverse dynamics; `load` is that without acceleration.
    Matrix mass(const State& x, const Vector& load)
    {
        Matrix M(n_, n_);
        Vector column(n_);
        for (Index j = 0; j < n_; ++j) {
            dynamics_->residual(x.v, Vector::Unit(n_, j), column);
            M.col(j) = column - load;
        }
        return M;
    }

    const Problem& problem_;
    const ShootingOptions& options_;
    Index n_;
    std::unique_ptr<Dynamics> dynamics_;
};

// How large coordinates and velocities are on the way.
Vector sizes_of(const Story& story, const State& from)
{
    const Index n = from.q.size();
    double q = from.q.cwiseAbs().maxCoeff(), v = from.v.cwiseAbs().maxCoeff();
    for (const Story::Event& event : story.events) {
        q = std::max(q, event.before.q.cwiseAbs().maxCoeff());
        v = std::max({v, event.before.v.cwiseAbs().maxCoeff(), event.after.v.cwiseAbs().maxCoeff()});
    }
    Vector sizes(2 * n);
    sizes.head(n).setConstant(q > 0.0 ? q : 1.0);
    sizes.tail(n).setConstant(v > 0.0 ? v : 1.0);
    return sizes;
}

Matrix tangent_of_runs(const Body& body, const State& from, double period, const Vector& sizes)
{
    const Index n = from.q.size();
    Matrix M(2 * n, 2 * n);
    for (Index j = 0; j < 2 * n; ++j) {
        const double h = whole_difference * sizes(j);
        Vector ends[2];
        for (int i = 0; i < 2; ++i) {
            State start = from;
            (j < n ? start.q(j) : start.v(j - n)) += i == 0 ? -h : h;
            Story story;
            if (!body.run(start, period, true, story).empty()) return {};
            ends[i].resize(2 * n);
            ends[i] << story.last.q, story.last.v;
        }
        M.col(j) = (ends[1] - ends[0]) / (2.0 * h);
    }
    return M;
}

}  // namespace

PeriodMap period_map(const Problem& problem, const State& from, double period, const ShootingOptions& options)
{
    PeriodMap map;
    Body body(problem, options);
    Story story;
    map.refusal = body.run(from, period, true, story);
    if (!map.refusal.empty()) return map;
    map.end = story.last;
    const Vector sizes = sizes_of(story, from);
    for (const Story::Event& event : story.events)
        map.events.push_back({.time = event.impact.time,
                              .contact = event.impact.contact,
                              .kind = EventKind::impact,
                              .impulse = event.impact.impulse,
                              .velocity_before = event.impact.velocity_before,
                              .velocity_after = event.impact.velocity_after,
                              .end = event.impact.end});
    map.by_differences = !story.is_simple || !body.is_simple();
    if (!map.by_differences) {
        Matrix M = Matrix::Identity(2 * from.q.size(), 2 * from.q.size());
        State start = from;
        for (std::size_t i = 0; i <= story.events.size(); ++i) {
            const double end = i < story.events.size() ? story.events[i].before.t : from.t + period;
            const auto Phi = body.flight(start, end - start.t, sizes);
            if (!Phi) {
                map.by_differences = true;
                break;
            }
            M = *Phi * M;
            if (i == story.events.size()) break;
            const Story::Event& event = story.events[i];
            M = body.leap(event.impact.contact, event.before, event.after, sizes) * M;
            start = event.after;
        }
        map.tangent = M;
    }
    if (map.by_differences) map.tangent = tangent_of_runs(body, from, period, sizes);
    if (map.tangent.size() == 0) map.refusal = "neighbours of the motion could not be run";
    return map;
}

Matrix tangent_by_runs(const Problem& problem, const State& from, double period,
                       const ShootingOptions& options)
{
    const Body body(problem, options);
    Story story;
    if (!body.run(from, period, true, story).empty()) return {};
    return tangent_of_runs(body, from, period, sizes_of(story, from));
}

Orbit shoot(const Problem& problem, const State& guess, double period, const std::optional<double>& energy,
            const ShootingOptions& options)
{
    Orbit orbit;
    const Index n = guess.q.size();
    Body body(problem, options);
    State x = guess, best = guess;
    double T = period, best_period = period, least = std::numeric_limits<double>::infinity();
    const Vector phase = energy ? body.field(guess) : Vector();
    PeriodMap map, best_map;
    for (int iteration = 0; iteration < options.most_iterations; ++iteration) {
        map = period_map(problem, x, T, options);
        if (!map.refusal.empty()) {
            orbit.reason = map.refusal;
            break;
        }
        const double length = std::max(x.q.cwiseAbs().maxCoeff(), map.end.q.cwiseAbs().maxCoeff()) +
                              T * std::numeric_limits<double>::epsilon();
        const double speed = std::max(x.v.cwiseAbs().maxCoeff(), length / T);
        const Index extra = energy ? 2 : 0;
        Vector weights(2 * n), r(2 * n + extra);
        weights.head(n).setConstant(1.0 / std::max(length, speed * T * 1e-3));
        weights.tail(n).setConstant(1.0 / speed);
        r.head(n) = map.end.q - x.q;
        r.segment(n, n) = map.end.v - x.v;
        Matrix J = Matrix::Zero(2 * n + extra, 2 * n + (energy ? 1 : 0));
        J.topLeftCorner(2 * n, 2 * n) = map.tangent - Matrix::Identity(2 * n, 2 * n);
        r.head(2 * n).array() *= weights.array();
        if (energy) {
            J.col(2 * n).head(2 * n) = body.field(map.end);
            const double here = body.energy(x), size = std::max(std::abs(*energy), std::abs(here));
            r(2 * n) = (here - *energy) / size;
            for (Index j = 0; j < 2 * n; ++j) {
                const double h = local_difference * (j < n ? length : speed);
                State left = x, right = x;
                (j < n ? left.q(j) : left.v(j - n)) -= h;
                (j < n ? right.q(j) : right.v(j - n)) += h;
                J(2 * n, j) = (body.energy(right) - body.energy(left)) / (2.0 * h * size);
            }
            Vector away(2 * n);
            away << x.q - guess.q, x.v - guess.v;
            r(2 * n + 1) = phase.dot(away) / phase.squaredNorm() / T;
            J.row(2 * n + 1).head(2 * n) = phase.transpose() / phase.squaredNorm() / T;
        }
        J.topRows(2 * n) = weights.asDiagonal() * J.topRows(2 * n);
        const double now = r.cwiseAbs().maxCoeff();
        const bool stands = now >= 0.5 * least;
        if (now < least) {
            least = now;
            best = x;
            best_period = T;
            best_map = map;
        }
        if (least <= options.residual && (stands || now <= 1e-3 * options.residual)) break;
        Vector step = -J.completeOrthogonalDecomposition().solve(r);
        if (!step.allFinite()) break;
        const double most = 0.2;
        const double largest = std::max(step.head(n).cwiseAbs().maxCoeff() / length,
                                        step.segment(n, n).cwiseAbs().maxCoeff() / speed);
        if (largest > most) step *= most / largest;
        x.q += step.head(n);
        x.v += step.segment(n, n);
        if (energy) T += step(2 * n);
        if (!(T > 0.0)) break;
    }
    orbit.period = best_period;
    orbit.state = best;  // until it is known to be an orbit
    orbit.certificate.residual = least;
    if (!(least <= options.residual)) {
        orbit.status = OrbitStatus::not_converged;
        if (orbit.reason.empty()) orbit.reason = "Newton's iteration found no orbit near the guess";
        orbit.certificate.refusal = orbit.reason;
        return orbit;
    }
    orbit.reason.clear();
    orbit.events = best_map.events;
    double least_impulse = std::numeric_limits<double>::infinity();
    for (const OrbitEvent& event : orbit.events) {
        orbit.sequence.push_back({event.contact, event.kind});
        least_impulse = std::min(least_impulse, event.impulse);
    }
    orbit.certificate.least_impulse = orbit.events.empty() ? 0.0 : least_impulse;
    orbit.energy = body.energy(best);
    std::optional<Vector> field, gradient;
    if (energy) {
        field = body.field(best);
        Vector g(2 * n);
        for (Index j = 0; j < 2 * n; ++j) {
            const double h = local_difference * (j < n ? std::max(best.q.cwiseAbs().maxCoeff(), 1e-3)
                                                       : best.v.cwiseAbs().maxCoeff());
            State left = best, right = best;
            (j < n ? left.q(j) : left.v(j - n)) -= h;
            (j < n ? right.q(j) : right.v(j - n)) += h;
            g(j) = (body.energy(right) - body.energy(left)) / (2.0 * h);
        }
        gradient = g;
    }
    const Multipliers found = multipliers_of(best_map.tangent, field, gradient);
    orbit.multipliers = found.values;
    orbit.trace = found.trace;
    orbit.unstable = found.unstable;
    orbit.stable = found.unstable == 0;
    orbit.certificate.replay_error = least;
    orbit.certificate.holds = true;
    if (Story story; body.run(best, best_period, true, story).empty() && !story.events.empty())
        orbit.state = story.events.front().after;
    return orbit;
}

}  // namespace rebond
