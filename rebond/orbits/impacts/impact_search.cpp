#include "rebond/orbits/impacts/impact_search.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {
namespace {

constexpr int times_of_one = 240;  // at which the one equation of one impact is looked at, a load period
constexpr double alike = 1e-7;     // of times in periods, and of impulses: one orbit [-]
constexpr int most_starts = 3000;  // of Newton's iteration
constexpr double periods_of_family = 6.0;  // of the slowest mode: where a member with an energy is looked for
constexpr int periods_looked_at = 400;

class Search {
public:
    Search(const OrbitSystem& system, const std::vector<Index>& contacts, int load_periods,
           const Closure& closure)
        : system_(system), contacts_(contacts), load_periods_(load_periods), closure_(closure)
    {
    }

    std::vector<ImpactSolution> run()
    {
        if (!system_.is_autonomous()) {
            const double period = load_periods_ * *system_.load_period();
            if (contacts_.size() == 1)
                scan_times(period);
            else
                start_everywhere(period, *system_.load_period());
        } else if (closure_.period) {
            if (contacts_.size() == 1)
                try_from(with_times(*closure_.period, {0.0}));
            else
                start_everywhere(*closure_.period, 0.0);
        } else {
            scan_periods();
        }
        return std::move(found_);
    }

private:
    ImpactMotion with_times(double period, std::vector<double> times) const
    {
        ImpactMotion motion{.contacts = contacts_, .period = period};
        motion.times = Eigen::Map<const Vector>(times.data(), static_cast<Index>(times.size()));
        motion.impulses = Vector::Zero(motion.times.size());
        motion.means = Vector::Zero(mean_count(system_));
        return motion;
    }

    void try_from(ImpactMotion guess)
    {
        if (!fit_impulses(system_, guess)) return;
        accept(solve_impacts(system_, std::move(guess), closure_));
    }

    // In order of time with the first contact first, within the first period of the load; if it is no other.
    void accept(ImpactSolution solution)
    {
        if (solution.status != OrbitStatus::ok) return;
        ImpactMotion& motion = solution.motion;
        if (motion.impulses.cwiseAbs().maxCoeff() == 0.0) return;
        const double T = motion.period;
        if (system_.is_autonomous()) {
            motion.times.array() -= motion.times(0);
        } else {
            const double load = *system_.load_period();
            const double shift = std::floor(motion.times(0) / load) * load;
            motion.times.array() -= shift;
        }
        for (Index i = 1; i < motion.count(); ++i)
            if (!(motion.times(i) > motion.times(i - 1))) return;
        if (!(motion.times(motion.count() - 1) - motion.times(0) < T)) return;
        for (const ImpactSolution& other : found_)
            if (is_alike(other.motion, motion)) return;
        found_.push_back(std::move(solution));
    }

    // Up to a shift of the numbering, and by load periods or any time.
    bool is_alike(const ImpactMotion& one, const ImpactMotion& other) const
    {
        const Index k = one.count();
        if (std::abs(one.period - other.period) > alike * one.period) return false;
        const double largest = one.impulses.cwiseAbs().maxCoeff();
        for (Index shift = 0; shift < k; ++shift) {
            bool same = true;
            for (Index i = 0; same && i < k; ++i) {
                const Index m = (i + shift) % k;
                const auto since = [&](const ImpactMotion& motion, Index a, Index first) {
                    const double s = motion.times(a) - motion.times(first);
                    return s < 0.0 ? s + motion.period : s;
                };
                same = one.contacts[i] == other.contacts[m] &&
                       std::abs(one.impulses(i) - other.impulses(m)) <= alike * largest &&
                       std::abs(since(one, i, 0) - since(other, m, shift)) <= alike * one.period;
            }
            if (!same) continue;
            if (system_.is_autonomous()) return true;
            const double load = *system_.load_period();
            const double turns = (other.times(shift) - one.times(0)) / load;
            if (std::abs(turns - std::round(turns)) <= alike * one.period / load) return true;
        }
        return false;
    }

