// Replays what the fuzzer starts from and what it found.
#include "rebond/core/error.hpp"
#include "rebond/io/files/matrix_market.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace rebond {
namespace {

TEST(MatrixMarketCorpus, every_input_is_refused_or_is_a_matrix)
{
    int good = 0;
    int bad = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(REBOND_SOURCE_DIR "/fuzz/corpus/matrix_market")) {
        SCOPED_TRACE(entry.path().filename());
        if (entry.path().filename().string().starts_with("bad_")) {
            EXPECT_THROW(read_matrix_market(entry.path().string()), InputError);
            ++bad;
        } else {
            const MatrixFile file = read_matrix_market(entry.path().string());
            for (const auto& [i, j, value] : file.entries)
                EXPECT_TRUE(i >= 0 && i < file.rows && j >= 0 && j < file.columns && value != 0.0);
            ++good;
        }
    }
    EXPECT_GE(good, 9);
    EXPECT_GE(bad, 15);
}

}  // namespace
}  // namespace rebond
