#include "rebond/orbits/lasting/conserving_orbit.hpp"

#include "rebond/orbits/proof/flight_proof.hpp"

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace rebond {
namespace {

constexpr int most_iterations = 40;
constexpr double difference = 1e-6;  // of the state, for the Jacobian [-]
constexpr int most_closings = 50;
constexpr double converged = 1e-14;
constexpr double largest_residual = 1e-11;
constexpr double longest = 20.0;  // of a flight or a rest, in periods of the slowest mode [-]

class Conserving {
public:
    Conserving(const OrbitSystem& system, Index contact, double energy, const std::vector<Index>& corrected)
        : system_(system),
          contact_(contact),
          energy_(energy),
          n_(system.dofs()),
          w_(gradient_of(system.problem().contacts[contact].gap, n_)),
          I_(Vector::Zero(n_)),
          MI_(Vector::Zero(n_))
    {
        for (Index i = 0; i < n_; ++i)
            if (corrected.empty() ? w_(i) == 0.0
                                  : std::find(corrected.begin(), corrected.end(), i) != corrected.end())
                I_(i) = 1.0;
        system.problem().model->as_linear()->system().mass.multiply(I_, MI_);
        const Vector& omega = system.free().modes().frequencies;
        horizon_ = longest * 2.0 * std::numbers::pi / std::max(omega.minCoeff(), 1e-3 * omega.maxCoeff());
    }

    struct Closing {
        FlowMotion flight = {};  // that leads to it
        double length = 0.0;     // [s]
        double approach = 0.0;   // u⁻ [m/s]
        double impulse = 0.0;    // [N s]
    };
    struct Run {
        std::string refusal = {};
        std::vector<Closing> closings = {};  // the last of them lasts
        double rest = 0.0;                   // how long [s]
        State after = {}, end = {};          // the rest
    };

    Run run(const State& release) const
    {
        Run run;
        const LinearFlow &free = system_.free(), &held = system_.held({contact_});
        State state = release;
        for (int count = 0; count < most_closings; ++count) {
            Closing closing{.flight = free.start(state)};
            const auto after = system_.search({}).first_zero(free.signal(free.gap(contact_), closing.flight),
                                                             count == 0 ? 3 : 2, horizon_);
            if (!after || !(*after > 0.0)) {
                run.refusal = "the contact does not open, or does not close again";
                return run;
            }
            closing.length = *after;
            state = free.state(closing.flight, *after);
            strike(state, closing);
            run.closings.push_back(closing);
            const FlowMotion rest = held.start(state);
            const Signal reaction = held.signal(held.reaction(0), rest);
            if (reaction.constant + reaction.amplitudes.real().sum() <= 0.0) continue;
            run.after = state;
            const auto opening = system_.search({contact_}).first_zero(reaction, 0, horizon_);
            if (!opening || !(*opening > 0.0)) {
                run.refusal = "the contact does not open again";
                return run;
            }
            run.rest = *opening;
            run.end = held.state(rest, *opening);
            return run;
        }
        run.refusal = "the contact closes again and again and never presses";
        return run;
    }

    // (1).
    void strike(State& state, Closing& closing) const
    {
        const double mobility = system_.mobility(contact_, contact_);
        closing.approach = w_.dot(state.v);
        closing.impulse = -closing.approach / mobility;
        state.v += closing.impulse * system_.mass_response(contact_);
        const double alpha = 0.5 * I_.dot(MI_), b = MI_.dot(state.v);
        const double c = -0.5 * closing.approach * closing.approach / mobility;
        const double root = std::sqrt(b * b - 4.0 * alpha * c);
        const double divisor = b >= 0.0 ? b + root : b - root;
        if (divisor != 0.0) state.v += (-2.0 * c / divisor) * I_;
    }

    std::optional<Vector> residual(const Vector& x) const
    {
        const State release{.t = 0.0, .q = x.head(n_), .v = x.tail(n_)};
        const Run done = run(release);
        if (!done.refusal.empty()) return std::nullopt;
        const LinearFlow& held = system_.held({contact_});
        Vector r(2 * n_ + 4);
        const Gap& gap = system_.problem().contacts[contact_].gap;
        const Signal reaction = held.signal(held.reaction(0), held.start(release));
        const double speed = x.tail(n_).norm(), length = std::max(x.head(n_).norm(), speed * 1e-3);
        r(0) = gap_at(gap, 0.0, release.q) / length;
        r(1) = w_.dot(release.v) / speed;
        r(2) = (held.reaction_row(0, false).dot(release.q) + held.reaction(0).constant -
                held.reaction_row(0, false).dot(held.forced(0.0).q)) /
               std::max(reaction.size(), std::numeric_limits<double>::min());
        r(3) = (system_.energy(release) - energy_) / std::abs(energy_);
        r.segment(4, n_) = (done.end.q - release.q) / length;
        r.tail(n_) = (done.end.v - release.v) / speed;
        return r;
    }

    // At the stop without reaction, the other coordinates leaving it with all the energy.
    State guess() const
    {
        const LinearFlow& held = system_.held({contact_});
        const Vector row = held.reaction_row(0, false);
        Matrix A(2, n_);
        A << w_.transpose(), row.transpose();
        Vector b(2);
        b << -system_.problem().contacts[contact_].gap.offset,
            row.dot(held.forced(0.0).q) - held.reaction(0).constant;
        State state{.t = 0.0, .q = A.completeOrthogonalDecomposition().solve(b), .v = I_};
        state.v -= w_ * w_.dot(state.v) / w_.squaredNorm();
        State rest = state;
        rest.v.setZero();
        const double left = energy_ - system_.energy(rest),
                     unit = system_.energy(state) - system_.energy(rest);
        state.v *= left > 0.0 && unit > 0.0 ? std::sqrt(left / unit) : 1.0;
        // The direction in which the contact opens.
        const LinearFlow& free = system_.free();
        const FlowMotion flight = free.start(state);
        Signal gap = free.signal(free.gap(contact_), flight);
        SignalSearch& search = system_.search({});
        const Signal jerk = search.derivative(search.derivative(search.derivative(gap)));
        if (jerk.constant + jerk.amplitudes.real().sum() < 0.0) state.v = -state.v;
        return state;
    }

    const OrbitSystem& system_;
    Index contact_;
    double energy_;
    Index n_;
    Vector w_, I_, MI_;
    double horizon_ = 0.0;  // [s]
};

Orbit none(OrbitStatus status, std::string reason)
{
    Orbit orbit{.status = status, .reason = std::move(reason)};
    orbit.certificate.refusal = orbit.reason;
    return orbit;
}

}  // namespace

Orbit find_conserving_orbit(const OrbitSystem& system, Index contact, double energy,
                            std::vector<Index> corrected, const std::optional<State>& guess)
{
    if (!system.refusal().empty()) return none(OrbitStatus::not_served, system.refusal());
    if (!system.is_autonomous() || !system.is_conservative())
        return none(OrbitStatus::not_served, "a load or damping acts: no energy is kept");
    if (system.dofs() < 2) return none(OrbitStatus::not_served, "no other coordinate can take the energy");
    if (system.free().rigid() > 0 || !system.held({contact}).refusal().empty())
        return none(OrbitStatus::not_served, "the body can move rigidly");
    const Conserving law(system, contact, energy, corrected);
    const Index n = system.dofs();
    const State start = guess ? *guess : law.guess();
    Vector x(2 * n);
    x << start.q, start.v;
    double least = std::numeric_limits<double>::infinity();
    Vector best = x;
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
        const auto r = law.residual(x);
        if (!r) break;
        const double now = r->cwiseAbs().maxCoeff();
        const bool stands = now >= 0.5 * least;
        if (now < least) {
            least = now;
            best = x;
        }
        if (now <= converged || (stands && least <= largest_residual)) break;
        Matrix J(r->size(), 2 * n);
        bool is_known = true;
        for (Index j = 0; j < 2 * n && is_known; ++j) {
            Vector left = x, right = x;
            const double h = difference * (j < n ? std::max(x.head(n).norm(), 1e-3) : x.tail(n).norm());
            left(j) -= h;
            right(j) += h;
            const auto a = law.residual(left), b = law.residual(right);
            is_known = a && b;
            if (is_known) J.col(j) = (*b - *a) / (2.0 * h);
        }
        if (!is_known) break;
        x -= J.completeOrthogonalDecomposition().solve(*r);
        if (!x.allFinite()) break;
    }
    if (!(least <= largest_residual))
        return none(OrbitStatus::not_converged, "Newton's iteration found no orbit with this energy");
    Orbit orbit;
    orbit.state = {.t = 0.0, .q = best.head(n), .v = best.tail(n)};
    const Conserving::Run run = law.run(orbit.state);
    orbit.energy = system.energy(orbit.state);
    orbit.events.push_back({.time = 0.0, .contact = contact, .kind = EventKind::release, .impacts = 0});
    orbit.sequence.assign(1, {contact, EventKind::release});
    orbit.certificate.residual = least;
    orbit.certificate.least_impulse = std::numeric_limits<double>::infinity();
    FlightProof proof(system);
    for (std::size_t i = 0; i < run.closings.size(); ++i) {
        const Conserving::Closing& closing = run.closings[i];
        const EventKind kind = i + 1 < run.closings.size() ? EventKind::impact : EventKind::closing;
        orbit.period += closing.length;
        orbit.sequence.push_back({contact, kind});
        orbit.events.push_back({.time = orbit.period,
                                .contact = contact,
                                .kind = kind,
                                .impulse = closing.impulse,
                                .velocity_before = closing.approach,
                                .end = orbit.period});
        orbit.certificate.least_impulse = std::min(orbit.certificate.least_impulse, closing.impulse);
        proof.fly({}, closing.flight, closing.length, {{.contact = contact, .order = i == 0 ? 3 : 2}},
                  contact);
    }
    orbit.period += run.rest;
    proof.fly({contact}, system.held({contact}).start(run.after), run.rest, {}, std::nullopt);
    proof.report(orbit.certificate);
    orbit.certificate.holds = orbit.certificate.refusal.empty();
    return orbit;
}

}  // namespace rebond
