// Hertz contacts of bodies other than a mass: a ball on a beam as a linear system, the dropped bar, a rod,
// and every model with every scheme.
#include "integration/linear_problem.hpp"
#include "physics/dropped_bar.hpp"
#include "rebond/io/scene/scene_reference.hpp"
#include "rebond/io/scene/scene_toml.hpp"
#include "rebond/mechanics/beam/ball_on_beam.hpp"
#include "rebond/mechanics/free_vibration.hpp"
#include "rebond/scene/fields.hpp"
#include "rebond/scene/run_scene.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace rebond::test {
namespace {

constexpr double pi = 3.14159265358979323846;

// The same modes, M = 1, C = 2ζω, K = ω², and one contact between the ball and the sum of their shapes.
Problem as_linear_system(const BallOnBeam& model, double velocity, double duration)
{
    const Index n = model.dofs();
    Vector mass = Vector::Ones(n), damping = Vector::Zero(n), stiffness = Vector::Zero(n), normal(n);
    mass(0) = model.ball_mass();
    stiffness.tail(n - 1) = model.frequencies().cwiseAbs2();
    damping.tail(n - 1) = 2.0 * model.damping_ratio() * model.frequencies();
    normal << 1.0, -model.shape();
    Contact contact = contact_along(normal, 0.0, 1.0);
    contact.law.law = Law::hertz;
    contact.law.hertz_stiffness = model.hertz().stiffness;
    return linear_problem(linear_system(Matrix(mass.asDiagonal()), Matrix(stiffness.asDiagonal()),
                                        Vector::Zero(n), Matrix(damping.asDiagonal())),
                          {contact}, Vector::Zero(n), velocity * Vector::Unit(n, 0), duration);
}

TEST(HertzContacts, a_ball_on_a_beam_as_a_linear_system_has_the_same_sub_impacts)
{
    for (const double mass : {0.01, 0.1, 0.785}) {
        const std::string text = fmt::format(
            "[model]\ntype = \"ball_on_beam\"\nlocation = 0.3\n[model.ball]\nmass = {}\n"
            "[model.beam]\nmodes = 12\ndamping_ratio = 0.01\n[[model.beam.section]]\nlength = 1.0\nwidth = "
            "0.02\nheight = 0.01\n[initial]\nvelocity = -1.0\n[run]\nduration = 0.5\nstop_when_quiet = "
            "true\n",
            mass);
        const Scene scene = parse_scene(text, "scene");
        const Problem beam = build_problem(scene);
        const RunResult expected = run_scene(scene, prepare_problem(scene), {}, nullptr);
        ASSERT_TRUE(expected.findings.restitution.apparent);
        const auto& model = dynamic_cast<const BallOnBeam&>(*beam.model);
        const Path path = path_of(as_linear_system(model, -1.0, expected.findings.final.t), EventAccurate{});
        Path exact;
        ASSERT_EQ(integrate(beam, EventAccurate{.tolerance = 1e-7}, exact).status, Status::ok);
        ASSERT_EQ(static_cast<long>(path.impacts.size()), expected.findings.impacts) << mass;
        // Errors of 1e-12 a step, amplified along the sub-impacts by about the conditioning.
        const double error = 1e-9 * (1.0 + *expected.findings.restitution.conditioning);
        EXPECT_NEAR(path.last().v(0), *expected.findings.restitution.apparent, error) << mass;
        for (std::size_t i = 0; i < path.impacts.size(); ++i) {
            const Impact &now = path.impacts[i], &then = exact.impacts[i];
            EXPECT_NEAR(now.time, then.time, error) << i;
            EXPECT_NEAR(now.end, then.end, error) << i;
            EXPECT_NEAR(now.impulse, then.impulse, error * mass) << i;
            EXPECT_NEAR(now.velocity_before, then.velocity_before, 10.0 * error) << i;
            EXPECT_NEAR(now.velocity_after, then.velocity_after, 10.0 * error) << i;
            EXPECT_NEAR(now.peak_force / then.peak_force, 1.0, 1e-4) << i;  // of a cubic between steps
        }
    }
}

Scene hertzian_bar(double stiffness, double duration)
{
    Scene scene = dropped_bar(Springs::paired, 60.0, 1.0, duration);
    scene.impact.law = Law::hertz;
    scene.impact.hertz_stiffness = stiffness;
    return scene;
}

TEST(HertzContacts, the_dropped_bar_keeps_its_energy_on_a_hertzian_tip)
{
    for (const double stiffness : {1e7, 1e9}) {
        const Findings found = run_by(EventAccurate{}, hertzian_bar(stiffness, 5e-3));
        EXPECT_GE(found.impacts, 1);
        EXPECT_EQ(found.energy.lost_in_impacts, 0.0);
        EXPECT_LE(std::abs(found.energy.balance_error), 1e-9 * found.energy.initial);  // of the steps
        const Findings stepped = run_by(MoreauJean{.step = 2e-8}, hertzian_bar(stiffness, 5e-3));
        EXPECT_EQ(stepped.impacts, found.impacts);
    }
}

// Touches become shorter like T ∝ K^{-2/5}, and what the bar does meanwhile changes them like T². In the
// limit they are the impacts of Newton's law with e = 1.
TEST(HertzContacts, touches_of_a_stiff_tip_are_impacts_with_restitution_one)
{
    Scene rigid = hertzian_bar(1.0, 3.62e-3);
    rigid.impact = {.restitution = 1.0};
    Path exact;
    ASSERT_EQ(integrate(build_problem(rigid), EventAccurate{}, exact).status, Status::ok);
    ASSERT_GE(exact.impacts.size(), 2u);
    const Impact& limit = exact.impacts.front();
    std::optional<double> last;
    for (const double stiffness : {1e14, 1e16, 1e18}) {
        Path path;
        ASSERT_EQ(integrate(build_problem(hertzian_bar(stiffness, 3.62e-3)), EventAccurate{}, path).status,
                  Status::ok);
        ASSERT_GE(path.impacts.size(), 2u);
        const Impact& touch = path.impacts.front();
        EXPECT_NEAR(touch.time, limit.time, 1e-12);
        EXPECT_NEAR(touch.velocity_before, limit.velocity_before, 1e-10);
        const double error = std::abs(touch.velocity_after / limit.velocity_after - 1.0);
        EXPECT_LE(std::abs(touch.impulse / limit.impulse - 1.0), error);
        if (last) {
            EXPECT_NEAR(std::log(*last / error) / std::log(100.0), 0.8, 0.03) << stiffness;
        }
        last = error;
        // The second is late by some lengths of the first.
        EXPECT_NEAR(path.impacts[1].time, exact.impacts[1].time, 2.0 * (touch.end - touch.time));
    }
    EXPECT_LE(*last, 1e-4);
}

// A rod that stands upright on its lower end: its centre bounces like a mass, for the end is below it.
TEST(HertzContacts, an_upright_rod_bounces_like_a_mass)
{
    const std::string text =
        "[model]\ntype = \"rod\"\nmass = 0.5\nlength = 1.0\n[initial]\ntip = [0.0, 0.02]\nangle_deg = 90\n"
        "velocity = [0.0, -1.0]\n[impact]\nlaw = \"hertz\"\nhertz_stiffness = 1e8\n[run]\nduration = "
        "0.1\ngravity = 0\n";
    const Problem problem = build_problem(parse_scene(text, "scene"));
    Path path;
    ASSERT_EQ(integrate(problem, EventAccurate{}, path).status, Status::ok);
    ASSERT_EQ(path.impacts.size(), 1u);
    const double deepest = std::pow(1.25 * 0.5 / 1e8, 0.4);
    EXPECT_NEAR((path.impacts[0].end - path.impacts[0].time) / (0.8 * std::beta(0.4, 0.5) * deepest), 1.0,
                1e-9);
    EXPECT_NEAR(path.last().v(1), 1.0, 1e-10);
    EXPECT_NEAR(path.last().q(2), 0.5 * pi, 1e-12);
}

// Every model with a Hertz contact by choice runs by every scheme, or is refused with a sentence.
TEST(HertzContacts, run_by_every_pair_of_model_and_scheme_or_are_refused)
{
    int runs = 0, refusals = 0;
    for (const std::string_view model : {"bar", "chain", "linear", "frame", "balls", "rod"}) {
        Scene scene = parse_scene(commented_scene(model), "a first scene");
        scene.run.duration *= 0.05;
        scene.run.sample_every = scene.run.duration;
        scene.impact = {.law = Law::hertz, .hertz_stiffness = 1e6};
        const Problem problem = build_problem(scene);
        std::optional<Vector> expected;
        for_each_alternative<Scheme>([&]<typename S>(S scheme) {
            SCOPED_TRACE(fmt::format("{} by {}", model, type_of<S>.name));
            const double period = 2.0 / highest_frequency(*problem.model, problem.initial.q);
            scheme.step = S::stepping.is_fixed ? std::min(0.05 * period, 1e-3 * problem.duration) : 0.0;
            Path path;
            if (const Refusal refused = scheme_refusal(problem, scheme)) {
                EXPECT_GT(refused->reason.size(), 10u);
                EXPECT_THROW(static_cast<void>(integrate(problem, scheme, path)), InputError);
                ++refusals;
                return;
            }
            ++runs;
            const Outcome outcome = integrate(problem, scheme, path);
            ASSERT_EQ(outcome.status, Status::ok) << outcome.reason;
            const Vector& q = path.last().q;
            if (!expected) expected = q;
            EXPECT_LE((q - *expected).norm(), 0.02 * (*expected - problem.initial.q).norm());
        });
        EXPECT_TRUE(expected) << model;
    }
    EXPECT_GE(runs, 6 * 4);  // event_accurate, both of Paoli and Schatzman, moreau_jean
    EXPECT_GE(refusals, 6 * 2);
}

}  // namespace
}  // namespace rebond::test
