// Replays what the fuzzer starts from and what it found.
#include "rebond/core/error.hpp"
#include "rebond/io/scene/scene_toml.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace rebond {
namespace {

TEST(SceneCorpus, every_input_is_refused_or_reads_back_to_itself)
{
    int good = 0;
    int bad = 0;
    for (const auto& entry : std::filesystem::directory_iterator(REBOND_SOURCE_DIR "/fuzz/corpus/scene")) {
        SCOPED_TRACE(entry.path().filename());
        std::ifstream file(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const std::string name = entry.path().filename().string();
        const bool is_override = name.find("override") != std::string::npos;
        const auto parse = [&] {
            return is_override ? parse_scene("model.type = \"bar\"\nrun.duration = 1\n", "scene", {text})
                               : parse_scene(text, name);
        };
        if (name.starts_with("bad_")) {
            EXPECT_THROW(parse(), InputError);
            ++bad;
        } else {
            const std::string written = write_scene(parse());
            EXPECT_EQ(write_scene(parse_scene(written, "written")), written);
            ++good;
        }
    }
    EXPECT_GE(good, 10);
    EXPECT_GE(bad, 20);
}

}  // namespace
}  // namespace rebond
