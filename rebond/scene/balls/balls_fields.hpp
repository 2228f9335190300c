// The keys of balls, named once, and which values go together.
#pragma once

#include "rebond/scene/field.hpp"
#include "rebond/scene/motion_fields.hpp"

namespace rebond {

template <>
inline constexpr auto fields_of<Ball> = std::tuple{
    Field{"mass", &Ball::mass, "kg", positive(), "its mass", required(1.0)},
    Field{"radius", &Ball::radius, "m", positive(), "its radius", required(0.5)},
    Field{"position", &Ball::position, "m", any(), "centre [x, y] at the start", required("[0.0, 1.0]")},
    Field{"velocity", &Ball::velocity, "m/s", any(), "velocity [vx, vy] at the start",
          Absence{.example_toml = "[0.0, -1.0]"}},
    Field{"spin", &Ball::spin, "rad/s", any(),
          "angular velocity at the start, counter-clockwise; it matters where something is rough"},
    Field{"inertia", &Ball::inertia, "kg m²", positive(), "moment of inertia about its centre",
          absent_means("that of a disc, ½ m r²", 0.125)}};

template <>
inline constexpr auto fields_of<PlaneSpec> = std::tuple{
    Field{"point", &PlaneSpec::point, "m", any(), "a point [x, y] of the plane", required("[-2.0, 0.0]")},
    Field{"normal", &PlaneSpec::normal, "-", any(), "direction into the free side, of any length",
          required("[1.0, 0.0]")},
    Field{"restitution", &PlaneSpec::restitution, "-", between(0, 1), "coefficient of restitution here",
          absent_means("that of [impact]", 0.5)},
    Field{"friction", &PlaneSpec::friction, "-", at_least(0), "Coulomb coefficient μ here",
          absent_means("that of [impact]", "0.0")},
    Field{"motion", &PlaneSpec::motion, "", any(),
          "motion of the plane along its normal: it is at A cos(2πft + φ) from its point",
          absent_means("the plane does not move")}};

template <>
inline constexpr auto names_of<CircleSide> =
    std::array{EnumeratorName{CircleSide::inside, "inside", "balls are inside the circle"},
               EnumeratorName{CircleSide::outside, "outside", "balls are outside the circle"}};

template <>
inline constexpr auto fields_of<CircleSpec> =
    std::tuple{Field{"centre", &CircleSpec::centre, "m", any(), "its centre [x, y]", required("[0.0, 0.0]")},
               Field{"radius", &CircleSpec::radius, "m", positive(), "its radius", required(5.0)},
               Field{"side", &CircleSpec::side, "", any(), "where the balls are"},
               Field{"restitution", &CircleSpec::restitution, "-", between(0, 1),
                     "coefficient of restitution here", absent_means("that of [impact]", 0.5)},
               Field{"friction", &CircleSpec::friction, "-", at_least(0), "Coulomb coefficient μ here",
                     absent_means("that of [impact]", "0.0")}};

template <>
inline constexpr auto fields_of<BallsAndWalls> = std::tuple{
    Field{"floor", &BallsAndWalls::floor, "m", any(), "height of a horizontal floor below the balls",
          shown(absent_means("no floor", "0.0"))},
    Field{"touching", &BallsAndWalls::touching, "-", between(0, 1e-3),
          "gap or overlap at the start that counts as touching, as a part of the two radii; such a pair "
          "touches at that distance for the whole run"},
    Field{"ball", &BallsAndWalls::ball, "", any(), "the balls, one table each"},
    Field{"plane", &BallsAndWalls::plane, "", any(), "straight walls, one table each", absent_means("none")},
    Field{"circle", &BallsAndWalls::circle, "", any(), "round walls, one table each", absent_means("none")}};

template <>
inline constexpr auto fields_of<BallsScene> =
    std::tuple{Field{"model", &BallsScene::model, "", any(), "what moves, and where it starts"}};

template <>
inline constexpr TypeName type_of<BallsScene> = {
    "balls", "rigid balls in the plane that collide, many at once, roll and rub, and fly on"};

template <>
inline constexpr ModelWords words_of<BallsScene> = {.point = "ball", .is_line = false};

template <>
inline constexpr SubjectDefaults defaults_of<BallsScene> = {
    .gravity = 0.0, .duration = 1.0, .example_step = 1e-3};

template <>
inline constexpr SubjectTraits traits_of<BallsScene> = {.called = "game of balls", .size_key = "model.ball"};

// So many are taken; more than `most_listed_balls` (balls_scene.hpp) as a crowd.
inline constexpr std::size_t most_balls = 1'000'000;

inline bool has_balls(const Scene&, const BallsScene& balls)
{
    return !balls.model.ball.empty();
}

inline bool has_not_too_many_balls(const Scene&, const BallsScene& balls)
{
    return balls.model.ball.size() <= most_balls;
}

template <>
inline constexpr auto checks_of<BallsScene> =
    std::array{Check<BallsScene>{"model.ball", has_balls, "tables [[model.ball]], one for each ball"},
               Check<BallsScene>{"model.ball", has_not_too_many_balls, "at most 1000000 balls"}};

}  // namespace rebond
