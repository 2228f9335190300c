// Where Coulomb friction has more than one answer, or none: discs in grooves, whose reactions are not unique,
// and rods that slide into Painlevé's paradox.
#include "physics/contact_reference.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace rebond::test {
namespace {

Scene groove(double friction, const std::vector<std::string>& more = {})
{
    std::vector<std::string> overrides{fmt::format("impact.friction={}", friction)};
    overrides.insert(overrides.end(), more.begin(), more.end());
    return reference_scene("groove", overrides);
}

TEST(Groove, a_disc_at_rest_stays_at_rest_whatever_the_friction)
{
    for (const double friction : {0.0, 0.1, 0.5, 0.9, 1.0, 1.1, 2.0, 3.0}) {
        SCOPED_TRACE(friction);
        const ContactRun run(groove(friction));
        const Vector& start = run.prepared.problem.initial.q;
        for (const State& state : run.states) {
            ASSERT_LE(state.v.cwiseAbs().maxCoeff(), 1e-13) << state.t;  // rounding
            ASSERT_LE((state.q - start).cwiseAbs().maxCoeff(), 1e-13) << state.t;
        }
        EXPECT_LE(std::abs(run.energy().lost_in_friction), 1e-13);
        EXPECT_EQ(run.done.findings.contacts.slip_time, 0.0);
        EXPECT_EQ(run.done.findings.contacts.transitions, 0);
        // The two sides carry the weight of 9.81 N for 1 s.
        const double sin10 = std::sin(std::numbers::pi / 18.0), cos10 = std::cos(std::numbers::pi / 18.0);
        Vector2 push = Vector2::Zero();
        for (const Index side : {0, 1}) {
            const double x = side == 0 ? std::sqrt(0.5) : -std::sqrt(0.5), y = std::sqrt(0.5);
            const Vector2 n(cos10 * x - sin10 * y, sin10 * x + cos10 * y), p = run.impulse_of(side);
            push += p(0) * n + p(1) * Vector2(n.y(), -n.x());
        }
        EXPECT_NEAR(push.x(), 0.0, 1e-10);
        EXPECT_NEAR(push.y(), 9.81, 1e-10);
    }
}

// It spins, falls in, slides, stops and rests; where samples are taken changes nothing.
TEST(Groove, a_disc_that_falls_in_only_loses_energy)
{
    for (const double friction : {0.3, 0.8, 1.1, 2.0})
        for (const double restitution : {0.0, 0.3, 0.8}) {
            SCOPED_TRACE(fmt::format("μ = {}, e = {}", friction, restitution));
            const auto scene = [&](double every) {
                return groove(friction, {"model.ball.0.position=[0.0,0.2]", "model.ball.0.spin=-20.0",
                                         "model.ball.0.velocity=[0.3,0.0]",
                                         fmt::format("impact.restitution={}", restitution),
                                         fmt::format("run.sample_every={}", every)});
            };
            const ContactRun run(scene(0.01)), other(scene(0.0173));
            EXPECT_GE(run.energy().lost_in_friction, 0.0);
            EXPECT_LE(std::abs(run.energy().balance_error), 1e-10);
            for (std::size_t i = 1; i < run.impacts.size(); ++i)
                EXPECT_GE(run.impacts[i].energy_loss, -1e-10);  // of the impulses of two sides
            // A hundred bounces multiply what rounding leaves.
            const double tolerance = restitution > 0.5 ? 1e-5 : 1e-9;
            EXPECT_LE((run.last().q - other.last().q).cwiseAbs().maxCoeff(), tolerance);
            EXPECT_LE((run.last().v - other.last().v).cwiseAbs().maxCoeff(), tolerance);
        }
}

// A rod that slides into the paradox is stopped where B vanishes, not where a sample happens to be.
TEST(RodInParadox, where_a_rod_jams_does_not_depend_on_samples)
{
    for (const char* angle : {"46.475", "50.0", "60.0"})
        for (const char* friction : {"1.4", "1.6", "2.5"}) {
            SCOPED_TRACE(fmt::format("{}°, μ = {}", angle, friction));
            const auto scene = [&](const char* every) {
                return reference_scene("rod_into_paradox", {std::string("initial.angle_deg=") + angle,
                                                            std::string("impact.friction=") + friction,
                                                            std::string("run.sample_every=") + every});
            };
            const ContactRun coarse(scene("0.1"));
            for (const char* every : {"0.01", "0.0031"}) {
                const ContactRun fine(scene(every));
                EXPECT_LE((fine.last().q - coarse.last().q).cwiseAbs().maxCoeff(), 1e-9);
                EXPECT_LE((fine.last().v - coarse.last().v).cwiseAbs().maxCoeff(), 1e-9);
                EXPECT_EQ(fine.done.findings.contacts.jams, coarse.done.findings.contacts.jams);
            }
        }
}

// The ground throws the lower ball back, e = 0.5, and the upper one presses it down again, e = 0.
TEST(BallPressedDown, is_left_on_the_ground_whatever_the_friction_and_tends_to_the_motion_without)
{
    const auto run = [](double friction) {
        return ContactRun(
            reference_scene("ball_pressed_down", {fmt::format("impact.friction={}", friction)}));
    };
    const ContactRun smooth = run(0.0);
    for (const double friction : {1e-6, 1e-3, 0.1, 0.3, 1.0}) {
        SCOPED_TRACE(friction);
        const ContactRun rough = run(friction);
        EXPECT_GE(rough.last().v(1), -1e-12);  // not into the ground
        for (const Impact& impact : rough.impacts) EXPECT_GE(impact.velocity_after, 0.0);
        EXPECT_GT(rough.energy().lost_in_impacts, 0.0);
        if (friction > 1e-3) continue;
        EXPECT_NEAR(rough.last().v(1), smooth.last().v(1), 2.0 * friction);
        EXPECT_NEAR(rough.last().v(3), smooth.last().v(3), 2.0 * friction);
    }
}

}  // namespace
}  // namespace rebond::test
