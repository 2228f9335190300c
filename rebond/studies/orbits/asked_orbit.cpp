#include "rebond/studies/orbits/asked_orbit.hpp"

#include "rebond/core/error.hpp"
#include "rebond/orbits/settle.hpp"
#include "rebond/orbits/shooting/settled_shot.hpp"
#include "rebond/scene/build.hpp"

#include <fmt/format.h>

#include <cmath>

namespace rebond {
namespace {

constexpr Index most_with_all_multipliers = 128;  // coordinates; of one orbit there is time for more

// Whether periods of a load, or a period and an energy, say which orbit is meant.
void require_closure(const OrbitSpec& spec, bool is_forced, bool is_isolated)
{
    if (is_forced) {
        if (spec.energy)
            throw Unbuildable("orbit.energy",
                              "expected none: an orbit under a load has the energy that the load gives it");
        if (spec.period)
            throw Unbuildable(
                "orbit.period",
                "expected none: an orbit under a load takes whole periods of the load; give their "
                "number as periods");
        return;
    }
    if (spec.periods)
        throw Unbuildable(
            "orbit.periods",
            "expected none: there is no load that depends on time, whose periods would count; give "
            "a period or an energy");
    if (is_isolated) {
        if (spec.period || spec.energy)
            throw Unbuildable(
                spec.period ? "orbit.period" : "orbit.energy",
                "expected none: without load an orbit with a lasting contact is alone, not one of "
                "a family");
        return;
    }
    if (!spec.period && !spec.energy)
        throw Unbuildable(
            "orbit.period",
            "expected a period or an energy: the scene has no load that depends on time, so that its "
            "orbits come in families; give --period T or --energy E, or a load "
            "[[model.harmonic]]");
}

Sequence asked_sequence(const OrbitSpec& spec, Index contacts)
{
    if (spec.sequence) {
        const std::optional<std::string>& text = spec.sequence;
        try {
            Sequence sequence = parse_sequence(*text);
            check(sequence, contacts);
            return sequence;
        } catch (const InputError& error) {
            std::string what = error.what();
            if (const std::string prefix = "sequence: "; what.starts_with(prefix))
                what.erase(0, prefix.size());
            throw Unbuildable("orbit.sequence", what);
        }
    }
    if (contacts > 1)
        throw Unbuildable(spec.impacts ? "orbit.impacts" : "orbit.sequence",
                          fmt::format("expected a sequence that says which contacts act: there are {}, as in "
                                      "--sequence 1,2",
                                      contacts));
    return impacts_of(0, static_cast<int>(spec.impacts.value_or(1)));
}

Orbit none(OrbitStatus status, std::string reason)
{
    Orbit orbit{.status = status, .reason = std::move(reason)};
    orbit.certificate.refusal = orbit.reason;
    return orbit;
}

// An orbit that is not the one asked for.
std::optional<Orbit> differs(const Orbit& settled, const OrbitSpec& spec)
{
    if (!settled.is_ok() || !spec.periods || *spec.periods == settled.load_periods) return std::nullopt;
    return none(
        OrbitStatus::not_converged,
        fmt::format(
            "the motion settles to an orbit of {} periods of the load and the sequence {}, not of {}; "
            "give a sequence to search for others",
            settled.load_periods, text_of(settled.sequence), *spec.periods));
}

std::vector<Orbit> linear_orbits(const OrbitSpec& spec, const OrbitSystem& system,
                                 const std::atomic<bool>* interrupt)
{
    const OrbitOptions options{.most_dense = most_with_all_multipliers};
    const bool is_forced = !system.is_autonomous();
    if (is_forced && !spec.sequence && !spec.impacts) {
        require_closure(spec, is_forced, false);
        const Orbit settled = settle(system, {.orbit = options}, interrupt);
        if (const auto other = differs(settled, spec)) return {*other};
        return {settled};
    }
    OrbitRequest request{.sequence = asked_sequence(spec, system.contacts()),
                         .periods = static_cast<int>(spec.periods.value_or(1)),
                         .period = spec.period,
                         .energy = spec.energy};
    require_closure(spec, is_forced, has_lasting_contact(request.sequence));
    return find_orbits(system, request, options);
}

}  // namespace

std::vector<Orbit> asked_orbits(const OrbitQuestion& question, const Problem& problem,
                                const std::optional<FollowedRange>& followed,
                                const std::atomic<bool>* interrupt)
{
    OrbitSpec spec = question.spec;
    // Where a family is followed in its own period or energy, its first member is that of the range.
    if (followed && !spec.period && !spec.energy) {
        if (followed->is_period()) spec.period = followed->from;
        if (followed->is_energy()) spec.energy = followed->from;
    }
    if (problem.contacts.empty() && !problem.crowd)
        throw Unbuildable("contact", "expected a contact: without one there are no impacts to search for");
    const OrbitSystem system(problem);
    if (system.refusal().empty()) {
        std::vector<Orbit> orbits = linear_orbits(spec, system, interrupt);
        if (orbits.front().status == OrbitStatus::not_served)
            throw Unbuildable("orbit", orbits.front().reason);
        return orbits;
    }
    if (spec.sequence || spec.impacts)
        throw Unbuildable(
            spec.sequence ? "orbit.sequence" : "orbit.impacts",
            fmt::format("expected none, for orbits of this body are shot from what it settles to: {}",
                        system.refusal()));
    if (followed)
        throw Unbuildable(
            "orbit.continue",
            fmt::format("expected none, for only orbits of linear bodies with straight gaps at rest are "
                        "followed: {}; a study (rebond sweep) runs the scene for many values",
                        system.refusal()));
    const Orbit orbit = settled_shot(problem, interrupt);
    if (orbit.status == OrbitStatus::not_served) throw Unbuildable("orbit", orbit.reason);
    require_closure(spec, true, false);
    if (const auto other = differs(orbit, spec)) return {*other};
    return {orbit};
}

}  // namespace rebond
