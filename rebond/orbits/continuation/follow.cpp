#include "rebond/orbits/continuation/follow.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace rebond {
namespace {

constexpr int most_corrections = 10;
constexpr int few_corrections = 3, many_corrections = 6;
constexpr double converged = 4e-15;   // scaled residual: rounding [-]
constexpr double acceptable = 1e-11;  // where the iteration does not get further [-]
constexpr double farthest = 0.5;      // a correction, in steps of s [-]: more is another branch
constexpr int most_secants = 80;
constexpr double located = 1e-15;  // of s where a special point is [-]
constexpr double is_zero = 1e-3;   // of its values at the ends: less is a zero, more a jump [-]
constexpr double grow = 1.5;
constexpr double straight = 0.7;  // least cosine of two tangents
constexpr double without_bound =
    1e3;  // of the first impulse: those of a branch that has no end but infinity [-]
constexpr const char* pole_reached =
    "the period reaches that of a mode, a pole: impulses grow without bound there";

double largest_impulse(const BranchPoint& point)
{
    double largest = 0.0;
    for (const OrbitEvent& event : point.orbit.events) largest = std::max(largest, std::abs(event.impulse));
    return largest;
}

double approach_speed(const Orbit& orbit)
{
    return orbit.events.empty() ? 0.0 : -orbit.events.front().velocity_before;
}

// f(s) = 0 between a and b, where the signs differ, by the Illinois method. None where it is a jump.
std::optional<double> zero_between(const std::function<std::optional<double>(double)>& f, double a, double fa,
                                   double b, double fb)
{
    const double size = std::max(std::abs(fa), std::abs(fb));
    double best = std::abs(fa) < std::abs(fb) ? a : b, least = std::min(std::abs(fa), std::abs(fb));
    for (int trial = 0; trial < most_secants && std::abs(b - a) > located; ++trial) {
        double s = b - fb * (b - a) / (fb - fa);
        if (trial % 8 == 7 || !(s > std::min(a, b) && s < std::max(a, b))) s = 0.5 * (a + b);
        if (s == a || s == b) break;
        const auto value = f(s);
        if (!value) return std::nullopt;
        if (std::abs(*value) <= least) {
            least = std::abs(*value);
            best = s;
        }
        if (*value == 0.0) break;
        if ((*value < 0.0) != (fb < 0.0)) {
            a = b;
            fa = fb;
        } else {
            fa *= 0.5;
        }
        b = s;
        fb = *value;
    }
    if (least > is_zero * size) return std::nullopt;
    return best;
}

class Follower {
public:
    Follower(Family& family, const FollowOptions& options) : family_(family), options_(options) {}

    Branch run(const Vector& y, const std::optional<Vector>& given)
    {
        const Vector scales = family_.scales(y);
        const auto first = curve_point(family_, y, scales, given);
        if (!first) {
            end_at(y, BranchEnd::failure, "the first point is not on the branch");
            return std::move(branch_);
        }
        CurvePoint here = *first;
        if (given) {
            here.tangent = *given;  // where branches cross there is more than one direction
        } else {
            const double along = parameter_along(here, scales);
            if ((along < 0.0) == options_.forwards) here.tangent = -here.tangent;
        }
        scales_ = scales;
        add(here);
        const CurvePoint start = here;
        double step = options_.first_step;
        while (static_cast<int>(branch_.points.size()) < options_.most_points) {
            if (is_interrupted()) {
                end_at(here.y, BranchEnd::interrupted, "interrupted");
                return std::move(branch_);
            }
            const auto outcome = advance(here, step);
            if (outcome == Outcome::ended) return std::move(branch_);
            if (is_back_at(start, here)) {
                end_at(here.y, BranchEnd::closed, "the branch is back where it started");
                return std::move(branch_);
            }
        }
        end_at(here.y, BranchEnd::points, fmt::format("{} points were followed", options_.most_points));
        return std::move(branch_);
    }

private:
    enum class Outcome { went_on, ended };

    // dp/ds of the curve.
    double parameter_along(const CurvePoint& at, const Vector& scales)
    {
        return family_.parameter_gradient(at.y).cwiseProduct(scales).dot(at.tangent);
    }

    bool is_interrupted() const { return options_.interrupt != nullptr && *options_.interrupt; }

    void add(const CurvePoint& at)
    {
        Orbit orbit = family_.orbit(at.y, at.residual, options_.orbit);
        if (branch_.points.empty()) branch_.sequence = orbit.sequence;
        branch_.points.push_back({family_.parameter(at.y), std::move(orbit), at.y});
        if (options_.added) options_.added(branch_.points.back());
    }

