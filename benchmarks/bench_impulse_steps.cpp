// What a step of linear bodies costs: Moreau and Jean's scheme against Siconos, and the explicit scheme on a
// chain against a bare loop.
//
//     bench_impulse_steps                  every table; fails if a requirement does
//     bench_impulse_steps SUBJECT STEPS    that many steps and nothing else, to be profiled
//
// README.md says what the tables mean.
#include "rebond/integration/integrate.hpp"
#include "rebond/mechanics/linear/chain.hpp"
#include "timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <memory>
#include <numbers>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rebond::bench {
namespace {

constexpr double speed_up_wanted_for_two_masses = 100.0;  // over Siconos [-]
constexpr double speed_up_wanted_for_chain = 1000.0;
constexpr double agreement_wanted = 1e-8;   // of the last positions, relative to the motion [-]
constexpr double loops_agreement = 1e-6;    // the bare loop adds up positions and their rounding [-]
constexpr double bare_loops_allowed = 2.0;  // cost of an explicit step [-]

constexpr double never = std::numeric_limits<double>::infinity();

// ---------------------------------------------------------------- what is stepped

struct Subject {
    std::string name;
    Problem problem;
    Scheme scheme;
    double speed_up_wanted = 0.0;  // over Siconos [-]
    long warm_up = 0;              // steps
    long steps = 0;                // timed, of rebond
    long steps_of_siconos = 0;
};

// The oscillator of [YoongAcaryLegrand2017]. It sticks to its stop and leaves it again and again.
Subject two_masses()
{
    const LinearSystem system{
        .mass = SymmetricMatrix::diagonal(Vector::Ones(2)),
        .damping = SymmetricMatrix::zero(2),
        .stiffness = SymmetricMatrix::tridiagonal(Eigen::Vector2d(2.0, 1.0), Vector::Constant(1, -1.0)),
        .force = Vector::Zero(2),
        .harmonics = {}};
    const Contact stop{.gap = {.terms = {{.coordinate = 1, .weight = -1.0}}, .offset = 1.0},
                       .law = {.restitution = 0.0}};
    return {.name = "two_masses",
            .problem = {.model = std::make_shared<const Linear>(system),
                        .contacts = {stop},
                        .initial = {.t = 0.0, .q = Vector::Zero(2), .v = Vector::Constant(2, 10.0)},
                        .duration = 1e9},
            .scheme = MoreauJean{.step = 1.0 / 500.0},
            .speed_up_wanted = speed_up_wanted_for_two_masses,
            .warm_up = 1000,
            .steps = 20000,
            .steps_of_siconos = 20000};
}

// A steel chain that falls at 1 m/s.
Problem falling_chain(Index springs, double height)
{
    const Contact plane{.gap = {.terms = {{.coordinate = 0, .weight = 1.0}}}, .law = {.restitution = 0.0}};
    return {.model = std::make_shared<const Chain>(ChainSpec{.springs = springs}, 9.81),
            .contacts = {plane},
            .initial = {.t = 0.0,
                        .q = Vector::Constant(springs + 1, height),
                        .v = Vector::Constant(springs + 1, -1.0)},
            .duration = 1.0};
}

// Touches after 10 steps of 1e-7 s and stays down for 770.
Subject chain_in_contact()
{
    return {.name = "chain_in_contact",
            .problem = falling_chain(1000, 1e-6),
            .scheme = MoreauJean{.step = 1e-7},
            .speed_up_wanted = speed_up_wanted_for_chain,
            .warm_up = 21,
            .steps = 700,
            .steps_of_siconos = 40};
}

Subject chain_in_flight()
{
    Subject subject = chain_in_contact();
    subject.name = "chain_in_flight";
    subject.problem = falling_chain(1000, 0.01);
    return subject;
}

// High above the plane, and vibrating in a wave as long as itself: Δt is half the explicit limit.
Subject explicit_chain(Index springs)
{
    Subject subject{.name = fmt::format("explicit_chain_{}", springs),
                    .problem = falling_chain(springs, 0.01),
                    .scheme = {},
                    .warm_up = 20,
                    .steps = 20000000 / springs};
    Vector& q = subject.problem.initial.q;
    for (Index j = 0; j <= springs; ++j)
        q(j) += 1e-6 * std::cos(std::numbers::pi * static_cast<double>(j) / static_cast<double>(springs));
    const double pace = dynamic_cast<const Chain&>(*subject.problem.model).pace();
    subject.scheme = PaoliSchatzman{.step = 0.5 / pace};
    return subject;
}

// ---------------------------------------------------------------- runs

// The least cost of a step seen so far, and the positions at the end of the run.
struct Cost {
    double per_step = never;  // [s]
    Vector q = {};

