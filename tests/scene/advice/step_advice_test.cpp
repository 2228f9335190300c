#include "rebond/scene/advice/step_advice.hpp"

#include "integration/linear_body.hpp"
#include "physics/dropped_bar.hpp"
#include "rebond/contact/gaps/motion.hpp"

namespace rebond::test {
namespace {

StepAdvice advice_for(const Scheme& scheme, double duration = 5e-3)
{
    Scene scene = dropped_bar(Springs::spiral, 30.0, 1.0, duration);
    scene.scheme = scheme;
    return advise_step(scene, build_problem(scene));
}

TEST(StepAdvice, refuses_an_explicit_step_above_the_stability_limit)
{
    const StepAdvice above = advice_for(PaoliSchatzman{.step = 3.7e-7});
    ASSERT_TRUE(above.refusal);
    EXPECT_NE(above.refusal->find("3.63324e-07"), std::string::npos) << *above.refusal;
    EXPECT_FALSE(advice_for(PaoliSchatzman{.step = 3.6e-7}).refusal);
}

TEST(StepAdvice, the_limit_itself_is_for_linear_bodies_only)
{
    const StepAdvice bar = advice_for(PaoliSchatzman{.step = 1e-7});
    const StepAdvice at_limit = advice_for(PaoliSchatzman{.step = *bar.limit});
    ASSERT_TRUE(at_limit.refusal);
    EXPECT_NE(at_limit.refusal->find("less than"), std::string::npos) << *at_limit.refusal;
    EXPECT_TRUE(advice_for(PaoliSchatzman{.step = 0.8 * *bar.limit}).warnings.empty());
    EXPECT_EQ(advice_for(PaoliSchatzman{.step = 0.95 * *bar.limit}).warnings.size(), 1u);

    Scene scene;
    scene.subject = ChainScene{};
    scene.run.duration = 1e-3;
    scene.scheme = PaoliSchatzman{.step = 1e-8};
    const Problem chain = build_problem(scene);
    const double limit = *advise_step(scene, chain).limit;
    scene.scheme = PaoliSchatzman{.step = limit};
    EXPECT_FALSE(advise_step(scene, chain).refusal);
    scene.scheme = PaoliSchatzman{.step = 1.001 * limit};
    EXPECT_TRUE(advise_step(scene, chain).refusal);
}

TEST(StepAdvice, warns_of_an_implicit_step_that_does_not_resolve_the_waves)
{
    EXPECT_TRUE(advice_for(PaoliSchatzmanImplicit{.step = 1e-7}).warnings.empty());
    const StepAdvice coarse = advice_for(PaoliSchatzmanImplicit{.step = 1e-6});
    EXPECT_FALSE(coarse.refusal);
    EXPECT_EQ(coarse.warnings.size(), 1u);
    EXPECT_FALSE(advice_for(EventNewmark{.step = 1e-6}).warnings.empty());
}

TEST(StepAdvice, includes_what_schemes_say_of_their_settings)
{
    const auto warns = [](const Scheme& scheme, const std::string& of) {
        for (const std::string& warning : advice_for(scheme).warnings)
            if (warning.find(of) != std::string::npos) return true;
        return false;
    };
    // Of a problem, whether or not the scheme serves it.
    const Problem bar = build_problem(dropped_bar(Springs::spiral, 30.0, 1.0, 5e-3));
    EXPECT_TRUE(warns(MoreauJean{.step = 1e-8, .theta = 0.4}, "scheme.theta = 0.4"));
    EXPECT_FALSE(warns(MoreauJean{.step = 1e-8, .theta = 0.5}, "scheme.theta"));
    MoreauJeanConserving conserving;
    conserving.step = 1e-8;
    conserving.theta = 0.4;
    EXPECT_EQ(setting_warnings_of(conserving, bar, true).size(), 1u);
    const auto printed = EventNewmark::Substep::printed, resolved = EventNewmark::Substep::resolved;
    EXPECT_TRUE(warns(EventNewmark{.step = 1e-6, .substep = printed}, "scheme.substep"));
    EXPECT_FALSE(warns(EventNewmark{.step = 1e-6, .substep = resolved}, "scheme.substep"));
    EXPECT_FALSE(warns(EventNewmark{.step = 1e-8, .substep = printed}, "scheme.substep"));
    const std::vector<std::string> printed_scheme =
        setting_warnings_of(LagrangeNewmark{.step = 1e-8}, bar, true);
    ASSERT_EQ(printed_scheme.size(), 2u);
    EXPECT_NE(printed_scheme[0].find("use moreau_jean"), std::string::npos);
    EXPECT_TRUE(printed_scheme[1].starts_with("impact.restitution = 1 is not used")) << printed_scheme[1];
}

TEST(StepAdvice, refuses_runs_of_more_steps_than_can_be_computed)
{
    EXPECT_TRUE(advice_for(EventNewmark{.step = 1e-300}).refusal);
    EXPECT_TRUE(advice_for(PaoliSchatzman{.step = 1e-7}, 1e9).refusal);
    EXPECT_TRUE(advice_for(EventAccurate{.step = 1e-300}).refusal);  // its largest
    EXPECT_FALSE(advice_for(EventAccurate{}).refusal);
}

// Of eight steps a period, 1e13 at most: 12.5 s at 1e11 Hz.
TEST(StepAdvice, refuses_more_periods_of_a_stop_than_can_be_computed)
{
    const auto advice = [](double duration) {
        Problem problem = bouncing_ball(1.0, 1.0);
        problem.duration = duration;
        move_stop(problem.contacts[0].gap, {.amplitude = 1e-3, .frequency_hz = 1e11});
        return advise_step(Scene{}, problem);
    };
    EXPECT_FALSE(advice(12.4).refusal);
    const StepAdvice refused = advice(12.6);
    ASSERT_TRUE(refused.refusal);
    EXPECT_EQ(refused.refused_key, "run.duration");
    EXPECT_TRUE(refused.refusal->starts_with("expected at most 12.5 s")) << *refused.refusal;
}

// A mass on a spring, and another on a damper that stops it within c/m.
TEST(StepAdvice, warns_of_a_step_that_does_not_resolve_the_damping)
{
    const auto diagonal = [](double a, double b) {
        return MatrixSpec{.file = {}, .rows = 2, .columns = 2, .entries = {{0, 0, a}, {1, 1, b}}};
    };
    Scene scene;
    scene.subject = LinearScene{.model = {.mass = diagonal(1.0, 2.0),
                                          .damping = diagonal(0.1, 2000.0),
                                          .stiffness = diagonal(100.0, 100.0)},
                                .initial = {},
                                .contact = {}};
    scene.run.duration = 1.0;
    const Problem problem = build_problem(scene);
    const auto warnings = [&](const Scheme& scheme) {
        scene.scheme = scheme;
        return advise_step(scene, problem).warnings;
    };
    for (const Scheme& scheme : {Scheme(MoreauJean{.step = 1e-2}), Scheme(EventNewmark{.step = 1e-2}),
                                 Scheme(PaoliSchatzman{.step = 1e-2})}) {
        ASSERT_EQ(warnings(scheme).size(), 1u);
        EXPECT_EQ(warnings(scheme)[0],
                  "scheme.step = 0.01 s does not resolve the damping, which stops some motion within "
                  "1/λ_max(M⁻¹C) = 0.001 s; use 0.001 s or less to follow it");
    }
    EXPECT_TRUE(warnings(MoreauJean{.step = 0.9e-3}).empty());
    EXPECT_TRUE(warnings(EventAccurate{}).empty());
}

TEST(StepAdvice, refuses_a_step_that_takes_a_fast_load_for_a_slow_one)
{
    Scene scene;
    LinearScene linear;
    linear.model.mass = linear.model.stiffness =
        MatrixSpec{.file = {}, .rows = 1, .columns = 1, .entries = {{0, 0, 1.0}}};
    linear.model.harmonic = {{.amplitude = {1.0}, .frequency_hz = 100.0}};
    scene.subject = linear;
    scene.run.duration = 1.0;
    const Problem problem = build_problem(scene);
    const auto advice = [&](double step) {
        scene.scheme = MoreauJean{.step = step};
        return advise_step(scene, problem);
    };
    ASSERT_TRUE(advice(6e-3).refusal);
    EXPECT_NE(advice(6e-3).refusal->find("half a period of the fastest harmonic load"), std::string::npos);
    EXPECT_FALSE(advice(2e-3).refusal);
    ASSERT_EQ(advice(2e-3).warnings.size(), 1u);
    EXPECT_NE(advice(2e-3).warnings[0].find("does not resolve the fastest harmonic load"), std::string::npos);
    EXPECT_TRUE(advice(1e-3).warnings.empty());
}

TEST(StepAdvice, refuses_a_step_that_takes_a_fast_stop_for_a_slow_one)
{
    Scene scene;
    LinearScene linear;
    linear.model.mass = linear.model.stiffness =
        MatrixSpec{.file = {}, .rows = 1, .columns = 1, .entries = {{0, 0, 1.0}}};
    linear.contact = {
        {.normal = {{1.0}}, .offset = 1.0, .motion = MotionSpec{.amplitude = 0.01, .frequency_hz = 100.0}}};
    scene.subject = linear;
    scene.run.duration = 1.0;
    const Problem problem = build_problem(scene);
    const auto advice = [&](double step) {
        scene.scheme = MoreauJean{.step = step};
        return advise_step(scene, problem);
    };
    ASSERT_TRUE(advice(6e-3).refusal);
    EXPECT_NE(advice(6e-3).refusal->find("half a period of the fastest moving stop"), std::string::npos);
    ASSERT_EQ(advice(2e-3).warnings.size(), 1u);
    EXPECT_NE(advice(2e-3).warnings[0].find("the fastest moving stop"), std::string::npos);
    EXPECT_TRUE(advice(1e-3).warnings.empty());
}

TEST(StepAdvice, has_none_for_the_reference)
{
    const StepAdvice advice = advice_for(EventAccurate{});
    EXPECT_FALSE(advice.refusal);
    EXPECT_TRUE(advice.warnings.empty());
}

}  // namespace
}  // namespace rebond::test
