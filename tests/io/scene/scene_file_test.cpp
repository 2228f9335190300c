#include "io/scene/scene_texts.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace rebond::test {
namespace {

// A file of the test's own, removed with it.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view text)
        : path_(std::filesystem::temp_directory_path() /
                ("rebond_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
                 ".toml"))
    {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

TEST(SceneFile, file_is_read_with_its_text)
{
    const TemporaryFile file(least_scene);
    const SceneFile read = read_scene_file(file.path(), {"run.gravity=0"});
    EXPECT_EQ(read.text, least_scene);
    EXPECT_EQ(read.scene.run.gravity, 0.0);
    EXPECT_EQ(read_scene(file.path()).run.gravity, 9.81);
}

TEST(SceneFile, errors_in_a_file_begin_with_its_path)
{
    const TemporaryFile file("[model]\n");
    try {
        read_scene(file.path());
        FAIL();
    } catch (const InputError& error) {
        EXPECT_TRUE(
            std::string(error.what()).starts_with(file.path() + ":1:1: error: model.type is missing"));
    }
}

TEST(SceneFile, what_cannot_be_read_is_a_file_error)
{
    EXPECT_THROW(read_scene("/no/such/scene.toml"), FileError);
    EXPECT_THROW(read_scene(""), FileError);
    EXPECT_THROW(read_scene(std::filesystem::temp_directory_path().string()), FileError);
    EXPECT_THROW(read_scene("/dev/zero"), InputError);  // read like a pipe, and far too long
    EXPECT_THROW(read_scene(std::string(100'000, 'x')), FileError);
}

TEST(SceneFile, file_above_sixteen_megabytes_is_refused)
{
    const TemporaryFile file("");
    std::filesystem::resize_file(file.path(), 20'000'000'000);  // sparse: it takes no room
    try {
        read_scene(file.path());
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.what(), file.path() + ":1:1: error: a scene of more than 16 MB");
    }
}

TEST(SceneFile, what_is_no_text_is_not_called_bad_syntax)
{
    using namespace std::string_literals;
    EXPECT_EQ(
        diagnostic("\x7f"
                   "ELF\0\1"s),
        "s.toml:1:5: error: this does not look like text: byte 0x00 here; expected a TOML file in UTF-8");
    EXPECT_EQ(diagnostic("[model]\ntitle = \"caf\xe9\"\n"),
              "s.toml:2:13: error: this does not look like text: byte 0xe9 here; expected a TOML file in "
              "UTF-8");
    EXPECT_TRUE(diagnostic("\x89HDF\r\n").starts_with("s.toml:1:1: error: this is an HDF5 file, not TOML"));
    for (const char* odd : {"\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xf0\x80\x80\xaf"})
        EXPECT_NE(diagnostic(odd).find("does not look like text"), std::string::npos);
    EXPECT_EQ(diagnostic("title = \"λ € 𝄞\"\n" + std::string(least_scene)), "accepted");
}

}  // namespace
}  // namespace rebond::test
