// What a step of a beam on a rough wall costs, for beams of more and more elements: per element, and beside
// the solve with the factors of M + h²θ²K, which no implicit step can do without.
//
//     bench_frame_steps                    the table; fails if a requirement does
//     bench_frame_steps ELEMENTS STEPS     that many steps and nothing else, to be profiled
#include "rebond/integration/integrate.hpp"
#include "rebond/mechanics/beam/frame.hpp"
#include "timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numbers>

namespace rebond::bench {
namespace {

constexpr double growth_allowed = 1.5;  // of the cost per element, from 1000 elements to 10 000 [-]
constexpr double solves_allowed = 4.0;  // cost of a step [-]
constexpr double step = 1e-8;           // [s]

// At 60°, moving along its axis, with friction that holds its end: in contact from the first step on.
Problem beam(Index elements)
{
    const double angle = std::numbers::pi / 3.0;
    const auto frame = std::make_shared<const Frame>(FrameSpec{.elements = elements}, angle, 0.0);
    Problem problem;
    problem.model = frame;
    for (const Index node : {Index{0}, frame->last_node()}) {
        const Index x = 3 * node;
        problem.contacts.push_back(
            {.gap = {.terms = {{.coordinate = x + 1, .weight = 1.0}}, .offset = frame->height_at_rest(node)},
             .law = {.restitution = 0.0, .friction = 1.0},
             .slide = {.terms = {{.coordinate = x, .weight = 1.0}}, .offset = 0.0}});
    }
    problem.initial = {.t = 0.0,
                       .q = Vector::Zero(frame->dofs()),
                       .v = frame->translation(-std::cos(angle), -std::sin(angle))};
    problem.duration = problem.sample_every = 1.0;
    return problem;
}

double seconds_per_step(const Problem& problem, long steps)
{
    StepTimer timer(10, steps);
    const Outcome outcome = integrate(problem, MoreauJean{.step = step}, timer, nullptr);
    if (outcome.status != Status::ok) throw std::runtime_error(outcome.reason);
    return timer.seconds() / static_cast<double>(steps);
}

double seconds_per_solve(const Problem& problem, long solves)
{
    const auto dynamics = problem.model->dynamics();
    if (!dynamics->factor(0.25 * step * step, 0.5 * step)) throw std::runtime_error("not positive");
    Vector x = Vector::Ones(problem.model->dofs());
    const double start = processor_time();
    for (long i = 0; i < solves; ++i) {
        dynamics->solve(x);
        x *= 1.0 / x.lpNorm<Eigen::Infinity>();
    }
    return (processor_time() - start) / static_cast<double>(solves);
}

int table()
{
    fmt::print("{:>9} {:>14} {:>20} {:>14}\n", "elements", "step [µs]", "per element [ns]", "solves a step");
    double per_element[2] = {0.0, 0.0}, solves = 0.0;
    for (const Index elements : {100, 1000, 10'000, 100'000}) {
        const Problem problem = beam(elements);
        const long count = std::max(20L, 2'000'000L / elements);
        double of_step = std::numeric_limits<double>::infinity(), of_solve = of_step;
        for (int repeat = 0; repeat < repeats; ++repeat) {
            of_step = std::min(of_step, seconds_per_step(problem, count));
            of_solve = std::min(of_solve, seconds_per_solve(problem, count));
        }
        const double each = of_step / static_cast<double>(elements);
        if (elements == 1000) per_element[0] = each;
        if (elements == 10'000) {
            per_element[1] = each;
            solves = of_step / of_solve;
        }
        fmt::print("{:>9} {:>14.2f} {:>20.2f} {:>14.2f}\n", elements, 1e6 * of_step, 1e9 * each,
                   of_step / of_solve);
    }
    const double growth = per_element[1] / per_element[0];
    const bool is_linear = growth <= growth_allowed, is_lean = solves <= solves_allowed;
    fmt::print("from 1000 to 10 000 elements an element costs {:.2f} times as much, at most {} wanted: {}\n",
               growth, growth_allowed, is_linear ? "holds" : "FAILS");
    fmt::print("a step of 10 000 elements costs {:.2f} solves, at most {} wanted: {}\n", solves,
               solves_allowed, is_lean ? "holds" : "FAILS");
    return is_linear && is_lean ? 0 : 1;
}

}  // namespace
}  // namespace rebond::bench

int main(int count, char** arguments)
{
    using namespace rebond::bench;
    if (count != 3) return table();
    (void)seconds_per_step(beam(std::atol(arguments[1])), std::atol(arguments[2]));
    return 0;
}
