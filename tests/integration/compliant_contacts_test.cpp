// Contacts with Hertz's force, by every scheme that serves them.
#include "rebond/integration/compliant_contacts.hpp"

#include "integration/linear_problem.hpp"
#include "rebond/analysis/findings.hpp"
#include "rebond/contact/gaps/distance.hpp"
#include "rebond/contact/gaps/motion.hpp"
#include "rebond/core/error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace rebond::test {
namespace {

Contact hertz(const Vector& normal, double offset, double stiffness)
{
    Contact contact = contact_along(normal, offset, 1.0);
    contact.law.law = Law::hertz;
    contact.law.hertz_stiffness = stiffness;
    return contact;
}

constexpr double m = 0.3, K = 4e7, speed = 2.0, height = 0.01;  // [kg], [N/m^1.5], [m/s], [m]

// A mass that flies to a wall at q = 0, without weight.
Problem mass_to_wall(double duration)
{
    return linear_problem(linear_system(m * Matrix::Identity(1, 1), Matrix::Zero(1, 1)),
                          {hertz(vector({1.0}), 0.0, K)}, vector({height}), vector({-speed}), duration);
}

// Exact: ½ m v² = (2/5) K δ_m^{5/2}, and 2 ∫₀^{δ_m} dδ/√(v² − (4K/5m) δ^{5/2}) = (4/5) B(2/5, 1/2) δ_m/v.
const double deepest = std::pow(1.25 * m * speed * speed / K, 0.4);
const double lasts = 0.8 * std::beta(0.4, 0.5) * deepest / speed;

TEST(CompliantContacts, a_mass_presses_as_deep_and_as_long_as_hertz_says)
{
    const Problem problem = mass_to_wall(0.02);
    for (const double tolerance : {1e-6, 1e-7}) {
        const Path path = path_of(problem, EventAccurate{.tolerance = tolerance});
        ASSERT_EQ(path.impacts.size(), 1u);
        const Impact& impact = path.impacts.front();
        // The square of the tolerance, in a few dozen steps.
        const double error = std::max(200.0 * tolerance * tolerance, 1e-13);
        EXPECT_NEAR(impact.time, height / speed, 1e-15);
        EXPECT_NEAR((impact.end - impact.time) / lasts, 1.0, error);
        EXPECT_NEAR(impact.velocity_before, -speed, 1e-15);
        EXPECT_NEAR(impact.velocity_after / speed, 1.0, error);
        EXPECT_NEAR(impact.impulse / (2.0 * m * speed), 1.0, error);
        EXPECT_EQ(impact.energy_loss, 0.0);
        EXPECT_TRUE(impact.is_over);
        // Of a cubic through the two steps beside the deepest point.
        EXPECT_NEAR(impact.peak_force / (K * std::pow(deepest, 1.5)), 1.0, 1e-5);
        const double energy = 0.5 * m * speed * speed;
        for (const double now : path.energies) EXPECT_NEAR(now / energy, 1.0, error);
        EXPECT_LT(path.states.size(), 400u);
    }
}

TEST(CompliantContacts, steps_end_where_a_mass_touches_and_leaves)
{
    const Path path = path_of(mass_to_wall(0.02), EventAccurate{});
    double deepest_seen = 0.0;
    bool touches = false, leaves = false;
    for (const State& state : path.states) {
        deepest_seen = std::max(deepest_seen, -state.q(0));
        if (std::abs(state.q(0)) > 1e-16) continue;
        (state.v(0) < 0.0 ? touches : leaves) = true;
    }
    EXPECT_TRUE(touches);
    EXPECT_TRUE(leaves);
    EXPECT_LE(deepest_seen, deepest * (1.0 + 1e-10));
    EXPECT_GE(deepest_seen, 0.99 * deepest);
}

// Time stepping: the force has a slope at the touch, so schemes of second order stay so.
TEST(CompliantContacts, time_stepping_has_its_second_order)
{
    const double end = height / speed + 0.7 * lasts;
    const State exact = path_of(mass_to_wall(end), EventAccurate{}).last();
    const auto error_of = [&](const Scheme& scheme) {
        const State last = path_of(mass_to_wall(end), scheme).last();
        return std::abs(last.q(0) - exact.q(0)) / deepest + std::abs(last.v(0) - exact.v(0)) / speed;
    };
    const std::vector<std::function<Scheme(double)>> schemes = {
        [](double h) { return MoreauJean{.step = h}; }, [](double h) { return PaoliSchatzman{.step = h}; },
        [](double h) { return PaoliSchatzmanImplicit{.step = h}; },
        [](double h) { return EventNewmark{.step = h}; }};
    for (const auto& scheme : schemes) {
        // The place of the touch within its step changes the error of that step, of order 5/2.
        const double coarse = error_of(scheme(end / 10000.0)), fine = error_of(scheme(end / 40000.0));
        EXPECT_NEAR(std::log2(coarse / fine) / 2.0, 2.0, 0.15) << coarse << " " << fine;
        EXPECT_LT(fine, 1e-5);
    }
}

TEST(CompliantContacts, time_stepping_tells_touches_that_it_resolves)
{
    const double h = lasts / 100.0;
    for (const Scheme& scheme : std::vector<Scheme>{MoreauJean{.step = h}, PaoliSchatzman{.step = h}}) {
        Path path;
        const Outcome outcome = integrate(mass_to_wall(0.02), scheme, path);
        EXPECT_EQ(outcome.status, Status::ok);
        ASSERT_EQ(path.impacts.size(), 1u);
        const Impact& impact = path.impacts.front();
        // Second order of a hundred steps, and of a line through the steps beside touch and release.
        EXPECT_NEAR(impact.time, height / speed, 1e-3 * lasts);
        EXPECT_NEAR(impact.end - impact.time, lasts, 1e-2 * lasts);
        EXPECT_NEAR(impact.impulse / (2.0 * m * speed), 1.0, 1e-3);
        EXPECT_NEAR(impact.peak_force / (K * std::pow(deepest, 1.5)), 1.0, 1e-3);
        EXPECT_TRUE(outcome.warnings.empty());
    }
    Path path;
    const Outcome coarse = integrate(mass_to_wall(0.02), MoreauJean{.step = lasts / 6.0}, path);
    ASSERT_EQ(coarse.warnings.size(), 1u);
    EXPECT_NE(coarse.warnings.front().find("a Hertz contact lasted"), std::string::npos);
}

// By their reduced mass, along the line of their centres.
TEST(CompliantContacts, two_discs_press_each_other_like_one_of_their_reduced_mass)
{
    const double m1 = 0.2, m2 = 0.7, r = 0.1;
    const Matrix M = vector({m1, m1, m2, m2}).asDiagonal();
    Contact contact{.gap = {.terms = {},
                            .offset = -2.0 * r,
                            .function = std::make_shared<Distance>(Centres{.first = 0, .second = 2})},
                    .law = {.law = Law::hertz, .hertz_stiffness = K}};
    const Vector2 along(0.6, 0.8);
    const Vector q = vector({0.0, 0.0, 0.25 * along.x(), 0.25 * along.y()});
    const Vector v = vector({speed * along.x(), speed * along.y(), 0.0, 0.0});
    const Problem problem = linear_problem(linear_system(M, Matrix::Zero(4, 4)), {contact}, q, v, 0.1);
    const Path path = path_of(problem, EventAccurate{});
    ASSERT_EQ(path.impacts.size(), 1u);
    const double reduced = m1 * m2 / (m1 + m2);
    const double pressed = std::pow(1.25 * reduced * speed * speed / K, 0.4);
    const double error = 1e-9;  // 1e-12 of velocities, over the flight of 0.025 s and a gap of rounding
    EXPECT_NEAR((path.impacts[0].end - path.impacts[0].time) / (0.8 * std::beta(0.4, 0.5) * pressed / speed),
                1.0, error);
    EXPECT_NEAR(path.impacts[0].impulse / (2.0 * reduced * speed), 1.0, error);
    EXPECT_NEAR(path.last().v(0), (m1 - m2) / (m1 + m2) * v(0), error);
    EXPECT_NEAR(path.last().v(3), 2.0 * m1 / (m1 + m2) * v(1), error);
}

// Off centre the normal turns while they press: linear and angular momentum and energy are kept.
TEST(CompliantContacts, discs_that_meet_off_centre_keep_momentum_and_energy)
{
    const Matrix M = vector({0.2, 0.2, 0.7, 0.7}).asDiagonal();
    Contact contact{.gap = {.terms = {},
                            .offset = -0.2,
                            .function = std::make_shared<Distance>(Centres{.first = 0, .second = 2})},
                    .law = {.law = Law::hertz, .hertz_stiffness = 1e5}};  // soft: the normal turns much
    const Problem problem = linear_problem(linear_system(M, Matrix::Zero(4, 4)), {contact},
                                           vector({0.0, 0.12, 0.3, 0.0}), vector({3.0, 0.0, 0.0, 0.0}), 0.3);
    const Path path = path_of(problem, EventAccurate{});
    ASSERT_EQ(path.impacts.size(), 1u);
    const auto angular = [&](const State& s) {
        const Vector p = M * s.v;
        return s.q(0) * p(1) - s.q(1) * p(0) + s.q(2) * p(3) - s.q(3) * p(2);
    };
    const State &first = path.states.front(), &last = path.last();
    const Vector gain = M * (last.v - first.v);
    EXPECT_NEAR(gain(0) + gain(2), 0.0, 1e-12);  // rounding
    EXPECT_NEAR(gain(1) + gain(3), 0.0, 1e-12);
    EXPECT_NEAR(angular(last), angular(first), 1e-10);
    EXPECT_NEAR(path.energies.back() / path.energies.front(), 1.0, 1e-10);
    EXPECT_GT(std::abs(last.v(1)), 0.1);
}

// A mass between a Hertz floor and a rigid ceiling that gives all back: its period is known.
TEST(CompliantContacts, compliant_and_rigid_contacts_go_together)
{
    const double room = 0.05;
    Problem problem = mass_to_wall(0.5);
    problem.contacts.insert(problem.contacts.begin(), contact_along(vector({-1.0}), room, 1.0));
    const Path path = path_of(problem, EventAccurate{});
    const double period = lasts + 2.0 * room / speed;
    ASSERT_GT(path.impacts.size(), 15u);
    for (std::size_t i = 0; i < path.impacts.size(); ++i) {
        const Impact& impact = path.impacts[i];
        ASSERT_EQ(impact.contact, i % 2 == 0 ? 1 : 0);  // told by their numbers in the problem
        const double first = i % 2 == 0 ? height / speed : height / speed + lasts + room / speed;
        EXPECT_NEAR(impact.time, first + static_cast<double>(i / 2) * period, 1e-10);
    }
    const Path stepped = path_of(problem, MoreauJean{.step = lasts / 400.0});
    EXPECT_NEAR(static_cast<double>(stepped.impacts.size()), static_cast<double>(path.impacts.size()), 1.0);
    EXPECT_EQ(stepped.impacts[1].contact, 0);
}

// ω² = (3/2) K √δ₀/m about the indentation δ₀ at which it carries its weight.
TEST(CompliantContacts, a_mass_that_is_pressed_from_the_start_oscillates_about_its_rest)
{
    const double g = 9.81, rest = std::pow(m * g / K, 2.0 / 3.0), away = 1e-4 * rest;
    const double omega = std::sqrt(1.5 * K * std::sqrt(rest) / m);
    const double period = 2.0 * std::acos(-1.0) / omega;
    const Problem problem =
        linear_problem(linear_system(m * Matrix::Identity(1, 1), Matrix::Zero(1, 1), vector({-m * g})),
                       {hertz(vector({1.0}), 0.0, K)}, vector({-rest + away}), vector({0.0}), 5.0 * period);
    const Path path = path_of(problem, EventAccurate{});
    // The stiffness is even in nothing: a relative amplitude of 1e-4 changes the period by 1e-9 of itself.
    EXPECT_NEAR((path.last().q(0) + rest) / away, 1.0, 1e-6);
    ASSERT_EQ(path.impacts.size(), 1u);
    EXPECT_FALSE(path.impacts[0].is_over);
    EXPECT_EQ(path.impacts[0].time, 0.0);
    EXPECT_NEAR(path.impacts[0].impulse / (m * g * 5.0 * period), 1.0, 1e-8);
}

TEST(CompliantContacts, a_floor_that_moves_gives_the_work_that_is_missing)
{
    Problem problem = mass_to_wall(0.05);
    problem.contacts[0].gap.function =
        std::make_shared<MovingStop>(HarmonicMotion{.amplitude = 1e-3, .frequency = 300.0, .phase = 0.3});
    Analyst analyst(problem, {.restitution_window = 1e-3});
    const Outcome outcome = integrate(problem, EventAccurate{}, analyst);
    ASSERT_EQ(outcome.status, Status::ok) << outcome.reason;
    const Findings found = analyst.findings();
    EXPECT_EQ(found.impacts, 1);
    EXPECT_GT(std::abs(found.energy.work_of_loads), 0.01);
    EXPECT_NEAR(found.energy.balance_error, 0.0, 1e-10);
    EXPECT_EQ(found.energy.lost_in_impacts, 0.0);
}

// Classical Runge–Kutta, written here.
State beads_by_runge_kutta(Index beads, double stiffness, double duration, long steps)
{
    const auto acceleration = [&](const Vector& q) {
        Vector a = Vector::Zero(beads);
        for (Index i = 0; i + 1 < beads; ++i) {
            const double N = stiffness * std::pow(std::max(0.0, q(i) - q(i + 1)), 1.5);
            a(i) -= N;
            a(i + 1) += N;
        }
        return a;
    };
    Vector q = Vector::Zero(beads), v = Vector::Unit(beads, 0);
    const double h = duration / static_cast<double>(steps);
    for (long n = 0; n < steps; ++n) {
        const Vector k1 = acceleration(q);
        const Vector k2 = acceleration(q + 0.5 * h * v);
        const Vector k3 = acceleration(q + 0.5 * h * v + 0.25 * h * h * k1);
        const Vector k4 = acceleration(q + h * v + 0.5 * h * h * k2);
        q += h * v + h * h / 6.0 * (k1 + k2 + k3);
        v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    return {duration, q, v};
}

// Unit masses in a row that just touch, of which the first is struck: nothing rings but the wave.
TEST(CompliantContacts, a_row_of_beads_that_touch_passes_a_wave_on)
{
    const Index beads = 8;
    const double stiffness = 1e4, duration = 0.6;
    std::vector<Contact> contacts;
    for (Index i = 0; i + 1 < beads; ++i)
        contacts.push_back(hertz(Vector::Unit(beads, i + 1) - Vector::Unit(beads, i), 0.0, stiffness));
    const Problem problem =
        linear_problem(linear_system(Matrix::Identity(beads, beads), Matrix::Zero(beads, beads)), contacts,
                       Vector::Zero(beads), Vector::Unit(beads, 0), duration);
    const Path path = path_of(problem, EventAccurate{});
    const State coarse = beads_by_runge_kutta(beads, stiffness, duration, 100'000);
    const State fine = beads_by_runge_kutta(beads, stiffness, duration, 200'000);
    // Its own error where forces begin and end, of order 5/2, from two steps.
    const double error = 2.0 * distance(coarse, fine) + 1e-10;
    EXPECT_LT(error, 1e-7);
    EXPECT_LE(distance(path.last(), fine), error);
    EXPECT_NEAR(path.last().v.sum(), 1.0, 1e-12);
    EXPECT_NEAR(path.energies.back(), 0.5, 1e-11);
    // The last bead leaves fastest, and every contact has touched.
    EXPECT_GT(path.last().v(beads - 1), 0.95);
    std::vector<int> touches(contacts.size(), 0);
    for (const Impact& impact : path.impacts) ++touches[impact.contact];
    for (const int count : touches) EXPECT_GE(count, 1);
    // By time stepping, of second order.
    const State stepped = path_of(problem, MoreauJean{.step = duration / 20'000.0}).last();
    EXPECT_LE(distance(stepped, fine), 1e-5);
}

// What the schemes say of contacts that are not Hertz's.
TEST(CompliantContacts, contacts_beside_them_keep_their_names)
{
    Problem problem = mass_to_wall(0.02);
    for (const char* name : {"", "stop"}) {
        problem.contacts.push_back(contact_along(vector({-1.0}), 1.0, 1.0));
        problem.contacts.back().name = name;
    }
    const Problem inner = with_compliant_body(problem);
    ASSERT_EQ(inner.contacts.size(), 2u);
    EXPECT_EQ(inner.contacts[0].name, "contact 2");
    EXPECT_EQ(inner.contacts[1].name, "stop");
}

TEST(CompliantContacts, what_cannot_be_served_is_refused_with_a_sentence)
{
    Problem rough = mass_to_wall(0.02);
    rough.contacts[0].law.friction = 0.3;
    Problem lossy = mass_to_wall(0.02);
    lossy.contacts[0].law.restitution = 0.5;
    for (const Scheme& scheme : std::vector<Scheme>{EventAccurate{}, MoreauJean{.step = 1e-5}}) {
        EXPECT_EQ(scheme_refusal(rough, scheme)->reason, "does not support friction at a Hertz contact");
        EXPECT_EQ(scheme_refusal(lossy, scheme)->reason,
                  "needs restitution = 1 at a Hertz contact, which loses no energy");
        EXPECT_FALSE(scheme_refusal(mass_to_wall(0.02), scheme));
    }
    EXPECT_EQ(scheme_refusal(mass_to_wall(0.02), EventModal{})->reason, "does not support a Hertz contact");
    EXPECT_EQ(scheme_refusal(mass_to_wall(0.02), MoreauJeanConserving{})->reason,
              "does not support a Hertz contact");
    EXPECT_TRUE(scheme_refusal(mass_to_wall(0.02), LagrangeNewmark{}));
}

}  // namespace
}  // namespace rebond::test
