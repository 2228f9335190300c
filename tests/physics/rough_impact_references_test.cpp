// Single impacts with friction by the three laws, Painlevé's rod, and a ball on a table that moves.
#include "physics/contact_reference.hpp"

#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

// By G = (1, 0.6; 0.6, 0.5), u⁻ = (−1, −0.3), μ = e = 0.5.
TEST(RoughImpactReferences, sliding_reverses_within_an_impact)
{
    struct {
        const char* scene;
        std::vector<double> velocity, impulse;
        double change;  // of the energy [-]
    } const cases[] = {{"reversal_newton",
                        {0.5000000000000001, 0.5205882352941177},
                        {1.8403361344537816, -0.5672268907563025},
                        -0.6362644802166391},
                       {"reversal_poisson",
                        {0.39411764705882346, 0.46764705882352936},
                        {1.6890756302521008, -0.4915966386554621},
                        -0.6730931247179179},
                       {"reversal_stronge",
                        {0.41037580886093905, 0.47577613972458715},
                        {1.7123015756836946, -0.503209611371259},
                        -0.6683884105699577}};
    for (const auto& expected : cases) {
        SCOPED_TRACE(expected.scene);
        const ContactRun run(reference_scene(expected.scene));
        expect_near(run.last().v, expected.velocity, 1e-10);  // rounding
        expect_near(run.impulse(), expected.impulse, 1e-10);
        EXPECT_NEAR(-run.lost() / run.energy().initial, expected.change, 1e-10);
        EXPECT_EQ(run.done.findings.contacts.reversals, 1);
    }
}

TEST(RoughImpactReferences, kane_and_levinsons_pendulum_gains_energy_by_newtons_law_only)
{
    struct {
        const char* scene;
        std::vector<std::string> overrides;
        std::vector<double> velocity;
        double change;  // of the energy [-]
    } const cases[] = {
        {"kane_levinson_0.7_0.5_newton", {}, {-0.33464892984356287, 0.36311536423032115}, 0.5874946869298461},
        {"kane_levinson_0.7_0.5_newton", {"impact.bounded=true"}, {-0.265603198273, 0.288196355885}, 0.0},
        {"kane_levinson_0.7_0.5_poisson",
         {},
         {-0.1909665015969545, 0.20721079495333733},
         -0.48305089989695943},
        {"kane_levinson_0.7_0.5_stronge",
         {},
         {-0.1926019305136754, 0.20898533930058955},
         -0.4741587263712421}};
    for (const auto& expected : cases) {
        SCOPED_TRACE(expected.scene);
        const ContactRun run(reference_scene(expected.scene, expected.overrides));
        expect_near(run.last().v, expected.velocity, 1e-10);  // rounding
        EXPECT_NEAR(-run.lost() / run.energy().initial, expected.change, 1e-9);
    }
}

TEST(RoughImpactReferences, a_rod_meets_the_floor)
{
    struct {
        const char* scene;
        std::vector<double> velocity, impulse;
        double tip, change;  // its velocity after [m/s], of the energy [J]
    } const cases[] = {{"rod_0_newton",
                        {1.1145911949125795, 0.05649047358083514, -2.5740381056766584},
                        {1.0564904735808351, 0.11459119491257952},
                        0.7,
                        -0.10117797358083552},
                       {"rod_0_poisson",
                        {1.023725810297195, -0.17084119491257999, -2.3641934886058134},
                        {0.82915880508742, 0.02372581029719492},
                        0.4202071772388736,
                        -0.2285072569108415},
                       {"rod_0_stronge",
                        {1.0525401809655222, -0.0987519280443967, -2.4307374272533675},
                        {0.9012480719556033, 0.052540180965522265},
                        0.5089324287689453,
                        -0.19501676040319335}};
    for (const auto& expected : cases) {
        SCOPED_TRACE(expected.scene);
        const ContactRun run(reference_scene(expected.scene));
        expect_near(run.last().v, expected.velocity, 1e-9);  // rounding
        expect_near(run.impulse(), expected.impulse, 1e-10);
        ASSERT_EQ(run.impacts.size(), 1u);
        EXPECT_NEAR(run.impacts[0].velocity_after, expected.tip, 1e-10);
        EXPECT_NEAR(-run.lost(), expected.change, 1e-10);
        // It ends sticking: at the impact the tip has no velocity along the floor.
        const Contact& tip = run.prepared.problem.contacts[run.impacts[0].contact];
        EXPECT_NEAR(rate_at(tip.slide, 0.0, run.prepared.problem.initial.q, run.last().v), 0.0, 1e-10);
    }
}

TEST(RoughImpactReferences, painleves_rod_jams)
{
    const ContactRun run(reference_scene("painleve_0"));
    ASSERT_EQ(run.impacts.size(), 1u);
    EXPECT_TRUE(run.impacts[0].is_jam);
    EXPECT_EQ(run.impacts[0].time, 0.0);
    EXPECT_NEAR(run.impacts[0].impulse, 0.3, 1e-9);
    EXPECT_NEAR(run.impacts[0].friction, 0.4, 1e-9);
    EXPECT_NEAR(run.impacts[0].energy_loss, 0.2, 1e-9);
    EXPECT_NEAR(run.impacts[0].velocity_after, 0.0, 1e-9);
    expect_near(run.last().q, {0.17602110245199343, 0.4679920634920905, 1.2110442361182245}, 1e-7);
    expect_near(run.last().v, {-0.35548283265318836, 0.13370414797093938, 0.7595915836705127}, 1e-6);
    EXPECT_EQ(run.done.findings.contacts.jams, 1);
    ASSERT_FALSE(run.changes.empty());
    EXPECT_EQ(run.changes.back().to, Sliding::sticks);
    EXPECT_EQ(run.changes.back().time, 0.0);
}

