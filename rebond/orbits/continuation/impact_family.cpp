#include "rebond/orbits/continuation/impact_family.hpp"

#include "rebond/core/error.hpp"
#include "rebond/orbits/continuation/multiplier_tests.hpp"
#include "rebond/orbits/continuation/number_slope.hpp"
#include "rebond/orbits/stability/floquet_determinant.hpp"

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

constexpr double difference = 1e-3;    // step of a difference, in the number's scale [-]
constexpr double least_impulse = 0.2;  // in the first orbit's: impulses that fade keep their scale [-]
constexpr double near_pole = 1e-5;     // of the period [-]

}  // namespace

ImpactFamily::ImpactFamily(FamilySpec spec, std::vector<Index> contacts)
    : spec_(std::move(spec)), contacts_(std::move(contacts)), systems_(spec_.problem_at)
{
}

Vector ImpactFamily::unknowns(const Orbit& orbit, double number)
{
    const OrbitSystem* system = system_at(spec_.varied == Varied::number ? number : 0.0);
    require(system != nullptr, "the orbit's own problem has no orbits");
    is_autonomous_ = system->is_autonomous();
    means_ = mean_count(*system);
    const ImpactMotion motion = motion_of(*system, orbit);
    usual_impulse_ = motion.impulses.cwiseAbs().maxCoeff();
    return unknowns(motion, number);
}

Vector ImpactFamily::unknowns(const ImpactMotion& motion, double number) const
{
    const Index k = motion.count();
    const Index times = is_autonomous_ ? k - 1 : k;
    const Index with_period = is_autonomous_ ? 1 : 0, with_number = spec_.varied == Varied::number ? 1 : 0;
    Vector y(k + times + means_ + with_period + with_number);
    y.head(k) = motion.impulses;
    if (is_autonomous_)
        y.segment(k, times) = motion.times.tail(times).array() - motion.times(0);
    else
        y.segment(k, times) = motion.times;
    y.segment(k + times, means_) = motion.means;
    if (is_autonomous_) y(k + times + means_) = motion.period;
    if (with_number) y(y.size() - 1) = number;
    return y;
}

ImpactMotion ImpactFamily::motion(const Vector& y) const
{
    const auto k = static_cast<Index>(contacts_.size());
    const Index times = is_autonomous_ ? k - 1 : k;
    ImpactMotion motion{.contacts = contacts_, .impulses = y.head(k), .times = Vector::Zero(k)};
    motion.times.tail(times) = y.segment(k, times);
    motion.means = y.segment(k + times, means_);
    if (is_autonomous_) {
        motion.period = y(k + times + means_);
    } else {
        const OrbitSystem* system = system_at(number(y));
        motion.period =
            system != nullptr && system->load_period() ? spec_.load_periods * *system->load_period() : 0.0;
    }
    return motion;
}

bool ImpactFamily::is_in_order(const ImpactMotion& motion) const
{
    const Index k = motion.count();
    for (Index i = 1; i < k; ++i)
        if (!(motion.times(i) > motion.times(i - 1))) return false;
    return motion.period > 0.0 && motion.times(k - 1) - motion.times(0) < motion.period;
}

// R without scales, and the rows of what stays.
std::optional<Vector> ImpactFamily::residual_at(const Vector& y) const
{
    const OrbitSystem* system = system_at(number(y));
    if (system == nullptr || system->is_autonomous() != is_autonomous_) return std::nullopt;
    const ImpactMotion at = motion(y);
    if (!is_in_order(at)) return std::nullopt;
    Vector residual = impact_equations(*system, at).residual;
    if (spec_.closure.energy) {
        residual.conservativeResize(residual.size() + 1);
        residual(residual.size() - 1) = motion_energy(*system, at).value - *spec_.closure.energy;
    }
    return residual;
}

