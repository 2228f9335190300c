// What friction adds to a step of a bar that presses the plane.
//
//     bench_rough_bar                   the table; fails if a requirement does
//     bench_rough_bar FRICTION STEPS    that many steps and nothing else, to be profiled
#include "rebond/integration/integrate.hpp"
#include "rebond/scene/build.hpp"
#include "timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace rebond::bench {
namespace {

constexpr double ratio_allowed = 1.6;  // of a step with friction to one without [-]
constexpr double step = 1e-7;          // [s]
constexpr long warm_up = 20;           // steps
constexpr long most_steps = 250;       // the first contact lasts longer: a wave along the bar and back

// A bar of nine segments at 75° that hits the plane in its first step with 1 m/s and e = 0.
Problem bar(double friction)
{
    Scene scene;
    BarScene subject;
    subject.model.springs = Springs::paired;
    subject.initial = {.angle_deg = 75.0, .tip_height = subject.model.radius};
    scene.subject = subject;
    scene.impact = {.restitution = 0.0, .friction = friction};
    scene.run.duration = 1.0;
    return build_problem(scene);
}

// Counts steps in which the contact pushed.
class Presses final : public Recorder {
public:
    void received(Index /*contact*/, double normal, double /*friction*/) override { count += normal > 0.0; }
    long count = 0;
};

double seconds_per_step(const Problem& problem, long steps)
{
    StepTimer timer(warm_up, steps);
    Presses presses;
    Recorders both{&timer, &presses};
    const Outcome outcome = integrate(problem, MoreauJean{.step = step}, both);
    if (outcome.status != Status::ok) throw std::runtime_error(outcome.reason);
    if (presses.count < warm_up + steps - 2) throw std::runtime_error("the contact opens");
    return timer.seconds() / static_cast<double>(steps);
}

int table()
{
    constexpr int turns = 20 * repeats;  // short ones
    const Problem smooth = bar(0.0), sliding = bar(0.1), sticking = bar(1.0);
    double least[3];
    std::fill_n(least, 3, std::numeric_limits<double>::infinity());
    for (int turn = 0; turn < turns; ++turn) {
        int i = 0;
        for (const Problem* problem : {&smooth, &sliding, &sticking}) {
            least[i] = std::min(least[i], seconds_per_step(*problem, most_steps));
            ++i;
        }
    }
    Verdict verdict;
    fmt::print("{:<22} {:>10} {:>7}\n", "a bar that presses", "step [µs]", "ratio");
    fmt::print("{:<22} {:>10.3f}\n", "without friction", 1e6 * least[0]);
    for (int i = 1; i < 3; ++i) {
        const double ratio = least[i] / least[0];
        fmt::print("{:<22} {:>10.3f} {:>7.2f} {}\n", i == 1 ? "slides, μ = 0.1" : "sticks, μ = 1",
                   1e6 * least[i], ratio, verdict.judge(ratio <= ratio_allowed));
    }
    fmt::print("\nwanted: ratio of at most {}\n", ratio_allowed);
    return verdict.holds() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace rebond::bench

int main(int count, char** arguments)
{
    using namespace rebond::bench;
    try {
        if (count != 3) return table();
        const auto problem = bar(std::atof(arguments[1]));
        for (long left = std::atol(arguments[2]); left > 0; left -= most_steps)
            (void)seconds_per_step(problem, most_steps);
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_rough_bar: {}\n", error.what());
        return 2;
    }
}
