#include "rebond/orbits/find_orbits.hpp"

#include "rebond/core/error.hpp"
#include "rebond/orbits/impacts/impact_search.hpp"
#include "rebond/orbits/lasting/lasting_orbit.hpp"
#include "rebond/orbits/lasting/sticking_orbit.hpp"
#include "rebond/orbits/mean_energy.hpp"
#include "rebond/orbits/proof/flight_proof.hpp"
#include "rebond/orbits/proof/replay.hpp"
#include "rebond/orbits/stability/multipliers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double largest_residual = 1e-11;  // scaled, of an orbit [-]
constexpr double replayed = 1e-9;           // error over the largest multiplier [-]
constexpr double repeated = 1e-9;           // of impulses and times: a shorter period [-]
constexpr double turned = 1e-7;             // of impulses and times: one orbit found twice [-]

// Whether the orbit is d times a shorter one; 1: it is none.
int repetitions(const ImpactMotion& motion, int load_periods)
{
    const Index k = motion.count();
    const double largest = motion.impulses.cwiseAbs().maxCoeff();
    for (Index d = k; d > 1; --d) {
        if (k % d != 0 || (load_periods > 0 && load_periods % d != 0)) continue;
        const Index shift = k / d;
        bool repeats = true;
        for (Index i = 0; repeats && i < k; ++i) {
            const Index m = (i + shift) % k;
            double between = motion.times(m) - motion.times(i);
            if (m <= i) between += motion.period;
            repeats = motion.contacts[i] == motion.contacts[m] &&
                      std::abs(motion.impulses(i) - motion.impulses(m)) <= repeated * largest &&
                      std::abs(between - motion.period / static_cast<double>(d)) <= repeated * motion.period;
        }
        if (repeats) return static_cast<int>(d);
    }
    return 1;
}

// Minima of the gaps in all flights, and the longest of these.
Index prove_flights(const OrbitSystem& system, const ImpactMotion& motion,
                    const std::vector<FlowMotion>& flights, Certificate& certificate, double& longest)
{
    FlightProof proof(system);
    Index longest_flight = 0;
    longest = 0.0;
    for (Index i = 0; i < motion.count(); ++i) {
        const Index next = (i + 1) % motion.count();
        double length = motion.times(next) - motion.times(i);
        if (next <= i) length += motion.period;
        const Index c = motion.contacts[i];
        int order = 1;
        if (system.restitution(c) == 0.0) {
            order = 2;
            const Signal gap = system.free().signal(system.free().gap(c), flights[i]);
            if (system.search({}).acceleration(gap, 0.0) <= 0.0 && certificate.refusal.empty())
                certificate.refusal = fmt::format(
                    "contact {} does not rebound and is pressed: it lasts, write {}s", c + 1, c + 1);
        }
        if (certificate.refusal.empty() || order == 1)
            proof.fly({}, flights[i], length, {{.contact = c, .order = order}}, motion.contacts[next]);
        if (length > longest) {
            longest = length;
            longest_flight = i;
        }
    }
    proof.report(certificate);
    return longest_flight;
}

void certify(const OrbitSystem& system, const ImpactSolution& solution,
             const std::vector<FlowMotion>& flights, const OrbitOptions& options, Orbit& orbit)
{
    const ImpactMotion& motion = solution.motion;
    Certificate& certificate = orbit.certificate;
    certificate.residual = solution.residual;
    certificate.least_impulse = motion.impulses.minCoeff();
    if (!(solution.residual <= largest_residual))
        certificate.refusal = fmt::format("its equations are solved to {:.1e} only", solution.residual);
    else if (!(certificate.least_impulse > 0.0)) {
        Index i = 0;
        motion.impulses.minCoeff(&i);
        certificate.refusal = fmt::format("contact {} would have to pull at t = {:.9g} s",
                                          motion.contacts[i] + 1, motion.times(i));
    } else if (const int d = repetitions(motion, orbit.load_periods); d > 1) {
        certificate.refusal = fmt::format("it is {} times an orbit of period {:.9g} s", d, motion.period / d);
    }
    double longest = 0.0;
    const Index flight = prove_flights(system, motion, flights, certificate, longest);
    if (options.replay && certificate.refusal.empty()) {
        const State from = system.free().state(flights[flight], 0.5 * longest);
        const Replay again = replay(system.problem(), from, motion.period);
        const double growth =
            orbit.multipliers.empty() ? 1.0 : std::max(1.0, std::abs(orbit.multipliers.front()));
        if (!again.refusal.empty())
            certificate.refusal = "it could not be run again: " + again.refusal;
        else
            certificate.replay_error = again.error;
        if (certificate.refusal.empty() && again.impacts != motion.count())
            certificate.refusal = fmt::format("a run from it has {} impacts", again.impacts);
        else if (certificate.refusal.empty() && !(again.error <= replayed * growth))
            certificate.refusal = fmt::format("a run from it comes back to {:.1e} only", again.error);
    }
    certificate.holds = certificate.refusal.empty();
}

