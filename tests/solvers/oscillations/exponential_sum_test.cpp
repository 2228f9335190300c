#include "rebond/solvers/oscillations/exponential_sum.hpp"

#include "allocation_count.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

namespace rebond::test {
namespace {

using Complex = std::complex<double>;

// f of the header with everything in one place, evaluated term by term.
struct Case {
    std::vector<Complex> lambda = {};
    std::vector<double> re = {}, im = {}, w = {};
    ExponentialSum sum = {};

    ExponentialSum stated() const
    {
        ExponentialSum stated = sum;
        stated.weights = w;
        return stated;
    }
    Phasors amplitudes() const { return {re, im}; }

    // k-th derivative at s.
    double derivative(int k, double s) const
    {
        long double value = 0.0L;
        if (k == 0) value = sum.constant + s * (sum.slope + 0.5L * sum.curvature * s);
        if (k == 1) value = sum.slope + static_cast<long double>(sum.curvature) * s;
        if (k == 2) value = sum.curvature;
        for (std::size_t j = 0; j < w.size(); ++j) {
            using Long = std::complex<long double>;
            const Long l(lambda[j].real(), lambda[j].imag());
            Long z = Long(re[j], im[j]) * std::exp(l * static_cast<long double>(s));
            for (int i = 0; i < k; ++i) z *= l;
            value += w[j] * z.real();
        }
        return static_cast<double>(value);
    }
    double operator()(double s) const { return derivative(0, s); }