    // A branch that is a ring comes back to its first point, and goes the same way there.
    bool is_back_at(const CurvePoint& start, const CurvePoint& here)
    {
        constexpr std::size_t shortest_ring = 8;  // points
        if (branch_.points.size() < shortest_ring || here.y.size() != start.y.size()) return false;
        const Vector scales = family_.scales(start.y);
        const Vector left = (start.y - here.y).cwiseQuotient(scales);
        const Vector last =
            (here.y - branch_.points[branch_.points.size() - 2].unknowns).cwiseQuotient(scales);
        return left.norm() <= last.norm() && last.dot(start.tangent) > 0.0;
    }

    void end_at(const Vector& y, BranchEnd why, std::string reason)
    {
        SpecialPoint end{.kind = SpecialKind::end, .unknowns = y, .reason = std::move(reason), .end = why};
        end.parameter = family_.parameter(y);
        if (!branch_.points.empty()) {
            end.orbit = branch_.points.back().orbit;
            end.velocity = approach_speed(end.orbit);
        }
        branch_.special.push_back(std::move(end));
    }

    Outcome advance(CurvePoint& here, double& step)
    {
        // The tangent, in the scales of this step.
        const Vector scales = family_.scales(here.y);
        here.tangent = here.tangent.cwiseProduct(scales_).cwiseQuotient(scales).normalized();
        scales_ = scales;
        const Vector tangent = here.tangent;
        const auto at = [&](double s) -> std::optional<CurvePoint> {
            if (is_interrupted()) return std::nullopt;
            auto point = curve_point(family_, here.y + s * scales.cwiseProduct(tangent), scales, tangent);
            if (!point) return std::nullopt;
            const Vector moved = (point->y - here.y).cwiseQuotient(scales) - s * tangent;
            if (moved.norm() > farthest * s + 1e-9) return std::nullopt;
            if (point->tangent.dot(tangent) < 0.0) point->tangent = -point->tangent;
            return point;
        };
        const std::vector<long> window = family_.window(here.y);
        std::optional<CurvePoint> next;
        bool is_at_limit = false;
        while (true) {
            next = at(step);
            if (!next && !is_interrupted()) {
                next = point_at_limit(here, scales, step);
                is_at_limit = next.has_value();
            }
            if (next && family_.window(next->y) == window && next->tangent.dot(tangent) > straight) break;
            const bool pole = next && family_.window(next->y) != window;
            step *= 0.5;
            if (step >= options_.shortest_step && !is_interrupted()) continue;
            if (is_interrupted())
                end_at(here.y, BranchEnd::interrupted, "interrupted");
            else if (pole || family_.is_at_pole(here.y))
                end_at(here.y, BranchEnd::pole, pole_reached);
            else if (largest_impulse(branch_.points.back()) >
                     without_bound * largest_impulse(branch_.points.front()))
                end_at(here.y, BranchEnd::pole, "impulses and energy grow without bound there");
            else
                end_at(here.y, BranchEnd::failure, "the branch could not be followed further");
            return Outcome::ended;
        }
        const double length = is_at_limit ? tangent.dot((next->y - here.y).cwiseQuotient(scales)) : step;
        if (next->iterations <= few_corrections)
            step = std::min(grow * step, options_.longest_step);
        else if (next->iterations > many_corrections)
            step *= 0.5;

        // The end of the range.
        const double p = family_.parameter(next->y);
        const bool leaves = is_at_limit || p < options_.from || p > options_.to;
        double end = length;
        if (leaves && !is_at_limit) {
            const double limit = p < options_.from ? options_.from : options_.to;
            const double before = family_.parameter(here.y);
            const auto excess = [&](double s) -> std::optional<double> {
                const auto point = at(s);
                if (!point) return std::nullopt;
                return family_.parameter(point->y) - limit;
            };
            if (before == limit) {
                end_at(here.y, BranchEnd::range, "the end of the range");
                return Outcome::ended;
            }
            if (const auto s = zero_between(excess, 0.0, before - limit, length, p - limit))
                if (const auto point = at(*s)) {
                    next = point;
                    end = *s;
                }
        }
        const BranchPoint last = branch_.points.back();
        const CurvePoint start = here;
        add(*next);
        const bool lost = locate(last, start, *next, end, scales, at);
        if (is_interrupted()) {  // perhaps before what is special on the way was found
            branch_.points.pop_back();
            end_at(here.y, BranchEnd::interrupted, "interrupted");
            return Outcome::ended;
        }
        if (lost) {
            branch_.points.pop_back();
            end_at(branch_.special.back().unknowns, BranchEnd::admissible,
                   "the orbit ends here: " + std::string(name_of(branch_.special.back().kind)));
            const SpecialPoint& last_one = branch_.special[branch_.special.size() - 2];
            branch_.special.back().orbit = last_one.orbit;
            branch_.special.back().velocity = last_one.velocity;
            return Outcome::ended;
        }
        here = *next;
        if (leaves) {
            end_at(here.y, BranchEnd::range, "the end of the range");
            return Outcome::ended;
        }
        if (family_.is_at_pole(here.y)) {
            end_at(here.y, BranchEnd::pole, pole_reached);
            return Outcome::ended;
        }
        return Outcome::went_on;
    }

