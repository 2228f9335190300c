#include "rebond/io/files/temporary_path.hpp"

#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Kind = TemporaryPath::Kind;

TEST(TemporaryPath, goes_with_its_owner_unless_it_is_kept)
{
    const ScratchDirectory scratch;
    for (const char* name : {"gone", "kept"}) std::ofstream(scratch / name) << "text";
    {
        const TemporaryPath gone(scratch / "gone", Kind::file);
        TemporaryPath first(scratch / "kept", Kind::file);
        TemporaryPath second(std::move(first));
        second.keep();
    }
    EXPECT_EQ(scratch.names(), std::vector<std::string>{"kept"});
}

TEST(TemporaryPath, all_go_at_once_folders_only_if_they_are_empty)
{
    const ScratchDirectory scratch;
    for (const char* name : {"outer", "outer/inner", "full"}) fs::create_directory(scratch / name);
    for (const char* name : {"outer/inner/file", "full/file", "kept"}) std::ofstream(scratch / name) << "";
    std::vector<TemporaryPath> folders;
    for (const char* name : {"outer", "outer/inner", "full"})
        folders.emplace_back(scratch / name, Kind::folder);
    const TemporaryPath file(scratch / "outer/inner/file", Kind::file);
    TemporaryPath kept(scratch / "kept", Kind::file);
    kept.keep();
    remove_temporary_paths();
    EXPECT_FALSE(fs::exists(scratch / "outer"));
    EXPECT_TRUE(fs::exists(scratch / "full/file"));
    EXPECT_TRUE(fs::exists(scratch / "kept"));
}

TEST(TemporaryPath, more_than_the_table_holds_go_with_their_owners)
{
    const ScratchDirectory scratch;
    {
        std::vector<TemporaryPath> files;
        for (int i = 0; i < 100; ++i) {
            std::ofstream(scratch / std::to_string(i)) << "text";
            files.emplace_back(scratch / std::to_string(i), Kind::file);
        }
    }
    EXPECT_TRUE(scratch.names().empty());
}

}  // namespace
}  // namespace rebond
