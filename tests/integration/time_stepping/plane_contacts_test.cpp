// Contacts with friction, and gaps that bend or move, in steps of Moreau–Jean's scheme.
#include "rebond/integration/time_stepping/plane_contacts.hpp"

#include "integration/rough_contact.hpp"
#include "rebond/analysis/findings.hpp"
#include "rebond/contact/gaps/distance.hpp"
#include "rebond/contact/gaps/motion.hpp"

#include <cmath>
#include <memory>

namespace rebond::test {
namespace {

// A unit mass on rough ground under g = 10, thrown along it.
Problem sliding_block(double friction, double v, double duration)
{
    return linear_problem(
        linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), vector({0.0, -10.0})),
        {rough_contact(vector({0.0, 1.0}), vector({1.0, 0.0}), {Law::newton, 0.0, friction})},
        vector({0.0, 0.0}), vector({v, 0.0}), duration);
}

// A unit mass without gravity or under g = 10, inside a smooth circle of radius 1 about the origin.
Problem mass_in_bowl(const Vector& q, const Vector& v, double e, double gravity, double duration)
{
    Problem problem =
        linear_problem(linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), vector({0.0, -gravity})), {},
                       q, v, duration);
    problem.contacts = {{.gap = {.terms = {},
                                 .offset = 1.0,
                                 .function = std::make_shared<Distance>(Centres{.first = 0, .side = -1.0})},
                         .law = {.restitution = e}}};
    return problem;
}

Findings findings_by(const Problem& problem, const Scheme& scheme)
{
    Analyst analyst(problem, {});
    const Outcome outcome = integrate(problem, scheme, analyst);
    EXPECT_EQ(outcome.status, Status::ok) << outcome.reason;
    return analyst.findings();
}

TEST(PlaneContacts, are_needed_for_friction_for_curved_gaps_and_for_poissons_law_of_several)
{
    EXPECT_TRUE(PlaneContacts::are_needed(sliding_block(0.1, 1.0, 1.0)));
    EXPECT_FALSE(PlaneContacts::are_needed(sliding_block(0.0, 1.0, 1.0)));
    EXPECT_TRUE(
        PlaneContacts::are_needed(mass_in_bowl(vector({0.0, 0.0}), vector({1.0, 0.0}), 1.0, 0.0, 1.0)));
    Problem problem = sliding_block(0.0, 1.0, 1.0);
    problem.contacts[0].law.law = Law::poisson;
    EXPECT_FALSE(PlaneContacts::are_needed(problem));
    problem.contacts.push_back(problem.contacts[0]);
    EXPECT_TRUE(PlaneContacts::are_needed(problem));
}

TEST(PlaneContacts, a_block_slides_and_stops_within_a_step_of_where_it_must)
{
    const double v = 2.0, friction = 0.25, h = 1e-3, stops = v / (10.0 * friction);
    const Path path = path_of(sliding_block(friction, v, 2.0), MoreauJean{.step = h});
    for (const State& state : path.states) {
        // v − μ g t is what the steps themselves say, so only rounding is left.
        if (std::abs(state.t - stops) > h) {
            ASSERT_NEAR(state.v(0), std::max(0.0, v - 10.0 * friction * state.t), 1e-12) << state.t;
        }
        ASSERT_NEAR(state.q(1), 0.0, 1e-15) << state.t;
    }
    EXPECT_NEAR(path.last().q(0), 0.5 * v * stops, v * h);  // of the step
}

TEST(PlaneContacts, the_energy_of_a_block_that_slides_and_stops_is_accounted_for)
{
    const Findings found = findings_by(sliding_block(0.25, 2.0, 2.0), MoreauJean{.step = 1e-3});
    EXPECT_NEAR(found.energy.initial - found.energy.final, 2.0, 1e-12);  // rounding
    EXPECT_NEAR(found.energy.balance_error, 0.0, 1e-12);
    // The first step closes the contact, but nothing strikes: all is lost by sliding.
    EXPECT_NEAR(found.energy.lost_in_impacts, 0.0, 1e-12);
    EXPECT_NEAR(found.energy.lost_in_friction, 2.0, 1e-12);
}

