// The keys of balls, named once, and which values go together.
#pragma once

#include "rebond/scene/field.hpp"

namespace rebond {

template <>
inline constexpr auto fields_of<Ball> = std::tuple{
    Field{"mass", &Ball::mass, "kg", positive(), "its mass", required(1.0)},
    Field{"radius", &Ball::radius, "m", positive(), "its radius", required(0.5)},
    Field{"position", &Ball::position, "m", any(), "centre [x, y] at the start", required("[0.0, 1.0]")},
    Field{"velocity", &Ball::velocity, "m/s", any(), "velocity [vx, vy] at the start",
          Absence{.example_toml = "[0.0, -1.0]"}}};

template <>
inline constexpr auto fields_of<BallsSpec> = std::tuple{
    Field{"floor", &BallsSpec::floor, "m", any(), "height of a horizontal floor below the balls",
          shown(absent_means("no floor", "0.0"))},
    Field{"touching", &BallsSpec::touching, "-", between(0, 1e-3),
          "gap or overlap at the start that counts as touching, as a part of the two radii; such a pair "
          "touches at that distance for the whole run"},
    Field{"ball", &BallsSpec::ball, "", any(), "the balls, one table each"}};

template <>
inline constexpr auto fields_of<BallsScene> =
    std::tuple{Field{"model", &BallsScene::model, "", any(), "what moves, and where it starts"}};

template <>
inline constexpr TypeName type_of<BallsScene> = {
    "balls", "rigid balls in the plane that collide, many at once, and fly on"};

template <>
inline constexpr ModelWords words_of<BallsScene> = {.point = "ball", .is_line = false};

template <>
inline constexpr SubjectDefaults defaults_of<BallsScene> = {.gravity = 0.0, .duration = 1.0};

template <>
inline constexpr SubjectTraits traits_of<BallsScene> = {.called = "game of balls", .size_key = "model.ball"};

inline constexpr std::size_t most_balls = 128;

inline bool has_balls(const Scene&, const BallsScene& balls)
{
    return !balls.model.ball.empty();
}

inline bool has_not_too_many_balls(const Scene&, const BallsScene& balls)
{
    return balls.model.ball.size() <= most_balls;
}

inline bool are_smooth(const Scene& scene, const BallsScene&)
{
    return scene.impact.friction == 0.0;
}

template <>
inline constexpr auto checks_of<BallsScene> =
    std::array{Check<BallsScene>{"model.ball", has_balls, "tables [[model.ball]], one for each ball"},
               Check<BallsScene>{"model.ball", has_not_too_many_balls, "at most 128 balls", "",
                                 "every pair of them is a contact"},
               Check<BallsScene>{"impact.friction", are_smooth, "0", "", "the balls are frictionless"}};

}  // namespace rebond