TEST(RoughImpactReferences, a_sliding_rod_without_paradox_comes_to_stick)
{
    const ContactRun run(reference_scene("rod_slide_-1_1.2"));
    ASSERT_GE(run.changes.size(), 2u);
    EXPECT_EQ(run.changes[0].to, Sliding::backwards);
    EXPECT_EQ(run.changes[1].to, Sliding::sticks);
    EXPECT_NEAR(run.changes[1].time, 0.0057898581186951875, 1e-9);  // of the integration
    expect_near(run.last().q, {0.1750331576842334, 0.46728262802758136, 1.207035191390381}, 1e-8);
    expect_near(run.last().v, {-0.3529326435163657, 0.1343625053542394, 0.7552873193812238}, 1e-7);
    // Over 1e-13 s the reaction changes by 1e-9 N at most.
    const ContactRun first(reference_scene("rod_slide_-1_1.2", {"run.duration=1e-13"}));
    ASSERT_EQ(first.phases.size(), 1u);
    EXPECT_NEAR(first.phases[0].peak_force, 61.3125, 1e-8);
}

TEST(RoughImpactReferences, moreau_jean_tends_to_the_motion_of_a_rod_that_jams_or_slides)
{
    for (const char* name : {"painleve_0", "rod_slide_-1_1.2"}) {
        SCOPED_TRACE(name);
        const ContactRun exact(reference_scene(name));
        const auto error = [&](double step) {
            const ContactRun run(by_moreau_jean(reference_scene(name), step));
            return (run.last().q - exact.last().q).norm() + (run.last().v - exact.last().v).norm() +
                   (run.impulse() - exact.impulse()).norm();
        };
        const double coarse = error(1e-4), fine = error(1e-5);
        EXPECT_LT(fine, 1e-3);
        EXPECT_GT(std::log10(coarse / fine), 0.8);  // first order, over ten steps in one
    }
}

TEST(RoughImpactReferences, a_ball_bounces_on_a_table_that_moves)
{
    const ContactRun run(reference_scene("table_0"));
    const double times[] = {0.17315060651397993, 0.4745082298943742, 0.712811050946093,  0.9587853150737257,
                            1.2132272647644213,  1.4626001811664047, 1.7117922130204268, 1.9623008651855869,
                            2.2122857300572183,  2.4621653164182233, 2.712221703319479,  2.9622272751663172,
                            3.212210745790875,   3.4622165678641927, 3.7122181606400493, 3.962216010032758,
                            4.212216550351173,   4.462216852236073,  4.712216585422097,  4.962216626381626};
    ASSERT_EQ(run.impacts.size(), std::size(times));
    for (std::size_t i = 0; i < std::size(times); ++i)
        EXPECT_NEAR(run.impacts[i].time, times[i], 1e-10) << i;  // rounding, amplified
    EXPECT_NEAR(run.impulse()(0), 49.90559542415248, 1e-9);
    EXPECT_NEAR(run.energy().work_of_loads, 20.350668534436466, 1e-9);
    EXPECT_NEAR(run.energy().lost_in_impacts, 20.858033522131514, 1e-9);
}

// The orbit with one impact a period: g T/2 is the speed at which the ball leaves the table's height.
TEST(RoughImpactReferences, the_bounces_on_a_table_come_to_repeat_every_period)
{
    const ContactRun run(reference_scene("table_0", {"run.duration=15.0"}));
    ASSERT_GT(run.impacts.size(), 40u);
    const double turns = 4.0 * run.impacts.back().time;
    EXPECT_NEAR(360.0 * (turns - std::floor(turns)), 305.5919749419169, 1e-9);  // halved every period
    const double omega = 8.0 * std::numbers::pi, angle = omega * run.impacts.back().time;
    EXPECT_NEAR(run.impacts.back().velocity_after - 0.02 * omega * std::sin(angle), 1.22625, 1e-9);
    // Two impacts apart the distance from the orbit changes by the trace t and the determinant e²:
    // d₂ = t d₁ − e² d₀.
    std::vector<double> off;
    for (std::size_t i = 10; i < 13; ++i) {
        const double phase = 4.0 * run.impacts[i].time;
        off.push_back(phase - std::floor(phase) - 305.5919749419169 / 360.0);
    }
    EXPECT_NEAR((off[2] + 0.25 * off[0]) / off[1], -0.43637045525375884, 1e-3);  // of the linear map
}

TEST(RoughImpactReferences, bounces_on_a_table_that_moves_faster_do_not_repeat_every_period)
{
    for (const double acceleration : {1.10, 1.49, 1.56}) {  // A ω²/g; stable from 1.0472 to 1.5268
        Scene scene = reference_scene("table_0", {"run.duration=60.0"});
        const double omega = 8.0 * std::numbers::pi;
        auto& motion = *std::get<LinearScene>(scene.subject).contact[0].motion;
        motion.amplitude = acceleration * 9.81 / (omega * omega);
        const ContactRun run(scene);
        const std::size_t n = run.impacts.size();
        ASSERT_GT(n, 100u) << acceleration;
        const double difference =
            run.impacts[n - 1].time - 2.0 * run.impacts[n - 2].time + run.impacts[n - 3].time;
        EXPECT_EQ(std::abs(difference) < 1e-6, acceleration < 1.5268) << acceleration << ": " << difference;
    }
}

}  // namespace
}  // namespace rebond::test
