// What a step of the dropped bar costs: against the number of segments, and against dense algebra.
//
//     bench_bar_steps                                  every table; fails if a requirement does
//     bench_bar_steps SCHEME SPRINGS SEGMENTS STEPS    that many steps and nothing else, to be profiled
//
// README.md says what the tables mean.
#include "dense_bar.hpp"
#include "rebond/integration/integrate.hpp"
#include "timing.hpp"
#include "vibrating_bar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>

namespace rebond::bench {
namespace {

constexpr double largest_exponent = 1.05;     // of cost per step over n, from 100 to 100 000 segments
constexpr double agreement_wanted = 1e-8;     // of the dense trajectory with rebond's [-]
constexpr double speed_up_wanted_at_9 = 8.0;  // over dense, explicit scheme [-]
constexpr double speed_up_wanted_at_80 = 100.0;

// ---------------------------------------------------------------- runs

// Keeps the whole trajectory of a short run.
class Trajectory final : public Recorder {
public:
    explicit Trajectory(std::size_t steps) : steps_(steps) {}

    void step(const Instant& now) override
    {
        q.push_back(now.q());
        v.push_back(now.v());
    }
    bool enough() const override { return q.size() >= steps_; }

    std::vector<Vector> q, v;

private:
    std::size_t steps_;
};

Scheme scheme_named(const std::string& name, double step)
{
    if (name == "paoli_schatzman") return PaoliSchatzman{.step = step};
    if (name == "paoli_schatzman_implicit") return PaoliSchatzmanImplicit{.step = step};
    if (name == "event_newmark") return EventNewmark{.step = step};
    throw std::invalid_argument("no such scheme: " + name);
}

Springs springs_named(const std::string& name)
{
    if (name == "spiral") return Springs::spiral;
    if (name == "paired") return Springs::paired;
    throw std::invalid_argument("no such springs: " + name);
}

Outcome run(const VibratingBar& subject, const std::string& scheme, Recorder& recorder)
{
    Outcome outcome = integrate(subject.problem, scheme_named(scheme, subject.step), recorder);
    if (outcome.status != Status::ok) throw std::runtime_error(scheme + ": " + outcome.reason);
    return outcome;
}

struct Cost {
    double per_step = std::numeric_limits<double>::infinity();  // [s]
    double residual_evaluations = 0.0;                          // residual evaluations per step [-]
};

// Enough steps for the clock, and for factors to be renewed now and then.
long steps_for(Index segments)
{
    return std::clamp(200000L / static_cast<long>(segments), 20L, 5000L);
}

void time_rebond(const VibratingBar& subject, const std::string& scheme, Cost& cost)
{
    const long steps = steps_for(subject.bar->spec().segments);
    const long warm_up = std::max(5L, steps / 10);
    StepTimer timer(warm_up, steps);
    const Outcome outcome = run(subject, scheme, timer);
    cost.per_step = std::min(cost.per_step, timer.seconds() / static_cast<double>(steps));
    cost.residual_evaluations =
        static_cast<double>(outcome.residual_evaluations) / static_cast<double>(steps + warm_up);
}

constexpr long dense_warm_up = 3;

long dense_steps_for(Index segments)
{
    return std::max(20L, 20000L / static_cast<long>(segments * segments));
}

void time_dense(const VibratingBar& subject, Cost& cost)
{
    const long steps = dense_steps_for(subject.bar->spec().segments);
    DenseBar dense(*subject.bar, subject.problem.initial, subject.step);
    for (long i = 0; i < dense_warm_up; ++i) dense.advance();
    const double start = processor_time();
    for (long i = 0; i < steps; ++i) dense.advance();
    cost.per_step = std::min(cost.per_step, (processor_time() - start) / static_cast<double>(steps));
}

// The largest difference of the two trajectories over the steps the dense one is timed for, relative to how
// far and how fast they move.
double disagreement(const VibratingBar& subject)
{
    const auto steps =
        static_cast<std::size_t>(dense_steps_for(subject.bar->spec().segments) + dense_warm_up);
    Trajectory ours(steps);
    run(subject, "paoli_schatzman", ours);
    DenseBar dense(*subject.bar, subject.problem.initial, subject.step);
    double worst = 0.0;
    for (std::size_t i = 0; i < steps; ++i) {
        dense.advance();
        const Vector moved = ours.q[i] - ours.q[0];
        if (i > 0) worst = std::max(worst, (ours.q[i] - dense.q()).norm() / moved.norm());
        worst = std::max(worst, (ours.v[i] - dense.v()).norm() / ours.v[i].norm());
    }
    return worst;
}

// ---------------------------------------------------------------- tables

// The slope of log y over log x, by least squares.
double fitted_exponent(const std::vector<double>& x, const std::vector<double>& y)
{
    const auto logs = [](const std::vector<double>& values) -> Eigen::ArrayXd {
        return Eigen::Map<const Eigen::ArrayXd>(values.data(), static_cast<Index>(values.size())).log();
    };
    const Eigen::ArrayXd X = logs(x) - logs(x).mean();
    return (X * logs(y)).sum() / X.square().sum();
}

constexpr std::array<std::string_view, 2> every_spring = {"spiral", "paired"};
constexpr std::array<std::string_view, 3> every_scheme = {"paoli_schatzman", "paoli_schatzman_implicit",
                                                          "event_newmark"};

void compare_with_dense(Verdict& verdict)
{
    fmt::print("Explicit scheme (paoli_schatzman) against dense algebra\n\n");
    fmt::print("{:8} {:>5} {:>12} {:>12} {:>9} {:>13} {:>9}\n", "springs", "n", "rebond [µs]", "dense [µs]",
               "speed-up", "disagreement", "");
    for (const auto springs : every_spring) {
        for (const Index n : {9, 20, 40, 80}) {
            const VibratingBar subject = vibrating_bar(springs_named(std::string(springs)), n);
            Cost ours, dense;
            for (int repeat = 0; repeat < repeats; ++repeat) {
                time_rebond(subject, "paoli_schatzman", ours);
                time_dense(subject, dense);
            }
            const double speed_up = dense.per_step / ours.per_step;
            const double difference = disagreement(subject);
            const double wanted = n == 9 ? speed_up_wanted_at_9 : n == 80 ? speed_up_wanted_at_80 : 1.0;
            fmt::print("{:8} {:5} {:12.2f} {:12.1f} {:9.1f} {:13.1e} {:>9}\n", springs, n,
                       1e6 * ours.per_step, 1e6 * dense.per_step, speed_up, difference,
                       verdict.judge(speed_up >= wanted && difference <= agreement_wanted));
        }
    }
    fmt::print("\nwanted: speed-up of {} at n = 9 and {} at n = 80, disagreement of at most {:.0e}\n\n",
               speed_up_wanted_at_9, speed_up_wanted_at_80, agreement_wanted);
}

void compare_sizes(Verdict& verdict)
{
    constexpr std::array<Index, 7> sizes = {9, 30, 80, 100, 1000, 10000, 100000};
    fmt::print("Cost per step and segment [ns], in brackets the residual evaluations per step\n\n{:8} {:25}",
               "springs", "scheme");
    for (const Index n : sizes) fmt::print(" {:>11}", n);
    fmt::print(" {:>9}\n", "exponent");
    for (const auto springs : every_spring) {
        std::array<std::array<Cost, sizes.size()>, every_scheme.size()> costs;
        std::array<VibratingBar, sizes.size()> subjects;
        for (std::size_t j = 0; j < sizes.size(); ++j)
            subjects[j] = vibrating_bar(springs_named(std::string(springs)), sizes[j]);
        for (int repeat = 0; repeat < repeats; ++repeat)
            for (std::size_t i = 0; i < every_scheme.size(); ++i)
                for (std::size_t j = 0; j < sizes.size(); ++j)
                    time_rebond(subjects[j], std::string(every_scheme[i]), costs[i][j]);
        for (std::size_t i = 0; i < every_scheme.size(); ++i) {
            fmt::print("{:8} {:25}", springs, every_scheme[i]);
            std::vector<double> x, y;
            for (std::size_t j = 0; j < sizes.size(); ++j) {
                const auto [per_step, sweeps] = costs[i][j];
                const double n = static_cast<double>(sizes[j]);
                fmt::print(" {:5.0f} ({:.1f})", 1e9 * per_step / n, sweeps);
                if (sizes[j] < 100) continue;
                x.push_back(n);
                y.push_back(per_step);
            }
            const double exponent = fitted_exponent(x, y);
            fmt::print(" {:9.3f} {}\n", exponent, verdict.judge(exponent <= largest_exponent));
        }
    }
    fmt::print("\nwanted: exponent of the cost per step from n = 100 to 100 000 of at most {}\n",
               largest_exponent);
}

bool compare_everything()
{
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    Verdict verdict;
    compare_with_dense(verdict);
    compare_sizes(verdict);
    return verdict.holds();
}

}  // namespace
}  // namespace rebond::bench

int main(int count, char** arguments)
{
    using namespace rebond::bench;
    try {
        if (count == 1) return compare_everything() ? 0 : 1;
        if (count != 5) throw std::invalid_argument("usage: bench_bar_steps [SCHEME SPRINGS SEGMENTS STEPS]");
        const VibratingBar subject = vibrating_bar(springs_named(arguments[2]), std::stol(arguments[3]));
        StepTimer timer(1, std::stol(arguments[4]));
        run(subject, arguments[1], timer);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_bar_steps: {}\n", error.what());
        return 2;
    }
}
