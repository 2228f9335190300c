// What finding the first root of an exponential sum costs, against a bare evaluation of it: by itself, and in
// a run of event_modal.
//
// A free chain of N + 1 equal masses in its modes falls on a rigid floor and bounces with restitution 1: the
// first mass has about 0.87 N impacts in the time a wave takes to cross the chain and return. README.md
// says what the tables mean.
#include "rebond/integration/integrate.hpp"
#include "rebond/mechanics/linear/chain.hpp"
#include "rebond/solvers/oscillations/exponential_sum.hpp"
#include "timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

namespace rebond::bench {
namespace {

constexpr double run_wanted = 5.0;  // of the floor [-]

// The chain of the reference numbers: steel, 0.2 m, thrown down at 1 m/s from 1 cm.
class BouncingChain {
public:
    explicit BouncingChain(int links)
        : N_(links), omega_(links), w_(links), re_(Vector::Zero(links)), im_(Vector::Zero(links))
    {
        const double root_a = std::sqrt(E * N_ * (N_ + 1.0) / (rho * L * L));
        for (int j = 1; j <= N_; ++j) {
            const double half_angle = 0.5 * std::numbers::pi * j / (N_ + 1);
            omega_(j - 1) = 2.0 * root_a * std::sin(half_angle);
            w_(j - 1) = std::sqrt(2.0 / (N_ + 1)) * std::cos(half_angle);
            lambda_.emplace_back(0.0, omega_(j - 1));
        }
        sum_.weights = {w_.data(), static_cast<std::size_t>(N_)};
        finder_ = ExponentialRootFinder(lambda_);
    }

    // Impacts from the first one on, for as long as a contact with a bar lasts.
    int first_bounce()
    {
        re_.setZero();
        im_.setZero();
        sum_.constant = 0.01;
        sum_.slope = -1.0;
        sum_.curvature = -g;
        sum_.order = 0;
        double t = 0.0;
        const double contact = 2.0 * L * std::sqrt(rho / E);
        for (int impacts = 0;; ++impacts) {
            const double horizon = impacts == 0 ? 1.0 : 1.2 * contact - t;
            const auto root = finder_.first_root({&sum_, 1}, amplitudes(), horizon);
            if (!root) return impacts;
            if (impacts > 0) t += root->at;
            hit(root->at);
        }
    }

    const ExponentialRootFinder::Effort& effort() const { return finder_.effort(); }
    const std::vector<std::complex<double>>& lambda() const { return lambda_; }

private:
    static constexpr double E = 2.1e11, rho = 7876.74, L = 0.2, g = 9.81;

    Phasors amplitudes() const
    {
        return {{re_.data(), sum_.weights.size()}, {im_.data(), sum_.weights.size()}};
    }

    // The velocity of the first mass, Σ w_j Re[iω_j u_j] and the mean one, is reversed by an impulse on it.
    void hit(double flight)
    {
        const Phasors u = finder_.phasors();
        re_ = Eigen::Map<const Vector>(u.re.data(), N_);
        im_ = Eigen::Map<const Vector>(u.im.data(), N_);
        sum_.slope += sum_.curvature * flight;
        const double change = -2.0 * (sum_.slope - (w_.array() * omega_.array() * im_.array()).sum());
        im_.array() -= change * w_.array() / omega_.array();
        sum_.slope += change / (N_ + 1);
        sum_.constant = -w_.dot(re_);
        sum_.order = 1;
    }

