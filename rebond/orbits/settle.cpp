#include "rebond/orbits/settle.hpp"

#include "rebond/orbits/lasting/lasting_orbit.hpp"
#include "rebond/orbits/settled_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double end_slack = 1e-9;  // of a period: an event at its very start belongs to it [-]

// The impacts that lead to the closing of a phase: the last of them, each slower than the one before.
std::vector<std::size_t> impacts_before(const std::vector<Impact>& impacts, const SustainedContact& phase)
{
    std::vector<std::size_t> found;
    for (std::size_t i = impacts.size(); i-- > 0;) {
        const Impact& impact = impacts[i];
        if (impact.time > phase.start + end_slack * std::abs(phase.start)) continue;
        if (impact.contact != phase.contact) break;
        if (!found.empty()) {
            const Impact& later = impacts[found.back()];
            if (!(impact.velocity_before <= later.velocity_before)) break;
            const double ahead = later.time - impact.time;
            if (found.size() > 1 && ahead < impacts[found[found.size() - 2]].time - later.time) break;
        }
        found.push_back(i);
    }
    return found;
}

Orbit none(OrbitStatus status, std::string reason)
{
    Orbit orbit{.status = status, .reason = std::move(reason)};
    orbit.certificate.refusal = orbit.reason;
    return orbit;
}

}  // namespace

Orbit settle(const OrbitSystem& system, const SettleOptions& options, const std::atomic<bool>* interrupt)
{
    if (!system.refusal().empty()) return none(OrbitStatus::not_served, system.refusal());
    if (system.is_autonomous())
        return none(
            OrbitStatus::not_served,
            "there is no load that depends on time, so that nothing settles to an orbit; give a sequence and "
            "a period or an energy");
    const double load = *system.load_period();
    const SettledRun settled = run_until_settled(system.problem(), load, options, interrupt);
    if (settled.status != OrbitStatus::ok) return none(settled.status, settled.reason);
    const int p = settled.cycle;
    const double period = p * load, end = settled.strobes.back().t, begin = end - period;

    // What happened in the last period: impacts, and phases that ended in it.
    struct Item {
        double time;
        SequenceItem item;
        double impulse;
        const State* release;
    };
    std::vector<Item> items;
    std::vector<bool> is_part(settled.impacts.size(), false);
    const double slack = end_slack * period;
    const auto in_period = [&](double t) { return t > begin - slack && t <= end - slack; };
    for (const SettledRun::Release& release : settled.releases) {
        const std::vector<std::size_t> closing = impacts_before(settled.impacts, release.phase);
        for (const std::size_t i : closing) is_part[i] = true;
        const double start = closing.empty() ? release.phase.start : settled.impacts[closing.back()].time;
        if (!in_period(release.phase.end)) continue;
        items.push_back(
            {release.phase.end, {release.phase.contact, EventKind::release}, 0.0, &release.state});
        double closed = start;
        if (closed < begin) closed += period;
        items.push_back({closed, {release.phase.contact, EventKind::closing}, 0.0, nullptr});
    }
    // A phase that has not ended closes like the one a period before: its impacts are no items of their own.
    double last_release = begin - period;
    for (const SettledRun::Release& release : settled.releases)
        last_release = std::max(last_release, release.phase.end);
    for (std::size_t i = 0; i < settled.impacts.size(); ++i) {
        const Impact& impact = settled.impacts[i];
        if (!in_period(impact.time) || is_part[i]) continue;
        const bool repeats_part =
            std::any_of(settled.impacts.begin(), settled.impacts.end(), [&](const Impact& other) {
                const std::size_t j = &other - settled.impacts.data();
                return is_part[j] && other.contact == impact.contact &&
                       std::abs(impact.time - period - other.time) <= 1e-6 * period;
            });
        if (repeats_part) continue;
        items.push_back({impact.time, {impact.contact, EventKind::impact}, impact.impulse, nullptr});
    }
    if (items.empty()) return none(OrbitStatus::not_served, "the motion settles without any contact");
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return a.time < b.time; });

    Sequence sequence;
    for (const Item& item : items) sequence.push_back(item.item);
    if (!has_lasting_contact(sequence)) {
        ImpactMotion motion{.period = period};
        motion.impulses.resize(std::ssize(items));
        motion.times.resize(std::ssize(items));
        motion.means = Vector::Zero(mean_count(system));
        const double shift = std::floor((items.front().time + slack) / load) * load;
        for (Index i = 0; i < std::ssize(items); ++i) {
            motion.contacts.push_back(items[i].item.contact);
            motion.impulses(i) = items[i].impulse;
            motion.times(i) = items[i].time - shift;
        }
        if (motion.means.size() > 0) {
            const Vector impulses = motion.impulses;
            (void)fit_impulses(system, motion);
            motion.impulses = impulses;
        }
        return orbit_of(system, solve_impacts(system, std::move(motion), {}), p, options.orbit);
    }
    std::size_t first = 0;
    while (sequence[first].kind != EventKind::release) ++first;
    LastingMotion motion{
        .sequence = rotated(sequence, first), .period = period, .release = *items[first].release};
    motion.release.t -= std::floor((motion.release.t + slack) / load) * load;
    return orbit_of(system, solve_lasting(system, std::move(motion)), p, options.orbit);
}

}  // namespace rebond
