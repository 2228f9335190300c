#include "rebond/studies/orbits/followed_orbit.hpp"

#include "rebond/orbits/continuation/follow.hpp"
#include "rebond/orbits/continuation/impact_family.hpp"
#include "rebond/orbits/continuation/lasting_family.hpp"
#include "rebond/orbits/continuation/switch_branch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace rebond {
namespace {

constexpr int least_points = 50;  // over the range, for curves that look smooth
constexpr std::size_t most_branches = 16;
constexpr std::size_t most_impacts = 16;  // in an orbit from which other branches are followed
constexpr double between_points = 0.3;    // off the line between two points of a curve, of their distance [-]
constexpr double about_zero = 1e-9;       // of the length that the body goes in a period [-]
constexpr double same_point = 1e-7;       // of two special points, relative [-]

class OrbitFollower {
public:
    OrbitFollower(const OrbitQuestion& question, const FollowedRange& range, double start,
                  OrbitAnswer& answer, OrbitListener& listener, const std::atomic<bool>* interrupt)
        : question_(question),
          range_(range),
          start_(start),
          answer_(answer),
          listener_(listener),
          interrupt_(interrupt),
          low_(std::min({range.from, range.to, start})),
          high_(std::max({range.from, range.to, start}))
    {
        if (question.spec.switches)
            if (const auto kinds = parse_switches(*question.spec.switches)) switched_ = *kinds;
    }

    void run()
    {
        follow_first();
        // Branches are added while this goes on.
        for (std::size_t i = 0; i < answer_.branches.size(); ++i) switch_from(i);
    }

private:
    // Where it has impacts only, other branches may leave it.
    struct Followed {
        std::shared_ptr<Family> family;
        std::shared_ptr<ImpactFamily> of_impacts;
    };

    Followed first_family(Vector& y) const
    {
        const Orbit& orbit = answer_.orbit;
        const double scale = std::max(std::abs(low_), std::abs(high_));
        const auto problem_at = [this](double number) {
            return range_.is_number() ? question_.problem_at(number) : question_.problem;
        };
        if (has_lasting_contact(orbit.sequence)) {
            auto family =
                std::make_shared<LastingFamily>(problem_at, scale, orbit.sequence, orbit.load_periods);
            y = family->unknowns(orbit, start_);
            return {family, nullptr};
        }
        std::vector<Index> contacts;
        for (const OrbitEvent& event : orbit.events) contacts.push_back(event.contact);
        FamilySpec spec{.problem_at = problem_at,
                        .varied = range_.is_period()   ? Varied::period
                                  : range_.is_energy() ? Varied::energy
                                                       : Varied::number,
                        .number_scale = scale,
                        .load_periods = std::max(1, orbit.load_periods)};
        if (orbit.load_periods == 0 && range_.is_number()) {
            if (question_.spec.energy)
                spec.closure.energy = orbit.energy;
            else
                spec.closure.period = orbit.period;
        }
        auto family = std::make_shared<ImpactFamily>(std::move(spec), contacts);
        y = family->unknowns(orbit, start_);
        return {family, family};
    }

    // Small enough steps for a curve that looks smooth.
    FollowOptions options(Family& family, const Vector& y, int branch) const
    {
        FollowOptions options{
            .from = low_,
            .to = high_,
            .beyond_admissible = true,
            .added = [this, branch](const BranchPoint& point) { listener_.followed(branch, point); },
            .interrupt = interrupt_};
        const double size = family.parameter_gradient(y).cwiseProduct(family.scales(y)).norm();
        if (size > 0.0)
            options.longest_step = std::min(options.longest_step, (high_ - low_) / (least_points * size));
        options.first_step = std::min(options.first_step, options.longest_step);
        return options;
    }

    // Both ways from the orbit, joined to one branch that goes from the first end of the range to the other.
    void follow_first()
    {
        Vector y;
        const Followed followed = first_family(y);
        FollowOptions given = options(*followed.family, y, 0);
        const auto go = [&](bool forwards) {
            given.forwards = forwards;
            return follow(*followed.family, y, given);
        };
        Branch joined = go(true);
        const bool is_ring = joined.special.back().end == BranchEnd::closed;
        if (!is_ring && start_ > low_ && !is_interrupted()) {
            Branch back = go(false);
            if (start_ < high_) {
                std::reverse(back.points.begin(), back.points.end());
                if (!joined.points.empty() && !back.points.empty()) back.points.pop_back();
                std::reverse(back.special.begin(), back.special.end());
                std::move(joined.points.begin(), joined.points.end(), std::back_inserter(back.points));
                std::move(joined.special.begin(), joined.special.end(), std::back_inserter(back.special));
                joined = std::move(back);
            } else {
                joined = std::move(back);
                std::reverse(joined.points.begin(), joined.points.end());
                std::reverse(joined.special.begin(), joined.special.end());
            }
        }
        if (range_.from > range_.to) {
            std::reverse(joined.points.begin(), joined.points.end());
            std::reverse(joined.special.begin(), joined.special.end());
        }
        joined.sequence = answer_.orbit.sequence;
        add(std::move(joined), followed.of_impacts);
    }

