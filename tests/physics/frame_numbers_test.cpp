// An elastic beam on a wall [Elhady2006]: the semi-discrete truth of a normal impact, friction that holds or
// slides, oblique impacts, the precursor of a consistent mass, and what the printed scheme does.
#include "rebond/scene/build.hpp"
#include "rebond/scene/radians.hpp"
#include "rebond/scene/run_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace rebond {
namespace {

constexpr double wave = 5291.5026221292;      // c [m/s]
constexpr double transit = 0.2 / wave;        // T₀ = 2l/c [s]
constexpr double mass = 0.16362461737446839;  // m [kg]
constexpr double front = 8658.2008929;        // F₀ = EAv/c [N]

Scene frame_scene(Index elements, const Scheme& scheme, double duration)
{
    Scene scene;
    scene.subject = FrameScene{.model = {.elements = elements}, .initial = {}};
    scene.impact.restitution = 0.0;
    scene.scheme = scheme;
    scene.run.duration = duration;
    scene.run.gravity = 0.0;
    return scene;
}

FrameScene& frame_of(Scene& scene)
{
    return std::get<FrameScene>(scene.subject);
}

// Impulses received, step by step.
class Pushes final : public Recorder {
public:
    void step(const Instant& now) override
    {
        time.push_back(now.t());
        normal.push_back(std::exchange(normal_, 0.0));
        friction.push_back(std::exchange(friction_, 0.0));
    }
    void received(Index, double N, double T) override
    {
        normal_ += N;
        friction_ += T;
    }

