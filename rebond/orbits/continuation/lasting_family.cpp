#include "rebond/orbits/continuation/lasting_family.hpp"

#include "rebond/orbits/continuation/multiplier_tests.hpp"
#include "rebond/orbits/continuation/number_slope.hpp"

#include <algorithm>

namespace rebond {
namespace {

constexpr double difference = 1e-3;  // step of a difference, in the number's scale [-]

}  // namespace

LastingFamily::LastingFamily(std::function<Problem(double)> problem_at, double number_scale,
                             Sequence sequence, int load_periods)
    : systems_(std::move(problem_at)),
      number_scale_(number_scale),
      sequence_(std::move(sequence)),
      load_periods_(load_periods)
{
}

Vector LastingFamily::unknowns(const Orbit& orbit, double number) const
{
    const Index n = orbit.state.q.size();
    Vector y(2 * n + 2);
    y << orbit.state.q, orbit.state.v, orbit.state.t, number;
    return y;
}

LastingMotion LastingFamily::motion(const OrbitSystem& system, const Vector& y) const
{
    const Index n = system.dofs();
    return {.sequence = sequence_,
            .period = load_periods_ * *system.load_period(),
            .release = {.t = y(2 * n), .q = y.head(n), .v = y.segment(n, n)}};
}

std::optional<FamilyEquations> LastingFamily::equations(const Vector& y)
{
    const auto run_at = [&](double number) -> std::optional<LastingRun> {
        const OrbitSystem* system = systems_.at(number);
        if (system == nullptr || system->is_autonomous()) return std::nullopt;
        LastingRun run = run_lasting(*system, motion(*system, y));
        if (!run.refusal.empty()) return std::nullopt;
        return run;
    };
    const auto here = run_at(parameter(y));
    if (!here) return std::nullopt;
    const auto moved = [&](double by) -> std::optional<Vector> {
        const auto run = by == 0.0 ? here : run_at(parameter(y) + by);
        if (!run) return std::nullopt;
        return run->residual;
    };
    const auto slope = number_slope(moved, difference * number_scale_);
    if (!slope) return std::nullopt;
    FamilyEquations family{.residual = here->residual, .jacobian = Matrix(here->jacobian.rows(), y.size())};
    family.jacobian.leftCols(here->jacobian.cols()) = here->jacobian;
    family.jacobian.col(y.size() - 1) = *slope;
    return family;
}

Vector LastingFamily::scales(const Vector& y) const
{
    const Index n = (y.size() - 2) / 2;
    const OrbitSystem* system = systems_.at(parameter(y));
    const double period = system != nullptr ? load_periods_ * *system->load_period() : 1.0;
    const double speed = y.segment(n, n).cwiseAbs().maxCoeff();
    const double length = std::max(y.head(n).cwiseAbs().maxCoeff(), 0.1 * speed * period);
    Vector scales(y.size());
    scales.head(n).setConstant(length > 0.0 ? length : 1.0);
    scales.segment(n, n).setConstant(std::max(speed, length / period));
    if (!(scales(n) > 0.0)) scales.segment(n, n).setConstant(1.0);
    scales(2 * n) = period;
    scales(2 * n + 1) = number_scale_;
    return scales;
}

Orbit LastingFamily::orbit(const Vector& y, double residual, const OrbitOptions& options)
{
    const OrbitSystem& system = *systems_.at(parameter(y));
    return orbit_of(system, {.status = OrbitStatus::ok, .motion = motion(system, y), .residual = residual},
                    load_periods_, options);
}

std::vector<SpecialTest> LastingFamily::tests(const Vector&, const Orbit& orbit)
{
    std::vector<SpecialTest> tests;
    for (std::size_t i = 0; i < orbit.events.size(); ++i) {
        const OrbitEvent& event = orbit.events[i];
        if (event.kind == EventKind::impact)
            tests.push_back({SpecialKind::grazing, static_cast<Index>(i), event.impulse});
        if (event.kind == EventKind::closing && event.impacts > 0)
            tests.push_back({SpecialKind::grazing, static_cast<Index>(i), -event.velocity_before});
    }
    if (orbit.certificate.minimum_gap)
        tests.push_back({SpecialKind::new_contact, 0, *orbit.certificate.minimum_gap});
    if (orbit.certificate.minimum_reaction)
        tests.push_back({SpecialKind::release, 0, *orbit.certificate.minimum_reaction});
    if (!orbit.multipliers.empty()) add_multiplier_tests(orbit, false, tests);
    return tests;
}

}  // namespace rebond