    // Where nothing is known beyond the end of the range, as of a restitution above 1: the point at that end,
    // a rounding before it, if the step would pass it.
    std::optional<CurvePoint> point_at_limit(const CurvePoint& here, const Vector& scales, double step)
    {
        constexpr double before_limit = 1e-13;  // of the range [-]
        const double along = parameter_along(here, scales);
        const double inside = before_limit * (options_.to - options_.from);
        const double limit = along > 0.0 ? options_.to - inside : options_.from + inside;
        const double s = (limit - family_.parameter(here.y)) / along;
        if (!(s > 0.0 && s <= step)) return std::nullopt;
        auto point = curve_point(family_, here.y + s * scales.cwiseProduct(here.tangent), scales,
                                 std::nullopt, family_.parameter_gradient(here.y), limit);
        if (point && point->tangent.dot(here.tangent) < 0.0) point->tangent = -point->tangent;
        return point;
    }

    // Special points between two points of the branch; whether it ends at one of them.
    template <typename At>
    bool locate(const BranchPoint& before, const CurvePoint& start, const CurvePoint& next, double length,
                const Vector& scales, const At& at)
    {
        const BranchPoint after = branch_.points.back();
        struct Found {
            double s;
            SpecialPoint point;
            bool ends = false;
        };
        std::vector<Found> found;
        const auto keep = [&](const SpecialTest& test, double s, bool ends) {
            const auto point = at(s);
            if (!point) return;
            SpecialPoint special{.kind = test.kind,
                                 .parameter = family_.parameter(point->y),
                                 .unknowns = point->y,
                                 .tangent = point->tangent,
                                 .item = test.item};
            special.orbit = family_.orbit(point->y, point->residual, options_.orbit);
            special.velocity = approach_speed(special.orbit);
            if (test.kind == SpecialKind::grazing && test.item < std::ssize(special.orbit.events))
                special.time = special.orbit.events[test.item].time;
            if (test.kind == SpecialKind::new_contact) {
                special.time = special.orbit.certificate.minimum_gap_time;
                special.item = special.orbit.certificate.minimum_gap_contact;
            }
            found.push_back({s, std::move(special), ends});
        };

        const double along_start = parameter_along(start, scales), along_next = parameter_along(next, scales);
        if ((along_start < 0.0) != (along_next < 0.0) && along_start != 0.0) {
            const auto along = [&](double s) -> std::optional<double> {
                const auto point = at(s);
                if (!point) return std::nullopt;
                return parameter_along(*point, scales);
            };
            if (const auto s = zero_between(along, 0.0, along_start, length, along_next))
                keep({.kind = SpecialKind::fold}, *s, false);
        }
        const std::vector<SpecialTest> first = family_.tests(before.unknowns, before.orbit),
                                       second = family_.tests(after.unknowns, after.orbit);
        for (const SpecialTest& test : first) {
            const auto other = std::find_if(second.begin(), second.end(), [&](const SpecialTest& t) {
                return t.kind == test.kind && t.item == test.item;
            });
            if (other == second.end() || (test.value < 0.0) == (other->value < 0.0)) continue;
            const auto value = [&](double s) -> std::optional<double> {
                const auto point = at(s);
                if (!point) return std::nullopt;
                const Orbit orbit = family_.orbit(point->y, point->residual, options_.orbit);
                for (const SpecialTest& t : family_.tests(point->y, orbit))
                    if (t.kind == test.kind && t.item == test.item) return t.value;
                return std::nullopt;
            };
            const bool admissibility = test.kind == SpecialKind::grazing ||
                                       test.kind == SpecialKind::new_contact ||
                                       test.kind == SpecialKind::release;
            const bool ends =
                test.kind == SpecialKind::grazing && options_.beyond_admissible
                    ? !options_.beyond_grazing
                    : admissibility && !options_.beyond_admissible && before.orbit.certificate.holds;
            if (const auto s = zero_between(value, 0.0, test.value, length, other->value))
                keep(test, *s, ends && test.value > 0.0);
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const Found& a, const Found& b) { return a.s < b.s; });
        for (Found& one : found) {
            branch_.special.push_back(std::move(one.point));
            if (one.ends) return true;
        }
        return false;
    }