    // What (2) leaves at a time of the one impact, its impulse fitted.
    double rate_at(double period, double t)
    {
        ImpactMotion motion = with_times(period, {t});
        if (!fit_impulses(system_, motion)) return std::numeric_limits<double>::quiet_NaN();
        const ImpactEquations eq = impact_equations(system_, motion);
        return eq.residual(1);
    }

    void scan_times(double period)
    {
        const double load = *system_.load_period();
        double left = 0.0, at_left = rate_at(period, left);
        for (int i = 1; i <= times_of_one; ++i) {
            double right = load * i / times_of_one;
            const double at_right = rate_at(period, right);
            const double next = right, at_next = at_right;
            if ((at_left < 0.0) != (at_right < 0.0) && std::isfinite(at_left) && std::isfinite(at_right)) {
                for (int halving = 0; halving < 20; ++halving) {
                    const double middle = 0.5 * (left + right);
                    const double there = rate_at(period, middle);
                    ((there < 0.0) == (at_left < 0.0) ? left : right) = middle;
                }
                try_from(with_times(period, {0.5 * (left + right)}));
            }
            left = next;
            at_left = at_next;
        }
    }

    // Every choice of times from a grid, the first within a period of the load.
    void start_everywhere(double period, double load)
    {
        const auto k = static_cast<int>(contacts_.size());
        const int free = system_.is_autonomous() ? k - 1 : k;
        int knots =
            std::max(4, static_cast<int>(std::pow(most_starts * std::tgamma(free + 1.0), 1.0 / free)));
        knots = std::min(knots, 60);
        std::vector<int> index(k, 0);
        for (int i = 0; i < k; ++i) index[i] = i;
        while (true) {
            std::vector<double> times;
            for (const int i : index) times.push_back(period * i / knots);
            if (system_.is_autonomous() || times.front() < load) try_from(with_times(period, times));
            int last = k - 1;
            while (last >= 0 && index[last] == knots - k + last) --last;
            if (last < 0 || (system_.is_autonomous() && last == 0)) break;
            ++index[last];
            for (int i = last + 1; i < k; ++i) index[i] = index[i - 1] + 1;
        }
    }

    // Without load and with an energy: one impact by sign changes over the period, more from everywhere.
    void scan_periods()
    {
        const ComplexVector& lambda = system_.free().modes().exponents;
        double slowest = 0.0;
        for (Index j = 0; j < lambda.size(); ++j)
            if (lambda(j).imag() > 0.0)
                slowest = std::max(slowest, 2.0 * std::numbers::pi / lambda(j).imag());
        if (slowest == 0.0) slowest = 1.0;
        const double end = periods_of_family * slowest;
        if (contacts_.size() > 1) {
            for (int i = 1; i <= 40; ++i) start_everywhere(end * i / 40.0, 0.0);
            return;
        }
        double left = 0.0, excess_left = 0.0;
        std::vector<long> window_left;
        for (int i = 1; i <= periods_looked_at; ++i) {
            const double period = end * i / periods_looked_at;
            ImpactMotion motion = with_times(period, {0.0});
            if (!fit_impulses(system_, motion)) continue;
            const double excess = motion_energy(system_, motion).value - *closure_.energy;
            const auto window = pole_window(system_.free(), contacts_, period);
            if (left > 0.0 && window == window_left && (excess < 0.0) != (excess_left < 0.0))
                try_from(with_times(0.5 * (left + period), {0.0}));
            left = period;
            excess_left = excess;
            window_left = window;
        }
    }

    const OrbitSystem& system_;
    const std::vector<Index>& contacts_;
    int load_periods_;
    Closure closure_;
    std::vector<ImpactSolution> found_;
};

}  // namespace

std::vector<ImpactSolution> search_impacts(const OrbitSystem& system, const std::vector<Index>& contacts,
                                           int load_periods, const Closure& closure)
{
    return Search(system, contacts, load_periods, closure).run();
}

}  // namespace rebond
