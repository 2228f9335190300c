#include "rebond/scene/balls/balls_scene.hpp"

#include "rebond/contact/gaps/distance.hpp"
#include "rebond/contact/neighbours.hpp"
#include "rebond/scene/problem_checks.hpp"
#include "rebond/scene/radians.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

namespace rebond {
namespace {

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

bool is_anything_rough(const BallsAndWalls& spec, const ImpactLaw& law)
{
    const auto is_rough_wall = [](const auto& wall) { return wall.friction.value_or(0.0) > 0.0; };
    return law.friction > 0.0 || std::any_of(spec.plane.begin(), spec.plane.end(), is_rough_wall) ||
           std::any_of(spec.circle.begin(), spec.circle.end(), is_rough_wall);
}

State start_of(const std::vector<Ball>& balls, bool spins)
{
    const auto count = static_cast<Index>(balls.size());
    const Index n = (spins ? 3 : 2) * count;
    State state{.t = 0.0, .q = Vector::Zero(n), .v = Vector::Zero(n)};
    for (Index i = 0; i < count; ++i) {
        const Ball& ball = balls[static_cast<std::size_t>(i)];
        const Index x = place_of_ball(i);
        state.q.segment<2>(x) << ball.position[0], ball.position[1];
        state.v.segment<2>(x) << ball.velocity[0], ball.velocity[1];
        if (spins) state.v(angle_of_ball(i, count)) = ball.spin;
    }
    return state;
}

// A straight wall n·x ≥ height for points; the floor is one.
struct Wall {
    Vector2 normal = {0.0, 1.0};
    double height = 0.0;  // n·p [m]
    std::string key;      // of the scene
    std::string name;     // "floor", "plane 1"
    MotionSpec motion = {};
};

// How far two walls that face each other approach at most beside their mean places [m].
double approach_of(const MotionSpec& a, const MotionSpec& b)
{
    if (a.frequency_hz != b.frequency_hz) return std::abs(a.amplitude) + std::abs(b.amplitude);
    const auto phasor = [](const MotionSpec& motion) {
        return std::polar(1.0, radians(motion.phase_deg)) * motion.amplitude;
    };
    const std::complex<double> sum = phasor(a) + phasor(b);
    return a.frequency_hz == 0.0 ? sum.real() : std::abs(sum);
}

Wall wall_of(const PlaneSpec& plane, std::size_t index)
{
    const std::string key = fmt::format("model.plane[{}]", index);
    const Vector2 normal(plane.normal[0], plane.normal[1]);
    const double length = std::hypot(normal.x(), normal.y());
    if (!(length > 0.0) || !std::isfinite(length))
        throw Unbuildable(key + ".normal", "expected a direction: a normal that is not zero");
    const Vector2 n = normal / length;
    return {.normal = n,
            .height = n.dot(Vector2(plane.point[0], plane.point[1])),
            .key = key + ".point",
            .name = fmt::format("plane {}", index + 1),
            .motion = plane.motion.value_or(MotionSpec{})};
}

// Two walls that face each other must let the largest ball pass between them.
void require_width(const std::vector<Wall>& walls, const std::vector<Ball>& balls)
{
    constexpr double parallel = 1e-12;  // of two normals written down alike [-]
    double largest = 0.0;
    for (const Ball& ball : balls) largest = std::max(largest, ball.radius);
    for (std::size_t j = 0; j < walls.size(); ++j)
        for (std::size_t i = 0; i < j; ++i) {
            const Wall &a = walls[i], &b = walls[j];
            if ((a.normal + b.normal).norm() > parallel) continue;
            const double width = -a.height - b.height - approach_of(a.motion, b.motion);
            if (width < 2.0 * largest * (1.0 - parallel))
                throw Unbuildable(
                    b.key, fmt::format("expected room between {} and {}, which face each other {:.6g} m "
                                       "apart{}: a ball of radius {:g} m does not fit between them",
                                       a.name, b.name, width,
                                       a.motion.amplitude != 0.0 || b.motion.amplitude != 0.0
                                           ? " where they are closest"
                                           : "",
                                       largest));
        }
}

// Builds the contacts of all balls, closing those that touch at the start.
class Contacts {
public:
    Contacts(const BallsAndWalls& spec, const ImpactLaw& law)
        : spec_(spec), law_(law), spins_(is_anything_rough(spec, law)), q_(start_of(spec.ball, spins_).q)
    {
    }

    std::vector<Contact> build()
    {
        require_resolved_positions(spec_.ball);
        for (Index i = 0; i < count(); ++i)
            for (Index j = i + 1; j < count(); ++j) add_pair(i, j);
        add_walls();
        return std::move(contacts_);
    }

