#include "rebond/mechanics/balls/balls.hpp"

namespace rebond {
namespace {

LinearSystem balls_system(const std::vector<Ball>& balls, double gravity)
{
    const auto n = 2 * static_cast<Index>(balls.size());
    Vector masses(n), force = Vector::Zero(n);
    for (std::size_t i = 0; i < balls.size(); ++i) {
        const auto x = 2 * static_cast<Index>(i);
        masses(x) = masses(x + 1) = balls[i].mass;
        force(x + 1) = -balls[i].mass * gravity;
    }
    return {.mass = SymmetricMatrix::diagonal(masses),
            .damping = SymmetricMatrix::zero(n),
            .stiffness = SymmetricMatrix::zero(n),
            .force = force,
            .harmonics = {},
            .potential_at_zero = 0.0};
}

}  // namespace

Balls::Balls(const BallsSpec& spec, double gravity)
    : Linear(balls_system(spec.ball, gravity)), balls_(spec.ball), floor_(spec.floor), gravity_(gravity)
{
}

// Without a floor nothing is up or down.
std::optional<double> Balls::mass_centre_velocity(const Vector& /*q*/, const Vector& v) const
{
    if (!floor_) return std::nullopt;
    double momentum = 0.0, mass = 0.0;
    for (std::size_t i = 0; i < balls_.size(); ++i) {
        momentum += balls_[i].mass * v(2 * static_cast<Index>(i) + 1);
        mass += balls_[i].mass;
    }
    return momentum / mass;
}

std::vector<Vector2> Balls::outline(const Vector& q) const
{
    std::vector<Vector2> centres;
    for (Index i = 0; i < static_cast<Index>(balls_.size()); ++i) centres.emplace_back(q.segment<2>(2 * i));
    return centres;
}

std::vector<double> Balls::radii() const
{
    std::vector<double> radii;
    for (const Ball& ball : balls_) radii.push_back(ball.radius);
    return radii;
}

}  // namespace rebond