TEST(PlaneContacts, a_belt_takes_a_block_along)
{
    Problem problem = sliding_block(0.25, 0.0, 1.0);
    problem.contacts[0].slide.function = std::make_shared<Belt>(0.5);
    const Findings found = findings_by(problem, MoreauJean{.step = 1e-3});
    EXPECT_NEAR(found.final.v(0), 0.5, 1e-12);  // rounding
    // It has received 0.5 N s, along a way of 0.5 m/s.
    EXPECT_NEAR(found.energy.work_of_loads, 0.25, 1e-12);
    EXPECT_NEAR(found.energy.balance_error, 0.0, 1e-12);
}

TEST(PlaneContacts, a_moving_stop_carries_what_rests_on_it)
{
    // A ω² = 0.9 g: the mass stays on the table.
    const double omega = 30.0, amplitude = 9.0 / (omega * omega);
    Problem problem =
        linear_problem(linear_system(Matrix::Identity(1, 1), Matrix::Zero(1, 1), vector({-10.0})),
                       {contact_along(vector({1.0}), 0.0, 0.0)}, vector({amplitude}), vector({0.0}), 0.5);
    problem.contacts[0].gap.function =
        std::make_shared<MovingStop>(HarmonicMotion{.amplitude = amplitude, .frequency = omega});
    const auto error = [&](double step) {
        const State end = path_of(problem, MoreauJean{.step = step}).last();
        return std::hypot(end.q(0) - amplitude * std::cos(0.5 * omega),
                          (end.v(0) + amplitude * omega * std::sin(0.5 * omega)) / omega);
    };
    EXPECT_LT(error(1e-3), 2e-3 * amplitude);
    EXPECT_NEAR(std::log2(error(1e-3) / error(5e-4)), 2.0, 0.3);  // of second order in lasting contact
}

TEST(PlaneContacts, elastic_bounces_in_a_circle_keep_their_energy_to_rounding)
{
    const Path path = path_of(mass_in_bowl(vector({0.3, 0.0}), vector({0.2, 1.0}), 1.0, 0.0, 20.0),
                              MoreauJean{.step = 1e-2});
    EXPECT_GT(path.impacts.size(), 5u);
    for (const double energy : path.energies) ASSERT_NEAR(energy, 0.52, 1e-13);
}

// What the turning of the gradient adds is not approach: it is neither lost nor does the gap sink by it.
TEST(PlaneContacts, a_mass_that_slides_in_a_bowl_neither_sinks_nor_loses_energy)
{
    const double angle = 0.7;
    const Problem problem =
        mass_in_bowl(vector({std::sin(angle), -std::cos(angle)}), vector({0.0, 0.0}), 0.0, 10.0, 5.0);
    double last_gap = 0.0;
    for (const double step : {2e-3, 1e-3, 5e-4}) {
        const Path path = path_of(problem, MoreauJean{.step = step});
        double deepest = 0.0;
        for (const State& state : path.states)
            deepest = std::max(deepest, std::abs(gap_at(problem.contacts[0].gap, state.t, state.q)));
        const double loss = std::abs(path.energies.front() - path.energies.back());
        EXPECT_LT(deepest, 20.0 * step * step);
        EXPECT_LT(loss, 20.0 * step * step);
        if (last_gap > 0.0) {
            EXPECT_NEAR(last_gap / deepest, 4.0, 1.0) << step;
        }
        last_gap = deepest;
    }
}