    void see(double seconds, Vector last)
    {
        per_step = std::min(per_step, seconds);
        q = std::move(last);
    }
};

void time_rebond(const Subject& subject, long steps, Cost& cost)
{
    StepTimer timer(subject.warm_up, steps);
    const Outcome outcome = integrate(subject.problem, subject.scheme, timer);
    if (outcome.status != Status::ok) throw std::runtime_error(subject.name + ": " + outcome.reason);
    cost.see(timer.seconds() / static_cast<double>(steps), timer.q());
}

// Largest difference, relative to how far the body has moved.
double disagreement(const Subject& subject, const Vector& ours, const Vector& theirs)
{
    if (ours.size() != theirs.size()) return never;
    const Vector moved = ours - subject.problem.initial.q;
    return (ours - theirs).lpNorm<Eigen::Infinity>() / moved.lpNorm<Eigen::Infinity>();
}

// ---------------------------------------------------------------- Siconos

const std::string python = "/usr/bin/python3";  // Debian's, the one its Siconos is for

bool has_siconos()
{
    return std::system((python + " -c 'import siconos.kernel' >/dev/null 2>&1").c_str()) == 0;
}

void time_siconos(const Subject& subject, Cost& cost)
{
    const std::string command =
        fmt::format("{} '{}/benchmarks/siconos_steps.py' {} {} {} | tail -n 1", python, REBOND_SOURCE_DIR,
                    subject.name, subject.warm_up - 1, subject.steps_of_siconos);
    std::string text;
    std::FILE* pipe = ::popen(command.c_str(), "r");
    for (int c = 0; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) text.push_back(static_cast<char>(c));
    if (pipe != nullptr) ::pclose(pipe);
    std::istringstream words(text);
    const std::vector<double> numbers{std::istream_iterator<double>(words), {}};
    if (numbers.size() < 2) throw std::runtime_error(subject.name + ": Siconos failed");
    cost.see(numbers[0],
             Eigen::Map<const Vector>(numbers.data() + 1, static_cast<Index>(numbers.size()) - 1));
}

void compare_with_siconos(Verdict& verdict)
{
    const bool is_installed = has_siconos();
    fmt::print("Moreau and Jean's scheme against Siconos\n\n");
    fmt::print("{:18} {:>12} {:>13} {:>9} {:>13} {:>9}\n", "", "rebond [µs]", "Siconos [µs]", "speed-up",
               "disagreement", "");
    for (const Subject& subject : {two_masses(), chain_in_flight(), chain_in_contact()}) {
        Cost ours, theirs, same_steps;
        for (int repeat = 0; repeat < repeats; ++repeat) {
            time_rebond(subject, subject.steps, ours);
            if (is_installed) time_siconos(subject, theirs);
        }
        fmt::print("{:18} {:12.3f} ", subject.name, 1e6 * ours.per_step);
        if (!is_installed) {
            fmt::print("not measured: Siconos is not installed\n");
            continue;
        }
        time_rebond(subject, subject.steps_of_siconos, same_steps);
        const double speed_up = theirs.per_step / ours.per_step;
        const double difference = disagreement(subject, same_steps.q, theirs.q);
        fmt::print("{:13.2f} {:9.0f} {:13.1e} {:>9}\n", 1e6 * theirs.per_step, speed_up, difference,
                   verdict.judge(speed_up >= subject.speed_up_wanted && difference <= agreement_wanted));
    }
    fmt::print(
        "\nwanted: speed-up of {} for two masses and {} for a chain of 1000, disagreement of at most "
        "{:.0e}\n\n",
        speed_up_wanted_for_two_masses, speed_up_wanted_for_chain, agreement_wanted);
}

// ---------------------------------------------------------------- the bare loop

// w^{n+1} = 2wⁿ − w^{n−1} + h²a (second difference) − h²g over three arrays, free at both ends: the least
// work an explicit step of a chain can be.
class BareLoop {
public:
    explicit BareLoop(const Subject& subject)
        : size_(subject.problem.initial.q.size()), w_(subject.problem.initial.q), next_(size_)
    {
        const double h = std::get<PaoliSchatzman>(subject.scheme).step;
        const double pace = dynamic_cast<const Chain&>(*subject.problem.model).pace();
        stiffness_ = h * h * pace * pace;
        fall_ = h * h * 9.81;
        // w⁻¹ = w⁰ − h v⁰ + ½ h² a⁰, with w⁰ in place of w^{n−1} giving w⁰ + h² a⁰.
        before_ = w_;
        advance();
        std::swap(w_, before_);  // (w⁰ + h² a⁰, w⁰) → (w⁰, w⁰ + h² a⁰)
        before_ = w_ - h * subject.problem.initial.v + 0.5 * (before_ - w_);
    }

