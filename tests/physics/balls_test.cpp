#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/run_scene.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace rebond::test {
namespace {

constexpr double g = 9.81;
constexpr double rounding = 1e-12;

std::string ball(double x, double y, double vx, double vy, double mass = 1.0, double radius = 0.5)
{
    return fmt::format("[[model.ball]]\nmass = {}\nradius = {}\nposition = [{}, {}]\nvelocity = [{}, {}]\n",
                       mass, radius, x, y, vx, vy);
}

struct Setting {
    std::string law = "newton";
    double e = 1.0;
    double duration = 1.0;
    double gravity = 0.0;
    bool has_floor = false;     // at y = 0
    double sample_every = 0.0;  // 0: a thousandth of the duration
};

struct Watched {
    RunResult run;
    double least_gap = 0.0;  // at any step [m]
    std::vector<SustainedContact> rests = {};
    std::vector<State> ends_of_rests = {};
    std::vector<Impact> impacts = {};
};

// Keeps what the tests look at.
class Watch final : public Recorder {
public:
    Watch(const Problem& problem, Watched& watched) : problem_(problem), watched_(watched) {}
    void step(const Instant& now) override
    {
        for (const Contact& contact : problem_.contacts)
            watched_.least_gap = std::min(watched_.least_gap, gap_at(contact.gap, 0.0, now.q()));
        last_ = {now.t(), now.q(), now.v()};
        for (; told_ < watched_.rests.size(); ++told_) watched_.ends_of_rests.push_back(last_);
    }
    void impact(const Impact& impact) override { watched_.impacts.push_back(impact); }
    void sustained(const SustainedContact& phase) override { watched_.rests.push_back(phase); }

private:
    const Problem& problem_;
    Watched& watched_;
    State last_;
    std::size_t told_ = 0;
};

Watched run(const std::string& balls, const Setting& setting)
{
    const std::string text = fmt::format(
        "[model]\ntype = \"balls\"\n{}{}[impact]\nlaw = \"{}\"\nrestitution = {}\n[run]\n"
        "duration = {}\ngravity = {}\nsample_every = {}\n",
        setting.has_floor ? "floor = 0.0\n" : "", balls, setting.law, setting.e, setting.duration,
        setting.gravity, setting.sample_every > 0.0 ? setting.sample_every : 1e-3 * setting.duration);
    const Scene scene = parse_scene(text, "balls");
    const PreparedProblem prepared = prepare_problem(scene);
    Watched watched;
    Watch watch(prepared.problem, watched);
    watched.run = run_scene(scene, prepared, {&watch}, nullptr);
    return watched;
}

const Vector& final_velocity(const Watched& watched)
{
    return watched.run.findings.final.v;
}

std::string row_of(int count)
{
    std::string text;
    for (int i = 0; i < count; ++i) text += ball(i, 0.0, i == 0 ? 1.0 : 0.0, 0.0);
    return text;
}

std::string pool()
{
    std::string text = ball(0.0, -1.0, 0.0, 1.0);
    for (int row = 0; row < 5; ++row)
        for (int k = 0; k <= row; ++k) text += ball(k - 0.5 * row, row * std::sqrt(0.75), 0.0, 0.0);
    return text;
}

void expect_along_x(const Watched& watched, std::initializer_list<double> expected)
{
    ASSERT_EQ(watched.run.outcome.status, Status::ok) << watched.run.outcome.reason;
    Index i = 0;
    for (const double v : expected) {
        EXPECT_NEAR(final_velocity(watched)(i), v, 1e-10);  // what the reference states
        i += 2;
    }
}

TEST(Balls, cradles_come_apart_by_the_outward_law_and_stay_together_by_complementarity)
{
    const Setting outward{.law = "outward"}, newton{};
    expect_along_x(run(row_of(3), outward), {-1.0 / 6.0, 1.0 / 3.0, 5.0 / 6.0});
    expect_along_x(run(row_of(3), newton), {-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0});
    expect_along_x(run(row_of(5), outward), {-0.3, 0.2, 0.2, 0.2, 0.7});
    expect_along_x(run(row_of(5), newton), {-0.6, 0.4, 0.4, 0.4, 0.4});
    expect_along_x(run(row_of(5), {.law = "outward", .e = 0.8}), {-0.2, 0.2, 0.2, 0.2, 0.6});
    expect_along_x(run(row_of(5), {.law = "newton", .e = 0.8}), {-0.44, 0.36, 0.36, 0.36, 0.36});
}

TEST(Balls, with_gaps_between_them_the_last_ball_of_a_cradle_takes_all)
{
    std::string text;
    for (int i = 0; i < 4; ++i) text += ball(1.001 * i, 0.0, i == 0 ? 1.0 : 0.0, 0.0);
    for (const char* law : {"newton", "outward"}) {
        const Watched watched = run(text, {.law = law});
        expect_along_x(watched, {0.0, 0.0, 0.0, 1.0});
        ASSERT_EQ(watched.impacts.size(), 3u);
        EXPECT_NEAR(watched.impacts[2].time, 0.003, rounding);
    }
}

TEST(Balls, of_two_dropped_together_the_lighter_upper_one_is_thrown_up_by_the_outward_law)
{
    const std::string stack = ball(0.0, 0.5, 0.0, -1.0) + ball(0.0, 1.5, 0.0, -1.0, 0.25);
    const Watched outward = run(stack, {.law = "outward", .has_floor = true});
    EXPECT_NEAR(final_velocity(outward)(1), 0.5, 1e-10);
    EXPECT_NEAR(final_velocity(outward)(3), 0.5 + std::sqrt(1.25), 1e-10);
    const Watched newton = run(stack, {.has_floor = true});
    EXPECT_NEAR(final_velocity(newton)(1), 1.0, 1e-10);
    EXPECT_NEAR(final_velocity(newton)(3), 1.0, 1e-10);
}

TEST(Balls, a_pool_break_runs_on_without_overlap_and_keeps_its_momentum)
{
    const Watched first = run(pool(), {.law = "newton", .duration = 1e-6});
    EXPECT_NEAR(final_velocity(first)(1), -0.771429, 1e-6);  // printed digits
    for (const char* law : {"newton", "outward"})
        for (const double e : {1.0, 0.7, 0.0}) {
            const Watched watched = run(pool(), {.law = law, .e = e, .duration = 20.0});
            ASSERT_EQ(watched.run.outcome.status, Status::ok) << law << e << watched.run.outcome.reason;
            EXPECT_GE(watched.least_gap, -1e-12);  // rounding of positions of ten
            Vector2 momentum(0.0, -1.0);
            for (Index i = 0; i < 32; i += 2) momentum += final_velocity(watched).segment<2>(i);
            EXPECT_LT(momentum.norm(), 1e-13) << law << e;
            EXPECT_LE(watched.run.findings.energy.final, 0.5 * (1.0 + rounding));
            EXPECT_LE(watched.run.outcome.residual.value_or(1.0), 1e-9);
        }
}

TEST(Balls, an_oblique_collision_changes_the_normal_velocities_only)
{
    // Masses 1 and 3; at contact the line of centres is at asin(0.6): the impact parameter is 0.6.
    const double e = 0.5;
    const Watched watched =
        run(ball(-5.0, 0.6, 2.0, 0.0) + ball(0.0, 0.0, 0.0, 0.0, 3.0), {.e = e, .duration = 5.0});
    ASSERT_EQ(watched.impacts.size(), 1u);
    EXPECT_NEAR(watched.impacts[0].time, (5.0 - 0.8) / 2.0, rounding);
    const Vector2 n(-0.8, 0.6);
    const double p = (1.0 + e) * 1.6 * 0.75;  // (1 + e) u m₁m₂/(m₁ + m₂)
    const Vector2 one = Vector2(2.0, 0.0) + p * n, other = -p / 3.0 * n;
    EXPECT_LT((final_velocity(watched).head<2>() - one).norm(), rounding);
    EXPECT_LT((final_velocity(watched).tail<2>() - other).norm(), rounding);
}

TEST(Balls, a_ball_dropped_on_the_floor_bounces_as_galileo_has_it)
{
    // From height h above touching: T₀ = √(2h/g), then bounces of 2eᵏT₀.
    const double h = 1.0, T = std::sqrt(2.0 * h / g);
    const Setting elastic{.e = 1.0, .duration = 2.9 * T, .gravity = g, .has_floor = true};
    const Watched bouncing = run(ball(0.0, 0.5 + h, 0.3, 0.0), elastic);
    ASSERT_EQ(bouncing.impacts.size(), 1u);
    EXPECT_NEAR(bouncing.impacts[0].time, T, rounding);
    EXPECT_NEAR(bouncing.run.findings.final.q(0), 0.3 * 2.9 * T, rounding);

    const double e = 0.5;
    const Watched resting =
        run(ball(0.0, 0.5 + h, 0.3, 0.0), {.e = e, .duration = 5.0, .gravity = g, .has_floor = true});
    ASSERT_EQ(resting.rests.size(), 1u);
    EXPECT_NEAR(resting.rests[0].start, T * (1.0 + e) / (1.0 - e),
                1e-7);  // bounces below rounding are cut off
    EXPECT_NEAR(resting.run.findings.final.q(1), 0.5, rounding);
    EXPECT_NEAR(resting.run.findings.final.v(1), 0.0, rounding);
    EXPECT_NEAR(resting.run.findings.final.q(0), 1.5, rounding);  // it slides on
    EXPECT_NEAR(resting.rests[0].impulse, g * (5.0 - resting.rests[0].start), 1e-9);
}

TEST(Balls, a_ball_slides_off_a_fixed_one_at_two_thirds_of_its_height)
{
    // From rest at θ₀ it leaves where cos θ = ⅔ cos θ₀. The other ball is 10¹² times as heavy.
    const double R = 1.1, start = 0.1;
    const Watched watched = run(ball(0.0, 1.0, 0.0, 0.0, 1e12, 1.0) +
                                    ball(R * std::sin(start), 1.0 + R * std::cos(start), 0.0, 0.0, 1.0, 0.1),
                                {.e = 0.0, .duration = 2.0, .gravity = g, .has_floor = true});
    ASSERT_EQ(watched.run.outcome.status, Status::ok) << watched.run.outcome.reason;
    ASSERT_FALSE(watched.ends_of_rests.empty());
    const State& left = watched.ends_of_rests.front();
    EXPECT_EQ(watched.rests.front().contact, 0);
    const Vector2 d = left.q.segment<2>(2) - left.q.segment<2>(0);
    EXPECT_NEAR(d.y() / d.norm(), 2.0 / 3.0 * std::cos(start), 1e-8);  // where a fading force vanishes
    EXPECT_NEAR(left.v.tail<2>().squaredNorm(), 2.0 * g * (R * std::cos(start) - d.y()), 1e-9);
    EXPECT_NEAR(watched.run.findings.energy.balance_error, 0.0, 1e-12 * watched.run.findings.energy.initial);
}

TEST(Balls, one_that_lies_on_two_pushes_them_apart_and_loses_nothing_until_it_lands)
{
    const double h = std::sqrt(0.75);
    const Watched watched =
        run(ball(-0.5, 0.5, 0.0, 0.0) + ball(0.5, 0.5, 0.0, 0.0) + ball(0.0, 0.5 + h, 0.0, 0.0),
            {.e = 1.0, .duration = 0.6, .gravity = g, .has_floor = true});
    ASSERT_EQ(watched.run.outcome.status, Status::ok) << watched.run.outcome.reason;
    const State& end = watched.run.findings.final;
    EXPECT_NEAR(end.v(0), -end.v(2), rounding);
    EXPECT_GT(end.v(2), 0.5);
    EXPECT_NEAR(end.q(4), 0.0, rounding);
    EXPECT_NEAR(watched.run.findings.energy.balance_error, 0.0, 1e-11);
    EXPECT_GE(watched.least_gap, -1e-12);
}

TEST(Balls, at_rest_on_each_other_they_stay)
{
    const Watched watched =
        run(ball(0.0, 0.5, 0.0, 0.0) + ball(0.0, 1.5, 0.0, 0.0, 0.2) + ball(0.0, 2.3, 0.0, 0.0, 2.0, 0.3),
            {.e = 0.6, .duration = 1.0, .gravity = g, .has_floor = true});
    ASSERT_EQ(watched.run.outcome.status, Status::ok);
    EXPECT_EQ(watched.run.findings.impacts, 0);
    EXPECT_LT(watched.run.findings.final.v.norm(), 1e-25);
    EXPECT_NEAR(watched.run.findings.final.q(5), 2.3, rounding);
}

TEST(Balls, plastic_stacks_come_to_rest_whatever_their_masses)
{
    for (const double upper : {0.1, 0.5, 1.0, 1.0 / 3.0, 7.0})
        for (const double fall : {0.0, g})
            for (const char* law : {"newton", "poisson", "outward"}) {
                const Watched watched =
                    run(ball(0.0, 0.5, 0.0, -1.0, 0.7) + ball(0.0, 1.5, 0.0, -1.0, upper),
                        {.law = law, .e = 0.0, .duration = 2.0, .gravity = fall, .has_floor = true});
                ASSERT_EQ(watched.run.outcome.status, Status::ok)
                    << upper << law << watched.run.outcome.reason;
                EXPECT_LT(final_velocity(watched).norm(), 1e-12) << upper << law;
            }
}

TEST(Balls, falling_together_they_do_not_part_whatever_their_masses)
{
    for (const double mass : {3.36, 1.7782794100389228, 0.64, 1.35, 0.1}) {
        const Watched watched =
            run(ball(0.0, 1.12, 0.0, 0.0, 0.6, 0.12) + ball(0.0, 1.273, 0.0, 0.0, mass, 0.033),
                {.law = "outward", .e = 0.8, .duration = 1.0, .gravity = g, .has_floor = true});
        ASSERT_EQ(watched.run.outcome.status, Status::ok) << mass << watched.run.outcome.reason;
        ASSERT_FALSE(watched.impacts.empty());
        EXPECT_NEAR(watched.impacts.front().time, std::sqrt(2.0 / g), rounding);
        EXPECT_EQ(watched.impacts[1].time, watched.impacts.front().time);  // the floor and the pair, at once
    }
}

TEST(Balls, how_often_a_run_is_sampled_changes_nothing)
{
    const std::string balls = ball(0.0, 1.12, 0.0, 0.0, 0.6, 0.12) + ball(0.0, 1.5, 0.0, 0.0, 0.3, 0.033);
    const Setting often{.e = 1.0, .duration = 12.0, .gravity = g, .has_floor = true, .sample_every = 0.01};
    const Watched one = run(balls, often);
    ASSERT_EQ(one.run.outcome.status, Status::ok);
    for (const double sample_every : {0.1, 3.0, 9.0, 12.0}) {
        Setting setting = often;
        setting.sample_every = sample_every;
        const Watched other = run(balls, setting);
        EXPECT_EQ(other.impacts.size(), one.impacts.size()) << sample_every;
        // Elastic bounces of one ball on another amplify rounding.
        EXPECT_LT((other.run.findings.final.q - one.run.findings.final.q).norm(), 1e-6) << sample_every;
        EXPECT_GT(other.run.findings.final.q(3), other.run.findings.final.q(1)) << "the upper ball is above";
        EXPECT_LT(std::abs(other.run.findings.energy.balance_error), 1e-10);
    }
}

TEST(Balls, an_impact_is_the_same_whether_contacts_touch_at_the_start_or_later)
{
    std::string later = ball(-0.25, 0.0, 1.0, 0.0);
    for (int i = 1; i < 3; ++i) later += ball(i, 0.0, 0.0, 0.0);
    const Watched first = run(row_of(3), {.law = "outward"}), second = run(later, {.law = "outward"});
    EXPECT_EQ(first.impacts.size(), 2u);
    EXPECT_EQ(second.impacts.size(), 2u);
    EXPECT_LT((final_velocity(first) - final_velocity(second)).norm(), rounding);
}

TEST(Balls, velocities_that_rounding_has_swallowed_are_refused)
{
    // A heavy ball on a light one: the mobility holds the heavy one's in its last digits.
    for (const double ratio : {1e-3, 1e-6, 1e-9, 1e-12, 1e-15}) {
        const Watched watched = run(ball(0.0, 0.5, 0.0, -1.0, ratio) + ball(0.0, 1.5, 0.0, -1.0),
                                    {.law = "outward", .e = 1.0, .duration = 1e-3, .has_floor = true});
        if (watched.run.outcome.status != Status::ok) {
            EXPECT_EQ(watched.run.outcome.status, Status::solve_failed);
            EXPECT_LE(ratio, 1e-9);
            continue;
        }
        // ½ and 1 except for the light mass.
        const double told = watched.run.outcome.residual.value_or(1.0);
        EXPECT_NEAR(final_velocity(watched)(3), 1.0,
                    2.0 * std::sqrt(ratio) * std::sqrt(ratio) + 100.0 * told + 1e-3 * std::sqrt(ratio))
            << ratio;
    }
}

// Figure 1 of the paper: a ball drops on a rod that rests on two supports at its ends.
TEST(Balls, a_rod_struck_beyond_one_support_lifts_off_the_other)
{
    // Coordinates: the ball's height and those of the rod's ends; a rod of mass m has the mass matrix
    // m/6 (2 1; 1 2) in them. The ball hits the left end; the supports are at a quarter of the length and
    // at the right end.
    const std::string text = R"(
[model]
type = "linear"
mass = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.5], [0.0, 0.5, 1.0]]
stiffness = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
[initial]
velocity = [-1.0, 0.0, 0.0]
[[contact]]
normal = [1.0, -1.0, 0.0]
[[contact]]
normal = [0.0, 0.75, 0.25]
[[contact]]
normal = [0.0, 0.0, 1.0]
[impact]
law = "LAW"
[run]
duration = 1e-3
)";
    for (const char* law : {"newton", "outward"}) {
        std::string with_law = text;
        with_law.replace(with_law.find("LAW"), 3, law);
        const Scene scene = parse_scene(with_law, "rod");
        const RunResult done = run_scene(scene, prepare_problem(scene), {}, nullptr);
        ASSERT_EQ(done.outcome.status, Status::ok) << done.outcome.reason;
        const Vector& v = done.findings.final.v;
        EXPECT_GE(v(0) - v(1), -rounding) << law;
        EXPECT_GE(0.75 * v(1) + 0.25 * v(2), -rounding) << law;
        EXPECT_GT(v(2), 0.01) << law;  // no coefficient times its approach velocity, which is zero
        EXPECT_LE(done.findings.energy.final, 0.5 * (1.0 + rounding)) << law;
    }
}

}  // namespace
}  // namespace rebond::test
