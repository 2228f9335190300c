// What a step of a crowd of rough balls costs that lies at rest in a box.
//
//     bench_crowd             the table; fails if a requirement does
//     bench_crowd ROWS        the same with so many rows of balls
#include "rebond/integration/integrate.hpp"
#include "rebond/scene/build.hpp"
#include "timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace rebond::bench {
namespace {

constexpr double allowed = 30e-3;   // a step of 10 000 balls [s]
constexpr double still = 1e-6;      // the largest speed of balls at rest [m/s]
constexpr Index columns = 500;      // balls in a row; every second row has one less
constexpr Index rows = 20;          // 9990 balls
constexpr double radius = 0.05;     // [m]
constexpr double step = 1e-3;       // [s]
constexpr long warm_up = 100;       // steps at rest before
constexpr long steps = 30;          // timed
constexpr double patience = 120.0;  // for them to come to rest [s]

// Balls packed as closely as they can be, between two walls on a floor.
Problem packed_balls(Index count)
{
    Scene scene;
    BallsScene crowd;
    crowd.model.floor = 0.0;
    for (Index row = 0; row < count; ++row)
        for (Index i = 0; i < columns - row % 2; ++i)
            crowd.model.ball.push_back(
                {.radius = radius,
                 .position = {radius * static_cast<double>(1 + 2 * i + row % 2),
                              radius * (1.0 + std::sqrt(3.0) * static_cast<double>(row))},
                 .velocity = {}});
    crowd.model.plane = {
        {.point = {0.0, 0.0}, .normal = {1.0, 0.0}},
        {.point = {2.0 * radius * static_cast<double>(columns), 0.0}, .normal = {-1.0, 0.0}}};
    scene.subject = crowd;
    scene.impact = {.restitution = 0.0, .friction = 0.4};
    scene.scheme = MoreauJean{.step = step};
    scene.run.duration = 1e3;
    return build_problem(scene);
}

// Waits until the balls lie still, and times steps from there.
class AtRest final : public Recorder {
public:
    explicit AtRest(long steps) : steps_(steps) {}

    void step(const Instant& now) override
    {
        ++count;
        speed = now.v().lpNorm<Eigen::Infinity>();
        const bool is_still = count > 1 && speed <= still;
        if (settled_after == 0 && is_still) settled_after = count;
        if (settled_after == 0) return;
        if (count == settled_after + warm_up) start_ = processor_time();
        if (count == settled_after + warm_up + steps_)
            per_step = (processor_time() - start_) / static_cast<double>(steps_);
    }
    bool enough() const override { return per_step > 0.0 || processor_time() - begun_ > patience; }

    long count = 0;          // steps
    long settled_after = 0;  // steps; 0: not yet
    double per_step = 0.0;   // [s], at rest; 0: they did not come to rest
    double speed = 0.0;      // the largest at the end [m/s]

private:
    long steps_;
    double begun_ = processor_time(), start_ = 0.0;
};

AtRest run(const Problem& problem)
{
    AtRest at_rest(steps);
    const Outcome outcome = integrate(problem, MoreauJean{.step = step}, at_rest);
    if (outcome.status != Status::ok) throw std::runtime_error(outcome.reason);
    return at_rest;
}

int table(Index count)
{
    const Problem problem = packed_balls(count);
    const AtRest at_rest = run(problem);
    const auto balls = problem.model->radii().size();
    Verdict verdict;
    if (at_rest.per_step == 0.0) {
        fmt::print(
            "{} balls do not lie still after {} steps and {:.0f} s: {:.1e} m/s, at most {:.0e} wanted: {}\n",
            balls, at_rest.count, patience, at_rest.speed, still, verdict.judge(false));
    } else {
        fmt::print("{} balls lie still after {} steps, with {:.1e} m/s\n", balls, at_rest.settled_after,
                   at_rest.speed);
        fmt::print("{:.2f} ms a step at rest, at most {:.0f} wanted: {}\n", 1e3 * at_rest.per_step,
                   1e3 * allowed, verdict.judge(at_rest.per_step <= allowed));
    }
    return verdict.holds() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace rebond::bench

int main(int count, char** arguments)
{
    using namespace rebond::bench;
    try {
        return table(count == 2 ? std::atol(arguments[1]) : rows);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_crowd: {}\n", error.what());
        return 2;
    }
}
