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
