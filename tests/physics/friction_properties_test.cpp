// What holds for every motion with friction, over random runs of small bodies; and what holds for some.
#include "physics/contact_reference.hpp"
#include "physics/random_rough_scenes.hpp"
#include "rebond/contact/gaps/distance.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <random>

namespace rebond::test {
namespace {

// Listens to a run and keeps the worst violation of each property.
class FrictionWatch final : public Recorder {
public:
    explicit FrictionWatch(const Problem& problem)
        : problem_(problem), slidings_(problem.contacts.size()), fastest_(problem.contacts.size(), 0.0)
    {
    }

    void arrival(const Instant&) override { is_impact_ = true; }
    void change(const ContactChange& change) override { slidings_[change.contact] = change.to; }
    void received(Index k, double normal, double friction) override
    {
        if (normal == 0.0 && friction == 0.0) return;
        double& excess = is_impact_ ? coulomb_of_impacts : coulomb;
        excess = std::max(excess,
                          (std::abs(friction) - problem_.contacts[k].law.friction * normal) / size(normal));
        if (is_impact_ || !slidings_[k]) return;
        // Over a step in which it slides one way friction is all Coulomb allows, and opposes.
        const double s = direction_of(*slidings_[k]), mu = problem_.contacts[k].law.friction;
        if (s != 0.0) opposes = std::max(opposes, std::abs(friction + mu * s * normal) / size(normal));
    }
    void step(const Instant& now) override
    {
        is_impact_ = false;
        for (Index k = 0; k < std::ssize(problem_.contacts); ++k) {
            const Contact& contact = problem_.contacts[k];
            fastest_[k] = std::max(fastest_[k], speeds_in(contact.slide, now.t(), now.q(), now.v()));
            if (!slidings_[k] || fastest_[k] == 0.0) continue;
            const double u = rate_at(contact.slide, now.t(), now.q(), now.v()) / fastest_[k];
            if (*slidings_[k] == Sliding::sticks) creeps = std::max(creeps, std::abs(u));
            const double s = direction_of(*slidings_[k]);
            if (s != 0.0) slides_back = std::max(slides_back, -s * u);
            const double gap = gap_at(contact.gap, now.t(), now.q());
            sinks = std::max(sinks, std::abs(gap) / lengths_in(contact.gap, now.t(), now.q()));
        }
        energy = std::max(energy, now.energy().kinetic + std::abs(now.energy().elastic));
    }

    double coulomb = 0.0;  // |T| − μN over a step, of what pressed so far
    double coulomb_of_impacts = 0.0;
    double opposes = 0.0;      // |T + μ s N| while it slides, likewise
    double creeps = 0.0;       // |u_t| while it sticks, of the fastest so far
    double slides_back = 0.0;  // −s u_t while it slides, likewise
    double sinks = 0.0;        // |gap| of a closed contact, of the lengths it is the difference of
    double energy = 0.0;       // kinetic and elastic, the most [J]

private:
    double size(double normal) { return most_ = std::max(most_, normal); }

