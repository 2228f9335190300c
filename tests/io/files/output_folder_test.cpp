#include "rebond/io/files/output_folder.hpp"

#include "rebond/core/error.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <unistd.h>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using NameSet = std::set<std::string>;

std::string refusal(const auto& action)
{
    try {
        action();
    } catch (const FileError& error) {
        return error.what();
    }
    return "";
}

std::string content(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

class Folder : public testing::Test {
protected:
    NameSet names(const std::string& below = "out") const
    {
        const auto found = scratch_.names(below);
        return {found.begin(), found.end()};
    }

    ScratchDirectory scratch_;
    std::string path_ = scratch_ / "out";
};

TEST_F(Folder, a_folder_with_the_name_of_a_file_is_refused_whether_forced_or_not)
{
    fs::create_directories(path_ + "/a.svg");
    for (const bool is_forced : {false, true}) {
        const OutputFolder folder(path_, is_forced);
        const std::string said = refusal([&] { folder.require_replaceable({"a.svg"}); });
        EXPECT_NE(said.find("a.svg: error: a folder has the name of a file"), std::string::npos) << said;
    }
}

TEST_F(Folder, replaces_what_it_wrote_itself)
{
    OutputFolder(path_).write("a.svg", "first");
    OutputFolder(path_).write("a.svg", "second");
    EXPECT_EQ(content(path_ + "/a.svg"), "second");
    EXPECT_EQ(names(), (NameSet{".rebond", "a.svg"}));
    const std::string list = content(path_ + "/.rebond");
    EXPECT_EQ(std::count(list.begin(), list.end(), '\n'), 1);  // of the first nothing is left
}

TEST_F(Folder, leaves_files_of_the_user_alone)
{
    fs::create_directory(path_);
    std::ofstream(path_ + "/a.svg") << "mine";
    {
        OutputFolder folder(path_);
        const std::string said = refusal([&] { folder.require_replaceable({"a.svg", "b.svg"}); });
        EXPECT_EQ(said, path_ +
                            "/a.svg: error: rebond did not write this file, or it was changed since\n"
                            "move the file, choose another folder, or replace it with --force");
        EXPECT_EQ(refusal([&] { folder.write("a.svg", "ours"); }), said);
        folder.remove("a.svg");
    }
    EXPECT_EQ(content(path_ + "/a.svg"), "mine");
    EXPECT_EQ(names(), NameSet{"a.svg"});
}

TEST_F(Folder, neither_follows_nor_removes_links)
{
    fs::create_directory(path_);
    std::ofstream(scratch_ / "precious") << "mine";
    fs::create_symlink(scratch_ / "precious", path_ + "/a.svg");
    fs::create_symlink(scratch_ / "nothing there", path_ + "/b.svg");
    {
        OutputFolder folder(path_);
        for (const char* name : {"a.svg", "b.svg"}) {
            EXPECT_NE(refusal([&] { folder.require_replaceable({name}); }), "") << name;
            folder.remove(name);
            EXPECT_TRUE(fs::is_symlink(path_ + "/" + name)) << name;
        }
    }
    OutputFolder forced(path_, true);
    forced.require_replaceable({"a.svg", "b.svg"});
    forced.write("a.svg", "ours");
    forced.write("b.svg", "ours, too");
    EXPECT_FALSE(fs::is_symlink(path_ + "/a.svg"));
    EXPECT_EQ(content(path_ + "/b.svg"), "ours, too");
    EXPECT_EQ(content(scratch_ / "precious"), "mine");
    EXPECT_FALSE(fs::exists(scratch_ / "nothing there"));
}

TEST_F(Folder, takes_a_file_that_was_changed_for_the_users)
{
    OutputFolder(path_).write("a.svg", "ours");
    std::ofstream(path_ + "/a.svg") << "mine";  // as long as before
    OutputFolder folder(path_);
    EXPECT_NE(refusal([&] { folder.require_replaceable({"a.svg"}); }), "");
    folder.remove("a.svg");
    EXPECT_EQ(content(path_ + "/a.svg"), "mine");
}

TEST_F(Folder, knows_its_files_in_a_copy_of_the_folder)
{
    OutputFolder(path_).write("a.svg", "ours");
    fs::copy(path_, scratch_ / "copy");
    fs::last_write_time(scratch_ / "copy/a.svg", fs::file_time_type::clock::now());
    OutputFolder(scratch_ / "copy").write("a.svg", "again");
    EXPECT_EQ(content(scratch_ / "copy/a.svg"), "again");
}

TEST_F(Folder, knows_large_files_by_the_time_of_their_last_change)
{
    OutputFolder(path_).write("large", std::string(17'000'000, 'x'));
    OutputFolder(path_).require_replaceable({"large"});
    fs::last_write_time(path_ + "/large", fs::file_time_type::clock::now() + std::chrono::seconds(1));
    OutputFolder folder(path_);
    EXPECT_NE(refusal([&] { folder.require_replaceable({"large"}); }), "");
}

TEST_F(Folder, may_be_forced_to_replace_but_never_removes_what_is_not_ours)
{
    fs::create_directory(path_);
    std::ofstream(path_ + "/a.svg") << "mine";
    std::ofstream(path_ + "/b.svg") << "mine, too";
    OutputFolder folder(path_, true);
    folder.require_replaceable({"a.svg"});
    folder.write("a.svg", "ours");
    folder.remove("b.svg");
    EXPECT_EQ(content(path_ + "/a.svg"), "ours");
    EXPECT_EQ(content(path_ + "/b.svg"), "mine, too");
}

TEST_F(Folder, has_one_writer_at_a_time)
{
    {
        const OutputFolder first(path_);
        EXPECT_EQ(refusal([&] { const OutputFolder second(path_); }),
                  path_ +
                      ": error: another rebond is writing into this folder; wait until it has finished, "
                      "or choose another folder");
    }
    EXPECT_EQ(refusal([&] { const OutputFolder third(path_); }), "");
}

TEST_F(Folder, goes_again_if_nothing_was_written)
{
    {
        const OutputFolder folder(scratch_ / "a/b/c");
        EXPECT_TRUE(fs::exists(scratch_ / "a/b/c"));
    }
    EXPECT_EQ(names(""), NameSet{});
    fs::create_directory(path_);
    {
        const OutputFolder folder(path_);
    }
    EXPECT_TRUE(fs::exists(path_));  // it was there before
}

// What a process leaves that is killed between any two of its steps.
TEST_F(Folder, is_usable_after_a_killed_process)
{
    OutputFolder(path_).write("a.svg", "ours");
    std::ofstream(path_ + "/.rebond.lock") << "";
    std::ofstream(path_ + "/.rebond", std::ios::app) << "3 0123456789abcdef a.svg\n12 cut";
    {
        OutputFolder folder(path_);
        folder.write("b.svg", "new");
    }
    {
        OutputFolder folder(path_);
        folder.require_replaceable({"a.svg", "b.svg"});
        folder.write("a.svg", "again");
    }
    EXPECT_EQ(names(), (NameSet{".rebond", "a.svg", "b.svg"}));
    EXPECT_EQ(content(path_ + "/a.svg"), "again");
}

TEST_F(Folder, lists_files_in_folders_of_its_own)
{
    OutputFolder(path_).write("inner/a name with blanks.svg", "ours");
    OutputFolder(path_).write("inner/a name with blanks.svg", "again");
    EXPECT_EQ(content(path_ + "/inner/a name with blanks.svg"), "again");
}

TEST_F(Folder, that_cannot_be_made_is_named_with_the_reason)
{
    std::ofstream(scratch_ / "file") << "text";
    const auto made = [](const std::string& path) {
        return refusal([&] { const OutputFolder folder(path); });
    };
    EXPECT_EQ(made(scratch_ / "file"),
              (scratch_ / "file") + ": cannot create the directory: Not a directory");
    EXPECT_EQ(made(scratch_ / "file/below"),
              (scratch_ / "file/below") + ": cannot create the directory: Not a directory");
    EXPECT_TRUE(made("/proc/rebond").starts_with("/proc/rebond: cannot create the directory: "));
    EXPECT_EQ(names(""), NameSet{"file"});
}

}  // namespace
}  // namespace rebond