// Whether two orbits are one motion whose period starts at different impacts. Under a load they may be whole
// periods of it apart.
bool is_turned(const Orbit& one, const Orbit& other, double load_period)
{
    const std::size_t k = one.events.size();
    if (other.events.size() != k || k < 2) return false;
    const double T = one.period;
    if (std::abs(other.period - T) > repeated * T) return false;
    double largest = 0.0;
    for (const OrbitEvent& event : one.events) largest = std::max(largest, std::abs(event.impulse));
    for (std::size_t turn = 0; turn < k; ++turn) {
        const double shift = other.events[turn].time - one.events[0].time;
        if (load_period > 0.0 && std::abs(std::remainder(shift, load_period)) > turned * T) continue;
        bool is_same = true;
        for (std::size_t i = 0; is_same && i < k; ++i) {
            const OrbitEvent &a = one.events[i], &b = other.events[(i + turn) % k];
            is_same = a.contact == b.contact && a.kind == b.kind &&
                      std::abs(a.impulse - b.impulse) <= turned * largest &&
                      std::abs(std::remainder(b.time - a.time - shift, T)) <= turned * T;
        }
        if (is_same) return true;
    }
    return false;
}

Orbit failed(OrbitStatus status, std::string reason, const OrbitRequest& request)
{
    Orbit orbit{.status = status, .reason = std::move(reason), .sequence = request.sequence};
    orbit.certificate.refusal = orbit.reason;
    return orbit;
}

}  // namespace

void check(const OrbitRequest& request, const OrbitSystem& system)
{
    check(request.sequence, system.contacts());
    if (request.periods < 1)
        throw InputError(fmt::format("periods: expected 1 or more, got {}", request.periods));
    if (!system.refusal().empty()) return;
    if (system.is_autonomous()) {
        if (has_lasting_contact(request.sequence)) {
            if (request.period || request.energy)
                throw InputError(
                    "period, energy: without load an orbit with a lasting contact is alone, not one of a "
                    "family; "
                    "leave them out");
            return;
        }
        if (request.period && request.energy)
            throw InputError("period, energy: one of them picks an orbit of the family, not both");
        if (!request.period && !request.energy)
            throw InputError(
                "the scene has no load that depends on time: its orbits come in families, and a period or an "
                "energy picks one; give one of them");
        if (request.period && !(*request.period > 0.0))
            throw InputError(fmt::format("period: expected more than 0 s, got {}", *request.period));
        return;
    }
    if (request.energy)
        throw InputError("energy: an orbit under a load has the energy that the load gives it; leave it out");
    if (request.period)
        throw InputError(
            "period: an orbit under a load has whole periods of the load; give their number as periods");
}

ImpactMotion motion_of(const OrbitSystem& system, const Orbit& orbit)
{
    const auto k = static_cast<Index>(orbit.events.size());
    ImpactMotion motion{.period = orbit.period, .impulses = Vector(k), .times = Vector(k)};
    for (Index i = 0; i < k; ++i) {
        motion.contacts.push_back(orbit.events[i].contact);
        motion.impulses(i) = orbit.events[i].impulse;
        motion.times(i) = orbit.events[i].time;
    }
    motion.means = Vector::Zero(mean_count(system));
    if (motion.means.size() > 0) {
        const Vector impulses = motion.impulses;
        (void)fit_impulses(system, motion);
        motion.impulses = impulses;
    }
    return motion;
}

