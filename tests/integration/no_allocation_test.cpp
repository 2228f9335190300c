// The step loop of every scheme runs without the heap.
#include "allocation_count.hpp"
#include "physics/dropped_bar.hpp"

namespace rebond::test {
namespace {

// Allocations between two instants of a run.
struct Meter final : Recorder {
    double from = 0.0, to = 0.0;
    std::optional<long> before, after;
    void step(const Instant& now) override
    {
        if (now.t() >= from && !before) before = allocations();
        if (now.t() <= to) after = allocations();
    }
};

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

}  // namespace
}  // namespace rebond::test
