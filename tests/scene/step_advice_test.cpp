#include "rebond/scene/step_advice.hpp"

#include "physics/dropped_bar.hpp"

namespace rebond::test {
namespace {

StepAdvice advice_for(const Scheme& scheme, double duration = 5e-3)
{
    Scene scene = dropped_bar(Springs::spiral, 30.0, 1.0, duration);
    scene.scheme = scheme;
    return advise_step(scene, build_problem(scene));
}

TEST(StepAdvice, RefusesAnExplicitStepAboveTheStabilityLimit)
{
    const StepAdvice above = advice_for(PaoliSchatzman{.step = 3.7e-7});
    ASSERT_TRUE(above.refusal);
    EXPECT_NE(above.refusal->find("3.63324e-07"), std::string::npos) << *above.refusal;
    EXPECT_FALSE(advice_for(PaoliSchatzman{.step = 3.6e-7}).refusal);
}

TEST(StepAdvice, TheLimitItselfIsForLinearBodiesOnly)
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

TEST(StepAdvice, WarnsOfAnImplicitStepThatDoesNotResolveTheWaves)
{
    EXPECT_TRUE(advice_for(PaoliSchatzmanImplicit{.step = 1e-7}).warnings.empty());
    const StepAdvice coarse = advice_for(PaoliSchatzmanImplicit{.step = 1e-6});
    EXPECT_FALSE(coarse.refusal);
    EXPECT_EQ(coarse.warnings.size(), 1u);
    EXPECT_FALSE(advice_for(EventNewmark{.step = 1e-6}).warnings.empty());
}

TEST(StepAdvice, RefusesRunsOfMoreStepsThanCanBeComputed)
{
    EXPECT_TRUE(advice_for(EventNewmark{.step = 1e-300}).refusal);
    EXPECT_TRUE(advice_for(PaoliSchatzman{.step = 1e-7}, 1e9).refusal);
}

TEST(StepAdvice, HasNoneForTheReference)
{
    const StepAdvice advice = advice_for(EventAccurate{});
    EXPECT_FALSE(advice.refusal);
    EXPECT_TRUE(advice.warnings.empty());
}

}  // namespace
}  // namespace rebond::test