Orbit orbit_of(const OrbitSystem& system, const ImpactSolution& solution, int periods,
               const OrbitOptions& options)
{
    const ImpactMotion& motion = solution.motion;
    Orbit orbit{.status = solution.status,
                .reason = solution.reason,
                .load_periods = system.is_autonomous() ? 0 : periods,
                .period = motion.period};
    for (const Index contact : motion.contacts) orbit.sequence.push_back({contact, EventKind::impact});
    if (solution.status != OrbitStatus::ok) {
        orbit.certificate.refusal = orbit.reason;
        return orbit;
    }
    for (Index i = 0; i < motion.count(); ++i) {
        const Index c = motion.contacts[i];
        const double w = system.mobility(c, c), e = system.restitution(c), P = motion.impulses(i);
        orbit.events.push_back({.time = motion.times(i),
                                .contact = c,
                                .kind = EventKind::impact,
                                .impulse = P,
                                .velocity_before = -w * P / (1.0 + e),
                                .velocity_after = e * w * P / (1.0 + e),
                                .end = motion.times(i)});
    }
    std::vector<FlowMotion> flights;
    for (Index i = 0; i < motion.count(); ++i) flights.push_back(flight_after(system, motion, i));
    orbit.state = system.free().state(flights[0], 0.0);
    orbit.energy =
        system.is_conservative() ? system.energy(orbit.state) : mean_energy(system, motion, flights);
    if (options.multipliers) {
        Multipliers found = multipliers_of(system, motion, options.most_dense);
        orbit.multipliers = std::move(found.values);
        orbit.multipliers_are_all = found.are_all;
        orbit.trace = found.trace;
        if (found.unstable >= 0) {
            orbit.unstable = found.unstable;
            orbit.stable = found.unstable == 0;
        }
    }
    certify(system, solution, flights, options, orbit);
    return orbit;
}

std::vector<Orbit> find_orbits(const OrbitSystem& system, const OrbitRequest& request,
                               const OrbitOptions& options)
{
    check(request, system);
    if (!system.refusal().empty()) return {failed(OrbitStatus::not_served, system.refusal(), request)};
    if (system.is_autonomous() && !system.is_conservative())
        return {failed(OrbitStatus::not_served,
                       "there is no load and damping takes energy: every motion comes to rest", request)};
    if (system.is_autonomous() && has_lasting_contact(request.sequence)) {
        if (request.sequence.size() != 2)
            return {
                failed(OrbitStatus::not_served,
                       "without load, orbits with a lasting contact are searched with one closing and one "
                       "release and nothing else, as in the sequence 1s",
                       request)};
        return find_sticking_orbits(system, request.sequence.front().contact, {.orbit = options});
    }
    std::vector<Index> contacts;
    for (const SequenceItem& item : request.sequence) contacts.push_back(item.contact);
    if (system.is_autonomous())
        for (const Index contact : contacts)
            if (system.restitution(contact) < 1.0)
                return {
                    failed(OrbitStatus::not_served,
                           fmt::format("there is no load and impacts of contact {} take energy: every motion "
                                       "comes to rest; set its restitution to 1",
                                       contact + 1),
                           request)};
    if (system.is_autonomous() && request.period) {
        const GreenFunction green(system.free(), *request.period);
        for (const Index contact : contacts)
            if (green.is_at_pole(contact))
                return {
                    failed(OrbitStatus::at_a_pole,
                           "the period is that of a mode: impulses grow without bound there; families end at "
                           "such periods",
                           request)};
    }
    std::vector<Orbit> orbits;
    if (has_lasting_contact(request.sequence)) {
        for (const LastingSolution& solution : search_lasting(system, request.sequence, request.periods))
            orbits.push_back(orbit_of(system, solution, request.periods, options));
    } else
        for (const ImpactSolution& solution : search_impacts(
                 system, contacts, request.periods, {.period = request.period, .energy = request.energy}))
            orbits.push_back(orbit_of(system, solution, request.periods, options));
    if (orbits.empty())
        return {failed(OrbitStatus::not_converged, "the search found no orbit with this sequence", request)};
    const auto largest = [](const Orbit& orbit) {
        double impulse = 0.0;
        for (const OrbitEvent& event : orbit.events) impulse = std::max(impulse, event.impulse);
        return impulse;
    };
    std::stable_sort(orbits.begin(), orbits.end(), [&](const Orbit& a, const Orbit& b) {
        if (a.certificate.holds != b.certificate.holds) return a.certificate.holds;
        return largest(a) > largest(b);
    });
    std::vector<Orbit> found;
    for (Orbit& orbit : orbits)
        if (std::none_of(found.begin(), found.end(), [&](const Orbit& other) {
                return is_turned(other, orbit, system.load_period().value_or(0.0));
            }))
            found.push_back(std::move(orbit));
    return found;
}

}  // namespace rebond
