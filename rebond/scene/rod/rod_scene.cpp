#include "rebond/scene/rod/rod_scene.hpp"

#include "rebond/contact/gaps/turning_point.hpp"
#include "rebond/scene/problem_checks.hpp"
#include "rebond/scene/radians.hpp"

#include <cmath>

namespace rebond {
namespace {

// The end at the distance `a` [m] from the centre along the rod, negative for the lower one: its height is
// y + a sin θ − ρ, and it slides with ẋ − a sin θ θ̇ + ρ θ̇.
Contact contact_of_end(double a, double tip_radius, const ImpactLaw& law, const char* name)
{
    constexpr Index x = 0, y = 1, angle = 2;
    Contact contact{
        .gap = {.terms = {{y, 1.0}},
                .offset = -tip_radius,
                .function = std::make_shared<TurningPoint>(angle, a, TurningPoint::Part::height)},
        .law = law,
        .slide = {.terms = {{x, 1.0}},
                  .function = std::make_shared<TurningPoint>(angle, a, TurningPoint::Part::place)},
        .name = name};
    if (tip_radius > 0.0) contact.slide.terms.push_back({angle, tip_radius});
    return contact;
}

}  // namespace

std::shared_ptr<const Rod> build_model(const RodScene& subject, const Scene& scene)
{
    if (!std::isfinite(subject.model.mass * subject.model.length * subject.model.length))
        throw without_masses();
    return std::make_shared<const Rod>(subject.model, scene.run.gravity);
}

Problem build_problem(const RodScene& subject, const Scene& scene)
{
    const auto rod = build_model(subject, scene);
    const auto& [tip, angle_deg, velocity, spin] = subject.initial;
    const double half = 0.5 * subject.model.length, tip_radius = subject.model.tip_radius;
    Problem problem;
    problem.model = rod;
    problem.contacts = {contact_of_end(-half, tip_radius, scene.impact, "lower end – ground"),
                        contact_of_end(half, tip_radius, scene.impact, "upper end – ground")};
    problem.initial = {
        .t = 0.0, .q = rod->at(tip, radians(angle_deg)), .v = Vector{{velocity[0], velocity[1], spin}}};
    return problem;
}

double memory_of(const RodScene& /*subject*/)
{
    return 1e4;
}

}  // namespace rebond
