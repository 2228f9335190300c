#include "rebond/integration/sample_times.hpp"

#include <gtest/gtest.h>

namespace rebond::test {
namespace {

TEST(SampleTimes, the_first_step_at_or_after_each_multiple_is_a_sample)
{
    SampleTimes samples(1.0);
    EXPECT_TRUE(samples.is_due(0.0));
    EXPECT_FALSE(samples.is_due(0.5));
    EXPECT_TRUE(samples.is_due(1.25));
    EXPECT_FALSE(samples.is_due(1.5));
    EXPECT_TRUE(samples.is_due(4.0));  // for 2, 3 and 4
    EXPECT_FALSE(samples.is_due(4.5));
    EXPECT_TRUE(samples.is_due(5.0));
}

TEST(SampleTimes, rounding_makes_no_step_late)
{
    SampleTimes samples(0.1);
    double t = 0.0;
    for (int k = 0; k <= 1000; ++k, t += 0.1) EXPECT_TRUE(samples.is_due(t)) << k;
}

TEST(SampleTimes, without_an_interval_every_step_is_a_sample)
{
    SampleTimes samples(0.0);
    for (int k = 0; k < 3; ++k) EXPECT_TRUE(samples.is_due(1.0));
}

}  // namespace
}  // namespace rebond::test