    std::vector<double> time, normal, friction;

private:
    double normal_ = 0.0, friction_ = 0.0;
};

RunResult run_of(const Scene& scene, Recorder* recorder = nullptr)
{
    const PreparedProblem prepared{.problem = build_problem(scene), .warnings = {}};
    std::vector<Recorder*> recorders;
    if (recorder != nullptr) recorders.push_back(recorder);
    return run_scene(scene, prepared, recorders, nullptr);
}

Findings found_in(const Scene& scene)
{
    RunResult done = run_of(scene);
    EXPECT_EQ(done.outcome.status, Status::ok) << done.outcome.reason;
    return done.findings;
}

// The truth is that of the lumped equations, the same for every theory of a beam at 90°.
TEST(FrameNumbers, normal_impact_of_a_lumped_beam)
{
    struct Truth {
        Index elements;
        double end, impulse;
    };
    for (const auto& [elements, end, impulse] : {Truth{10, 1.024610, 0.9641}, Truth{40, 1.010509, 0.9871}}) {
        for (const BeamTheory theory : {BeamTheory::timoshenko, BeamTheory::axial}) {
            Scene scene = frame_scene(elements, EventAccurate{}, 50e-6);
            frame_of(scene).model.theory = theory;
            const Findings found = found_in(scene);
            ASSERT_EQ(found.episodes.size(), 1u);
            EXPECT_NEAR(found.episodes[0].end / transit, end, 1e-6) << elements;
            EXPECT_NEAR(found.episodes[0].impulse[0] / (2.0 * mass), impulse, 5e-5) << elements;
            EXPECT_NEAR(found.energy.lost_in_impacts / (0.5 * mass), 0.5 / static_cast<double>(elements),
                        1e-9);
        }
    }
}

// Moreau–Jean sees the release at the end of a step: within a step and the first order of the step.
TEST(FrameNumbers, moreau_jean_converges_to_the_semi_discrete_truth)
{
    for (const double step : {1e-7, 1e-8}) {
        const Findings found = found_in(frame_scene(10, MoreauJean{.step = step}, 50e-6));
        ASSERT_EQ(found.episodes.size(), 1u);
        EXPECT_NEAR(found.episodes[0].end, 1.024610 * transit, step);
        EXPECT_NEAR(found.episodes[0].impulse[0] / (2.0 * mass), 0.96407, 1e3 * step);
        EXPECT_NEAR(found.energy.lost_in_impacts / (0.5 * mass), 0.05, 1e3 * step);
        EXPECT_NEAR(found.energy.balance_error, 0.0, 1e-13);
    }
}

TEST(FrameNumbers, the_release_comes_at_the_wave_transit_as_elements_grow)
{
    std::vector<double> late;
    for (const Index elements : {20, 80, 320}) {
        Scene scene = frame_scene(elements, EventModal{}, 50e-6);
        frame_of(scene).model.theory = BeamTheory::axial;
        late.push_back(found_in(scene).episodes.at(0).end / transit - 1.0);
    }
    for (std::size_t i = 1; i < late.size(); ++i) {
        const double slope = std::log(late[i] / late[i - 1]) / std::log(4.0);
        EXPECT_GT(slope, -0.75);
        EXPECT_LT(slope, -0.55);
    }
}

// A front that crosses one element a step: impulses ½, 1, 1, … of F₀Δt, exactly.
TEST(FrameNumbers, leapfrog_with_one_element_a_step_is_exact)
{
    for (const Index elements : {10, 40}) {
        const double step = 0.5 * transit / static_cast<double>(elements);
        Scene scene = frame_scene(elements, PaoliSchatzman{.step = step}, 1.1 * transit);
        frame_of(scene).model.theory = BeamTheory::axial;
        Pushes pushes;
        const RunResult done = run_of(scene, &pushes);
        double sum = 0.0;
        std::vector<double> received;
        for (const double impulse : pushes.normal)
            if (impulse != 0.0) received.push_back(impulse / (front * step));
        ASSERT_EQ(static_cast<Index>(received.size()), 2 * elements);
        for (std::size_t i = 0; i < received.size(); ++i) {
            EXPECT_NEAR(received[i], i == 0 ? 0.5 : 1.0, 1e-8) << i;
            sum += received[i] * front * step;
        }
        EXPECT_NEAR(sum / (2.0 * mass), 1.0 - 0.25 / static_cast<double>(elements), 1e-8);
    }
}

// Velocity along the axis and friction that holds the end: the motion is a wave along the axis at any angle,
// N = F sin φ and T = F cos φ with the force F of the beam at 90°.
TEST(FrameNumbers, friction_that_holds_leaves_an_axial_wave)
{
    const MoreauJean scheme{.step = 2e-8};
    Pushes upright;
    (void)run_of(frame_scene(40, scheme, 45e-6), &upright);
    for (const double angle : {45.0, 60.0, 75.0}) {
        const double s = std::sin(radians(angle)), c = std::cos(radians(angle));
        Scene scene = frame_scene(40, scheme, 45e-6);
        frame_of(scene).initial = {.angle_deg = angle, .velocity = {-c, -s}};
        scene.impact.friction = 1.0 + 1e-9;
        Pushes pushes;
        const Findings found = run_of(scene, &pushes).findings;
        ASSERT_EQ(found.episodes.size(), 1u);
        EXPECT_NEAR(found.episodes[0].impulse[1] / found.episodes[0].impulse[0], c / s, 1e-9) << angle;
        EXPECT_NEAR(found.episodes[0].impulse[0] / (2.0 * mass * s), 0.98709, 1e-4);
        ASSERT_EQ(pushes.normal.size(), upright.normal.size());
        const double whole = front * scheme.step;
        for (std::size_t i = 0; i < pushes.normal.size(); ++i) {
            ASSERT_NEAR(pushes.normal[i], s * upright.normal[i], 1e-9 * whole) << i;
            ASSERT_NEAR(pushes.friction[i], c * upright.normal[i], 1e-9 * whole) << i;
        }
    }
}

// At 60° between the first ripples and the last: N = 7498.222, T = 4329.100, averaged over the middle.
TEST(FrameNumbers, forces_of_the_sticking_beam_at_sixty_degrees)
{
    Scene scene = frame_scene(160, MoreauJean{.step = 1e-8}, 45e-6);
    frame_of(scene).initial = {.angle_deg = 60.0,
                               .velocity = {-std::cos(radians(60.0)), -std::sin(radians(60.0))}};
    scene.impact.friction = 1.0;
    Pushes pushes;
    (void)run_of(scene, &pushes);
    double normal = 0.0, friction = 0.0, time = 0.0;
    for (std::size_t i = 1; i < pushes.time.size(); ++i) {
        if (pushes.time[i] < 0.2 * transit || pushes.time[i] > 0.8 * transit) continue;
        normal += pushes.normal[i];
        friction += pushes.friction[i];
        time += 1e-8;
    }
    EXPECT_NEAR(normal / time, 7498.222, 5e-4 * 7498.0);
    EXPECT_NEAR(friction / time, 4329.100, 5e-4 * 4329.0);
}

// Without friction the wall pushes less at a smaller angle. 160 elements are 0.006 to 0.010 below the limit
// of many, which is .044, .238, .487, .819, 1.000; the numbers here are known to ±0.03.
TEST(FrameNumbers, effective_restitution_against_the_angle)
{
    struct Expected {
        double angle, restitution;
    };
    for (const auto& [angle, restitution] : {Expected{45.0, 0.06}, Expected{60.0, 0.25}, Expected{70.0, 0.50},
                                             Expected{80.0, 0.82}, Expected{90.0, 1.0}}) {
        Scene scene = frame_scene(160, MoreauJean{.step = 2e-8}, 100e-6);
        frame_of(scene).initial = {.angle_deg = angle, .velocity = {0.3, -1.0}};
        const Findings found = found_in(scene);
        ASSERT_TRUE(found.restitution.effective);
        EXPECT_NEAR(*found.restitution.effective, restitution, 0.03) << angle;
    }
}

// Largest deviation of the force from its plateau within a part of the contact, as a share of the plateau.
double ripple(const Pushes& pushes, double from, double to)
{
    double largest = 0.0;
    for (std::size_t i = 1; i < pushes.time.size(); ++i) {
        if (pushes.time[i] < from * transit || pushes.time[i] > to * transit) continue;
        const double force = pushes.normal[i] / (pushes.time[i] - pushes.time[i - 1]);
        largest = std::max(largest, std::abs(force / front - 1.0));
    }
    return largest;
}

// Short waves of a consistent mass run ahead of the front at √2 c: they are back at 0.707 T₀ and shake the
// force in the last fourth of the contact. Those of a lumped mass come after the front.
TEST(FrameNumbers, a_consistent_mass_has_a_precursor)
{
    const auto pushes_of = [](BeamMass kind) {
        Scene scene = frame_scene(160, MoreauJean{.step = 5e-9}, 0.98 * transit);
        frame_of(scene).model.theory = BeamTheory::axial;
        frame_of(scene).model.mass_matrix = kind;
        Pushes pushes;
        (void)run_of(scene, &pushes);
        return pushes;
    };
    const Pushes consistent = pushes_of(BeamMass::consistent), lumped = pushes_of(BeamMass::lumped);
    EXPECT_LT(ripple(lumped, 0.60, 0.95), 1e-3);
    EXPECT_GT(ripple(consistent, 0.73, 0.95), 2.0 * ripple(consistent, 0.60, 0.70));
    EXPECT_GT(ripple(consistent, 0.73, 0.95), 0.1);
}

// A massless end has nothing to lose in an impact.
TEST(FrameNumbers, massless_ends_keep_the_energy)
{
    Scene scene = frame_scene(40, MoreauJean{.step = 1e-8}, 60e-6);
    frame_of(scene).model.contact_mass = ContactMass::massless;
    const Findings found = found_in(scene);
    EXPECT_NEAR(*found.energy.min / (0.5 * mass), 1.0, 1e-6);
    EXPECT_NEAR(*found.energy.max / (0.5 * mass), 1.0, 1e-6);
    ASSERT_TRUE(found.episodes.at(0).peak_force);
    EXPECT_NEAR(*found.episodes[0].peak_force / front, 1.15, 0.05);
    EXPECT_NEAR(found.episodes[0].end / transit, 1.01, 0.01);
}

// Friction holds a massless end as it holds one with mass, and the energy balance closes to the order of the
// step.
TEST(FrameNumbers, massless_ends_stick)
{
    const double angle = radians(60.0);
    for (const double step : {1e-7, 1e-8}) {
        Scene scene = frame_scene(40, MoreauJean{.step = step}, 60e-6);
        frame_of(scene).model.contact_mass = ContactMass::massless;
        frame_of(scene).initial = {.angle_deg = 60.0, .velocity = {-std::cos(angle), -std::sin(angle)}};
        scene.impact.friction = 1.0;
        const Findings found = found_in(scene);
        ASSERT_EQ(found.episodes.size(), 1u);
        EXPECT_NEAR(found.episodes[0].impulse[1] / found.episodes[0].impulse[0], 1.0 / std::tan(angle), 1e-9);
        EXPECT_NEAR(found.energy.balance_error / (0.5 * mass), 0.0, 1e3 * step);
    }
}

// What a massless end loses by sliding is recorded, to the order of the step; it is that of an end with mass
// except for the mass of its node.
TEST(FrameNumbers, massless_ends_slide)
{
    const auto found = [](ContactMass contact_mass, double step) {
        Scene scene = frame_scene(40, MoreauJean{.step = step}, 100e-6);
        frame_of(scene).model.contact_mass = contact_mass;
        frame_of(scene).initial.angle_deg = 60.0;
        scene.impact.friction = 0.2;
        return found_in(scene);
    };
    for (const double step : {1e-7, 1e-8}) {
        const Findings massless = found(ContactMass::massless, step);
        EXPECT_GT(massless.energy.lost_in_friction, 0.2 * 0.5 * mass);
        EXPECT_EQ(massless.energy.lost_in_impacts, 0.0);
        EXPECT_NEAR(massless.energy.balance_error / massless.energy.lost_in_friction, 0.0, 1e5 * step);
    }
    const EnergyFindings with_mass = found(ContactMass::nodal, 1e-8).energy;
    EXPECT_NEAR(found(ContactMass::massless, 1e-8).energy.lost_in_friction /
                    (with_mass.lost_in_friction + with_mass.lost_in_impacts),
                1.0, 0.05);
}

// Effective restitution is that of the first contact, whatever the steps and samples.
TEST(FrameNumbers, effective_restitution_does_not_depend_on_the_steps)
{
    const auto effective = [](const Scheme& scheme, double angle, double duration) {
        Scene scene = frame_scene(10, scheme, duration);
        frame_of(scene).initial.angle_deg = angle;
        return found_in(scene).restitution.effective;
    };
    for (const double angle : {60.0, 90.0}) {
        const double reference = *effective(MoreauJean{.step = 1e-9}, angle, 1e-4);
        for (const double duration : {1e-4, 5e-3, 2e-2})
            EXPECT_NEAR(*effective(EventModal{}, angle, duration), reference, 1e-5)
                << angle << ", " << duration;
    }
    EXPECT_FALSE(effective(EventModal{}, 90.0, 2e-5));  // still in contact
}

// Both ends may touch: a beam that falls nearly flat hits the wall with one end, then with the other.
TEST(FrameNumbers, the_other_end_has_impacts_too)
{
    Scene scene = frame_scene(20, MoreauJean{.step = 1e-7}, 1e-3);
    frame_of(scene).initial.angle_deg = 0.2;
    scene.impact.friction = 0.3;
    class Touched final : public Recorder {
    public:
        void contact_begins(Index contact, double) override { is_touched[contact] = true; }
        bool is_touched[2] = {false, false};
    } touched;
    const RunResult done = run_of(scene, &touched);
    EXPECT_EQ(done.outcome.status, Status::ok);
    EXPECT_TRUE(touched.is_touched[0]);
    EXPECT_TRUE(touched.is_touched[1]);
    EXPECT_LE(*done.findings.energy.max, done.findings.energy.initial);
}

TEST(FrameNumbers, massless_ends_are_for_any_number_of_elements)
{
    for (const Index elements : {6, 160, 1000}) {
        for (const double angle : {30.0, 90.0}) {
            Scene scene = frame_scene(elements, MoreauJean{.step = 2e-8}, 2e-6);
            frame_of(scene).initial.angle_deg = angle;
            frame_of(scene).model.contact_mass = ContactMass::massless;
            const Findings found = found_in(scene);
            EXPECT_NEAR(found.energy.balance_error / (0.5 * mass), 0.0, 1e-3) << elements;
        }
    }
}

// The same force by modes as by nodes, and less of its edge by fewer of them.
TEST(FrameNumbers, modes_sharpen_the_pulse)
{
    const MoreauJean scheme{.step = 1e-8};
    const double by_nodes = found_in(frame_scene(40, scheme, 50e-6)).episodes.at(0).impulse[0];
    Scene scene = frame_scene(40, scheme, 50e-6);
    frame_of(scene).model.modes = 40;
    EXPECT_NEAR(found_in(scene).episodes.at(0).impulse[0], by_nodes, 1e-9 * by_nodes);
    double lost = 1.0;
    for (const Index modes : {1, 3, 10, 30}) {
        frame_of(scene).model.modes = modes;
        const double now = found_in(scene).energy.lost_in_impacts / (0.5 * mass);
        EXPECT_LT(now, lost) << modes;
        lost = now;
    }
}

// The scheme as printed: forces that grow as the step shrinks, and energy that more than doubles.
TEST(FrameNumbers, the_printed_scheme_makes_energy)
{
    double peak = 0.0;
    for (const double step : {4e-7, 1e-7, 1e-8}) {
        const RunResult done = run_of(frame_scene(40, LagrangeNewmark{.step = step}, 60e-6));
        EXPECT_EQ(done.outcome.status, Status::unbalanced);
        EXPECT_GT(*done.findings.energy.max, 2.0 * done.findings.energy.initial);
        const double now = *done.findings.episodes.at(0).peak_force / front;
        EXPECT_GT(now, 2.0 * peak);
        peak = now;
    }
    EXPECT_GT(peak, 100.0);
}

// Newton's and Poisson's law in a run: the same without friction, and not with it.
TEST(FrameNumbers, laws_differ_with_friction_only)
{
    const auto final_of = [](Law law, double friction) {
        Scene scene = frame_scene(10, MoreauJean{.step = 5e-8}, 60e-6);
        frame_of(scene).initial = {.angle_deg = 50.0, .velocity = {0.5, -1.0}};
        scene.impact = {.law = law, .restitution = 0.5, .friction = friction};
        return found_in(scene).final.v;
    };
    const Vector smooth = final_of(Law::newton, 0.0);
    EXPECT_LT((final_of(Law::poisson, 0.0) - smooth).norm(), 1e-9 * smooth.norm());
    EXPECT_GT((final_of(Law::poisson, 0.3) - final_of(Law::newton, 0.3)).norm(), 1e-6 * smooth.norm());
}

}  // namespace
}  // namespace rebond
