#include "rebond/core/number_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace rebond {
namespace {

TEST(NumberText, is_the_shortest_that_reads_back_and_always_a_float)
{
    EXPECT_EQ(number_text(2.0), "2.0");
    EXPECT_EQ(number_text(0.1), "0.1");
    EXPECT_EQ(number_text(1e-6), "1e-6");
    EXPECT_EQ(number_text(2.1e11), "2.1e11");
    EXPECT_EQ(number_text(-0.0), "-0.0");
    EXPECT_EQ(number_text(1.0 / 3.0), "0.3333333333333333");
    EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "-inf");
    for (const double value : {2.2250738585072014e-308, 1.7976931348623157e308, 0.1 + 0.2})
        EXPECT_EQ(std::stod(number_text(value)), value);
}

}  // namespace
}  // namespace rebond
