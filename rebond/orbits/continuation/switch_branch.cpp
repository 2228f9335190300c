#include "rebond/orbits/continuation/switch_branch.hpp"

#include "rebond/orbits/continuation/follow.hpp"

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double second_direction =
    1e-5;                                // of the largest singular value: zero at a flip located to 1e-10 [-]
constexpr double first_distance = 1e-3;  // of the first point from the special one, in scaled unknowns [-]

// The motion over two periods.
ImpactMotion twice(const ImpactMotion& motion)
{
    const Index k = motion.count();
    ImpactMotion doubled = motion;
    doubled.contacts.insert(doubled.contacts.end(), motion.contacts.begin(), motion.contacts.end());
    doubled.period = 2.0 * motion.period;
    doubled.impulses.resize(2 * k);
    doubled.impulses << motion.impulses, motion.impulses;
    doubled.times.resize(2 * k);
    doubled.times << motion.times, motion.times.array() + motion.period;
    return doubled;
}

// The rigid means of the doubled motion are other ones: the kernel without mean depends on the period.
ImpactMotion with_means(const OrbitSystem& system, ImpactMotion motion)
{
    if (motion.means.size() == 0) return motion;
    const Vector impulses = motion.impulses;
    (void)fit_impulses(system, motion);
    motion.impulses = impulses;
    return motion;
}

std::vector<BranchStart> at_flip(ImpactFamily& family, const SpecialPoint& point)
{
    FamilySpec spec = family.spec();
    spec.load_periods *= 2;
    if (spec.closure.period) *spec.closure.period *= 2.0;
    const ImpactMotion motion = family.motion(point.unknowns);
    const OrbitSystem& system = *family.system_at(family.number(point.unknowns));
    const ImpactMotion doubled = with_means(system, twice(motion));
    const Index k = motion.count();
    std::vector<BranchStart> starts;
    for (const double sign : {1.0, -1.0}) {
        auto other = std::make_unique<ImpactFamily>(spec, doubled.contacts);
        other->adopt(family);
        const Vector y = other->unknowns(doubled, family.number(point.unknowns));
        const Vector scales = other->scales(y);
        const Matrix directions = directions_at(*other, y, scales, second_direction);
        if (directions.cols() < 2) return {};
        // The direction that treats both periods alike is the branch itself: what is normal to it is new.
        Vector best;
        double apart = 0.0;
        {
            // Impulses of both halves change alike along the branch.
            Matrix sums(k, directions.cols());
            for (Index d = 0; d < directions.cols(); ++d)
                sums.col(d) = directions.col(d).head(k) - directions.col(d).segment(k, k);
            const Eigen::JacobiSVD<Matrix> svd(sums, Eigen::ComputeFullV);
            best = directions * svd.matrixV().col(0);
            apart = svd.singularValues()(0);
        }
        if (!(apart > 1e-8)) return {};
        BranchStart start{.family = std::move(other), .unknowns = y, .tangent = sign * best};
        starts.push_back(std::move(start));
    }
    return starts;
}

std::vector<BranchStart> at_new_contact(ImpactFamily& family, const SpecialPoint& point)
{
    ImpactMotion motion = family.motion(point.unknowns);
    const Index k = motion.count();
    double time = point.time;
    while (time < motion.times(0)) time += motion.period;
    while (time - motion.times(0) >= motion.period) time -= motion.period;
    Index at = 0;
    while (at < k && motion.times(at) < time) ++at;
    motion.contacts.insert(motion.contacts.begin() + at, point.item);
    Vector impulses = Vector::Zero(k + 1), times(k + 1);
    impulses.head(at) = motion.impulses.head(at);
    impulses.tail(k - at) = motion.impulses.tail(k - at);
    times.head(at) = motion.times.head(at);
    times(at) = time;
    times.tail(k - at) = motion.times.tail(k - at);
    motion.impulses = impulses;
    motion.times = times;
    auto other = std::make_unique<ImpactFamily>(family.spec(), motion.contacts);
    other->adopt(family);
    const Vector y = other->unknowns(motion, family.number(point.unknowns));
    const Matrix directions = directions_at(*other, y, other->scales(y));
    if (directions.cols() != 1) return {};
    Vector tangent = directions.col(0);
    if (tangent(at) < 0.0) tangent = -tangent;
    std::vector<BranchStart> starts(1);
    starts[0] = {.family = std::move(other), .unknowns = y, .tangent = tangent};
    return starts;
}

std::vector<BranchStart> at_grazing(ImpactFamily& family, const SpecialPoint& point)
{
    ImpactMotion motion = family.motion(point.unknowns);
    const Index k = motion.count(), at = point.item;
    if (k < 2) return {};
    motion.contacts.erase(motion.contacts.begin() + at);
    Vector impulses(k - 1), times(k - 1);
    impulses << motion.impulses.head(at), motion.impulses.tail(k - 1 - at);
    times << motion.times.head(at), motion.times.tail(k - 1 - at);
    motion.impulses = impulses;
    motion.times = times;
    auto other = std::make_unique<ImpactFamily>(family.spec(), motion.contacts);
    other->adopt(family);
    const Vector y = other->unknowns(motion, family.number(point.unknowns));
    const Vector scales = other->scales(y);
    const Matrix directions = directions_at(*other, y, scales);
    if (directions.cols() != 1) return {};
    // The side on which the contact stays open.
    for (const double sign : {1.0, -1.0}) {
        const Vector tangent = sign * directions.col(0);
        const auto near =
            curve_point(*other, y + first_distance * scales.cwiseProduct(tangent), scales, tangent);
        if (!near) continue;
        const Orbit orbit = other->orbit(near->y, near->residual, {.multipliers = false, .replay = false});
        if (!orbit.certificate.holds) continue;
        std::vector<BranchStart> starts(1);
        starts[0] = {.family = std::move(other), .unknowns = y, .tangent = tangent};
        return starts;
    }
    return {};
}

}  // namespace

std::vector<BranchStart> starts_at(ImpactFamily& family, const SpecialPoint& point)
{
    switch (point.kind) {
        case SpecialKind::flip:
            return at_flip(family, point);
        case SpecialKind::new_contact:
            return at_new_contact(family, point);
        case SpecialKind::grazing:
            return at_grazing(family, point);
        default:
            return {};
    }
}

}  // namespace rebond