    void add(Branch branch, std::shared_ptr<ImpactFamily> family)
    {
        branch.id = static_cast<int>(answer_.branches.size());
        for (const SpecialPoint& point : branch.special) tell_of_end(branch.id, point);
        tell_of_lost_symmetry(branch);
        answer_.branches.push_back(std::move(branch));
        families_.push_back(std::move(family));
    }

    // A multiplier may also leave the unit circle at 1 where the parameter does not turn: a symmetric orbit
    // has orbits without its symmetry beside it from there on. Without load it does where the energy turns,
    // too.
    void tell_of_lost_symmetry(const Branch& branch)
    {
        if (answer_.orbit.load_periods == 0) return;
        for (std::size_t i = 1; i < branch.points.size(); ++i) {
            const BranchPoint &one = branch.points[i - 1], &next = branch.points[i];
            if (!one.orbit.stable || !next.orbit.stable || *one.orbit.stable == *next.orbit.stable) continue;
            if (!one.orbit.certificate.holds || !next.orbit.certificate.holds) continue;
            const auto [low, high] = std::minmax(one.parameter, next.parameter);
            const double slack = high - low;
            const bool is_explained =
                std::any_of(branch.special.begin(), branch.special.end(),
                            [low = low, high = high, slack](const SpecialPoint& point) {
                                return point.parameter >= low - slack && point.parameter <= high + slack;
                            });
            if (!is_explained)
                answer_.warnings.push_back(fmt::format(
                    "branch {} changes its stability between {} = {:.6g} and {:.6g} without a special point, "
                    "as where an orbit loses a symmetry",
                    branch.id, range_.key, low, high));
        }
    }

    // An end that is neither that of the range nor in the nature of the orbit.
    void tell_of_end(int branch, const SpecialPoint& point)
    {
        if (point.kind != SpecialKind::end ||
            (point.end != BranchEnd::pole && point.end != BranchEnd::points &&
             point.end != BranchEnd::failure))
            return;
        const std::string text = fmt::format("branch {} ends at {} = {:.9g}, period {:.9g} s: {}", branch,
                                             range_.key, point.parameter, point.orbit.period, point.reason);
        answer_.warnings.push_back(text);
        if (branch > 0 || point.end != BranchEnd::failure || answer_.status != OrbitAnswerStatus::ok) return;
        answer_.status = OrbitAnswerStatus::not_followed;
        answer_.reason = text;
    }

    void switch_from(std::size_t from)
    {
        const std::vector<SpecialPoint> points = answer_.branches[from].special;
        for (const SpecialPoint& point : points) {
            const bool is_wanted =
                std::find(switched_.begin(), switched_.end(), point.kind) != switched_.end();
            if (!is_wanted || is_interrupted() || !is_motion(point) || meets_other(point, from)) continue;
            if (point.orbit.events.size() >= most_impacts) continue;  // cascades have no end
            if (answer_.branches.size() == most_branches && !has_told_) {
                answer_.warnings.push_back(fmt::format(
                    "{} branches were followed; more leave branch {}, and perhaps others, from the {} "
                    "at {} = {:.9g} on",
                    most_branches, from, name_of(point.kind), range_.key, point.parameter));
                has_told_ = true;
            }
            if (has_told_) return;
            switch_at(point, from);
        }
    }

    void switch_at(const SpecialPoint& point, std::size_t from)
    {
        std::vector<BranchStart> starts;
        if (families_[from] != nullptr) starts = starts_at(*families_[from], point);
        if (starts.empty()) {
            if (from > 0) return;
            answer_.warnings.push_back(
                point.kind == SpecialKind::grazing && point.orbit.events.size() == 1
                    ? fmt::format("beyond the grazing at {} = {:.9g} the motion has no impacts", range_.key,
                                  point.parameter)
                    : fmt::format("no other branch of impacts was found at the {} at {} = {:.9g}",
                                  name_of(point.kind), range_.key, point.parameter));
            return;
        }
        // At a flip both directions are one branch, seen a period later.
        BranchStart& start = starts.front();
        const auto id = static_cast<int>(answer_.branches.size());
        Branch branch =
            follow(*start.family, start.unknowns, options(*start.family, start.unknowns, id), start.tangent);
        if (std::none_of(branch.points.begin(), branch.points.end(),
                         [](const BranchPoint& one) { return one.orbit.certificate.holds; }))
            return;  // nowhere a motion of the body
        branch.parent = static_cast<int>(from);
        branch.sequence.clear();
        for (const Index contact : start.family->contacts())
            branch.sequence.push_back({contact, EventKind::impact});
        add(std::move(branch), std::move(start.family));
    }