    int N_;
    Vector omega_, w_, re_, im_;
    std::vector<std::complex<double>> lambda_;
    ExponentialSum sum_;
    ExponentialRootFinder finder_{std::span<const std::complex<double>>{}};
};

// One evaluation with the least work: every phasor turned by a rotation known beforehand, and the sum. In
// lanes, so that the compiler may use the machine's vectors as it does in the engine.
double bare_evaluation(Vector& re, Vector& im, const Vector& c, const Vector& s)
{
    constexpr Index lanes = 8;
    using Lanes = Eigen::Array<double, lanes, 1>;
    Lanes sum = Lanes::Zero();
    for (Index j = 0; j + lanes <= re.size(); j += lanes) {
        const Lanes x = re.segment<lanes>(j);
        const Lanes y = im.segment<lanes>(j);
        const Lanes cosine = c.segment<lanes>(j);
        const Lanes sine = s.segment<lanes>(j);
        const Lanes turned = x * cosine - y * sine;
        re.segment<lanes>(j) = turned;
        im.segment<lanes>(j) = x * sine + y * cosine;
        sum += turned;
    }
    return sum.sum();
}

// [s] per evaluation.
double cost_of_bare_evaluation(const std::vector<std::complex<double>>& lambda)
{
    const auto n = static_cast<Index>(lambda.size());
    const Vector c = Vector::NullaryExpr(n, [&](Index j) { return std::cos(0.1 * lambda[j].imag()); });
    const Vector s = Vector::NullaryExpr(n, [&](Index j) { return std::sin(0.1 * lambda[j].imag()); });
    Vector re = Vector::Ones(n);
    Vector im = Vector::Zero(n);
    const long evaluations = std::max(10L, 2000000L / static_cast<long>(n));
    double least = std::numeric_limits<double>::infinity();
    double total = 0.0;
    for (int r = 0; r < repeats; ++r) {
        const double start = processor_time();
        for (long i = 0; i < evaluations; ++i) total += bare_evaluation(re, im, c, s);
        least = std::min(least, (processor_time() - start) / static_cast<double>(evaluations));
    }
    return total == 0.123 ? 0.0 : least;  // the sums are used
}

void report(int links)
{
    BouncingChain chain(links);
    const double bare = cost_of_bare_evaluation(chain.lambda());
    int impacts = 0;
    double seconds = std::numeric_limits<double>::infinity();
    ExponentialRootFinder::Effort before, effort;
    for (int r = 0; r < repeats; ++r) {
        before = chain.effort();
        const double start = processor_time();
        impacts = chain.first_bounce();
        seconds = std::min(seconds, processor_time() - start);
        effort = chain.effort();
    }
    const double terms = static_cast<double>(links);
    const double points = static_cast<double>(effort.points - before.points) / impacts;
    const double evaluations = static_cast<double>(effort.terms - before.terms) / terms / impacts;
    const double turns = static_cast<double>(effort.turns - before.turns) / terms / impacts;
    const double per_root = seconds / impacts;
    fmt::print("{:>6} {:>8} {:>8.2f} {:>12.1f} {:>8.2f} {:>10.2f} {:>12.2f} {:>12.2f} {:>14.3f} {:>12.2f}\n",
               links, impacts, points, evaluations, turns, 1e3 * seconds, 1e9 * bare / terms,
               1e9 * per_root / terms, per_root / bare / evaluations, per_root / bare / points);
}

// The same bounce as a run of the scheme: modes found, gaps watched, contact solved, nothing recorded.
void report_run(Index links, Verdict& verdict)
{
    struct Count final : Recorder {
        long impacts = 0;
        void impact(const Impact& /*impact*/) override { ++impacts; }
    };
    const auto chain = std::make_shared<const Chain>(ChainSpec{.springs = links}, 9.81);
    const double fall = (std::sqrt(1.0 + 2.0 * 9.81 * 0.01) - 1.0) / 9.81;
    const Problem problem{
        .model = chain,
        .contacts = {{.gap = {.terms = {{.coordinate = 0, .weight = 1.0}}}, .law = {.restitution = 1.0}}},
        .initial = {.t = 0.0, .q = Vector::Constant(links + 1, 0.01), .v = Vector::Constant(links + 1, -1.0)},
        .duration = fall + 1.2 * *chain->wave_transit()};
    std::vector<std::complex<double>> lambda;
    for (Index j = 1; j <= links; ++j) {
        const double half_angle =
            0.5 * std::numbers::pi * static_cast<double>(j) / (static_cast<double>(links) + 1.0);
        lambda.emplace_back(0.0, 2.0 * chain->pace() * std::sin(half_angle));
    }
    const double bare = cost_of_bare_evaluation(lambda);
    double seconds = std::numeric_limits<double>::infinity();
    Outcome outcome;
    Count count;
    for (int r = 0; r < repeats; ++r) {
        count.impacts = 0;
        const double start = processor_time();
        outcome = integrate(problem, EventModal{}, count);
        seconds = std::min(seconds, processor_time() - start);
    }
    const double floor = static_cast<double>(outcome.residual_evaluations) * bare;
    const auto word = verdict.judge(outcome.status == Status::ok && seconds <= run_wanted * floor);
    fmt::print("{:>6} {:>8} {:>12} {:>12.2f} {:>10.2f} {:>10.2f} {:>9}\n", links, count.impacts,
               outcome.residual_evaluations, 1e3 * floor, 1e3 * seconds, seconds / floor, word);
}

}  // namespace
}  // namespace rebond::bench

int main()
{
    fmt::print("Root finder alone\n\n");
    fmt::print("{:>6} {:>8} {:>8} {:>12} {:>8} {:>10} {:>12} {:>12} {:>14} {:>12}\n", "N", "impacts",
               "points", "derivatives", "turns", "run [ms]", "bare ns/N", "root ns/N", "cost/deriv.",
               "cost/point");
    for (const int links : {10, 100, 200, 1000, 4000}) rebond::bench::report(links);

    fmt::print("\nA run of event_modal over the first bounce\n\n");
    fmt::print("{:>6} {:>8} {:>12} {:>12} {:>10} {:>10}\n", "N", "impacts", "evaluations", "floor [ms]",
               "run [ms]", "ratio");
    rebond::bench::Verdict verdict;
    rebond::bench::report_run(1000, verdict);
    fmt::print("\nwanted: at most {:g} floors\n", rebond::bench::run_wanted);
    return verdict.holds() ? 0 : 1;
}