std::optional<FamilyEquations> ImpactFamily::equations(const Vector& y)
{
    const OrbitSystem* system = system_at(number(y));
    if (system == nullptr || system->is_autonomous() != is_autonomous_) return std::nullopt;
    const ImpactMotion at = motion(y);
    if (!is_in_order(at)) return std::nullopt;
    const ImpactEquations eq = impact_equations(*system, at);
    const Index rows = eq.residual.size();
    const bool by_number = spec_.varied == Varied::number;
    const Index closures = is_autonomous_ && by_number ? 1 : 0;
    FamilyEquations family{.residual = Vector::Zero(rows + closures),
                           .jacobian = Matrix::Zero(rows + closures, y.size())};
    const auto k = static_cast<Index>(contacts_.size());
    // Columns of the packed unknowns that are unknowns here.
    std::vector<Index> columns;
    for (Index j = 0; j < eq.jacobian.cols(); ++j) {
        if (is_autonomous_ ? j == k : j == eq.jacobian.cols() - 1) continue;
        columns.push_back(j);
    }
    Vector weights(rows + closures);
    for (Index i = 0; i < rows; ++i) weights(i) = eq.scale(i) > 0.0 ? 1.0 / eq.scale(i) : 1.0;
    family.residual.head(rows) = eq.residual;
    for (std::size_t j = 0; j < columns.size(); ++j)
        family.jacobian.col(static_cast<Index>(j)).head(rows) = eq.jacobian.col(columns[j]);
    if (closures > 0 && spec_.closure.energy) {
        const MotionEnergy energy = motion_energy(*system, at);
        family.residual(rows) = energy.value - *spec_.closure.energy;
        for (std::size_t j = 0; j < columns.size(); ++j)
            family.jacobian(rows, static_cast<Index>(j)) = energy.gradient(columns[j]);
        weights(rows) = 1.0 / std::max(std::abs(*spec_.closure.energy), 1e-300);
    } else if (closures > 0) {
        require(spec_.closure.period.has_value(),
                "a family by a number without load keeps a period or an energy");
        family.residual(rows) = at.period - *spec_.closure.period;
        family.jacobian(rows, static_cast<Index>(columns.size()) - 1) = 1.0;
        weights(rows) = 1.0 / *spec_.closure.period;
    }
    if (by_number) {
        const auto moved = [&](double by) {
            Vector z = y;
            z(z.size() - 1) += by;
            return residual_at(z);
        };
        const auto slope = number_slope(moved, difference * spec_.number_scale);
        if (!slope) return std::nullopt;
        family.jacobian.col(y.size() - 1).head(slope->size()) = *slope;
    }
    family.residual.array() *= weights.array();
    family.jacobian = weights.asDiagonal() * family.jacobian;
    return family;
}

Vector ImpactFamily::scales(const Vector& y) const
{
    const auto k = static_cast<Index>(contacts_.size());
    const double impulse = std::max(y.head(k).cwiseAbs().maxCoeff(), least_impulse * usual_impulse_);
    const double period = motion(y).period;
    Vector scales = Vector::Constant(y.size(), period);
    scales.head(k).setConstant(impulse > 0.0 ? impulse : 1.0);
    if (means_ > 0) {
        const Index first = k + (is_autonomous_ ? k - 1 : k);
        scales.segment(first, means_)
            .setConstant(std::max(y.segment(first, means_).cwiseAbs().maxCoeff(), 1e-3));
    }
    if (spec_.varied == Varied::number) scales(y.size() - 1) = spec_.number_scale;
    return scales;
}

double ImpactFamily::parameter(const Vector& y) const
{
    if (spec_.varied == Varied::number) return number(y);
    const ImpactMotion at = motion(y);
    return spec_.varied == Varied::period ? at.period : motion_energy(*system_at(0.0), at).value;
}

Vector ImpactFamily::parameter_gradient(const Vector& y)
{
    if (spec_.varied != Varied::energy) return Vector::Unit(y.size(), y.size() - 1);
    const Vector packed = motion_energy(*system_at(0.0), motion(y)).gradient;
    const auto k = static_cast<Index>(contacts_.size());
    Vector gradient(y.size());
    gradient << packed.head(k), packed.tail(packed.size() - k - 1);
    return gradient;
}

Orbit ImpactFamily::orbit(const Vector& y, double residual, const OrbitOptions& options)
{
    const ImpactSolution solution{.status = OrbitStatus::ok, .motion = motion(y), .residual = residual};
    return orbit_of(*system_at(number(y)), solution, spec_.load_periods, options);
}

std::vector<SpecialTest> ImpactFamily::tests(const Vector& y, const Orbit& orbit)
{
    std::vector<SpecialTest> tests;
    const OrbitSystem& system = *system_at(number(y));
    const ImpactMotion at = motion(y);
    for (Index i = 0; i < at.count(); ++i) tests.push_back({SpecialKind::grazing, i, at.impulses(i)});
    if (orbit.certificate.minimum_gap)
        tests.push_back({SpecialKind::new_contact, 0, *orbit.certificate.minimum_gap});
    for (Index i = 0; i < at.count(); ++i) {
        const Index c = at.contacts[i];
        if (system.restitution(c) > 0.0) continue;
        const Signal gap = system.free().signal(system.free().gap(c), flight_after(system, at, i));
        tests.push_back({SpecialKind::release, i, system.search({}).acceleration(gap, 0.0)});
    }
    if (orbit.multipliers.empty() && !orbit.stable) return tests;
    if (orbit.multipliers_are_all) {
        add_multiplier_tests(orbit, system.is_autonomous(), tests);
    } else {
        tests.push_back({SpecialKind::flip, 0, FloquetDeterminant(system, at).at(-1.0).real()});
    }
    return tests;
}

std::vector<long> ImpactFamily::window(const Vector& y)
{
    const OrbitSystem* system = system_at(number(y));
    return system == nullptr ? std::vector<long>{} : pole_window(system->free(), contacts_, motion(y).period);
}

bool ImpactFamily::is_at_pole(const Vector& y)
{
    const OrbitSystem* system = system_at(number(y));
    if (system == nullptr) return false;
    const double period = motion(y).period;
    const PoleBounds poles = poles_around(system->free(), contacts_, period);
    return period - poles.below <= near_pole * period || poles.above - period <= near_pole * period;
}

}  // namespace rebond
