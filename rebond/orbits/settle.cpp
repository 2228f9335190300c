#include "rebond/orbits/settle.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/orbits/lasting/lasting_orbit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr int longest_cycle = 16;    // periods of the load after which a motion may repeat
constexpr double same_state = 1e-6;  // of its size [-]
constexpr int kept_periods = 2 * longest_cycle + 2;
constexpr double look_at = 0.381966;  // of a period: where the state is looked at, off the start's own events
constexpr long most_impacts = 2'000'000;
constexpr double end_slack = 1e-9;  // of a period: an event at its very start belongs to it [-]

// Keeps what the last periods had.
class Observer final : public Recorder {
public:
    Observer(double start, double period) : start_(start), period_(period) {}

    struct Release {
        SustainedContact phase;
        State state;
    };
    std::vector<State> strobes;  // one a period
    std::vector<Impact> impacts;
    std::vector<Release> releases;
    long count = 0;

    void step(const Instant& now) override
    {
        for (; told_ < releases.size(); ++told_) releases[told_].state = {now.t(), now.q(), now.v()};
        if (now.t() < next() * (1.0 - 1e-14)) return;
        strobes.push_back({now.t(), now.q(), now.v()});
        const double old = now.t() - kept_periods * period_;
        std::erase_if(impacts, [old](const Impact& impact) { return impact.time < old; });
        const auto before = std::erase_if(releases, [old](const Release& r) { return r.phase.end < old; });
        told_ -= before;
    }
    void impact(const Impact& impact) override
    {
        impacts.push_back(impact);
        ++count;
    }
    void sustained(const SustainedContact& phase) override
    {
        if (phase.is_over) releases.push_back({phase, {}});
    }
    double wanted_time() const override { return next(); }
    bool enough() const override { return count > most_impacts || cycle() > 0; }

    // After how many periods the state has come back, twice; 0: it has not.
    int cycle() const
    {
        if (strobes.size() < 2 * static_cast<std::size_t>(longest_cycle) + 1 || strobes.size() < earliest)
            return 0;
        const State& last = strobes.back();
        for (int p = 1; p <= longest_cycle; ++p)
            if (is_near(last, strobes[strobes.size() - 1 - p]) &&
                is_near(last, strobes[strobes.size() - 1 - 2 * p]))
                return p;
        return 0;
    }
    std::size_t earliest = 0;

private:
    double next() const { return start_ + (static_cast<double>(strobes.size()) + look_at) * period_; }
    bool is_near(const State& a, const State& b) const
    {
        const double q = a.q.cwiseAbs().maxCoeff() + period_ * a.v.cwiseAbs().maxCoeff();
        return (a.q - b.q).cwiseAbs().maxCoeff() <= same_state * q &&
               period_ * (a.v - b.v).cwiseAbs().maxCoeff() <= same_state * q;
    }

    double start_, period_;
    std::size_t told_ = 0;  // releases whose state is known
};

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
    Problem run = system.problem();
    run.duration = run.initial.t + (options.most_periods + 0.5) * load;
    run.sample_every = run.duration;
    Observer observer(run.initial.t, load);
    observer.earliest = static_cast<std::size_t>(options.transient);
    Scheme scheme = EventModal{};
    if (scheme_refusal(run, scheme)) scheme = EventAccurate{};
    const Outcome outcome = integrate(run, scheme, observer, interrupt);
    if (outcome.status != Status::ok) return none(OrbitStatus::not_converged, outcome.reason);
    const int p = observer.cycle();
    if (p == 0)
        return none(
            OrbitStatus::not_converged,
            fmt::format("the motion has not settled to an orbit of {} periods of the load or fewer after {} "
                        "periods; it may be chaotic, or need a longer run",
                        longest_cycle, observer.strobes.size()));
    const double period = p * load, end = observer.strobes.back().t, begin = end - period;

    // What happened in the last period: impacts, and phases that ended in it.
    struct Item {
        double time;
        SequenceItem item;
        double impulse;
        const State* release;
    };
    std::vector<Item> items;
    std::vector<bool> is_part(observer.impacts.size(), false);
    const double slack = end_slack * period;
    const auto in_period = [&](double t) { return t > begin - slack && t <= end - slack; };
    for (const Observer::Release& release : observer.releases) {
        const std::vector<std::size_t> closing = impacts_before(observer.impacts, release.phase);
        for (const std::size_t i : closing) is_part[i] = true;
        const double start = closing.empty() ? release.phase.start : observer.impacts[closing.back()].time;
        if (!in_period(release.phase.end)) continue;
        items.push_back(
            {release.phase.end, {release.phase.contact, EventKind::release}, 0.0, &release.state});
        double closed = start;
        if (closed < begin) closed += period;
        items.push_back({closed, {release.phase.contact, EventKind::closing}, 0.0, nullptr});
    }
    // A phase that has not ended closes like the one a period before: its impacts are no items of their own.
    double last_release = begin - period;
    for (const Observer::Release& release : observer.releases)
        last_release = std::max(last_release, release.phase.end);
    for (std::size_t i = 0; i < observer.impacts.size(); ++i) {
        const Impact& impact = observer.impacts[i];
        if (!in_period(impact.time) || is_part[i]) continue;
        const bool repeats_part =
            std::any_of(observer.impacts.begin(), observer.impacts.end(), [&](const Impact& other) {
                const std::size_t j = &other - observer.impacts.data();
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
