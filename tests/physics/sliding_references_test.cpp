// Oscillators on rough ground: Coulomb's decay, Den Hartog's forced motion, and two masses.
#include "physics/contact_reference.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

// Coordinate i where the velocity of the contact is zero, at each change.
std::vector<double> at_changes(const ContactRun& run, Index i)
{
    std::vector<double> places;
    for (const ContactChange& change : run.changes) {
        const auto state = std::find_if(run.states.begin(), run.states.end(),
                                        [&](const State& one) { return one.t >= change.time; });
        if (state != run.states.end()) places.push_back(state->q(i));
    }
    return places;
}

TEST(SlidingReferences, an_oscillator_on_rough_ground_loses_as_much_of_its_amplitude_every_half_period)
{
    const ContactRun run(reference_scene("coulomb_decay"));
    // It begins to slide at 0.52 and turns four times; then the spring is too weak.
    const std::vector<double> turns = at_changes(run, 0);
    ASSERT_EQ(turns.size(), 6u);
    const double expected[] = {0.52, -0.42, 0.32, -0.22, 0.12, -0.02};
    for (std::size_t i = 0; i < turns.size(); ++i) EXPECT_NEAR(turns[i], expected[i], 1e-9) << i;
    EXPECT_EQ(run.changes.back().to, Sliding::sticks);
    EXPECT_NEAR(run.changes.back().time, 0.5 * std::numbers::pi, 1e-9);  // of the integration
    EXPECT_NEAR(run.last().q(0), -0.02, 1e-9);
    EXPECT_NEAR(run.lost(), 13.5, 1e-8);
    EXPECT_NEAR(run.energy().lost_in_friction, 13.5, 1e-8);
}

TEST(SlidingReferences, moreau_jean_stops_an_oscillator_on_rough_ground)
{
    for (const double step : {1e-4, 1e-5}) {
        const ContactRun run(by_moreau_jean(reference_scene("coulomb_decay"), step));
        EXPECT_NEAR(run.last().q(0), -0.02, 5.0 * step);  // a turn is late by a part of a step
        EXPECT_NEAR(run.lost(), 13.5, 0.01 * 13.5);
    }
}

struct DenHartog {
    const char* scene;
    double period;                           // [s]
    double amplitude;                        // [m]
    double force;                            // μN [N]
    std::vector<double> after_five, at_end;  // x [m], vx [m/s]
    double lost_in_a_period;                 // [J]
};

const DenHartog den_hartog[] = {
    {"den_hartog_slide",
     1.0 / 2.5464790894703255,
     0.1641315547882316,
     15.0,
     {0.13684522852185274, 1.31031484378868},
     {0.15376955593452224, 0.9796790117245702},
     9.847893287293896},
    {"den_hartog_stick",
     1.0 / 0.7957747154594768,
     0.23285679736673148,
     14.0,
     {0.20617934668398719, 0.9263575564527214},
     {0.20617934670357618, 0.9263575561695313},
     13.039980652536963},
};

// Largest |x| at turning points in the last period.
double amplitude(const ContactRun& run, double period)
{
    double most = 0.0;
    for (const State& state : run.states)
        if (state.t >= run.last().t - 1.01 * period) most = std::max(most, std::abs(state.q(0)));
    return most;
}

TEST(SlidingReferences, den_hartogs_oscillator_has_his_amplitude)
{
    for (const DenHartog& expected : den_hartog) {
        SCOPED_TRACE(expected.scene);
        const ContactRun run(reference_scene(expected.scene));
        EXPECT_NEAR(amplitude(run, expected.period), expected.amplitude, 1e-8);  // steps end where it turns
        EXPECT_NEAR(run.last().q(0), expected.at_end[0], 1e-6);                  // of the integration
        EXPECT_NEAR(run.last().v(0), expected.at_end[1], 1e-6);

        Scene first = reference_scene(expected.scene);
        first.run.duration = 5.0 * expected.period;
        const ContactRun five(first);
        expect_near(five.last().q, {expected.after_five[0]}, 1e-7);
        expect_near(five.last().v, {expected.after_five[1]}, 1e-7);
        // What the last period cost.
        Scene shorter = reference_scene(expected.scene);
        shorter.run.duration -= expected.period;
        const double before = ContactRun(shorter).energy().lost_in_friction;
        EXPECT_NEAR(run.energy().lost_in_friction - before, expected.lost_in_a_period, 1e-6);
        EXPECT_NEAR(expected.lost_in_a_period, 4.0 * expected.force * expected.amplitude, 1e-6);
    }
}

TEST(SlidingReferences, den_hartogs_oscillator_sticks_for_a_share_of_its_period)
{
    Scene scene = reference_scene("den_hartog_stick");
    const double all = ContactRun(scene).done.findings.contacts.stick_time;
    scene.run.duration -= den_hartog[1].period;
    const double before = ContactRun(scene).done.findings.contacts.stick_time;
    EXPECT_NEAR((all - before) / den_hartog[1].period, 0.2577113498657234, 1e-6);
    EXPECT_EQ(ContactRun(reference_scene("den_hartog_slide")).done.findings.contacts.stick_time > 1.0, false);
}

TEST(SlidingReferences, moreau_jean_finds_den_hartogs_amplitude)
{
    for (const DenHartog& expected : den_hartog) {
        const ContactRun run(by_moreau_jean(reference_scene(expected.scene), expected.period / 2000.0));
        EXPECT_NEAR(amplitude(run, expected.period), expected.amplitude, 2e-4)
            << expected.scene;  // of the step
    }
}

TEST(SlidingReferences, two_masses_of_which_one_rubs)
{
    const ContactRun run(reference_scene("two_dof_decay"));
    expect_near(run.last().q, {-0.02007574682310429, 0.022561441789306788}, 1e-8);  // of the integration
    expect_near(run.last().v, {0.004272807114833366, 0.015178540883699783}, 1e-7);
    EXPECT_NEAR(run.lost(), 2.1842756506634724, 1e-8);
    const double expected[] = {0.19752038716261047, 0.5134165823664352, 1.1724350401442578,
                               1.3063161257607063,  1.64795618080053,   1.9532137596815677};
    ASSERT_EQ(run.changes.size(), 1 + std::size(expected));  // it slides from the start
    EXPECT_EQ(run.changes[0].time, 0.0);
    for (std::size_t i = 0; i < std::size(expected); ++i)
        EXPECT_NEAR(run.changes[i + 1].time, expected[i], 1e-8) << i;
}

}  // namespace
}  // namespace rebond::test