    // Whether the body moves like that near the point, where one quantity of the orbit is about zero: nothing
    // bifurcates from an orbit that is no motion.
    static bool is_motion(const SpecialPoint& point)
    {
        const Certificate& proof = point.orbit.certificate;
        if (proof.minimum_reaction && *proof.minimum_reaction < 0.0) return false;
        if (point.kind == SpecialKind::new_contact) return proof.least_impulse > 0.0;
        if (point.kind != SpecialKind::grazing) return proof.holds;
        // Where the impulse has faded the gap has a minimum of zero.
        double size = 0.0;
        for (const OrbitEvent& event : point.orbit.events)
            size = std::max(size, std::abs(event.velocity_before) * point.orbit.period);
        return !proof.minimum_gap || *proof.minimum_gap >= -about_zero * size;
    }

    // Whether another branch is there already: what has an impact more on one is what has an impact less on
    // the other, and a branch of twice the period passes the orbit of the flip, taken twice.
    bool meets_other(const SpecialPoint& point, std::size_t from) const
    {
        const auto near = [](double a, double b) {
            return std::abs(a - b) <= same_point * std::max(std::abs(a), std::abs(b));
        };
        const auto is_touch = [](SpecialKind kind) {
            return kind == SpecialKind::new_contact || kind == SpecialKind::grazing;
        };
        for (std::size_t i = 0; i < answer_.branches.size(); ++i) {
            if (i == from) continue;
            const Branch& branch = answer_.branches[i];
            if (point.kind == SpecialKind::flip && passes_twice(branch, point)) return true;
            if (point.kind == SpecialKind::flip) continue;
            for (const SpecialPoint& other : branch.special)
                if (is_touch(other.kind) && near(point.parameter, other.parameter) &&
                    near(point.orbit.period, other.orbit.period) &&
                    near(point.orbit.energy, other.orbit.energy))
                    return true;
        }
        return false;
    }

    // Whether two points of the branch have the orbit of a flip, taken twice, between them, on a curve that
    // bends no more than one step may.
    bool passes_twice(const Branch& branch, const SpecialPoint& flip) const
    {
        const std::size_t k = flip.orbit.events.size();
        double largest = 0.0;
        for (const OrbitEvent& event : flip.orbit.events)
            largest = std::max(largest, std::abs(event.impulse));
        const auto place = [&](double parameter, const Orbit& orbit, std::size_t count) {
            Vector at(static_cast<Index>(count) + 1);
            for (std::size_t i = 0; i < count; ++i)
                at(static_cast<Index>(i)) = orbit.events[i % orbit.events.size()].impulse / largest;
            at(static_cast<Index>(count)) = parameter / (high_ - low_);
            return at;
        };
        const Vector twice = place(flip.parameter, flip.orbit, 2 * k);
        for (std::size_t i = 1; i < branch.points.size(); ++i) {
            const BranchPoint &one = branch.points[i - 1], &next = branch.points[i];
            if (one.orbit.events.size() != 2 * k || next.orbit.events.size() != 2 * k) continue;
            if (std::abs(one.orbit.period / flip.orbit.period - 2.0) > 0.1) continue;
            const Vector a = place(one.parameter, one.orbit, 2 * k),
                         step = place(next.parameter, next.orbit, 2 * k) - a;
            const double s = std::clamp((twice - a).dot(step) / step.squaredNorm(), 0.0, 1.0);
            if ((twice - a - s * step).norm() <= between_points * step.norm()) return true;
        }
        return false;
    }

    bool is_interrupted() const { return interrupt_ != nullptr && *interrupt_; }

    const OrbitQuestion& question_;
    const FollowedRange& range_;
    double start_;
    OrbitAnswer& answer_;
    OrbitListener& listener_;
    const std::atomic<bool>* interrupt_;
    double low_, high_;
    std::vector<SpecialKind> switched_;
    std::vector<std::shared_ptr<ImpactFamily>> families_;  // of the branches; null where contacts last
    bool has_told_ = false;                                // that there are more branches
};

}  // namespace

void follow_orbit(const OrbitQuestion& question, const FollowedRange& range, double start,
                  OrbitAnswer& answer, OrbitListener& listener, const std::atomic<bool>* interrupt)
{
    OrbitFollower(question, range, start, answer, listener, interrupt).run();
}

}  // namespace rebond