    Crowd build_crowd()
    {
        require_resolved_positions(spec_.ball);
        Crowd crowd{.radii = {}, .spins = spins_, .law = law_, .walls = {}};
        for (const Ball& ball : spec_.ball) crowd.radii.push_back(ball.radius);
        Neighbours neighbours(crowd.radii, 0.0);
        neighbours.renew(q_);
        for (const auto& [i, j] : neighbours.pairs()) {
            const double reach = ball(i).radius + ball(j).radius;
            const Centres centres{.first = place_of_ball(i), .second = place_of_ball(j)};
            Gap gap{.terms = {}, .offset = -reach, .function = std::make_shared<Distance>(centres)};
            close_or_refuse(gap, spec_.touching * reach, j, fmt::format("balls {} and {}", i + 1, j + 1));
        }
        add_walls();
        crowd.walls = std::move(contacts_);
        return crowd;
    }

private:
    void add_walls()
    {
        std::vector<Wall> walls;
        if (spec_.floor) walls.push_back({.height = *spec_.floor, .key = "model.floor", .name = "floor"});
        for (std::size_t k = 0; k < spec_.plane.size(); ++k) walls.push_back(wall_of(spec_.plane[k], k));
        require_width(walls, spec_.ball);
        const std::size_t floors = spec_.floor ? 1 : 0;
        for (std::size_t k = 0; k < walls.size(); ++k)
            for (Index i = 0; i < count(); ++i)
                add_wall(i, walls[k], k < floors ? nullptr : &spec_.plane[k - floors]);
        for (std::size_t k = 0; k < spec_.circle.size(); ++k)
            for (Index i = 0; i < count(); ++i) add_circle(i, k);
    }

    Index count() const { return static_cast<Index>(spec_.ball.size()); }
    const Ball& ball(Index i) const { return spec_.ball[static_cast<std::size_t>(i)]; }
    Term rolling(Index i) const { return {angle_of_ball(i, count()), ball(i).radius}; }

    void add_pair(Index i, Index j)
    {
        const double reach = ball(i).radius + ball(j).radius;
        const Centres centres{.first = place_of_ball(i), .second = place_of_ball(j)};
        Gap gap{.terms = {}, .offset = -reach, .function = std::make_shared<Distance>(centres)};
        Gap slide;
        if (spins_)
            slide = {.terms = {rolling(i), rolling(j)}, .function = std::make_shared<SlideAround>(centres)};
        close_or_refuse(gap, spec_.touching * reach, j, fmt::format("balls {} and {}", i + 1, j + 1));
        contacts_.push_back({.gap = gap,
                             .law = law_,
                             .slide = slide,
                             .name = fmt::format("ball {} – ball {}", i + 1, j + 1)});
    }

    // t is n turned clockwise. `plane` is null for the floor.
    void add_wall(Index i, const Wall& wall, const PlaneSpec* plane)
    {
        const Index x = place_of_ball(i);
        const Vector2 n = wall.normal;
        Gap gap{.terms = row(x, n), .offset = -ball(i).radius - wall.height};
        if (plane != nullptr && plane->motion) move_stop(gap, *plane->motion);
        Gap slide;
        if (spins_) {
            slide.terms = row(x, {n.y(), -n.x()});
            slide.terms.push_back(rolling(i));
        }
        close_or_refuse(gap, spec_.touching * ball(i).radius, i,
                        fmt::format("ball {} and {}{}", i + 1, plane == nullptr ? "the " : "", wall.name));
        contacts_.push_back({.gap = gap,
                             .law = plane == nullptr ? law_ : law_of(*plane),
                             .slide = slide,
                             .name = fmt::format("ball {} – {}", i + 1, wall.name)});
        if (plane != nullptr)
            require_served(*plane, fmt::format("model.plane[{}]", plane - spec_.plane.data()));
    }

    void add_circle(Index i, std::size_t index)
    {
        const CircleSpec& circle = spec_.circle[index];
        const bool is_inside = circle.side == CircleSide::inside;
        const double r = ball(i).radius;
        if (is_inside && circle.radius <= r)
            throw Unbuildable(
                fmt::format("model.circle[{}].radius", index),
                fmt::format("expected more than the radius of ball {} inside it, {:g} m", i + 1, r));
        const Centres centres{.first = place_of_ball(i),
                              .second = -1,
                              .fixed = {circle.centre[0], circle.centre[1]},
                              .side = is_inside ? -1.0 : 1.0};
        Gap gap{.terms = {},
                .offset = is_inside ? circle.radius - r : -circle.radius - r,
                .function = std::make_shared<Distance>(centres)};
        Gap slide;
        if (spins_) slide = {.terms = {rolling(i)}, .function = std::make_shared<SlideAround>(centres)};
        close_or_refuse(gap, spec_.touching * r, i, fmt::format("ball {} and circle {}", i + 1, index + 1));
        contacts_.push_back({.gap = gap,
                             .law = law_of(circle),
                             .slide = slide,
                             .name = fmt::format("ball {} – circle {}", i + 1, index + 1)});
        require_served(circle, fmt::format("model.circle[{}]", index));
    }