// A ball of radius of gyration 0.14 m in a groove of two rough walls, whose sticking leaves no rebound, and a
// mass of its own that reaches its floor in the same step.
TEST(PlaneContacts, a_body_keeps_its_restitution_whatever_another_does)
{
    Matrix M = Matrix::Identity(4, 4);
    M(2, 2) = 0.02;
    const ImpactLaw rough{Law::newton, 0.5, 5.0};
    Problem problem =
        linear_problem(linear_system(M, Matrix::Zero(4, 4), Vector::Zero(4)),
                       {rough_contact(vector({0.6, 0.8, 0.0, 0.0}), vector({0.8, -0.6, 0.1, 0.0}), rough),
                        rough_contact(vector({-0.6, 0.8, 0.0, 0.0}), vector({0.8, 0.6, 0.1, 0.0}), rough),
                        contact_along(vector({0.0, 0.0, 0.0, 1.0}), 0.0, 0.5)},
                       vector({0.0, 0.00105, 0.0, 0.00084}), vector({0.0, -1.0, 0.0, -1.0}), 0.01);
    problem.contacts[2].law.friction = 0.0;
    for (const double step : {1e-3, 1e-4, 1e-5}) {
        const State end = path_of(problem, MoreauJean{.step = step}).last();
        EXPECT_NEAR(end.v(3), 0.5, 1e-12) << step;  // rounding
        EXPECT_NEAR(end.v(1), 0.0, 1e-12) << step;  // the groove holds the ball
    }
}

// A slab that slides on one foot while the other comes down: sliding and the impact of the other foot are
// accounted for as they are event by event.
TEST(PlaneContacts, what_a_closed_contact_loses_in_the_impact_of_another_is_lost_in_that_impact)
{
    Matrix M = Matrix::Identity(3, 3);
    M(2, 2) = 0.2;  // x, y, θ of a slab of length 2
    const ImpactLaw rough{Law::newton, 0.0, 0.3};
    const Problem problem =
        linear_problem(linear_system(M, Matrix::Zero(3, 3), vector({0.0, -10.0, 0.0})),
                       {rough_contact(vector({0.0, 1.0, -1.0}), vector({1.0, 0.0, 0.0}), rough),
                        rough_contact(vector({0.0, 1.0, 1.0}), vector({1.0, 0.0, 0.0}), rough)},
                       vector({0.0, 0.2, 0.2}), vector({6.0, 0.0, 0.0}), 1.0);
    const Findings exact = findings_by(problem, EventAccurate{});
    for (const double step : {1e-3, 1e-4, 1e-5}) {
        const Findings stepped = findings_by(problem, MoreauJean{.step = step});
        // The impact is up to a step late: then its energy of 5 J and the sliding at 18 W are off by so much.
        EXPECT_NEAR(stepped.energy.lost_in_friction, exact.energy.lost_in_friction, 100.0 * step) << step;
        EXPECT_NEAR(stepped.energy.lost_in_impacts, exact.energy.lost_in_impacts, 100.0 * step) << step;
    }
}

// A force of μ times the weight along the ground moves nothing.
TEST(PlaneContacts, a_block_that_friction_only_just_holds_sticks)
{
    for (const double sign : {1.0, -1.0})
        for (const double friction : {0.1, 0.25, 0.7}) {
            Problem problem = linear_problem(
                linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2),
                              vector({sign * friction * 10.0, -10.0})),
                {rough_contact(vector({0.0, 1.0}), vector({1.0, 0.0}), {Law::newton, 0.0, friction})},
                vector({0.0, 0.0}), vector({0.0, 0.0}), 0.1);
            const Findings found = findings_by(problem, MoreauJean{.step = 1e-3});
            EXPECT_EQ(found.contacts.slip_time, 0.0) << sign << ' ' << friction;
            EXPECT_NEAR(found.contacts.stick_time, 0.1, 2e-3);  // a step
        }
}

// It slides, stops and sticks: told in the order of time.
TEST(PlaneContacts, changes_of_sliding_are_told)
{
    struct Changes final : Recorder {
        std::vector<ContactChange> all;
        void change(const ContactChange& change) override { all.push_back(change); }
    } changes;
    const Problem problem = sliding_block(0.25, -2.0, 2.0);
    ASSERT_EQ(integrate(problem, MoreauJean{.step = 1e-3}, changes).status, Status::ok);
    ASSERT_EQ(changes.all.size(), 2u);
    EXPECT_EQ(changes.all[0].to, Sliding::backwards);
    EXPECT_EQ(changes.all[1].to, Sliding::sticks);
    EXPECT_NEAR(changes.all[1].time, 0.8, 2e-3);  // of the step
}

}  // namespace
}  // namespace rebond::test