    double fastest() const { return std::abs(lambda.back()); }
    double size() const
    {
        double total = std::abs(sum.constant);
        for (std::size_t j = 0; j < w.size(); ++j) total += std::abs(w[j]) * std::hypot(re[j], im[j]);
        return total;
    }
};

enum class Damping { none, some, over };

Case random_case(std::mt19937& random, int modes, Damping damping)
{
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    std::normal_distribution<double> normal;
    Case f;
    for (int j = 0; j < modes; ++j) {
        const double omega = std::exp(std::log(100.0) * uniform(random));
        Complex lambda(0.0, omega);
        if (damping == Damping::some) lambda.real(-0.3 * omega * uniform(random));
        if (damping == Damping::over && uniform(random) < 0.5) lambda = -omega;
        f.lambda.push_back(lambda);
    }
    std::sort(f.lambda.begin(), f.lambda.end(), [](auto a, auto b) { return std::abs(a) < std::abs(b); });
    for (const Complex lambda : f.lambda) {
        const double decay = std::pow(std::abs(lambda), -uniform(random));
        f.re.push_back(normal(random) * decay);
        f.im.push_back(lambda.imag() == 0.0 ? 0.0 : normal(random) * decay);
        f.w.push_back(normal(random));
    }
    f.sum = {.constant = normal(random), .slope = normal(random), .curvature = normal(random)};
    return f;
}

// Shifts the constant so that f(s) = value.
void set_value(Case& f, double s, double value)
{
    f.sum.constant = 0.0;
    f.sum.constant = value - f(s);
}

// The parabola makes f vanish at 0 with its first `order` derivatives, the next being positive.
void start_on_zero(Case& f, int order)
{
    f.sum = {.order = order};
    if (order == 3 && f.derivative(3, 0.0) < 0.0)
        for (double& w : f.w) w = -w;
    const double scale = std::abs(f.derivative(3, 0.0)) / f.fastest();
    f.sum.curvature = -f.derivative(2, 0.0) + (order == 2 ? scale : order == 1 ? -scale : 0.0);
    f.sum.slope = -f.derivative(1, 0.0) + (order == 1 ? scale / f.fastest() : 0.0);
    f.sum.constant = -f(0.0);
}

// What sampling at twenty points per radian of the fastest term sees: the first sample at or below the level.
// The terms are turned from sample to sample in long double.
std::optional<double> first_sample_below(const Case& f, double from, double to, double level = 0.0)
{
    using Long = std::complex<long double>;
    const double step = 0.05 / f.fastest();
    std::vector<Long> z(f.w.size()), turn(f.w.size());
    for (std::size_t j = 0; j < z.size(); ++j) {
        const Long lambda(f.lambda[j].real(), f.lambda[j].imag());
        z[j] = static_cast<long double>(f.w[j]) * Long(f.re[j], f.im[j]) *
               std::exp(lambda * static_cast<long double>(from));
        turn[j] = std::exp(lambda * static_cast<long double>(step));
    }
    for (long k = 0; from + static_cast<double>(k) * step < to; ++k) {
        const double s = from + static_cast<double>(k) * step;
        long double value = f.sum.constant + s * (f.sum.slope + 0.5L * f.sum.curvature * s);
        for (std::size_t j = 0; j < z.size(); ++j) {
            value += z[j].real();
            z[j] = {z[j].real() * turn[j].real() - z[j].imag() * turn[j].imag(),
                    z[j].real() * turn[j].imag() + z[j].imag() * turn[j].real()};
        }
        if (value <= level) return s;
    }
    return std::nullopt;
}

std::optional<double> first_root(const Case& f, double horizon)
{
    ExponentialRootFinder finder(f.lambda);
    const ExponentialSum stated = f.stated();
    const auto root = finder.first_root({&stated, 1}, f.amplitudes(), horizon);
    if (!root) return std::nullopt;
    return root->at;
}

// The claims about one case: no sample before the root is below zero, f vanishes at the root to rounding, and
// without a root no sample at all is below zero. True if there was a root.
bool check_against_sampling(const Case& f, double horizon)
{
    const auto root = first_root(f, horizon);
    const double rounding = 2e-13 * f.size();
    const double from = f.sum.order > 0 ? 0.05 / f.fastest() : 0.0;
    const auto sample = first_sample_below(f, from, root ? *root : horizon, -rounding);
    EXPECT_FALSE(sample) << "missed a root before " << *sample;
    if (!root) return false;
    EXPECT_LE(*root, horizon);
    EXPECT_NEAR(f(*root), 0.0, rounding + 4e-16 * std::abs(*root * f.derivative(1, *root)));
    EXPECT_LE(f.derivative(1, *root), 1e-6 * f.size() * f.fastest());
    return true;
}

TEST(ExponentialSum, first_roots_agree_with_sampling_on_random_sums)
{
    std::mt19937 random(11);
    int with_root = 0;
    int trials = 0;
    for (const Damping damping : {Damping::none, Damping::some, Damping::over})
        for (int trial = 0; trial < 400; ++trial) {
            Case f = random_case(random, 1 + trial % 50, damping);
            set_value(f, 0.0, 0.3 * f.size() * std::generate_canonical<double, 53>(random));
            if (f(0.0) <= 0.0) continue;
            ++trials;
            with_root += check_against_sampling(f, 1.0);
        }
    EXPECT_GT(trials, 1000);
    EXPECT_GT(with_root, 300);
    EXPECT_LT(with_root, trials - 100);
}

TEST(ExponentialSum, starts_on_zero_of_every_order_do_not_find_the_start_again)
{
    std::mt19937 random(12);
    int with_root = 0;
    for (const Damping damping : {Damping::none, Damping::some, Damping::over})
        for (int order = 1; order <= 3; ++order)
            for (int trial = 0; trial < 100; ++trial) {
                Case f = random_case(random, 2 + trial % 49, damping);
                start_on_zero(f, order);
                EXPECT_GT(first_root(f, 1.0).value_or(1.0), 0.0);
                with_root += check_against_sampling(f, 1.0);
            }
    EXPECT_GT(with_root, 300);
}

// The least minimum of f inside (0, horizon), to rounding; none if there is none.
std::optional<double> deepest_minimum(const Case& f, double horizon)
{
    const double step = 0.2 / f.fastest();
    std::optional<double> best;
    double before = f(0.0), here = f(step), least = 0.0;
    for (double s = step; s < horizon - step; s += step) {
        const double after = f(s + step);
        if (here <= before && here <= after && (!best || here < least)) {
            best = s;
            least = here;
        }
        before = here;
        here = after;
    }
    if (!best) return std::nullopt;
    for (int newton = 0; newton < 50; ++newton) {
        const double curvature = f.derivative(2, *best);
        if (curvature <= 0.0) return std::nullopt;
        const double move = f.derivative(1, *best) / curvature;
        if (std::abs(move) > step) return std::nullopt;
        *best -= move;
    }
    return best;
}

TEST(ExponentialSum, grazing_dips_are_taken_and_near_misses_are_not)
{
    std::mt19937 random(13);
    int grazes = 0;
    for (const Damping damping : {Damping::none, Damping::some})
        for (int trial = 0; trial < 120; ++trial) {
            Case f = random_case(random, 2 + trial % 49, damping);
            const double horizon = 0.5;
            const auto dip = deepest_minimum(f, horizon);
            if (!dip || f(*dip) >= std::min(f(0.0), f(horizon))) continue;
            ++grazes;
            for (const double depth : {1e-4, 1e-6, 1e-8, 1e-10, 1e-11}) {
                set_value(f, *dip, -depth * f.size());
                const auto root = first_root(f, horizon);
                ASSERT_TRUE(root) << "missed a dip of depth " << depth;
                EXPECT_LE(*root, *dip * (1.0 + 1e-12));
                EXPECT_NEAR(f(*root), 0.0, 1e-12 * f.size());
                set_value(f, *dip, depth * f.size());
                EXPECT_FALSE(first_root(f, horizon)) << "took a miss by " << depth;
            }
        }
    EXPECT_GT(grazes, 100);
}

TEST(ExponentialSum, roots_of_an_oscillator_are_those_of_the_sine)
{
    // ½ + cos ωs, and sin ωs from zero.
    const double omega = 3.0;
    Case f{.lambda = {Complex(0.0, omega)}, .re = {1.0}, .im = {0.0}, .w = {1.0}, .sum = {.constant = 0.5}};
    EXPECT_NEAR(*first_root(f, 10.0), std::numbers::pi * 2.0 / 3.0 / omega, 1e-15);
    f = {.lambda = {Complex(0.0, omega)}, .re = {0.0}, .im = {-1.0}, .w = {1.0}, .sum = {.order = 1}};
    EXPECT_NEAR(*first_root(f, 10.0), std::numbers::pi / omega, 1e-15);
    EXPECT_FALSE(first_root(f, 0.999 * std::numbers::pi / omega));
    // An overdamped approach: e^{−s} − ½.
    f = {.lambda = {Complex(-1.0, 0.0)}, .re = {1.0}, .im = {0.0}, .w = {1.0}, .sum = {.constant = -0.5}};
    EXPECT_NEAR(*first_root(f, 10.0), std::log(2.0), 1e-15);
}

TEST(ExponentialSum, a_root_close_after_the_start_keeps_its_digits)
{
    // v s − sin s has the derivatives v − 1, 0, 1 at zero: with v = 1 − h the root of its negative, from
    // below, is √(6h) and a little. Here −f: sin s − v s, order 1, root s ≈ √(6h)(1 + 3h/20).
    for (const double h : {1e-4, 1e-6, 1e-8}) {
        const Case f{.lambda = {Complex(0.0, 1.0)},
                     .re = {0.0},
                     .im = {-1.0},
                     .w = {1.0},
                     .sum = {.slope = -(1.0 - h), .order = 1}};
        const double expected = std::sqrt(6.0 * h) * (1.0 + 0.15 * h + 321.0 / 5600.0 * h * h);
        const double slope_rounding = 1.2e-16 / h;  // of 1 − (1 − h), relative: the data's own error
        EXPECT_NEAR(*first_root(f, 10.0) / expected, 1.0, 4e-16 + slope_rounding + 0.1 * h * h * h);
    }
    // A short hop under a strong pull, among slow vibrations: f = s − ½·1e9 s² + …, root 2e-9.
    const Case hop{.lambda = {Complex(0.0, 1.0), Complex(0.0, 40.0)},
                   .re = {1.0, 0.5},
                   .im = {0.0, 0.0},
                   .w = {1.0, 1.0},
                   .sum = {.constant = -1.5, .slope = 1.0, .curvature = -1e9, .order = 1}};
    EXPECT_NEAR(*first_root(hop, 1.0), 2.0 / (1e9 + 1.0 + 800.0), 1e-24);
}

TEST(ExponentialSum, free_fall_with_tiny_vibrations_is_jumped_at_once)
{
    // A thousand modes up to 2e7 rad/s, amplitudes of 1e-12 m, a fall of 1 cm: 2e5 radians of the fastest.
    constexpr int modes = 1000;
    Case f;
    for (int j = 1; j <= modes; ++j) {
        f.lambda.emplace_back(0.0, 2e7 * std::sin(0.5 * std::numbers::pi * j / (modes + 1)));
        f.re.push_back(1e-15 * std::cos(j * j));
        f.im.push_back(1e-15 * std::sin(j * j));
        f.w.push_back(1.0);
    }
    f.sum = {.constant = 0.01, .slope = -1.0, .curvature = -9.81};
    ExponentialRootFinder finder(f.lambda);
    const ExponentialSum stated = f.stated();
    const auto root = finder.first_root({&stated, 1}, f.amplitudes(), 1.0);
    ASSERT_TRUE(root);
    EXPECT_NEAR(root->at, (std::sqrt(1.0 + 2.0 * 9.81 * 0.01) - 1.0) / 9.81, 1e-12);
    EXPECT_NEAR(f(root->at), 0.0, 1e-17);
    EXPECT_LE(finder.effort().terms, 24L * 2 * modes + 200L * 24);
    EXPECT_LE(finder.effort().points, 20);
}

TEST(ExponentialSum, slow_large_vibrations_are_stepped_at_their_own_pace)
{
    // A slow swing decides where the root is; nine hundred fast terms are small. Level 0 alone would take
    // 1e6 / 6 steps.
    Case f{.lambda = {Complex(0.0, 1.0)}, .re = {1.0}, .im = {0.0}, .w = {1.0}, .sum = {.constant = 0.9}};
    for (int j = 0; j < 900; ++j) {
        f.lambda.emplace_back(0.0, 1e4 + 1e3 * j);
        f.re.push_back(1e-9);
        f.im.push_back(0.0);
        f.w.push_back(1.0);
    }
    ExponentialRootFinder finder(f.lambda);
    const ExponentialSum stated = f.stated();
    const auto root = finder.first_root({&stated, 1}, f.amplitudes(), 100.0);
    ASSERT_TRUE(root);
    EXPECT_NEAR(f(root->at), 0.0, 1e-14);
    EXPECT_FALSE(first_sample_below(f, root->at - 3e-6, root->at - 1e-13));
    EXPECT_LE(finder.effort().points, 60);
}

TEST(ExponentialSum, nothing_to_find_is_none)
{
    Case f{.lambda = {Complex(0.0, 5.0)}, .re = {1.0}, .im = {0.0}, .w = {1.0}, .sum = {.constant = 1.001}};
    EXPECT_FALSE(first_root(f, 1000.0));
    f.sum.constant = 2.0;
    EXPECT_FALSE(first_root(f, 1e9));
    EXPECT_FALSE(first_root({.sum = {.constant = 1.0}}, 1e3));
    EXPECT_NEAR(*first_root({.sum = {.constant = 1.0, .slope = -0.5}}, 1e3), 2.0, 1e-15);
}

TEST(ExponentialSum, a_start_that_does_not_rise_is_a_root_at_once)
{
    const Case f{.lambda = {Complex(0.0, 5.0)}, .re = {0.0}, .im = {1.0}, .w = {1.0}, .sum = {.order = 1}};
    EXPECT_EQ(*first_root(f, 1.0), 0.0);
}

TEST(ExponentialSum, refuses_what_breaks_its_conditions)
{
    const Case f{
        .lambda = {Complex(0.0, 5.0)}, .re = {0.0}, .im = {1.0}, .w = {1.0}, .sum = {.constant = 2.0}};
    ExponentialRootFinder finder(f.lambda);
    ExponentialSum stated = f.stated();
    EXPECT_THROW((void)finder.first_root({&stated, 1}, finder.phasors(), 1.0), std::logic_error);
    EXPECT_THROW((void)finder.first_root({&stated, 1}, {}, 1.0), std::logic_error);
    EXPECT_THROW((void)finder.first_root({&stated, 1}, f.amplitudes(), INFINITY), std::logic_error);
    stated.order = 4;
    EXPECT_THROW((void)finder.first_root({&stated, 1}, f.amplitudes(), 1.0), std::logic_error);
    const std::vector<Complex> unsorted{Complex(0.0, 2.0), Complex(0.0, 1.0)};
    EXPECT_THROW(ExponentialRootFinder{unsorted}, std::logic_error);
}

TEST(ExponentialSum, of_several_sums_the_first_root_wins)
{
    std::mt19937 random(14);
    std::normal_distribution<double> normal;
    for (int trial = 0; trial < 100; ++trial) {
        std::vector<Case> cases(3, random_case(random, 20, Damping::none));
        for (Case& f : cases) {
            for (double& w : f.w) w = normal(random);
            set_value(f, 0.0, 0.2 * f.size());
        }
        start_on_zero(cases[1], 1);
        std::vector<ExponentialSum> sums;
        std::optional<double> expected;
        std::size_t which = 0;
        for (const Case& f : cases) {
            sums.push_back(f.stated());
            const auto root = first_root(f, 1.0);
            if (root && (!expected || *root < *expected)) {
                expected = root;
                which = sums.size() - 1;
            }
        }
        ExponentialRootFinder finder(cases[0].lambda);
        const auto root = finder.first_root(sums, cases[0].amplitudes(), 1.0);
        ASSERT_EQ(root.has_value(), expected.has_value());
        if (!root) continue;
        EXPECT_EQ(root->sum, which);
        EXPECT_NEAR(root->at, *expected, 1e-13);
    }
}

TEST(ExponentialSum, phasors_at_the_root_are_exact_to_rounding)
{
    std::mt19937 random(15);
    for (const Damping damping : {Damping::none, Damping::some, Damping::over})
        for (int trial = 0; trial < 50; ++trial) {
            Case f = random_case(random, 30, damping);
            start_on_zero(f, 1);
            ExponentialRootFinder finder(f.lambda);
            const ExponentialSum stated = f.stated();
            const auto root = finder.first_root({&stated, 1}, f.amplitudes(), 10.0);
            if (!root) continue;
            for (std::size_t j = 0; j < f.w.size(); ++j) {
                const Complex u = Complex(f.re[j], f.im[j]) * std::exp(f.lambda[j] * root->at);
                // Rounding of the product, of the phase and of the root's own last digit.
                const double allowed =
                    (1e-15 + 5e-16 * std::abs(f.lambda[j]) * root->at) * std::hypot(f.re[j], f.im[j]);
                EXPECT_NEAR(finder.phasors().re[j], u.real(), allowed);
                EXPECT_NEAR(finder.phasors().im[j], u.imag(), allowed);
            }
        }
}

TEST(ExponentialSum, nothing_is_allocated_after_the_first_search)
{
    std::mt19937 random(16);
    for (const Damping damping : {Damping::none, Damping::some}) {
        Case f = random_case(random, 30, damping);
        set_value(f, 0.0, 0.3 * f.size());
        ExponentialRootFinder finder(f.lambda);
        const ExponentialSum stated = f.stated();
        const auto first = finder.first_root({&stated, 1}, f.amplitudes(), 1.0);
        const long before = allocations();
        const auto second = finder.first_root({&stated, 1}, f.amplitudes(), 1.0);
        EXPECT_EQ(allocations(), before);
        ASSERT_EQ(first.has_value(), second.has_value());
        if (first) {
            EXPECT_EQ(first->at, second->at);
        }
    }
}

// A free chain of N + 1 equal masses in its modes, dropped on a rigid floor with restitution 1.
TEST(ExponentialSum, impacts_of_a_chain_of_eleven_masses_come_at_the_known_times)
{
    constexpr int N = 10;
    constexpr double E = 2.1e11, rho = 7876.74, L = 0.2, g = 9.81, d = 0.01, v = 1.0;
    const double root_a = std::sqrt(E * N * (N + 1) / (rho * L * L));
    const double theta = std::numbers::pi / (N + 1);
    Case f;
    for (int j = 1; j <= N; ++j) {
        f.lambda.emplace_back(0.0, 2.0 * root_a * std::sin(0.5 * j * theta));
        f.w.push_back(std::sqrt(2.0 / (N + 1)) * std::cos(0.5 * j * theta));
    }
    f.re.assign(N, 0.0);
    f.im.assign(N, 0.0);
    f.sum = {.constant = d, .slope = -v, .curvature = -g};
    ExponentialRootFinder finder(f.lambda);
    std::vector<double> times;
    double t = 0.0;
    for (int impact = 0; impact < 10; ++impact) {
        const ExponentialSum stated = f.stated();
        const auto root = finder.first_root({&stated, 1}, f.amplitudes(), 1.0);
        ASSERT_TRUE(root);
        t += root->at;
        times.push_back(t);
        // Velocity of the first mass: that of the centre and v_j = Re[iω u] = −ω Im u.
        const Phasors u = finder.phasors();
        f.re.assign(u.re.begin(), u.re.end());
        f.im.assign(u.im.begin(), u.im.end());
        f.sum.slope -= g * root->at;
        double v0 = f.sum.slope;
        double q0 = 0.0;
        for (int j = 0; j < N; ++j) v0 -= f.w[j] * f.lambda[j].imag() * f.im[j];
        for (int j = 0; j < N; ++j) f.im[j] += 2.0 * v0 * f.w[j] / f.lambda[j].imag();
        for (int j = 0; j < N; ++j) q0 += f.w[j] * f.re[j];
        f.sum.slope -= 2.0 * v0 / (N + 1);
        f.sum.constant = -q0;
        f.sum.order = 1;
    }
    const double contact = 2.0 * L * std::sqrt(rho / E);
    const std::vector<double> known{.103077074466, .214263718394, .324682023150, .433780139133, .543117084709,
                                    .653034633721, .762765777937, .873278677038, 1.017627736893};
    EXPECT_NEAR(times[0], 0.009552424562332, 1e-15);
    for (std::size_t k = 0; k < known.size(); ++k)
        EXPECT_NEAR((times[k + 1] - times[0]) / contact, known[k], 2e-11);
}

}  // namespace
}  // namespace rebond::test