    Family& family_;
    const FollowOptions& options_;
    Vector scales_;  // of the present tangent
    Branch branch_;
};

}  // namespace

std::string_view name_of(SpecialKind kind)
{
    switch (kind) {
        case SpecialKind::fold:
            return "fold";
        case SpecialKind::flip:
            return "flip";
        case SpecialKind::neimark_sacker:
            return "neimark_sacker";
        case SpecialKind::grazing:
            return "grazing";
        case SpecialKind::new_contact:
            return "new_contact";
        case SpecialKind::release:
            return "release";
        case SpecialKind::end:
            return "end";
    }
    return "";
}

Branch follow(Family& family, const Vector& y, const FollowOptions& options,
              const std::optional<Vector>& tangent)
{
    return Follower(family, options).run(y, tangent);
}

std::optional<CurvePoint> curve_point(Family& family, const Vector& start, const Vector& scales,
                                      const std::optional<Vector>& tangent,
                                      const std::optional<Vector>& fixed_parameter, double parameter)
{
    CurvePoint point{.y = start};
    const Vector predicted = start;
    double last = std::numeric_limits<double>::infinity();
    Matrix scaled_jacobian;
    for (; point.iterations <= most_corrections; ++point.iterations) {
        const auto eq = family.equations(point.y);
        if (!eq || !eq->residual.allFinite() || !eq->jacobian.allFinite()) return std::nullopt;
        const double now = eq->residual.cwiseAbs().maxCoeff();
        scaled_jacobian = eq->jacobian * scales.asDiagonal();
        point.residual = now;
        const double off =
            tangent ? std::abs(tangent->dot((point.y - predicted).cwiseQuotient(scales))) : 0.0;
        const double parameter_off = fixed_parameter ? std::abs(family.parameter(point.y) - parameter) : 0.0;
        const bool done = now <= converged || (now <= acceptable && now >= 0.2 * last);
        if (done && off <= 1e-9 && (parameter_off == 0.0 || point.iterations > 0)) break;
        if (point.iterations == most_corrections) return std::nullopt;
        last = std::min(last, now);
        const Index extra = (tangent ? 1 : 0) + (fixed_parameter ? 1 : 0);
        Matrix A(scaled_jacobian.rows() + extra, scaled_jacobian.cols());
        Vector b(A.rows());
        A.topRows(scaled_jacobian.rows()) = scaled_jacobian;
        b.head(scaled_jacobian.rows()) = eq->residual;
        Index row = scaled_jacobian.rows();
        if (tangent) {
            A.row(row) = tangent->transpose();
            b(row++) = tangent->dot((point.y - predicted).cwiseQuotient(scales));
        }
        if (fixed_parameter) {
            A.row(row) = fixed_parameter->cwiseProduct(scales).transpose();
            b(row) = family.parameter(point.y) - parameter;
        }
        const Vector step = -A.completeOrthogonalDecomposition().solve(b);
        if (!step.allFinite()) return std::nullopt;
        point.y += scales.cwiseProduct(step);
    }
    if (!(point.residual <= acceptable)) return std::nullopt;
    const Eigen::JacobiSVD<Matrix> svd(scaled_jacobian, Eigen::ComputeFullV);
    point.tangent = svd.matrixV().rightCols(1);
    return point;
}

Matrix directions_at(Family& family, const Vector& y, const Vector& scales, double tolerance)
{
    const auto eq = family.equations(y);
    if (!eq) return {};
    const Matrix J = eq->jacobian * scales.asDiagonal();
    const Eigen::JacobiSVD<Matrix> svd(J, Eigen::ComputeFullV);
    const Vector sizes = svd.singularValues();
    Index rank = 0;
    while (rank < sizes.size() && sizes(rank) > tolerance * sizes(0)) ++rank;
    return svd.matrixV().rightCols(J.cols() - rank);
}

}  // namespace rebond
