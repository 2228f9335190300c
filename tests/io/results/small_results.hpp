// Small results to draw: a rod of three points that falls on the plane y = 0, bounces twice, bends a
// little and leaves.
#pragma once

#include "rebond/analysis/result.hpp"
#include "rebond/mechanics/model.hpp"

#include <cmath>
#include <memory>
#include <vector>

namespace rebond {

// q = (x, y, bend): a horizontal rod of length 1 with its middle raised by `bend`, on a tip of
// radius 0.01 at its first point.
class BentRod final : public Model {
public:
    static constexpr double radius = 0.01;  // [m]

    Index dofs() const override { return 3; }
    std::unique_ptr<Dynamics> dynamics() const override { return nullptr; }
    std::vector<Vector2> outline(const Vector& q) const override
    {
        return {{q(0), q(1)}, {q(0) + 0.5, q(1) + q(2)}, {q(0) + 1.0, q(1)}};
    }
};

// A body without a shape.
class Shapeless final : public Model {
public:
    Index dofs() const override { return 3; }
    std::unique_ptr<Dynamics> dynamics() const override { return nullptr; }
};

inline Result bouncing_rod(Index samples = 101)
{
    Result result;
    result.scene = result.effective_scene = "title = \"a rod\"  # </script><b>\n";
    result.version = "1.2.3";
    result.status = "ok";
    result.summary.title = "A <rod> & a plane";
    result.summary.model = "bar";
    result.summary.impacts.count = 2;
    result.summary.episodes = {{.start = 0.4, .end = 0.5, .impacts = 2, .impulse = {1.5, 0.0}}};
    result.summary.restitution.apparent = 0.25;
    result.summary.warnings = {"mind the gap"};
    result.impacts = {
        {.time = 0.4, .end = 0.4, .velocity_before = -1.0, .velocity_after = 0.5, .impulse = 1.0},
        {.time = 0.5, .end = 0.5, .velocity_before = -0.5, .velocity_after = 1.0, .impulse = 0.5}};
    const auto gap = [](double t) {
        return t < 0.4 ? 0.4 - t : t < 0.5 ? 0.5 * (t - 0.4) * (0.5 - t) / 0.1 : t - 0.5;
    };
    const auto velocity = [](double t) { return t < 0.4 ? -1.0 : t < 0.5 ? 0.5 - 10.0 * (t - 0.4) : 1.0; };

    result.position.resize(3, samples);
    result.velocity.setZero(3, samples);
    result.gap.resize(1, samples);
    result.rate.resize(1, samples);
    result.coordinate = {1};
    result.impulse.setZero(1, samples);
    for (Index k = 0; k < samples; ++k) {
        const double t = samples > 1 ? static_cast<double>(k) / static_cast<double>(samples - 1) : 0.0;
        result.time.push_back(t);
        result.gap(0, k) = gap(t);
        result.position.col(k) << 0.1 * t, gap(t) + BentRod::radius, 1e-4 * t;
        result.velocity(1, k) = result.rate(0, k) = velocity(t);
        result.energy.push_back({.kinetic = 0.5, .elastic = 0.25 * t, .gravity = 0.5 - 0.25 * t});
    }
    for (int k = 0; k <= 200; ++k) {
        const double t = 0.39 + 0.12 * k / 200.0;
        result.close_up.time.push_back(t);
        result.close_up.gap.push_back(gap(t));
        result.close_up.velocity.push_back(velocity(t));
    }
    return result;
}

// The same rod in free flight.
inline Result flying_rod()
{
    Result result = bouncing_rod(11);
    result.impacts.clear();
    result.close_up = {};
    result.summary = {.title = "Flight", .model = "bar"};
    return result;
}

}  // namespace rebond
