// Impacts by least kinetic energy beside impacts by complementarity, and a ball on a beam beside the law that
// replaces it.
//
//     bench_outward            the table; fails if a requirement does
//     bench_outward break N    the pool break, N times, and nothing else, to be profiled
//     bench_outward beam N     a ball on a cantilever with 20 sub-impacts, the same
#include "rebond/contact/beam_rebound_law.hpp"
#include "rebond/contact/outward_law.hpp"
#include "rebond/integration/integrate.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/solvers/complementarity/linear_complementarity.hpp"
#include "timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string_view>

namespace rebond::bench {
namespace {

constexpr double break_allowed = 200e-6;  // [s]
constexpr double beam_allowed = 5e-3;     // [s]

// The contacts of a cue ball and a rack of fifteen, all of mass 1.
struct PoolBreak {
    Matrix G;
    Vector u;
};

PoolBreak pool_break()
{
    std::vector<Vector2> centres = {{0.0, -1.0}};
    for (int row = 0; row < 5; ++row)
        for (int k = 0; k <= row; ++k) centres.emplace_back(k - 0.5 * row, row * std::sqrt(0.75));
    const auto dofs = 2 * static_cast<Index>(centres.size());
    Matrix W(dofs, 0);
    for (Index i = 0; 2 * i < dofs; ++i)
        for (Index j = i + 1; 2 * j < dofs; ++j) {
            const Vector2 d = centres[i] - centres[j];
            if (d.norm() > 1.0 + 1e-9) continue;
            W.conservativeResize(dofs, W.cols() + 1);
            W.rightCols(1).setZero();
            W.block<2, 1>(2 * i, W.cols() - 1) = d;
            W.block<2, 1>(2 * j, W.cols() - 1) = -d;
        }
    return {W.transpose() * W, W.row(1).transpose()};  // the cue ball has (0, 1)
}

// Half of the beam's mass on a cantilever at 0.6 of its length: 20 sub-impacts, by 40 modes.
Scene cantilever()
{
    Scene scene;
    BallOnBeamScene subject;
    subject.model.location = 0.6;
    subject.model.ball.mass = 0.785;
    subject.model.beam.support = Support::clamped_free;
    scene.subject = subject;
    scene.impact.law = Law::hertz;
    scene.run = {.duration = 1.0, .gravity = 0.0};
    return scene;
}

// Ends a run once the ball has separated for good.
class LastSeparation final : public Recorder {
public:
    void impact(const Impact& /*impact*/) override { ++impacts; }
    void separation(const Separation& last) override { velocity = last.velocity; }
    bool enough() const override { return !std::isnan(velocity); }

    long impacts = 0;
    double velocity = std::numeric_limits<double>::quiet_NaN();
};

LastSeparation separate(const Problem& problem)
{
    LastSeparation last;
    const Outcome outcome = integrate(problem, EventAccurate{}, last, nullptr);
    if (outcome.status != Status::ok) throw std::runtime_error(outcome.reason);
    return last;
}

double least_seconds(long count, const std::function<void()>& work)
{
    double least = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const double start = processor_time();
        for (long i = 0; i < count; ++i) work();
        least = std::min(least, (processor_time() - start) / static_cast<double>(count));
    }
    return least;
}

int table()
{
    const PoolBreak pool = pool_break();
    const Index n = pool.u.size();
    const Vector e = Vector::Ones(n), bias = 2.0 * pool.u;
    Vector p(n);
    OutwardLaw law(n);
    LinearComplementarity complementarity(n);
    const double outward = least_seconds(200, [&] {
        if (!law.resolve(pool.G, pool.u, e, p).solved()) throw std::runtime_error("not solved");
    });
    const double newton = least_seconds(200, [&] {
        if (!complementarity.solve(pool.G, bias, p).solved()) throw std::runtime_error("not solved");
    });

    const Scene scene = cantilever();
    const Problem problem = build_problem(scene);
    const auto& beam = dynamic_cast<const BallOnBeam&>(*problem.model);
    const BeamContact contact = beam_contact(beam.ball_mass(), beam.shape(), Vector(0));
    const LastSeparation last = separate(problem);
    const double simulated = least_seconds(20, [&] { separate(problem); });
    volatile double kept = 0.0;
    const double by_law = least_seconds(100'000, [&] { kept = rebound_ratio({}, contact); });

    Verdict verdict;
    fmt::print("{:<46} {:>12} {:>13}\n", "", "time [µs]", "required [µs]");
    fmt::print("{:<46} {:>12.1f} {:>13.0f}  {}\n", "pool break, 31 contacts, outward law", 1e6 * outward,
               1e6 * break_allowed, verdict.judge(outward <= break_allowed));
    fmt::print("{:<46} {:>12.1f}\n", "the same by complementarity", 1e6 * newton);
    fmt::print("{:<46} {:>12.1f} {:>13.0f}  {}\n",
               fmt::format("ball on a beam, 40 modes, {} sub-impacts", last.impacts), 1e6 * simulated,
               1e6 * beam_allowed, verdict.judge(simulated <= beam_allowed));
    fmt::print("{:<46} {:>12.3f}\n", "the law that replaces it", 1e6 * by_law);
    return verdict.holds() ? EXIT_SUCCESS : EXIT_FAILURE;
}

int repeat(std::string_view what, long count)
{
    const PoolBreak pool = pool_break();
    const Problem problem = build_problem(cantilever());
    Vector p(pool.u.size());
    OutwardLaw law(pool.u.size());
    for (long i = 0; i < count; ++i) {
        if (what == "break")
            (void)law.resolve(pool.G, pool.u, Vector::Ones(pool.u.size()), p);
        else
            separate(problem);
    }
    return EXIT_SUCCESS;
}

}  // namespace
}  // namespace rebond::bench

int main(int argc, char** argv)
{
    if (argc == 3) return rebond::bench::repeat(argv[1], std::atol(argv[2]));
    return rebond::bench::table();
}
