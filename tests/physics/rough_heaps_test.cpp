// Rough balls that press each other and the walls about them, by Moreau–Jean's steps: more contacts stick
// than the balls have freedoms.
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/scene/run_scene.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace rebond::test {
namespace {

constexpr double weight = 0.7 * 9.81, mass = 0.7, radius = 0.1;

const std::string bowl = "[[model.circle]]\ncentre = [0, 0]\nradius = 1.0\nside = \"inside\"\n";
const std::string groove =
    "[[model.plane]]\npoint = [0, -1]\nnormal = [1, 1]\n[[model.plane]]\npoint = [0, -1]\nnormal = [-1, 1]\n";

// Balls strewn above the walls, none of them touching.
std::string strewn_balls(int count, unsigned seed)
{
    std::mt19937 random(seed);
    const auto in = [&](double from, double to) {
        return from + (to - from) * static_cast<double>(random()) / 4294967295.0;
    };
    std::vector<Vector2> places;
    std::string text;
    while (static_cast<int>(places.size()) < count) {
        const Vector2 place(in(-0.5, 0.5), in(-0.3, 0.6));
        const bool is_free = std::all_of(places.begin(), places.end(), [&](const Vector2& other) {
            return (place - other).norm() > 2.1 * radius;
        });
        if (!is_free || place.norm() > 0.85) continue;
        places.push_back(place);
        text +=
            fmt::format("[[model.ball]]\nmass = {}\nradius = {}\nposition = [{}, {}]\nvelocity = [0, 0]\n",
                        mass, radius, place.x(), place.y());
    }
    return text;
}

// The vertical impulses of the walls on the balls.
class WallImpulse final : public Recorder {
public:
    WallImpulse(const Problem& problem, int balls) : problem_(problem), balls_(balls), q_(problem.initial.q)
    {
    }

    void step(const Instant& now) override
    {
        q_ = now.q();
        t_ = now.t();
    }
    void received(Index contact, double normal, double friction) override
    {
        if (t_ < from) return;
        const Contact& one = problem_.contacts[contact];
        gradient_at(one.gap, t_, q_, row_);
        vertical += normal * upwards();
        gradient_at(one.slide, t_, q_, row_);
        vertical += friction * upwards();
    }

    double from = 4.0;  // [s]
    double vertical = 0.0;

private:
    // The sum over all balls: pairs cancel.
    double upwards() const
    {
        double sum = 0.0;
        for (const rebond::Term& term : row_)
            if (term.coordinate < 2 * balls_ && term.coordinate % 2 == 1) sum += term.weight;
        return sum;
    }

    const Problem& problem_;
    int balls_;
    rebond::Row row_;
    Vector q_;
    double t_ = 0.0;
};

TEST(RoughHeaps, balls_in_a_bowl_or_a_groove_come_to_rest)
{
    for (const std::string& walls : {bowl, groove})
        for (const int count : {3, 7, 12})
            for (const unsigned seed : {1u, 2u}) {
                SCOPED_TRACE(fmt::format("{} balls, seed {}, {}", count, seed, walls));
                const std::string text =
                    "[model]\ntype = \"balls\"\n" + walls + strewn_balls(count, seed) +
                    "[impact]\nrestitution = 0.6\nfriction = 0.3\n"
                    "[scheme]\ntype = \"moreau_jean\"\nstep = 1e-3\n[run]\nduration = 5.0\ngravity = 9.81\n";
                const Scene scene = parse_scene(text, "heap");
                const PreparedProblem prepared = prepare_problem(scene);
                WallImpulse walls_gave(prepared.problem, count);
                const RunResult run = run_scene(scene, prepared, {&walls_gave});
                ASSERT_EQ(run.outcome.status, Status::ok) << run.outcome.reason;
                EXPECT_LE(run.outcome.residual.value(), 1e-8);
                EXPECT_LE(run.findings.final.v.cwiseAbs().maxCoeff(), 1e-9);
                // In the last second the walls carry the weight. Rounding of a thousand steps.
                EXPECT_NEAR(walls_gave.vertical, count * weight, 1e-8 * count * weight);
                EXPECT_NEAR(run.findings.energy.balance_error, 0.0, 1e-10);
            }
}

// More contacts than a dense problem is solved for in an acceptable time: they are those of a crowd.
TEST(RoughHeaps, a_hundred_balls_that_fall_into_a_box_have_certified_impulses)
{
    constexpr int count = 100, columns = 8;
    constexpr double r = 0.05, pitch = 2.3 * r;
    std::string text = fmt::format(
        "[model]\ntype = \"balls\"\nfloor = 0.0\nplane = [{{ point = [0, 0], normal = [1, 0] }}, "
        "{{ point = [{}, 0], normal = [-1, 0] }}]\n",
        pitch * columns);
    for (int k = 0; k < count; ++k) {
        const double astray = 0.1 * r * std::sin(static_cast<double>(k * k));
        text += fmt::format("[[model.ball]]\nmass = 1.0\nradius = {}\nposition = [{}, {}]\n", r,
                            pitch * (k % columns + 0.5) + astray, r * (1.2 + 2.4 * (k / columns)) + astray);
    }
    text +=
        "[impact]\nrestitution = 0.0\nfriction = 0.4\n"
        "[scheme]\ntype = \"moreau_jean\"\nstep = 1e-3\n[run]\nduration = 0.3\ngravity = 9.81\n";
    const Scene scene = parse_scene(text, "box");
    const RunResult run = run_scene(scene, prepare_problem(scene), {});
    ASSERT_EQ(run.outcome.status, Status::ok) << run.outcome.reason;
    EXPECT_LE(run.outcome.residual.value(), 1e-8);
    const auto& energy = run.findings.energy;
    EXPECT_NEAR(energy.balance_error, 0.0, 1e-12 * energy.initial);  // rounding
    EXPECT_GT(energy.lost_in_impacts, 0.0);
}

// What contacts did after the first step.
class Restlessness final : public Recorder {
public:
    void contact_begins(Index /*contact*/, double t) override { count += t > first ? 1 : 0; }
    void change(const ContactChange& change) override { count += change.time > first ? 1 : 0; }
    double first = 0.0;  // step [s]
    int count = 0;
};

// tan 15° = 0.26795 holds them; the lower two touch and need not press each other.
TEST(RoughHeaps, three_discs_at_rest_stick_from_the_first_step_on_whatever_the_step)
{
    const std::string discs =
        "[model]\ntype = \"balls\"\nfloor = 0.0\n"
        "[[model.ball]]\nmass = 1.0\nradius = 0.1\nposition = [-0.1, 0.1]\n"
        "[[model.ball]]\nmass = 1.0\nradius = 0.1\nposition = [0.1, 0.1]\n"
        "[[model.ball]]\nmass = 1.0\nradius = 0.1\nposition = [0.0, 0.27320508075688776]\n"
        "[impact]\nrestitution = 0.0\nfriction = 0.27\n[run]\nduration = 0.2\ngravity = 9.81\n";
    for (const double step : {1e-3, 1e-4, 1e-5})
        for (const char* activation : {"position", "predicted"}) {
            SCOPED_TRACE(fmt::format("{} {}", step, activation));
            const Scene scene = parse_scene(
                discs + fmt::format("[scheme]\ntype = \"moreau_jean\"\nstep = {}\nactivation = \"{}\"\n",
                                    step, activation),
                "heap");
            Restlessness restless;
            restless.first = 1.5 * step;
            const RunResult run = run_scene(scene, prepare_problem(scene), {&restless});
            ASSERT_EQ(run.outcome.status, Status::ok) << run.outcome.reason;
            EXPECT_EQ(restless.count, 0);
            EXPECT_EQ(run.findings.contacts.slip_time, 0.0);
            EXPECT_LE(run.findings.final.v.cwiseAbs().maxCoeff(), 1e-15);  // rounding
        }
}

}  // namespace
}  // namespace rebond::test
