#include "rebond/orbits/settled_run.hpp"

#include "rebond/integration/integrate.hpp"
#include "rebond/orbits/settle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rebond {
namespace {

constexpr int longest_cycle = 16;      // periods of the load after which a motion may repeat
constexpr double same_state = 1e-6;    // of its size [-]
constexpr double still_nearer = 0.99;  // than a longest cycle before [-]
constexpr int kept_periods = 2 * longest_cycle + 2;
constexpr double look_at = 0.381966;  // of a period: where the state is looked at, off the start's own events
constexpr long most_impacts = 2'000'000;

// Keeps what the last periods had.
class Observer final : public Recorder {
public:
    Observer(const Problem& problem, double period)
        : problem_(problem), start_(problem.initial.t), period_(period)
    {
    }

    std::vector<State> strobes;
    std::vector<Impact> impacts;
    std::vector<SettledRun::Release> releases;
    long count = 0;

    void step(const Instant& now) override
    {
        for (; told_ < releases.size(); ++told_) releases[told_].state = {now.t(), now.q(), now.v()};
        look_at_gaps(now);
        if (now.t() < next() * (1.0 - 1e-14)) return;
        most_open = opening_;
        least_gap = opening_gap_;
        opening_gap_ = -std::numeric_limits<double>::infinity();
        strobes.push_back({now.t(), now.q(), now.v()});
        const double old = now.t() - kept_periods * period_;
        std::erase_if(impacts, [old](const Impact& impact) { return impact.time < old; });
        const auto before =
            std::erase_if(releases, [old](const SettledRun::Release& r) { return r.phase.end < old; });
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

    // After how many periods the state has come back, twice; 0: it has not. A motion that spirals in may come
    // near after p periods first: it goes on as long as a part of p still comes nearer.
    int cycle() const
    {
        if (strobes.size() < 2 * static_cast<std::size_t>(longest_cycle) + 1 || strobes.size() < earliest)
            return 0;
        for (int p = 1; p <= longest_cycle; ++p) {
            if (!(distance(0, p) <= same_state && distance(0, 2 * p) <= same_state)) continue;
            for (int d = 1; d < p; ++d)
                if (p % d == 0 && distance(0, d) < still_nearer * distance(longest_cycle, d)) return 0;
            return p;
        }
        return 0;
    }
    std::size_t earliest = 0;
    State most_open;
    double least_gap = 0.0;

private:
    void look_at_gaps(const Instant& now)
    {
        double least = std::numeric_limits<double>::infinity();
        for (const Contact& contact : problem_.contacts)
            least = std::min(least, gap_at(contact.gap, now.t(), now.q()));
        if (!(least > opening_gap_)) return;
        opening_gap_ = least;
        opening_ = {now.t(), now.q(), now.v()};
    }
    double next() const { return start_ + (static_cast<double>(strobes.size()) + look_at) * period_; }
    // Of two looks, so many periods before the last one and so many apart, over the size of the state.
    double distance(int before, int apart) const
    {
        const auto last = static_cast<std::ptrdiff_t>(strobes.size()) - 1 - before;
        if (last < apart) return std::numeric_limits<double>::infinity();
        const State &a = strobes[static_cast<std::size_t>(last)],
                    &b = strobes[static_cast<std::size_t>(last - apart)];
        const double q = a.q.cwiseAbs().maxCoeff() + period_ * a.v.cwiseAbs().maxCoeff();
        const double off =
            std::max((a.q - b.q).cwiseAbs().maxCoeff(), period_ * (a.v - b.v).cwiseAbs().maxCoeff());
        return off == 0.0 ? 0.0 : off / q;
    }

    const Problem& problem_;
    double start_, period_;
    State opening_;  // of the period under way
    double opening_gap_ = -std::numeric_limits<double>::infinity();
    std::size_t told_ = 0;  // releases whose state is known
};

}  // namespace

SettledRun run_until_settled(const Problem& problem, double load_period, const SettleOptions& options,
                             const std::atomic<bool>* interrupt)
{
    Problem run = problem;
    run.duration = run.initial.t + (options.most_periods + 0.5) * load_period;
    run.sample_every = run.duration;
    Observer observer(run, load_period);
    observer.earliest = static_cast<std::size_t>(options.transient);
    Scheme scheme = EventModal{};
    if (scheme_refusal(run, scheme)) scheme = EventAccurate{};
    if (const Refusal refused = scheme_refusal(run, scheme))
        return {.status = OrbitStatus::not_served, .reason = "the scheme event_accurate " + refused->reason};
    const Outcome outcome = integrate(run, scheme, observer, interrupt);
    if (outcome.status != Status::ok) return {.status = OrbitStatus::not_converged, .reason = outcome.reason};
    SettledRun settled{.cycle = observer.cycle(),
                       .strobes = std::move(observer.strobes),
                       .most_open = std::move(observer.most_open),
                       .least_gap = observer.least_gap,
                       .impacts = std::move(observer.impacts),
                       .releases = std::move(observer.releases)};
    if (settled.cycle > 0) return settled;
    settled.status = OrbitStatus::not_converged;
    settled.reason = fmt::format(
        "the motion has not settled to an orbit of {} periods of the load or fewer after {} "
        "periods; it may be chaotic, or need a longer run",
        longest_cycle, settled.strobes.size());
    return settled;
}

}  // namespace rebond