    static Row row(Index x, const Vector2& direction)
    {
        Row row;
        for (Index axis = 0; axis < 2; ++axis)
            if (direction(axis) != 0.0) row.push_back({x + axis, direction(axis)});
        return row;
    }

    ImpactLaw law_of(const auto& wall) const
    {
        ImpactLaw law = law_;
        law.restitution = wall.restitution.value_or(law.restitution);
        law.friction = wall.friction.value_or(law.friction);
        return law;
    }

    // The last contact, which is one with the wall that `key` names.
    void require_served(const auto& wall, const std::string& key) const
    {
        LawKeys keys;
        if (wall.restitution) keys.restitution = key + ".restitution";
        if (wall.friction) keys.friction = key + ".friction";
        require_lossless_hertz(contacts_.back(), keys);
    }

    // Closed at the start where it is so within `tolerance` [m]. `names` are the two bodies.
    void close_or_refuse(Gap& gap, double tolerance, Index ball, const std::string& names) const
    {
        const double start = gap_at(gap, 0.0, q_);
        if (std::abs(start) <= tolerance) {
            gap.offset -= start;
            gap.offset -= gap_at(gap, 0.0, q_);
        }
        if (!(gap_at(gap, 0.0, q_) >= 0.0))
            throw Unbuildable(
                fmt::format("model.ball[{}].position", ball),
                fmt::format("expected a place of its own, but {} overlap by {:.3g} m", names, -start));
    }

    const BallsAndWalls& spec_;
    const ImpactLaw& law_;
    bool spins_;
    Vector q_;  // at the start
    std::vector<Contact> contacts_;
};

// Planes and circles, as drawings show them.
Scenery scenery_of(const BallsAndWalls& spec)
{
    Scenery scenery;
    for (std::size_t k = 0; k < spec.plane.size(); ++k) {
        const PlaneSpec& plane = spec.plane[k];
        StraightWall& wall = scenery.straight.emplace_back(
            StraightWall{.point = {plane.point[0], plane.point[1]}, .normal = wall_of(plane, k).normal});
        if (plane.motion) move_wall(wall, *plane.motion);
    }
    for (const CircleSpec& circle : spec.circle)
        scenery.round.push_back({.centre = {circle.centre[0], circle.centre[1]},
                                 .radius = circle.radius,
                                 .is_around = circle.side == CircleSide::inside});
    return scenery;
}

}  // namespace

std::shared_ptr<const Balls> build_model(const BallsScene& subject, const Scene& scene)
{
    const BallsAndWalls& spec = subject.model;
    for (const Ball& ball : spec.ball)
        if (!std::isfinite(ball.moment())) throw without_masses();
    return std::make_shared<const Balls>(BallsSpec{.ball = spec.ball,
                                                   .floor = spec.floor,
                                                   .walls = scenery_of(spec),
                                                   .spins = is_anything_rough(spec, scene.impact)},
                                         scene.run.gravity);
}

Problem build_problem(const BallsScene& subject, const Scene& scene)
{
    Problem problem;
    problem.model = build_model(subject, scene);
    Contacts contacts(subject.model, scene.impact);
    if (subject.model.ball.size() > most_listed_balls)
        problem.crowd = contacts.build_crowd();
    else
        problem.contacts = contacts.build();
    problem.initial = start_of(subject.model.ball, is_anything_rough(subject.model, scene.impact));
    return problem;
}

double memory_of(const BallsScene& subject)
{
    constexpr double per_pair = 500.0;         // [bytes]
    constexpr double neighbours_of_one = 6.0;  // in a crowd, about
    const auto balls = static_cast<double>(subject.model.ball.size());
    const auto walls = static_cast<double>(subject.model.plane.size() + subject.model.circle.size() + 1);
    const bool is_crowd = subject.model.ball.size() > most_listed_balls;
    return per_pair * balls * (walls + (is_crowd ? neighbours_of_one : 0.5 * (balls - 1.0)));
}

}  // namespace rebond
