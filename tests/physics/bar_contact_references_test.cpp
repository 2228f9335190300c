// A bar dropped on its tip on rough ground: the numbers of an independent implementation (dense equations of
// motion, Runge–Kutta of eighth order with events), and of closed forms for the first impact.
#include "physics/contact_reference.hpp"
#include "rebond/integration/acceleration_solver.hpp"
#include "rebond/scene/build.hpp"

namespace rebond::test {
namespace {

struct FirstImpact {
    const char* scene;
    double normal, friction, loss;  // [N s], [J]
    std::vector<double> mobility;   // G_nn, G_nt, G_tt [1/kg]
};

const FirstImpact first_impacts[] = {
    {"bar_first_0",
     0.004642403598883507,
     -0.0004642403598883507,
     0.002420568480741211,
     {226.2083903920622, 32.23162892065573, 158.1584806736906}},
    {"bar_first_1",
     0.018371075396987815,
     -0.005511322619096344,
     0.011047643681664342,
     {82.40523265531012, 86.85488995229056, 188.18909327566854}},
    {"bar_first_2",
     0.012822325612314712,
     -0.00809031330458376,
     0.006636755101456094,
     {139.646429185152, 93.37148445626117, 147.98432786589836}},
};

TEST(BarContactReferences, first_impact_of_a_bar_without_rebound)
{
    for (const FirstImpact& expected : first_impacts) {
        const ContactRun run(reference_scene(expected.scene));
        ASSERT_EQ(run.impacts.size(), 1u) << expected.scene;
        // The bar falls without strain, so what is left is the rounding of the time of impact.
        EXPECT_NEAR(run.impacts[0].impulse, expected.normal, 1e-8) << expected.scene;
        EXPECT_NEAR(run.impacts[0].friction, expected.friction, 1e-8) << expected.scene;
        EXPECT_NEAR(run.impacts[0].energy_loss, expected.loss, 1e-9) << expected.scene;
        const bool sticks = std::string(expected.scene) == "bar_first_2";
        const double bound = run.prepared.problem.contacts[0].law.friction * run.impacts[0].impulse;
        EXPECT_EQ(std::abs(run.impacts[0].friction) < (1.0 - 1e-9) * bound, sticks) << expected.scene;
    }
}

TEST(BarContactReferences, the_tip_has_the_mobility_of_its_lever)
{
    for (const FirstImpact& expected : first_impacts) {
        const Problem problem = build_problem(reference_scene(expected.scene));
        AccelerationSolver solver(*problem.model, problem.contacts, 1e-7);
        ASSERT_TRUE(solver.factor(0.0, problem.initial.q, 0.0, 0.0));
        Matrix G(2, 2);
        solver.plane_mobility({0}, G);
        expect_near(Eigen::Vector3d(G(0, 0), G(0, 1), G(1, 1)), expected.mobility, 1e-6, expected.scene);
    }
}

TEST(BarContactReferences, the_three_laws_differ_where_sliding_stops_in_the_impact)
{
    struct {
        const char* scene;
        double normal, friction, after, loss;
    } const cases[] = {
        {"bar_slide_0_newton", 0.007745593322863865, 0.0004327985415103865, 0.5175937113219209,
         0.0021127348325632954},
        {"bar_slide_0_poisson", 0.007331713684496892, 0.0005568973676609106, 0.4426330134242329,
         0.0023114439773574166},
        {"bar_slide_0_stronge", 0.007473447449181646, 0.0005143995199951672, 0.46830342803645286,
         0.002246888751739038},
    };
    for (const auto& expected : cases) {
        const ContactRun run(reference_scene(expected.scene));
        ASSERT_EQ(run.impacts.size(), 1u) << expected.scene;
        ASSERT_EQ(run.done.findings.episodes.size(), 1u) << expected.scene;
        const auto& [normal, friction] = run.done.findings.episodes[0].impulse;
        EXPECT_NEAR(normal, expected.normal, 1e-8) << expected.scene;  // that of the solver
        EXPECT_NEAR(friction, expected.friction, 1e-8) << expected.scene;
        EXPECT_NEAR(run.impacts[0].velocity_after, expected.after, 1e-8) << expected.scene;
        EXPECT_NEAR(run.impacts[0].energy_loss, expected.loss, 1e-9) << expected.scene;
    }
}

struct Change {
    std::optional<Sliding> to;
    double after;  // the first impact [s]
};

struct WholeContact {
    const char* scene;
    double normal, friction;              // [N s]
    std::optional<double> apparent;       // restitution [-]
    double lost, in_impacts, by_sliding;  // [J]
    long impacts;
    double end;  // [s]
    std::vector<Change> changes;
    double by_steps;  // what a step of 1e-7 s leaves by moreau_jean [N s], [J]
};

constexpr auto forwards = Sliding::forwards, backwards = Sliding::backwards, sticks = Sliding::sticks;

const WholeContact whole_contacts[] = {
    {.scene = "bar_contact_9_paired_75_0.3",
     .normal = 0.3818827115622948,
     .friction = 0.0814209851227479,
     .apparent = 0.907120464237319,
     .lost = 0.0024521699493098015,
     .in_impacts = 0.0024394781557622565,
     .by_sliding = 1.2691795347475626e-05,
     .impacts = 1,
     .end = 0.0036810512402388534,
     .changes = {{forwards, 0.0}, {sticks, 4.8480e-10}, {backwards, 8.9857e-5}, {{}, 9.4158e-5}},
     .by_steps = 5e-5},
    {.scene = "bar_contact_9_paired_75_0.1",
     .normal = 0.29877739476788573,
     .friction = 0.02858126756795338,
     .apparent = 0.6221221533134775,
     .lost = 0.03325098153309958,
     .in_impacts = 0.002420568480741211,
     .by_sliding = 0.030830413053200573,
     .impacts = 1,
     .end = 0.003677409627864438,
     .changes = {{forwards, 0.0}, {backwards, 2.5809e-6}, {{}, 9.0516e-5}},
     .by_steps = 5e-5},
    {.scene = "bar_contact_3_spiral_80_0.3",
     .normal = 0.38570961414840177,
     .friction = 0.056313031077396686,
     .apparent = {},
     .lost = 0.007420586493321779,
     .in_impacts = 0.0073913590616393795,
     .by_sliding = 2.9227431878589308e-05,
     .impacts = 4,
     .end = 0.003679595479781513,
     .changes = {{forwards, 0.0},
                 {sticks, 1.4515e-6},
                 {forwards, 1.0270e-5},
                 {{}, 1.0273e-5},
                 {forwards, 1.5634e-5},
                 {sticks, 1.5764e-5},
                 {forwards, 2.8063e-5},
                 {{}, 2.8073e-5},
                 {forwards, 3.2786e-5},
                 {sticks, 3.2894e-5}},
     .by_steps = 1e-3},
    {.scene = "bar_contact_2_paired_75_1",
     .normal = 0.3830133352679572,
     .friction = 0.08567971640747539,
     .apparent = 0.8950650352593217,
     .lost = 0.003124909416070687,
     .in_impacts = 0.00312470640366672,
     .by_sliding = 2.030125108252006e-07,
     .impacts = 1,
     .end = 0.0037800419866884432,
     .changes = {{forwards, 0.0}, {sticks, 1.5726e-6}, {forwards, 1.9306e-4}, {{}, 1.9315e-4}},
     .by_steps = 5e-5},
    {.scene = "bar_contact_9_paired_70_0.3_vx-0.3",
     .normal = 0.38220515738451266,
     .friction = 0.11120009134497173,
     .apparent = 0.9445197635491775,
     .lost = 0.019144212039754194,
     .in_impacts = 0.0024888979652494926,
     .by_sliding = 0.01665531408019025,
     .impacts = 1,
     .end = 0.0036798549997948786,
     .changes = {{forwards, 0.0}, {sticks, 7.5887e-11}, {backwards, 2.8850e-5}, {{}, 9.2962e-5}},
     .by_steps = 5e-5},
};

TEST(BarContactReferences, the_whole_contact_of_a_bar)
{
    for (const WholeContact& expected : whole_contacts) {
        SCOPED_TRACE(expected.scene);
        const ContactRun run(reference_scene(expected.scene));
        // Both implementations integrate to about 1e-11.
        expect_near(run.impulse(), {expected.normal, expected.friction}, 1e-7);
        EXPECT_NEAR(run.lost(), expected.lost, 1e-8);
        EXPECT_NEAR(run.energy().lost_in_impacts, expected.in_impacts, 1e-8);
        EXPECT_NEAR(run.energy().lost_in_friction, expected.by_sliding, 1e-8);
        EXPECT_EQ(run.done.findings.impacts, expected.impacts);
        EXPECT_NEAR(run.done.findings.episodes.back().end, expected.end, 1e-9);
        if (expected.apparent) {
            ASSERT_TRUE(run.done.findings.restitution.apparent);
            EXPECT_NEAR(*run.done.findings.restitution.apparent, *expected.apparent, 1e-7);
        }
    }
}

TEST(BarContactReferences, the_tip_slides_and_sticks_in_turn)
{
    for (const WholeContact& expected : whole_contacts) {
        SCOPED_TRACE(expected.scene);
        const ContactRun run(reference_scene(expected.scene));
        ASSERT_GE(run.changes.size(), expected.changes.size());
        for (std::size_t i = 0; i < expected.changes.size(); ++i) {
            EXPECT_EQ(run.changes[i].to, expected.changes[i].to) << "change " << i;
            const double after = run.changes[i].time - *run.done.findings.first_impact;
            // Printed digits, and 1e-13 s from which the reference begins to look for events.
            EXPECT_NEAR(after, expected.changes[i].after, 1e-4 * expected.changes[i].after + 1e-13)
                << "change " << i;
        }
    }
}

TEST(BarContactReferences, moreau_jean_finds_the_impulses_and_the_loss_of_the_contact)
{
    for (const WholeContact& expected : whole_contacts) {
        SCOPED_TRACE(expected.scene);
        // Until the tip has left; before it falls again.
        const ContactRun run(by_moreau_jean(reference_scene(expected.scene, {"run.duration=0.0039"}), 1e-7));
        expect_near(run.impulse(), {expected.normal, expected.friction}, expected.by_steps);  // of the step
        EXPECT_NEAR(run.lost(), expected.lost, expected.by_steps);
    }
}

}  // namespace
}  // namespace rebond::test
