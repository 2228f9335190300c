// Step loops run without the heap, once scratch has grown. Covered: event_newmark, event_accurate, both
// schemes of Paoli and Schatzman, moreau_jean and lagrange_newmark on the bodies below. Not covered:
// event_modal and moreau_jean_conserving, crowds while pairs come near each other, and events at which
// several contacts with friction rest together, whose combinations are listed anew.
#include "allocation_count.hpp"
#include "physics/contact_reference.hpp"
#include "physics/dropped_bar.hpp"

#include <string_view>
#include <utility>

namespace rebond::test {
namespace {

// Allocations between two instants of a run, and what happened there.
struct Meter final : Recorder {
    double from = 0.0, to = 0.0;
    std::optional<long> before, after;
    long steps = 0, impacts = 0, changes = 0;
    void step(const Instant& now) override
    {
        if (now.t() >= from && !before) before = allocations();
        if (now.t() <= to) after = allocations();
        steps += is_within(now.t());
    }
    void impact(const Impact& impact) override { impacts += is_within(impact.time); }
    void change(const ContactChange& change) override { changes += is_within(change.time); }
    bool is_within(double t) const { return t >= from && t <= to; }
    long allocated() const { return *after - *before; }
};

// From a part of the run to its end: scratch grows once, when contacts touch first.
Meter metered(const Scene& scene, double warm_up)
{
    const Problem problem = build_problem(scene);
    Meter meter;
    meter.from = warm_up * problem.duration;
    meter.to = problem.duration;
    const Outcome outcome = integrate(problem, scene.scheme, meter);
    EXPECT_EQ(outcome.status, Status::ok) << scene.title << ": " << outcome.reason;
    EXPECT_GE(meter.steps, 10) << scene.title;
    return meter;
}

TEST(StepLoop, does_not_allocate_in_flight_impacts_and_sticking)
{
    // The analyst listens too; one entry per episode is all it may allocate, and that is before `from`.
    for (const Springs springs : {Springs::spiral, Springs::paired})
        for (const double e : {0.0, 0.5, 1.0})
            for (const Scheme& scheme :
                 {printed_newmark, resolved_newmark, reference, time_stepping, implicit_time_stepping}) {
                const Scene scene = dropped_bar(springs, 80.0, e, 3.8e-3);
                const Problem problem = build_problem(scene);
                Analyst analyst(problem, scene.analysis);
                Meter meter;
                meter.from = 3.6e-3;  // after the first impact at 3.587 ms, amid the burst
                meter.to = 3.79e-3;
                Recorders recorders{&analyst, &meter};
                ASSERT_EQ(integrate(problem, scheme, recorders).status, Status::ok);
                ASSERT_TRUE(meter.before && meter.after);
                EXPECT_EQ(*meter.after - *meter.before, 0) << "scheme " << scheme.index() << ", e = " << e;
                EXPECT_GE(analyst.findings().impacts, 1);
            }
}

// One contact at a time, as while a beam stands on its end; several are rare, and may.
TEST(StepLoop, does_not_allocate_in_contacts_with_friction)
{
    for (const ContactMass mass : {ContactMass::nodal, ContactMass::massless})
        for (const ImpactLaw& law : {ImpactLaw{Law::newton, 0.0, 0.2}, ImpactLaw{Law::newton, 0.9, 1.0},
                                     ImpactLaw{Law::poisson, 0.5, 0.3}}) {
            if (mass == ContactMass::massless && law.restitution > 0.0) continue;
            Scene scene;
            scene.subject =
                FrameScene{.model = {.elements = 20, .contact_mass = mass}, .initial = {.angle_deg = 50.0}};
            scene.impact = law;
            scene.scheme = MoreauJean{.step = 1e-7};
            scene.run = {.duration = 3e-5, .gravity = 0.0};
            const Problem problem = build_problem(scene);
            Meter meter;
            meter.from = 1e-6;
            meter.to = 2.9e-5;
            ASSERT_EQ(integrate(problem, scene.scheme, meter).status, Status::ok);
            EXPECT_EQ(*meter.after - *meter.before, 0) << law.restitution;
        }
}

// A beam that chatters on its end, as printed, and one that lies on both.
TEST(StepLoop, does_not_allocate_in_contacts_that_are_constrained)
{
    for (const double angle : {0.0, 50.0}) {
        Scene scene;
        scene.subject = FrameScene{.model = {.elements = 20}, .initial = {.angle_deg = angle}};
        scene.impact = {.restitution = 0.0, .friction = 0.2};
        scene.scheme = LagrangeNewmark{.step = 1e-7};
        scene.run = {.duration = 3e-5, .gravity = 0.0};
        const Problem problem = build_problem(scene);
        Meter meter;
        meter.from = 1e-6;
        meter.to = 2.9e-5;
        ASSERT_EQ(integrate(problem, scene.scheme, meter).status, Status::ok);
        EXPECT_EQ(*meter.after - *meter.before, 0) << angle;
    }
}

// Linear system, rod, discs on a floor and in a circle: they stick, slide, roll and bounce.
TEST(StepLoop, does_not_allocate_in_moreau_jeans_contacts_with_friction)
{
    const std::pair<const char*, double> scenes[] = {
        {"den_hartog_stick", 1e-3}, {"rod_slide_-1_1.2", 1e-4}, {"disc_hops_0", 1e-3}, {"bowl_period", 1e-3}};
    for (const auto& [name, step] : scenes)
        EXPECT_EQ(metered(by_moreau_jean(reference_scene(name), step), 0.2).allocated(), 0) << name;
}

// 150 rough discs in a box. Once they lie, the list of those that may touch grows no more.
TEST(StepLoop, does_not_allocate_in_a_crowd_at_rest)
{
    BallsScene crowd;
    crowd.model.floor = 0.0;
    for (int i = 0; i < 150; ++i) {
        const double shift = (i / 10) % 2 == 0 ? 0.0 : 0.02;
        crowd.model.ball.push_back({.radius = 0.05,
                                    .position = {0.05 + shift + 0.1 * (i % 10), 0.05 + 0.1 * (i / 10)},
                                    .velocity = {}});
    }
    crowd.model.plane = {{.point = {0.0, 0.0}, .normal = {1.0, 0.0}},
                         {.point = {1.03, 0.0}, .normal = {-1.0, 0.0}}};
    Scene scene;
    scene.title = "a crowd";
    scene.subject = crowd;
    scene.impact = {.restitution = 0.0, .friction = 0.4};
    scene.scheme = MoreauJean{.step = 1e-3};
    scene.run.duration = 1.0;
    ASSERT_TRUE(build_problem(scene).crowd);
    EXPECT_EQ(metered(scene, 0.7).allocated(), 0);
}

// From event to event: they break loose, stop, hit and separate. Scratch grows until as many contacts touch
// and rest together as ever do.
TEST(StepLoop, does_not_allocate_in_located_contacts_with_friction)
{
    const std::pair<const char*, double> scenes[] = {{"bar_contact_9_paired_75_0.3", 0.7},
                                                     {"den_hartog_stick", 0.2},
                                                     {"two_dof_decay", 0.6},
                                                     {"rod_slide_-1_1.2", 0.2},
                                                     {"billiard_0", 0.3},
                                                     {"bowl_period", 0.2},
                                                     {"hill_0", 0.6}};
    long impacts = 0, changes = 0;
    for (const auto& [name, warm_up] : scenes) {
        Scene scene = reference_scene(name);
        scene.scheme = EventAccurate{};
        if (name == std::string_view("billiard_0")) scene.impact.friction = 0.2;
        const Meter meter = metered(scene, warm_up);
        EXPECT_EQ(meter.allocated(), 0) << name;
        impacts += meter.impacts;
        changes += meter.changes;
    }
    EXPECT_GE(impacts, 5);
    EXPECT_GE(changes, 20);
}

TEST(StepLoop, does_not_allocate_in_steps_on_positions_with_curved_gaps)
{
    for (const Scheme& scheme :
         {Scheme(PaoliSchatzman{.step = 1e-3}), Scheme(PaoliSchatzmanImplicit{.step = 1e-3})})
        for (const char* name : {"billiard_0", "table_0"}) {
            Scene scene = reference_scene(name);
            scene.scheme = scheme;
            const Meter meter = metered(scene, 0.0);
            EXPECT_EQ(meter.allocated(), 0) << name;
            EXPECT_GE(meter.impacts, 3) << name;
        }
}

}  // namespace
}  // namespace rebond::test