    void advance()
    {
        const double* w = w_.data();
        const double* before = before_.data();
        double* __restrict next = next_.data();
        const double s = stiffness_, fall = fall_;
        const Index last = size_ - 1;
        next[0] = 2.0 * w[0] - before[0] + s * (w[1] - w[0]) - fall;
        for (Index j = 1; j < last; ++j)
            next[j] = 2.0 * w[j] - before[j] + s * (w[j + 1] - 2.0 * w[j] + w[j - 1]) - fall;
        next[last] = 2.0 * w[last] - before[last] + s * (w[last - 1] - w[last]) - fall;
        before_.swap(w_);
        w_.swap(next_);
    }

    const Vector& q() const { return w_; }

private:
    Index size_;
    double stiffness_ = 0.0;  // h² a [-]
    double fall_ = 0.0;       // h² g [m]
    Vector w_, before_, next_;
};

void time_bare_loop(const Subject& subject, Cost& cost)
{
    BareLoop loop(subject);
    for (long i = 1; i < subject.warm_up; ++i) loop.advance();
    const double start = processor_time();
    for (long i = 0; i < subject.steps; ++i) loop.advance();
    cost.see((processor_time() - start) / static_cast<double>(subject.steps), loop.q());
}

void compare_with_bare_loop(Verdict& verdict)
{
    fmt::print("Explicit scheme (paoli_schatzman) on a chain in flight against a bare loop\n\n");
    fmt::print("{:>7} {:>15} {:>13} {:>7} {:>13} {:>9}\n", "N", "rebond [ns/N]", "bare [ns/N]", "ratio",
               "disagreement", "");
    for (const Index springs : {1000, 100000}) {
        const Subject subject = explicit_chain(springs);
        Cost ours, bare;
        for (int repeat = 0; repeat < repeats; ++repeat) {
            time_rebond(subject, subject.steps, ours);
            time_bare_loop(subject, bare);
        }
        const double scale = 1e9 / static_cast<double>(springs);
        const double ratio = ours.per_step / bare.per_step;
        const double difference = disagreement(subject, ours.q, bare.q);
        fmt::print("{:7} {:15.2f} {:13.2f} {:7.2f} {:13.1e} {:>9}\n", springs, scale * ours.per_step,
                   scale * bare.per_step, ratio, difference,
                   verdict.judge(ratio <= bare_loops_allowed && difference <= loops_agreement));
    }
    fmt::print("\nwanted: ratio of at most {}, disagreement of at most {:.0e}\n", bare_loops_allowed,
               loops_agreement);
}

// ---------------------------------------------------------------- main

bool compare_everything()
{
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    Verdict verdict;
    compare_with_siconos(verdict);
    compare_with_bare_loop(verdict);
    return verdict.holds();
}

Subject subject_named(const std::string& name)
{
    for (Subject& subject : std::array{two_masses(), chain_in_flight(), chain_in_contact(),
                                       explicit_chain(1000), explicit_chain(100000)})
        if (subject.name == name) return std::move(subject);
    throw std::invalid_argument("no such subject: " + name);
}

}  // namespace
}  // namespace rebond::bench

int main(int count, char** arguments)
{
    using namespace rebond::bench;
    try {
        if (count == 1) return compare_everything() ? 0 : 1;
        if (count != 3) throw std::invalid_argument("usage: bench_impulse_steps [SUBJECT STEPS]");
        Subject subject = subject_named(arguments[1]);
        subject.warm_up = 1;
        Cost ignored;
        time_rebond(subject, std::stol(arguments[2]), ignored);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_impulse_steps: {}\n", error.what());
        return 2;
    }
}
