#include "rebond/orbits/lasting/lasting_orbit.hpp"
#include "rebond/orbits/settle.hpp"

#include <cmath>

namespace rebond {
namespace {

constexpr int starts = 24;      // of runs that settle
constexpr double alike = 1e-7;  // of states and times [-]

bool is_same_up_to_turning(const Sequence& one, const Sequence& other)
{
    for (std::size_t turn = 0; turn < one.size(); ++turn)
        if (rotated(one, turn) == other) return true;
    return false;
}

std::size_t first_release(const Sequence& sequence)
{
    std::size_t first = 0;
    while (sequence[first].kind != EventKind::release) ++first;
    return first;
}

class Search {
public:
    Search(const OrbitSystem& system, const Sequence& sequence, int periods)
        : system_(system), sequence_(sequence), load_(*system.load_period()), period_(periods * load_)
    {
    }

    std::vector<LastingSolution> run()
    {
        if (system_.dofs() == 1)
            from_known_releases();
        else
            from_settled_runs();
        return std::move(found_);
    }

private:
    void accept(LastingSolution solution)
    {
        if (solution.status != OrbitStatus::ok) return;
        State& x = solution.motion.release;
        x.t -= std::floor(x.t / load_ + 1e-12) * load_;
        for (const LastingSolution& other : found_) {
            const State& y = other.motion.release;
            const double size = x.q.norm() + period_ * x.v.norm();
            const double turns = (x.t - y.t) / load_;
            if (std::abs(turns - std::round(turns)) <= alike &&
                (x.q - y.q).norm() + period_ * (x.v - y.v).norm() <= alike * size)
                return;
        }
        found_.push_back(std::move(solution));
    }

    // A body with one coordinate is at its stop, at rest, and opens where the load lets go.
    void from_known_releases()
    {
        const Sequence turned = rotated(sequence_, first_release(sequence_));
        const Index c = turned.front().contact;
        const Gap& gap = system_.problem().contacts[c].gap;
        const LinearFlow& held = system_.held({c});
        if (!held.refusal().empty()) return;
        State at{
            .t = 0.0, .q = Vector::Constant(1, -gap.offset / gap.terms.front().weight), .v = Vector::Zero(1)};
        SignalSearch& search = system_.search({c});
        const Signal reaction = held.signal(held.reaction(0), held.start(at));
        for (double t = 0.0; t < load_;) {
            const Signal rest = search.from(reaction, t);
            const double value = rest.constant + rest.amplitudes.real().sum();
            if (value <= 0.0) {
                t += load_ / 400.0;
                continue;
            }
            const auto zero = search.first_zero(rest, 0, load_);
            if (!zero) return;
            t += *zero;
            at.t = t;
            accept(solve_lasting(system_, {.sequence = turned, .period = period_, .release = at}));
            t += load_ / 400.0;
        }
    }

    // Runs from rest and from states about it.
    void from_settled_runs()
    {
        const State rest = system_.free().forced(0.0);
        const double size = rest.q.norm() + rest.v.norm();
        for (int i = 0; i < starts; ++i) {
            Problem problem = system_.problem();
            if (i > 0) {
                const double angle = 2.399963 * i, reach = 0.1 * i * size;
                problem.initial.q = Vector::Zero(system_.dofs());
                problem.initial.v = reach * Vector::NullaryExpr(system_.dofs(), [&](Index j) {
                                        return std::cos(angle * static_cast<double>(j + 1));
                                    });
            }
            for (const Contact& contact : problem.contacts)
                if (gap_at(contact.gap, problem.initial.t, problem.initial.q) < 0.0)
                    problem.initial.q = rest.q;
            bool is_free = true;
            for (const Contact& contact : problem.contacts)
                is_free = is_free && gap_at(contact.gap, problem.initial.t, problem.initial.q) >= 0.0;
            if (!is_free) continue;
            const OrbitSystem started(problem, &system_);
            const Orbit orbit = settle(started, {.orbit = {.multipliers = false, .replay = false}});
            if (!orbit.is_ok() || !has_lasting_contact(orbit.sequence) ||
                !is_same_up_to_turning(orbit.sequence, sequence_) ||
                std::abs(orbit.period - period_) > 1e-9 * period_)
                continue;
            accept(solve_lasting(
                system_, {.sequence = orbit.sequence, .period = orbit.period, .release = orbit.state}));
        }
    }

    const OrbitSystem& system_;
    const Sequence& sequence_;
    double load_, period_;
    std::vector<LastingSolution> found_;
};

}  // namespace

std::vector<LastingSolution> search_lasting(const OrbitSystem& system, const Sequence& sequence, int periods)
{
    return Search(system, sequence, periods).run();
}

}  // namespace rebond