    const Problem& problem_;
    std::vector<std::optional<Sliding>> slidings_;
    std::vector<double> fastest_;
    bool is_impact_ = false;
    double most_ = 0.0;
};

// Runs the scenes of `seeds` and expects every property of each. How many did not end.
int expect_friction(const char* family, std::string (*scene_of)(unsigned), unsigned seeds)
{
    int failures = 0;
    long transitions = 0, impacts = 0, jams = 0;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        const std::string text = scene_of(seed);
        const Scene scene = parse_scene(text, family);
        const PreparedProblem prepared = prepare_problem(scene);
        FrictionWatch watch(prepared.problem);
        const RunResult done = run_scene(scene, prepared, {&watch});
        const EnergyFindings& energy = done.findings.energy;
        SCOPED_TRACE(fmt::format("{} {}:\n{}", family, seed, text));
        if (done.outcome.status != Status::ok) {
            ++failures;
            ADD_FAILURE() << name_of(done.outcome.status) << " at " << done.outcome.time
                          << " s: " << done.outcome.reason;
            continue;
        }
        EXPECT_LE(watch.coulomb, 1e-10);  // rounding of the integrals
        // The last bounce that is seen gives its rebound back, and not the friction of that.
        EXPECT_LE(watch.coulomb_of_impacts, 1e-5);
        EXPECT_LE(watch.opposes, 1e-10);
        EXPECT_LE(watch.slides_back, 1e-10);
        EXPECT_LE(watch.creeps, 1e-10);
        EXPECT_LE(watch.sinks, 1e-10);
        const double at_stake = watch.energy + std::abs(energy.work_of_loads) + energy.lost_in_friction +
                                std::abs(energy.lost_in_impacts);
        EXPECT_LE(std::abs(energy.balance_error), 1e-9 * at_stake);
        EXPECT_GE(energy.lost_in_impacts, -1e-12 * at_stake);
        EXPECT_GE(energy.lost_in_friction, -1e-12 * at_stake);
        transitions += done.findings.contacts.transitions;
        impacts += done.findings.impacts;
        jams += done.findings.contacts.jams;
    }
    testing::Test::RecordProperty("runs", static_cast<int>(seeds));
    testing::Test::RecordProperty("not_ended", failures);
    testing::Test::RecordProperty("transitions", static_cast<int>(transitions));
    testing::Test::RecordProperty("impacts", static_cast<int>(impacts));
    testing::Test::RecordProperty("jams", static_cast<int>(jams));
    return failures;
}

TEST(FrictionProperties, hold_for_linear_systems)
{
    EXPECT_EQ(expect_friction("linear", random_linear_scene, 400), 0);
}

TEST(FrictionProperties, hold_for_rods)
{
    EXPECT_EQ(expect_friction("rod", random_rod_scene, 250), 0);
}

TEST(FrictionProperties, hold_for_discs)
{
    EXPECT_EQ(expect_friction("discs", random_discs_scene, 300), 0);
}

TEST(FrictionProperties, hold_for_bars)
{
    EXPECT_EQ(expect_friction("bar", random_bar_scene, 50), 0);
}

std::string smooth_discs_in_a_circle(std::mt19937& random)
{
    std::uniform_real_distribution<double> some(-1.0, 1.0);
    std::string text =
        "[model]\ntype = \"balls\"\n[[model.circle]]\ncentre = [0.0, 0.0]\nradius = 1.0\nside = \"inside\"\n";
    for (const double x : {-0.5, 0.0, 0.5})
        text +=
            fmt::format("[[model.ball]]\nmass = {}\nradius = 0.1\nposition = [{}, {}]\nvelocity = [{}, {}]\n",
                        1.5 + some(random), x, 0.2 * some(random), some(random), some(random));
    return text + "[impact]\nrestitution = 1.0\nfriction = 0.0\n[run]\nduration = 3.0\n";
}

TEST(FrictionProperties, elastic_smooth_impacts_in_curved_gaps_keep_energy)
{
    std::mt19937 random(1);
    for (int i = 0; i < 20; ++i) {
        const Scene scene = parse_scene(smooth_discs_in_a_circle(random), "discs in a circle");
        for (const bool by_steps : {false, true}) {
            const ContactRun run(by_steps ? by_moreau_jean(scene, 1e-3) : scene);
            EXPECT_GT(run.impacts.size(), 2u);
            const double kinetic =
                run.prepared.problem.model->dynamics()->energy(run.prepared.problem.initial.v).kinetic;
            EXPECT_NEAR(run.lost(), 0.0, 1e-12 * (kinetic + 30.0)) << i << (by_steps ? " by steps" : "");
        }
    }
}

// A scene, and the same seen in a mirror.
void expect_mirrored(const std::string& text, const std::string& mirrored)
{
    const ContactRun one(parse_scene(text, "as it is")), other(parse_scene(mirrored, "in a mirror"));
    const double size = one.impulse().norm();
    EXPECT_GT(size, 0.0);
    EXPECT_NEAR(one.impulse()(0), other.impulse()(0), 1e-8 * size) << text;  // rounding, amplified
    EXPECT_NEAR(one.impulse()(1), -other.impulse()(1), 1e-8 * size) << text;
}

TEST(FrictionProperties, the_mirror_image_turns_friction_round)
{
    std::mt19937 random(2);
    std::uniform_real_distribution<double> angles(30.0, 150.0), speeds(-1.0, 1.0), frictions(0.05, 1.0);
    for (int i = 0; i < 20; ++i) {
        const double angle = angles(random), vx = speeds(random), spin = speeds(random);
        const std::string rest =
            fmt::format("[impact]\nlaw = \"poisson\"\nrestitution = 0.3\nfriction = {}\n", frictions(random));
        const auto bar = [&](double s) {
            return fmt::format(
                "[model]\ntype = \"bar\"\nsegments = 3\nsprings = \"paired\"\n[initial]\nangle_deg = "
                "{}\nvelocity = "
                "[{}, -1.0]\n{}[run]\nduration = 0.0038\n",
                s > 0.0 ? angle : 180.0 - angle, s * vx, rest);
        };
        expect_mirrored(bar(1.0), bar(-1.0));
        const auto rod = [&](double s) {
            return fmt::format(
                "[model]\ntype = \"rod\"\n[initial]\nangle_deg = {}\ntip = [0.0, 0.01]\nvelocity = [{}, "
                "-1.0]\nspin = {}\n{}[run]\nduration = 0.1\n",
                s > 0.0 ? angle : 180.0 - angle, s * vx, s * spin, rest);
        };
        expect_mirrored(rod(1.0), rod(-1.0));
        const auto disc = [&](double s) {
            return fmt::format(
                "[model]\ntype = \"balls\"\nfloor = 0.0\n[[model.ball]]\nmass = 1.0\nradius = 0.1\nposition "
                "= [0.0, 0.2]\nvelocity = [{}, -1.0]\nspin = {}\n{}[run]\nduration = 1.0\ngravity = 9.81\n",
                s * vx, 20.0 * s * spin, rest);
        };
        expect_mirrored(disc(1.0), disc(-1.0));
    }
}

TEST(FrictionProperties, two_discs_keep_their_momentum_and_their_angular_momentum)
{
    std::mt19937 random(3);
    std::uniform_real_distribution<double> some(-1.0, 1.0);
    for (int i = 0; i < 50; ++i) {
        std::string text = "[model]\ntype = \"balls\"\n";
        double masses[2];
        for (const int k : {0, 1}) {
            masses[k] = 1.5 + some(random);
            text += fmt::format(
                "[[model.ball]]\nmass = {}\nradius = {}\nposition = [{}, {}]\nvelocity = [{}, {}]\n"
                "spin = {}\n",
                masses[k], 0.2 + 0.1 * some(random), k == 0 ? -0.5 : 0.5, 0.1 * some(random),
                k == 0 ? 1.0 : -1.0, 0.1 * some(random), 10.0 * some(random));
        }
        const char* laws[] = {"newton", "poisson", "stronge"};
        text += fmt::format(
            "[impact]\nlaw = \"{}\"\nrestitution = {}\nfriction = {}\n[run]\nduration = 1.0\n"
            "gravity = 0.0\n",
            laws[i % 3], 0.5 + 0.5 * some(random), 0.3 + 0.3 * some(random));
        const ContactRun run(parse_scene(text, "two discs"));
        EXPECT_EQ(run.impacts.size(), 1u) << text;
        const auto momenta = [&](const State& state) {  // x, y, about the origin
            Eigen::Vector3d sum = Eigen::Vector3d::Zero();
            const auto balls = std::get<BallsScene>(parse_scene(text, "two discs").subject).model.ball;
            for (const Index k : {0, 1}) {
                const Vector2 x = state.q.segment<2>(2 * k), v = state.v.segment<2>(2 * k);
                const double I = 0.5 * masses[k] * balls[k].radius * balls[k].radius;
                sum.head<2>() += masses[k] * v;
                sum(2) += masses[k] * (x(0) * v(1) - x(1) * v(0)) + I * state.v(4 + k);
            }
            return sum;
        };
        const Eigen::Vector3d before = momenta(run.prepared.problem.initial), after = momenta(run.last());
        EXPECT_LE((after - before).cwiseAbs().maxCoeff(), 1e-12) << text;  // rounding
    }
}

// The floor acts at the distance r of the centre: m dv = T dt, I dω = r T dt.
TEST(FrictionProperties, a_disc_on_a_floor_keeps_the_velocity_that_friction_does_not_change)
{
    std::mt19937 random(4);
    std::uniform_real_distribution<double> some(-1.0, 1.0);
    for (int i = 0; i < 50; ++i) {
        const double m = 1.5 + some(random), r = 0.2 + 0.1 * some(random),
                     I = m * r * r * (0.55 + 0.4 * some(random));
        const std::string text = fmt::format(
            "[model]\ntype = \"balls\"\nfloor = 0.0\n[[model.ball]]\nmass = {}\nradius = {}\ninertia = {}\n"
            "position = [0.0, 0.5]\nvelocity = [{}, {}]\nspin = {}\n[impact]\nrestitution = {}\n"
            "friction = {}\n[run]\nduration = 1.5\ngravity = 9.81\n",
            m, r, I, 2.0 * some(random), some(random), 20.0 * some(random), 0.4 + 0.4 * some(random),
            0.3 + 0.29 * some(random));
        const Scene scene = parse_scene(text, "a disc");
        for (const bool by_steps : {false, true}) {
            const ContactRun run(by_steps ? by_moreau_jean(scene, 1e-3) : scene);
            const auto kept = [&](const State& state) { return state.v(0) - I / (m * r) * state.v(2); };
            const double start = kept(run.prepared.problem.initial);
            EXPECT_FALSE(run.impacts.empty());
            for (const State& state : run.states) ASSERT_NEAR(kept(state), start, 1e-11) << text;  // rounding
        }
    }
}

// In the frame of a stop that moves the body feels −m g̈.
TEST(FrictionProperties, a_moving_stop_is_an_inertial_load_in_its_own_frame)
{
    std::mt19937 random(5);
    std::uniform_real_distribution<double> some(-1.0, 1.0);
    for (int i = 0; i < 20; ++i) {
        const double m = 1.5 + some(random), A = 0.02 + 0.01 * some(random), f = 4.0 + some(random);
        const double phase = 180.0 * some(random), e = 0.5 + 0.3 * some(random);
        const double omega = 2.0 * std::numbers::pi * f, psi = phase * std::numbers::pi / 180.0;
        const auto scene = [&](const std::string& load, const std::string& motion, double q, double v) {
            return parse_scene(
                fmt::format("[model]\ntype = \"linear\"\nmass = [[{}]]\nstiffness = [[0.0]]\nforce = [{}]\n{}"
                            "[[contact]]\nnormal = [1.0]\n{}[initial]\nposition = [{}]\nvelocity = [{}]\n"
                            "[impact]\nrestitution = {}\n[run]\nduration = 2.0\n",
                            m, -9.81 * m, load, motion, q, v, e),
                "a ball on a table");
        };
        const ContactRun moving(scene(
            "",
            fmt::format("motion = {{ amplitude = {}, frequency_hz = {}, phase_deg = {} }}\n", A, f, phase),
            0.14, 0.0));
        const ContactRun loaded(
            scene(fmt::format("[[model.harmonic]]\namplitude = [{}]\nfrequency_hz = {}\nphase_deg = {}\n",
                              m * A * omega * omega, f, phase),
                  "", 0.14 - A * std::cos(psi), A * omega * std::sin(psi)));
        // Rounding grows with every bounce, and decides which is the last of those that accumulate.
        ASSERT_GE(std::min(moving.impacts.size(), loaded.impacts.size()), 5u) << i;
        for (std::size_t k = 0; k < 5; ++k)
            EXPECT_NEAR(moving.impacts[k].time, loaded.impacts[k].time, 1e-9) << i << ", impact " << k;
    }
}

TEST(FrictionProperties, discs_at_rest_stay_and_the_floor_bears_their_weight)
{
    const std::string text =
        "[model]\ntype = \"balls\"\nfloor = 0.0\n"
        "[[model.ball]]\nmass = 1.0\nradius = 0.1\nposition = [0.0, 0.1]\n"
        "[[model.ball]]\nmass = 2.0\nradius = 0.1\nposition = [0.0, 0.3]\n"
        "[[model.ball]]\nmass = 0.5\nradius = 0.1\nposition = [0.7, 0.1]\n"
        "[impact]\nrestitution = 0.3\nfriction = 0.3\n[run]\nduration = 2.0\ngravity = 9.81\n";
    const Scene scene = parse_scene(text, "discs at rest");
    for (const bool by_steps : {false, true}) {
        const ContactRun run(by_steps ? by_moreau_jean(scene, 1e-3) : scene);
        for (const State& state : run.states) ASSERT_LE(state.v.cwiseAbs().maxCoeff(), 1e-9) << state.t;
        double borne = 0.0;
        for (Index k = 3; k < 6; ++k) borne += run.impulse_of(k)(0);
        EXPECT_NEAR(borne, 3.5 * 9.81 * 2.0, 1e-8) << by_steps;  // rounding
    }
}

TEST(FrictionProperties, in_a_bowl_the_gap_by_moreau_jean_falls_fourfold_when_the_step_is_halved)
{
    const auto deepest = [](double step) {
        const ContactRun run(by_moreau_jean(reference_scene("bowl_period"), step));
        const Gap& gap = run.prepared.problem.contacts[0].gap;
        double most = 0.0;
        for (const State& state : run.states) most = std::max(most, std::abs(gap_at(gap, state.t, state.q)));
        return most;
    };
    const double coarse = deepest(2e-3), middle = deepest(1e-3), fine = deepest(5e-4);
    EXPECT_LT(fine, 1e-5);
    EXPECT_NEAR(coarse / middle, 4.0, 0.8);  // higher orders of the step
    EXPECT_NEAR(middle / fine, 4.0, 0.8);
}

TEST(FrictionProperties, moreau_jean_tends_to_the_exact_motion_where_contacts_slide)
{
    for (const char* name : {"den_hartog_slide", "two_dof_decay", "slope_1", "coulomb_decay"}) {
        Scene scene = reference_scene(name);
        scene.run.duration = 1.0;
        const ContactRun exact(scene);
        const auto error = [&](double step) {
            const ContactRun run(by_moreau_jean(scene, step));
            return (run.last().q - exact.last().q).norm() + (run.last().v - exact.last().v).norm();
        };
        const double coarse = error(1e-3), fine = error(1.25e-4);
        EXPECT_LT(fine, 2e-3) << name;
        EXPECT_LT(fine, std::max(0.5 * coarse, 1e-9)) << name;  // where a turn falls in its step varies
    }
}

// A rod on its lower end. With e = 1 each step throws its tip up by what gravity gave it in the step before,
// and what friction takes then is no loss of an impact.
TEST(FrictionProperties, a_rod_loses_by_sliding_what_it_loses_event_by_event_whatever_its_restitution)
{
    for (const double e : {0.0, 0.5, 1.0}) {
        const std::string text = fmt::format(
            "[model]\ntype = \"rod\"\nmass = 1.0\nlength = 1.0\n"
            "[initial]\nangle_deg = 63.4\ntip = [0.0, 0.0]\nvelocity = [-1.0, 0.0]\n"
            "[impact]\nrestitution = {}\nfriction = 0.3\n[run]\nduration = 0.1\ngravity = 9.81\n",
            e);
        const Scene scene = parse_scene(text, "a rod");
        const ContactRun exact(scene);
        EXPECT_EQ(exact.energy().lost_in_impacts, 0.0);
        for (const double step : {1e-3, 1e-4}) {
            const ContactRun run(by_moreau_jean(scene, step));
            // The first step and the bounces of a step: of first order.
            EXPECT_NEAR(run.energy().lost_in_friction, exact.energy().lost_in_friction, 5.0 * step) << e;
            EXPECT_NEAR(run.energy().lost_in_impacts, 0.0, step) << e;
        }
    }
}

}  // namespace
}  // namespace rebond::test
