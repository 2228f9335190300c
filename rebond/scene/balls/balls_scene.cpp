#include "rebond/scene/balls/balls_scene.hpp"

#include "rebond/contact/gaps/distance.hpp"
#include "rebond/scene/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rebond {
namespace {

// Closed at the start where it is so within `tolerance` [m]. `names` are the two bodies.
void close_or_refuse(Gap& gap, const Vector& q, double tolerance, std::size_t ball, const std::string& names)
{
    const double start = gap_at(gap, 0.0, q);
    if (std::abs(start) <= tolerance) {
        gap.offset -= start;
        gap.offset -= gap_at(gap, 0.0, q);
    }
    if (!(gap_at(gap, 0.0, q) >= 0.0))
        throw Unbuildable(
            fmt::format("model.ball[{}].position", ball),
            fmt::format("expected a place of its own, but {} overlap by {:.3g} m", names, -start));
}

// Far from the origin rounding of positions would swallow gaps, and slow balls would not move.
void require_resolved_positions(const std::vector<Ball>& balls)
{
    constexpr double furthest = 1e6;  // in radii of the smallest ball [-]
    double smallest = balls.front().radius;
    for (const Ball& ball : balls) smallest = std::min(smallest, ball.radius);
    for (std::size_t i = 0; i < balls.size(); ++i)
        if (std::hypot(balls[i].position[0], balls[i].position[1]) > furthest * smallest)
            throw Unbuildable(
                fmt::format("model.ball[{}].position", i),
                fmt::format("expected a place within 10⁶ radii of the smallest ball, {:g} m, from the "
                            "origin: further away gaps are lost in rounding",
                            furthest * smallest));
}

State start_of(const std::vector<Ball>& balls)
{
    const auto n = 2 * static_cast<Index>(balls.size());
    State state{.t = 0.0, .q = Vector(n), .v = Vector(n)};
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const auto x = 2 * static_cast<Index>(i);
        state.q.segment<2>(x) << balls[i].position[0], balls[i].position[1];
        state.v.segment<2>(x) << balls[i].velocity[0], balls[i].velocity[1];
    }
    return state;
}

std::vector<Contact> build_contacts(const BallsSpec& spec, const ImpactLaw& law)
{
    require_resolved_positions(spec.ball);
    const Vector q = start_of(spec.ball).q;
    std::vector<Contact> contacts;
    for (std::size_t i = 0; i < spec.ball.size(); ++i)
        for (std::size_t j = i + 1; j < spec.ball.size(); ++j) {
            const double reach = spec.ball[i].radius + spec.ball[j].radius;
            const Centres centres{.first = 2 * static_cast<Index>(i), .second = 2 * static_cast<Index>(j)};
            Gap gap{.terms = {}, .offset = -reach, .function = std::make_shared<Distance>(centres)};
            close_or_refuse(gap, q, spec.touching * reach, j, fmt::format("balls {} and {}", i + 1, j + 1));
            contacts.push_back({.gap = gap, .law = law});
        }
    if (!spec.floor) return contacts;
    for (std::size_t i = 0; i < spec.ball.size(); ++i) {
        const double radius = spec.ball[i].radius;
        Gap gap{.terms = {{.coordinate = 2 * static_cast<Index>(i) + 1, .weight = 1.0}},
                .offset = -radius - *spec.floor};
        close_or_refuse(gap, q, spec.touching * radius, i, fmt::format("ball {} and the floor", i + 1));
        contacts.push_back({.gap = gap, .law = law});
    }
    return contacts;
}

}  // namespace

std::shared_ptr<const Balls> build_model(const BallsScene& subject, const Scene& scene)
{
    return std::make_shared<const Balls>(subject.model, scene.run.gravity);
}

Problem build_problem(const BallsScene& subject, const Scene& scene)
{
    Problem problem;
    problem.model = build_model(subject, scene);
    problem.contacts = build_contacts(subject.model, scene.impact);
    problem.initial = start_of(subject.model.ball);
    return problem;
}

double memory_of(const BallsScene& subject)
{
    constexpr double per_pair = 500.0;  // [bytes]
    const auto balls = static_cast<double>(subject.model.ball.size());
    return 0.5 * per_pair * balls * (balls + 1.0);
}

}  // namespace rebond
