#include "rebond/io/files/whole_file.hpp"

#include "rebond/core/error.hpp"
#include "scratch_directory.hpp"
#include "small_disk.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

std::string content_of(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

std::string refusal_to_write(const std::string& path, std::string_view text)
{
    try {
        write_whole_file(path, text);
    } catch (const FileError& error) {
        return error.what();
    }
    return "nothing";
}

TEST(WholeFile, holds_the_text_and_leaves_nothing_else)
{
    const ScratchDirectory scratch;
    const std::string text = std::string("a\0b\n", 4) + std::string(300000, 'x');
    write_whole_file(scratch / "file", text);
    EXPECT_EQ(content_of(scratch / "file"), text);
    write_whole_file(scratch / "file", "shorter");
    EXPECT_EQ(content_of(scratch / "file"), "shorter");
    EXPECT_EQ(scratch.names(), Names{"file"});
}

TEST(WholeFile, is_as_readable_as_any_new_file)
{
    const ScratchDirectory scratch;
    const mode_t mask = umask(022);
    write_whole_file(scratch / "file", "text");
    umask(mask);
    EXPECT_EQ(fs::status(scratch / "file").permissions(), fs::perms(0644));
}

TEST(WholeFile, names_the_path_and_the_reason_when_it_cannot_be)
{
    const ScratchDirectory scratch;
    const std::string missing = scratch / "missing/file";
    EXPECT_EQ(refusal_to_write(missing, "text"), missing + ": cannot create: No such file or directory");
    write_whole_file(scratch / "file", "kept");
    EXPECT_EQ(refusal_to_write(scratch / "file/below", "text"),
              (scratch / "file/below") + ": cannot create: Not a directory");
    fs::create_directory(scratch / "directory");
    EXPECT_EQ(refusal_to_write(scratch / "directory", "text"),
              (scratch / "directory") + ": cannot replace: Is a directory");
    EXPECT_EQ(scratch.names().size(), 2u);
    EXPECT_EQ(content_of(scratch / "file"), "kept");
}

TEST(WholeFile, leaves_the_old_text_when_the_disk_is_full)
{
    const ScratchDirectory scratch;
    write_whole_file(scratch / "file", "old");
    {
        const SmallDisk disk(1000);
        EXPECT_EQ(refusal_to_write(scratch / "file", std::string(5000, 'x')),
                  (scratch / "file") + ": cannot write: File too large");
    }
    EXPECT_EQ(content_of(scratch / "file"), "old");
    EXPECT_EQ(scratch.names(), Names{"file"});
}

TEST(WholeFile, follows_a_link_and_keeps_it)
{
    const ScratchDirectory scratch;
    write_whole_file(scratch / "target", "old");
    fs::create_symlink("target", scratch / "link");
    write_whole_file(scratch / "link", "new");
    EXPECT_TRUE(fs::is_symlink(scratch / "link"));
    EXPECT_EQ(content_of(scratch / "target"), "new");
}

TEST(WholeFile, may_be_a_device)
{
    write_whole_file("/dev/null", "text");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_EQ(refusal_to_write("/dev/full", "text"),
              "/dev/full: cannot write: the disk is full (No space left on device)");
}

TEST(FileInProgress, is_gone_when_it_is_not_committed)
{
    const ScratchDirectory scratch;
    {
        const FileInProgress progress(scratch / "file");
        EXPECT_TRUE(fs::exists(progress.temporary()));
        EXPECT_EQ(fs::path(progress.temporary()).parent_path(), scratch.path());
        EXPECT_FALSE(fs::exists(scratch / "file"));
    }
    EXPECT_TRUE(scratch.names().empty());
}

TEST(FileInProgress, takes_a_name_nobody_else_has)
{
    const ScratchDirectory scratch;
    FileInProgress one(scratch / "file");
    FileInProgress other(scratch / "file");
    EXPECT_NE(one.temporary(), other.temporary());
    std::ofstream(one.temporary()) << "one";
    std::ofstream(other.temporary()) << "other";
    one.commit();
    EXPECT_EQ(content_of(scratch / "file"), "one");
    other.commit();
    EXPECT_EQ(content_of(scratch / "file"), "other");
}

TEST(MakeDirectory, makes_parents_and_accepts_what_is_there)
{
    const ScratchDirectory scratch;
    make_directory(scratch / "a/b/c");
    make_directory(scratch / "a/b/c/");
    EXPECT_TRUE(fs::is_directory(scratch / "a/b/c"));
    write_whole_file(scratch / "a/file", "");
    EXPECT_THROW(make_directory(scratch / "a/file"), FileError);
    EXPECT_THROW(make_directory(scratch / "a/file/below"), FileError);
}

TEST(RemoveFile, takes_what_is_there_and_minds_nothing_that_is_not)
{
    const ScratchDirectory scratch;
    write_whole_file(scratch / "file", "");
    remove_file(scratch / "file");
    remove_file(scratch / "file");
    remove_file(scratch / "no/such/folder");
    EXPECT_TRUE(scratch.names().empty());
    make_directory(scratch / "folder");
    EXPECT_THROW(remove_file(scratch / "folder"), FileError);
}

TEST(RemoveOrphans, takes_the_files_of_processes_that_are_gone_and_no_others)
{
    const ScratchDirectory scratch;
    // A child's file, left as by a kill.
    const pid_t child = ::fork();
    if (child == 0) {
        new FileInProgress(scratch / "result.h5");
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    ASSERT_EQ(scratch.names().size(), 1u);
    const std::string orphan = scratch.names()[0];
    const FileInProgress living(scratch / "result.h5");
    const std::string elsewhere = std::string(orphan).replace(orphan.find(".part-") + 6, 0, "another_");
    const std::vector<std::string> others{elsewhere, "my.part-1", "notes.part-x-y-z", orphan + ".txt"};
    for (const std::string& other : others) write_whole_file(scratch / other, "kept");
    remove_orphans(scratch.path());
    remove_orphans(scratch / "no such folder");
    EXPECT_FALSE(fs::exists(scratch / orphan));
    EXPECT_TRUE(fs::exists(living.temporary()));
    for (const std::string& other : others) EXPECT_TRUE(fs::exists(scratch / other)) << other;
}

}  // namespace
}  // namespace rebond
