#include "rebond/io/results/summary_reference.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace rebond {
namespace {

TEST(SummaryReference, names_numbers_with_unit_and_meaning)
{
    const std::string page = summary_reference_markdown();
    for (const char* line : {"\n## `energy`\n", "| `balance_error` | J | ", "\n## `episodes[i]`\n",
                             "| `impact_speed` | m/s | approach speed at the first impact |\n"})
        EXPECT_NE(page.find(line), std::string::npos) << line;
}

// With REBOND_UPDATE in the environment the page is written instead.
TEST(SummaryReference, manual_page_is_up_to_date)
{
    const std::string path = REBOND_SOURCE_DIR "/docs/guide/summary-reference.md";
    if (std::getenv("REBOND_UPDATE") != nullptr) std::ofstream(path) << summary_reference_markdown();
    std::ifstream file(path);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    EXPECT_TRUE(page == summary_reference_markdown())
        << "docs/guide/summary-reference.md is out of date; run this test with REBOND_UPDATE=1";
}

}  // namespace
}  // namespace rebond
