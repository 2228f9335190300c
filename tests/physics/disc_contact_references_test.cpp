// Discs that spin, on floors, slopes, in circles and on each other: closed forms.
#include "physics/contact_reference.hpp"

#include <cmath>

namespace rebond::test {
namespace {

TEST(DiscContactReferences, a_disc_strikes_the_floor)
{
    struct {
        const char* scene;
        std::vector<double> velocity, impulse;
        double loss;
    } const cases[] = {{"disc_floor_0", {2.0, 2.0, -20.0}, {12.0, -2.0}, 15.0},
                       {"disc_floor_1", {4.4, 1.0, 8.0}, {6.0, -1.2}, 10.32}};
    for (const auto& expected : cases)
        for (const char* law : {"newton", "poisson", "stronge"}) {  // the same, for G_nt = 0
            SCOPED_TRACE(std::string(expected.scene) + law);
            const ContactRun run(reference_scene(expected.scene, {"impact.law='" + std::string(law) + "'"}));
            expect_near(run.last().v, expected.velocity, 1e-12);  // rounding
            expect_near(run.impulse(), expected.impulse, 1e-12);
            EXPECT_NEAR(run.energy().lost_in_impacts, expected.loss, 1e-12);
        }
}

TEST(DiscContactReferences, a_disc_with_back_spin_bounces_slides_and_rolls)
{
    const ContactRun run(reference_scene("disc_hops_0"));
    EXPECT_NEAR(run.last().q(0), 2.5057888775625785, 1e-8);
    EXPECT_NEAR(run.last().v(0), 1.0 / 3.0, 1e-9);
    EXPECT_NEAR(run.last().v(2), -10.0 / 3.0, 1e-9);
    ASSERT_EQ(run.phases.size(), 1u);
    EXPECT_NEAR(run.phases[0].start, 1.2850588106343577, 5e-8);  // of bounces too low to be seen
    ASSERT_GE(run.changes.size(), 2u);
    EXPECT_EQ(run.changes.front().to, Sliding::forwards);
    EXPECT_EQ(run.changes.back().to, Sliding::sticks);
    EXPECT_NEAR(run.changes.back().time, 1.698946653075093, 1e-8);
    // It slides through its first bounces.
    ASSERT_GE(run.impacts.size(), 6u);
    for (int i = 0; i < 6; ++i)
        EXPECT_NEAR(run.impacts[i].friction, -0.1 * run.impacts[i].impulse, 1e-14);  // rounding
}

TEST(DiscContactReferences, two_discs_collide_obliquely)
{
    struct {
        const char* scene;
        std::vector<double> velocity, impulse;
        double loss;
    } const cases[] = {{"disc_disc_0",
                        {-1.0728062098139746, -1.0131264300370038, 0.5364031049069873, 0.7565632150185019,
                         9.519943547145687, -1.4933521509514371},
                        {3.4176914536239793, 0.22599717735728456},
                        1.0883027020714833},
                       {"disc_disc_1",
                        {-1.0452499074759318, -1.0608553457552228, 0.5226249537379659, 0.7804276728776114,
                         8.417691453623982, -1.860769515458672},
                        {3.4176914536239793, 0.17088457268119897},
                        1.0814685538845725}};
    for (const auto& expected : cases) {
        SCOPED_TRACE(expected.scene);
        const ContactRun run(reference_scene(expected.scene));
        expect_near(run.last().v, expected.velocity, 1e-10);  // rounding
        expect_near(run.impulse(), expected.impulse, 1e-10);
        EXPECT_NEAR(run.energy().lost_in_impacts, expected.loss, 1e-10);
    }
}

TEST(DiscContactReferences, a_disc_rolls_or_slides_down_a_slope)
{
    const ContactRun rolls(reference_scene("slope_0"));
    expect_near(rolls.last().q, {1.0851597561700588, -0.28854807342188005}, 1e-8);  // of the integration
    expect_near(rolls.last().v, {2.1019154836749836, -0.7650346710009418, -22.368117373498734}, 1e-8);
    EXPECT_NEAR(rolls.done.findings.contacts.stick_time, 1.0, 1e-12);

    const ContactRun slides(reference_scene("slope_1"));
    expect_near(slides.last().q, {1.1775162274138755, -0.32216307989649173}, 1e-8);
    expect_near(slides.last().v, {2.286628426162617, -0.8322646839501652, -18.436769219819524}, 1e-8);
    EXPECT_NEAR(slides.done.findings.contacts.slip_time, 1.0, 1e-12);
}

// tan 15° = 0.268 is the least friction that holds three discs up.
TEST(DiscContactReferences, three_discs_of_enough_friction_rest)
{
    for (const bool by_events : {false, true}) {
        SCOPED_TRACE(by_events);
        Scene scene = reference_scene("pyramid_rest");
        if (by_events) scene.scheme = EventAccurate{};
        const ContactRun run(scene);
        const Vector& start = run.prepared.problem.initial.q;
        for (const State& state : run.states) {
            ASSERT_LE(state.v.cwiseAbs().maxCoeff(), 1e-9) << state.t;  // rounding
            ASSERT_LE((state.q - start).cwiseAbs().maxCoeff(), 1e-9) << state.t;
        }
        // Pairs 1–2, 1–3, 2–3, then the floor of each. If the lower two press each other, the reactions are
        // one of many; their vertical parts are not.
        const Vector2 lower = run.impulse_of(0);
        EXPECT_NEAR(run.impulse_of(3)(0), 14.715, 1e-8);
        EXPECT_NEAR(run.impulse_of(4)(0), 14.715, 1e-8);
        EXPECT_EQ(run.impulse_of(5)(0), 0.0);
        EXPECT_NEAR(lower(0), 0.0, 1e-8);
        for (const Index upper : {1, 2}) {
            EXPECT_NEAR(run.impulse_of(upper)(0), 4.905, 1e-8);
            EXPECT_NEAR(std::abs(run.impulse_of(upper)(1)), 1.3142907886, 1e-7);
        }
        for (const Index floor : {3, 4}) EXPECT_NEAR(std::abs(run.impulse_of(floor)(1)), 1.3142907886, 1e-7);
    }
}

TEST(DiscContactReferences, three_discs_of_too_little_friction_roll_apart)
{
    for (const bool by_events : {false, true}) {
        SCOPED_TRACE(by_events);
        Scene scene = reference_scene("pyramid_falls");
        if (by_events) scene.scheme = EventAccurate{};
        const ContactRun run(scene);
        // Of the step 1e-5 s; the reference by one equation and Runge–Kutta.
        EXPECT_NEAR(run.last().q(2), 0.10487380994568168, by_events ? 1e-7 : 2e-5);
        EXPECT_NEAR(run.last().q(5), 0.27029822074078474, by_events ? 1e-7 : 2e-5);
        EXPECT_NEAR(run.last().v(2), 0.06720431703987316, by_events ? 1e-7 : 2e-3);
        EXPECT_NEAR(run.last().v(5), -0.04138606229772003, by_events ? 1e-7 : 2e-3);
        // In its first step of 1e-6 s the acceleration changes by 1e-12 of itself.
        scene.run.duration = 1e-6;
        if (!by_events) scene.scheme = MoreauJean{.step = 1e-6};
        const ContactRun first(scene);
        EXPECT_NEAR(first.last().v(2) / 1e-6, 0.41862686, 1e-6);
    }
}

TEST(DiscContactReferences, a_disc_strikes_floor_and_wall_at_once)
{
    const ContactRun run(reference_scene("corner_0"));
    expect_near(run.last().v, {0.0, 0.0, 0.0}, 1e-10);                                 // rounding
    expect_near(run.impulse_of(0), {2.423076923076925, 0.07692307692307687}, 1e-10);   // floor
    expect_near(run.impulse_of(1), {1.9230769230769218, -0.5769230769230749}, 1e-10);  // wall
}

TEST(DiscContactReferences, a_disc_that_rolls_in_a_bowl_is_back_after_a_period)
{
    const ContactRun run(reference_scene("bowl_period"));
    expect_near(run.last().q, {0.5785088487178853, -0.6894399988070802, 0.0}, 1e-7);  // of the integration
    EXPECT_NEAR(run.last().t, 2.4038885534166052, 1e-12);
    ASSERT_EQ(run.phases.size(), 1u);
    EXPECT_NEAR(run.phases[0].peak_force, 12.870138684003766, 1e-6);  // at the bottom
    const ContactRun quarter(reference_scene("bowl_period", {"run.duration=0.6009721383541513"}));
    EXPECT_NEAR(quarter.impulse()(0), 6.100400307094, 1e-7);
    EXPECT_NEAR(quarter.phases.at(0).peak_force, 12.870138684003766, 1e-6);
}

TEST(DiscContactReferences, a_disc_leaves_a_hill_where_its_cosine_is_two_thirds_of_the_first)
{
    const ContactRun run(reference_scene("hill_0"));
    ASSERT_EQ(run.phases.size(), 1u);
    EXPECT_NEAR(run.phases[0].end, 0.4008338378464314, 1e-7);
    expect_near(run.last().q, {0.9478530865835811, -1.0031030464057975}, 1e-6);  // of the integration
    expect_near(run.last().v, {1.2029621556757173, -5.41256181067575}, 1e-6);
    const ContactRun until(reference_scene("hill_0", {"run.duration=0.4008338378464314"}));
    EXPECT_NEAR(until.last().q(1) / 0.6, 0.6264617471906055, 1e-9);
}

TEST(DiscContactReferences, a_disc_in_a_circle_follows_its_chords)
{
    const ContactRun smooth(reference_scene("billiard_0"));
    EXPECT_EQ(smooth.done.findings.impacts, 11);
    expect_near(smooth.last().q, {0.5099954753842283, 0.5249950241600849}, 1e-8);  // rounding, amplified
    expect_near(smooth.last().v, {-0.929563367481341, -0.36866237377409405}, 1e-8);

    const ContactRun rough(reference_scene("billiard_1"));
    EXPECT_EQ(rough.done.findings.impacts, 5);
    expect_near(rough.last().q, {0.35628052955759665, -0.7992138145326568, -20.336604139058096}, 1e-8);
    expect_near(rough.last().v, {-0.016868435486190603, 0.5991949291621468, -2.222222222222221}, 1e-8);
}

}  // namespace
}  // namespace rebond::test
