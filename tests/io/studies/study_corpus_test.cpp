// Replays what the fuzzer starts from and what it found.
#include "rebond/core/error.hpp"
#include "rebond/io/studies/study_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace rebond {
namespace {

TEST(StudyCorpus, every_input_is_refused_or_is_a_study)
{
    int good = 0;
    int bad = 0;
    for (const auto& entry : std::filesystem::directory_iterator(REBOND_SOURCE_DIR "/fuzz/corpus/study")) {
        SCOPED_TRACE(entry.path().filename());
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const std::string name = entry.path().filename().string();
        if (name.starts_with("bad_")) {
            EXPECT_THROW((void)parse_study(text, name), InputError);
            ++bad;
        } else {
            const StudyFile study = parse_study(text, name);
            EXPECT_GT(study.grid_cases, 0u);
            EXPECT_EQ(parse_study(text, name).fingerprint, study.fingerprint);
            ++good;
        }
    }
    EXPECT_GE(good, 10);
    EXPECT_GE(bad, 30);
}

}  // namespace
}  // namespace rebond
