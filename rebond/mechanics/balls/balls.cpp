#include "rebond/mechanics/balls/balls.hpp"

#include <cmath>

namespace rebond {
namespace {

LinearSystem balls_system(const BallsSpec& spec, double gravity)
{
    const auto count = static_cast<Index>(spec.ball.size());
    const Index n = (spec.spins ? 3 : 2) * count;
    Vector masses(n), force = Vector::Zero(n);
    for (Index i = 0; i < count; ++i) {
        const Ball& ball = spec.ball[static_cast<std::size_t>(i)];
        const Index x = place_of_ball(i);
        masses(x) = masses(x + 1) = ball.mass;
        force(x + 1) = -ball.mass * gravity;
        if (spec.spins) masses(angle_of_ball(i, count)) = ball.moment();
    }
    return {.mass = SymmetricMatrix::diagonal(masses),
            .damping = SymmetricMatrix::zero(n),
            .stiffness = SymmetricMatrix::zero(n),
            .force = force,
            .harmonics = {},
            .potential_at_zero = 0.0};
}

}  // namespace

Balls::Balls(BallsSpec spec, double gravity)
    : Linear(balls_system(spec, gravity)), spec_(std::move(spec)), gravity_(gravity)
{
}

// Not f/m, whose rounding would press or separate balls that fall together.
std::optional<Ballistic> Balls::ballistic() const
{
    Vector acceleration = Vector::Zero(dofs());
    for (Index i = 0; i < static_cast<Index>(balls().size()); ++i)
        acceleration(place_of_ball(i) + 1) = -gravity_;
    return Ballistic{.masses = system().mass.diagonal(), .acceleration = acceleration};
}

// An angle counts as the path of the surface, r α.
double Balls::size_of(const Vector& change) const
{
    if (!spec_.spins) return change.norm();
    const auto count = static_cast<Index>(balls().size());
    double squares = change.head(2 * count).squaredNorm();
    for (Index i = 0; i < count; ++i)
        squares += std::pow(balls()[static_cast<std::size_t>(i)].radius * change(angle_of_ball(i, count)), 2);
    return std::sqrt(squares);
}

// Without a floor nothing is up or down.
std::optional<double> Balls::mass_centre_velocity(const Vector& /*q*/, const Vector& v) const
{
    if (!spec_.floor) return std::nullopt;
    double momentum = 0.0, mass = 0.0;
    for (std::size_t i = 0; i < balls().size(); ++i) {
        momentum += balls()[i].mass * v(2 * static_cast<Index>(i) + 1);
        mass += balls()[i].mass;
    }
    return momentum / mass;
}

std::vector<Vector2> Balls::outline(const Vector& q) const
{
    std::vector<Vector2> centres;
    for (Index i = 0; i < static_cast<Index>(balls().size()); ++i)
        centres.emplace_back(q.segment<2>(place_of_ball(i)));
    return centres;
}

std::vector<double> Balls::radii() const
{
    std::vector<double> radii;
    for (const Ball& ball : balls()) radii.push_back(ball.radius);
    return radii;
}

std::vector<double> Balls::turns(const Vector& q) const
{
    if (!spec_.spins) return {};
    const auto angles = q.tail(std::ssize(balls()));
    return {angles.begin(), angles.end()};
}

Scenery Balls::scenery() const
{
    Scenery scenery = spec_.walls;
    if (spec_.floor) scenery.straight.push_back({.point = {0.0, *spec_.floor}});
    return scenery;
}

}  // namespace rebond
