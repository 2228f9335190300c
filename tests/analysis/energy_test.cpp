#include "rebond/analysis/energy.hpp"

#include "point_mass.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace rebond {
namespace {

// A mass of 2 kg without gravity: E = v².
class EnergyOfAPointMass : public testing::Test {
protected:
    void step(double t, double velocity)
    {
        state_.t = t;
        state_.v(0) = velocity;
        book_.step(StateInstant(state_, *dynamics_));
    }

    PointMass model_{2.0};
    std::unique_ptr<Dynamics> dynamics_ = model_.dynamics();
    State state_{.t = 0.0, .q = Vector::Zero(1), .v = Vector::Zero(1)};
    EnergyBalance book_{2};
};

TEST_F(EnergyOfAPointMass, has_no_statistics_before_an_impact_and_is_not_asked_for)
{
    for (int k = 0; k < 5; ++k) step(k, -3.0);
    EXPECT_EQ(model_.energy_calls, 1);  // the initial one
    const EnergyFindings found = book_.findings(9.0);
    EXPECT_EQ(found.initial, 9.0);
    EXPECT_EQ(found.final, 9.0);
    EXPECT_EQ(found.balance_error, 0.0);
    EXPECT_EQ(found.lost_in_impacts, 0.0);
    for (const auto& value : {found.max, found.min, found.mean, found.relative_deviation, found.relative_std})
        EXPECT_FALSE(value);
}

TEST_F(EnergyOfAPointMass, is_counted_once_for_each_step_after_the_first_impact)
{
    step(0.0, -4.0);
    step(1.0, -4.0);
    book_.impact({.time = 1.5, .end = 1.5, .velocity_before = -4.0, .energy_loss = 7.0});
    step(2.0, 3.0);  // E = 9
    book_.impact({.time = 2.5, .end = 2.5, .energy_loss = 5.0});
    book_.impact({.time = 2.6, .end = 2.6, .energy_loss = 0.5});
    step(3.0, 1.0);  // E = 1
    step(4.0, 2.0);  // E = 4
    const EnergyFindings found = book_.findings(4.0);
    EXPECT_EQ(found.initial, 16.0);
    EXPECT_EQ(found.max, 9.0);
    EXPECT_EQ(found.min, 1.0);
    EXPECT_NEAR(*found.mean, 14.0 / 3.0, 1e-15);                                // rounding
    EXPECT_NEAR(*found.relative_deviation, (14.0 / 3.0 - 16.0) / 16.0, 1e-15);  // rounding
    // Squared deviations of 9, 1, 4 from 14/3 add up to 98 − 196/3 = 98/3.
    EXPECT_NEAR(*found.relative_std, std::sqrt(98.0 / 9.0) / 16.0, 1e-15);  // rounding
    EXPECT_EQ(found.lost_in_impacts, 12.5);
    EXPECT_EQ(found.balance_error, 0.5);  // 4 − 16 + 12.5
}

TEST_F(EnergyOfAPointMass, has_no_relative_deviation_from_zero)
{
    step(0.0, 0.0);
    book_.impact({});
    step(1.0, 2.0);
    const EnergyFindings found = book_.findings(4.0);
    EXPECT_EQ(found.mean, 4.0);
    EXPECT_FALSE(found.relative_deviation);
    EXPECT_FALSE(found.relative_std);
}

TEST_F(EnergyOfAPointMass, counts_a_lasting_impact_from_its_beginning)
{
    step(0.0, -4.0);
    book_.contact_begins(0, 1.0);
    step(1.0, -4.0);
    step(2.0, 1.0);  // E = 1
    book_.impact({.time = 1.0, .end = 2.0, .velocity_before = -4.0});
    step(3.0, 2.0);  // E = 4
    EXPECT_EQ(book_.findings(4.0).mean, 2.5);
}

TEST_F(EnergyOfAPointMass, has_no_statistics_while_it_sticks_without_an_impact)
{
    book_.contact_begins(0, 0.0);
    for (int k = 0; k < 5; ++k) step(k, 1.0);
    EXPECT_FALSE(book_.findings(1.0).mean);
    book_.sustained({.start = 0.0, .end = 4.0});
    step(5.0, 1.0);
    EXPECT_FALSE(book_.findings(1.0).mean);
    book_.impact({.time = 5.5, .end = 5.5, .velocity_before = -1.0});
    step(6.0, 3.0);
    EXPECT_EQ(book_.findings(9.0).mean, 9.0);
}

TEST_F(EnergyOfAPointMass, does_not_count_sticking_before_the_impact_of_another_contact)
{
    book_.contact_begins(0, 0.0);
    for (int k = 0; k < 5; ++k) step(k, 1.0);
    book_.impact({.time = 4.5, .end = 4.5, .contact = 1, .velocity_before = -1.0});
    step(5.0, 3.0);
    EXPECT_EQ(book_.findings(9.0).mean, 9.0);
}

// A drift of 10⁻⁸ on a large energy: sums of squares would lose the deviation altogether.
TEST_F(EnergyOfAPointMass, deviates_as_two_passes_say)
{
    step(0.0, 1000.0);
    book_.impact({});
    std::vector<double> energies;
    for (int k = 0; k < 100000; ++k) {
        const double velocity = 1000.0 + 1e-5 * std::sin(0.1 * k);
        step(k + 1.0, velocity);
        energies.push_back(velocity * velocity);
    }
    long double mean = 0.0;
    for (const double E : energies) mean += E;
    mean /= static_cast<long double>(energies.size());
    long double squares = 0.0;
    for (const double E : energies) squares += (E - mean) * (E - mean);
    const double deviation =
        static_cast<double>(std::sqrt(squares / static_cast<long double>(energies.size())));

    const EnergyFindings found = book_.findings(1e6);
    EXPECT_NEAR(*found.mean, static_cast<double>(mean), 1e-8);        // rounding of 10⁶, 10⁵ times
    EXPECT_NEAR(*found.relative_std / (deviation / 1e6), 1.0, 1e-6);  // rounding
}

TEST(EnergyFindings, deviate_by_a_positive_amount_from_a_negative_energy)
{
    PointMass model(1.0, 1.0);  // E = height at rest
    const auto dynamics = model.dynamics();
    State state{.t = 0.0, .q = Vector::Constant(1, -4.0), .v = Vector::Zero(1)};
    EnergyBalance balance(1);
    balance.step(StateInstant(state, *dynamics));
    balance.impact({});
    for (const double height : {-5.0, -3.0}) {
        state.q(0) = height;
        balance.step(StateInstant(state, *dynamics));
    }
    EXPECT_EQ(balance.findings(-3.0).relative_std, 0.25);
}

TEST(EnergyFindings, are_broken_once_more_came_from_the_scheme_than_the_motion_had)
{
    const auto are_broken = [](double initial, double error, std::optional<double> at_stake) {
        EnergyFindings energy;
        energy.initial = initial;
        energy.balance_error = error;
        energy.at_stake = at_stake;
        energy.held = at_stake.value_or(0.0);
        return broken_balance(energy, {}).has_value();
    };
    EXPECT_FALSE(are_broken(2.0, 1.9, 2.0));
    EXPECT_TRUE(are_broken(2.0, 2.1, 2.0));
    EXPECT_TRUE(are_broken(2.0, -2.1, 2.0));
    EXPECT_FALSE(are_broken(0.0, 2.1, 3.0));  // zero by its datum
    EXPECT_TRUE(are_broken(2.0, std::nan(""), 2.0));
    EXPECT_FALSE(are_broken(0.0, 6e-13, std::nullopt));  // from rest there is nothing to compare with
}

// What flows through a body may be far more than it holds, and hide what a step has lost.
TEST(EnergyFindings, are_broken_where_a_tenth_of_what_flows_is_missing_and_more_than_the_motion_had)
{
    const auto are_broken = [](double error, double flows, double held) {
        EnergyFindings energy;
        energy.initial = 1.0;
        energy.at_stake = flows;
        energy.held = held;
        energy.balance_error = error;
        return broken_balance(energy, {}).has_value();
    };
    EXPECT_TRUE(are_broken(-1.7e11, 8e11, 3.0));
    EXPECT_FALSE(are_broken(-5.0, 100.0, 3.0));
    EXPECT_FALSE(are_broken(-20.0, 100.0, 30.0));
    EXPECT_TRUE(are_broken(-20.0, 100.0, 10.0));
}

TEST(EnergyFindings, of_an_exact_scheme_are_broken_by_a_thousandth_and_by_friction_that_gives)
{
    const auto verdict = [](double error, double lost_in_friction, bool is_exact) {
        EnergyFindings energy;
        energy.initial = 2.0;
        energy.at_stake = 0.5;
        energy.balance_error = error;
        energy.lost_in_friction = lost_in_friction;
        return broken_balance(energy, {.is_exact = is_exact}).value_or("");
    };
    EXPECT_EQ(verdict(4e-4, 0.1, true), "");
    EXPECT_EQ(verdict(-4e-4, -4e-7, true), "");
    EXPECT_EQ(verdict(0.01, 0.1, true),
              "the energy balance is broken: 0.01 J (0.5 % of the initial energy) was created in the scheme");
    EXPECT_EQ(verdict(-0.01, 0.1, true),
              "the energy balance is broken: 0.01 J (0.5 % of the initial energy) disappeared in the scheme");
    EXPECT_EQ(verdict(0.01, -0.1, false), "");  // the error of a step
    EXPECT_EQ(verdict(0.0, -1e-3, true),
              "sliding friction gave 0.001 J (0.05 % of the initial energy), where it can only take energy");
    EXPECT_EQ(
        verdict(-2.5, 0.0, false),
        "the energy balance is broken: 2.5 J (1.25 times the initial energy) disappeared in the scheme, "
        "more than the motion had");
}

TEST(EnergyFindings, are_broken_by_impacts_that_gain_more_than_the_motion_had)
{
    const auto verdict = [](double gained, const EnergyTerms& terms) {
        EnergyFindings energy;
        energy.initial = 2.0;
        energy.at_stake = 2.0;
        energy.lost_in_impacts = -gained;
        return broken_balance(energy, terms).value_or("");
    };
    EXPECT_EQ(verdict(1.9, {}), "");
    EXPECT_EQ(verdict(2.5, {.impacts_may_gain = true}), "");
    for (const bool is_exact : {false, true})
        EXPECT_EQ(verdict(2.5, {.is_exact = is_exact}),
                  "the energy balance is broken: the impacts gained 2.5 J (1.25 times the initial energy), "
                  "more than the motion had");
}

TEST(EnergyWarnings, name_the_size_of_what_is_wrong)
{
    const auto warning = [](double error, double lost) {
        EnergyFindings energy;
        energy.initial = 2.0;
        energy.lost_in_impacts = lost;
        energy.balance_error = error;
        const auto said = energy_warnings(energy);
        return said.empty() ? "" : said.front();
    };
    EXPECT_EQ(warning(1e-3, 1.0), "");
    EXPECT_EQ(warning(0.3, 1.0),
              "the energy balance does not close: 0.3 J (15 % of the initial energy) was created in the "
              "scheme, not by impacts or loads");
    EXPECT_EQ(warning(-5.0, 1.0),
              "the energy balance does not close: 5 J (2.5 times the initial energy) disappeared in "
              "the scheme, not by impacts or loads");
    EXPECT_EQ(warning(0.0, -0.5),
              "the impacts gained 0.5 J (25 % of the initial energy), where they should lose "
              "energy or keep it");
}

// A bar that also flies sideways loses no more in its impacts for it.
TEST(EnergyWarnings, tell_of_books_that_blur_the_loss_whatever_else_moves)
{
    const auto count = [](double error) {
        EnergyFindings energy;
        energy.initial = 1e3;
        energy.lost_in_impacts = 0.1;
        energy.balance_error = error;
        return energy_warnings(energy).size();
    };
    EXPECT_EQ(count(-0.01), 1u);
    EXPECT_EQ(count(-0.001), 0u);  // a hundredth of the loss
}

}  // namespace
}  // namespace rebond
