// Files, folders and disks that the program cannot use: how it says so, and that it leaves no trace.
#include "apps/refusals.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
using FileRefusals = Refusals;

TEST_F(FileRefusals, a_file_too_large_to_be_a_scene_is_not_read)
{
    write_text(path_, "");
    fs::resize_file(path_, 100'000'000);
    const Ended ended = run_rebond({"run", path_, "--out", folder_ / "out"});
    EXPECT_EQ(ended.code, 2);
    expect_said(ended, {path_ + ":1:1: error: a scene of more than 16 MB"});
    expect_no_trace(ended);
}

TEST_F(FileRefusals, a_scene_that_cannot_be_read_is_a_file_error)
{
    const auto expect_file_error = [&](const std::string& scene, const std::string& part) {
        const Ended ended = run_rebond({"run", scene, "--out", folder_ / "out"});
        EXPECT_EQ(ended.code, 4) << scene;
        EXPECT_TRUE(ended.err.starts_with(scene + ": error: ")) << ended.err;
        expect_said(ended, {part});
        expect_no_trace(ended);
    };
    expect_file_error(folder_ / "nowhere.toml", "no such file");
    expect_file_error(folder_.path(), "is a directory");
    write_text(path_, short_drop);
    expect_file_error(path_ + "/scene.toml", "");
}

TEST_F(FileRefusals, permissions_that_are_missing_are_a_file_error)
{
    write_text(path_, short_drop);
    ::chmod(folder_.path().c_str(), 0555);
    const Ended unwritable = run_rebond({"run", path_, "--out", folder_ / "out"}, {.before = become_nobody});
    ::chmod(path_.c_str(), 0);
    const Ended unreadable = run_rebond({"run", path_}, {.before = become_nobody});
    ::chmod(folder_.path().c_str(), 0755);
    if (unwritable.code == 127) GTEST_SKIP() << "nobody else may run the program here";
    EXPECT_EQ(unwritable.code, 4);
    expect_said(unwritable, {folder_ / "out", "Permission denied"});
    expect_no_trace(unwritable);
    EXPECT_EQ(unreadable.code, 4);
    expect_said(unreadable, {path_ + ": error: cannot be read"});
    expect_no_trace(unreadable);
}

TEST_F(FileRefusals, a_refused_run_leaves_an_earlier_result_alone)
{
    fs::create_directory(folder_ / "out");
    write_text(folder_ / "out/result.h5", "precious");
    EXPECT_EQ(run(with(short_drop, "0.2", "-0.2")).code, 2);
    EXPECT_EQ(run(short_drop, {"--set", "nonsense"}).code, 2);
    EXPECT_EQ(folder_.names("out"), Names{"result.h5"});
    EXPECT_EQ(text_of(folder_ / "out/result.h5"), "precious");
}

TEST_F(FileRefusals, a_place_where_nothing_can_be_written_is_a_file_error)
{
    write_text(path_, short_drop);
    write_text(folder_ / "file", "mine");
    for (const std::string& out : {folder_ / "file", folder_ / "file/below", std::string("/proc/nowhere"),
                                   std::string("/dev/null/out"), folder_ / std::string(300, 'x')}) {
        const Ended ended = run_rebond({"run", path_, "--out", out});
        EXPECT_EQ(ended.code, 4) << out;
        expect_said(ended, {out, "cannot create the directory"});
        EXPECT_EQ(ended.out, "");
    }
    EXPECT_EQ(text_of(folder_ / "file"), "mine");
    EXPECT_EQ(folder_.names().size(), 2u);
}

TEST_F(FileRefusals, a_disk_that_fills_up_is_a_file_error_and_leaves_nothing_half_written)
{
    write_text(path_, short_drop);
    const auto no_large_files = [] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{20'000, 20'000};
        setrlimit(RLIMIT_FSIZE, &limit);
    };
    const Ended ended = run_rebond({"run", path_, "--out", folder_ / "out"}, {.before = no_large_files});
    EXPECT_EQ(ended.code, 4);
    expect_said(ended, {folder_ / "out/result.h5"});
    EXPECT_EQ(ended.out, "");
    EXPECT_EQ(folder_.names(), Names{"scene.toml"});
}

TEST_F(FileRefusals, a_full_disk_is_named_as_the_reason)
{
    write_text(path_, short_drop);
    fs::create_directory(folder_ / "disk");
    const std::string disk = folder_ / "disk";
    // A file system of 64 kB that goes with the process, which alone sees it.
    const auto mount_small = [&disk] {
        const bool is_alone =
            ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
        if (!is_alone || ::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0) ::_exit(77);
    };
    // The same, and nothing more fits on it.
    const auto mount_full = [&disk, &mount_small] {
        mount_small();
        const int file = ::open((disk + "/all").c_str(), O_WRONLY | O_CREAT, 0600);
        const std::string page(4096, 'x');
        while (::write(file, page.data(), page.size()) > 0) {
        }
    };
    const Ended ended = run_rebond({"run", path_, "--out", disk + "/out"}, {.before = mount_small});
    if (ended.code == 77) GTEST_SKIP() << "no file system can be mounted here";
    EXPECT_EQ(ended.code, 4);
    expect_said(ended, {disk + "/out/result.h5", "the disk is full"});
    // Before it starts: a folder of its own takes no room there.
    const Ended full = run_rebond({"run", path_, "--out", disk + "/out"}, {.before = mount_full});
    EXPECT_EQ(full.code, 4);
    expect_said(full, {disk + "/out", "the disk is full", "make room"});
    EXPECT_EQ(full.out, "");

    const std::string study = folder_ / "study.toml";
    write_text(study,
               "base = \"scene.toml\"\n[vary]\n\"impact.restitution\" = { from = 0, to = 1, count = 200 }\n");
    const Ended swept = run_rebond({"sweep", study, "--out", disk + "/out"}, {.before = mount_small});
    EXPECT_EQ(swept.code, 4);
    expect_said(swept, {disk + "/out/study.db", "the disk is full"});
}

TEST_F(FileRefusals, output_that_cannot_be_written_is_a_file_error)
{
    write_text(path_, short_drop);
    for (const Arguments& arguments : std::vector<Arguments>{{"run", path_},
                                                             {"run", path_, "--json"},
                                                             {"check", path_},
                                                             {"new", "bar"},
                                                             {"schema"},
                                                             {"--help"},
                                                             {"--version"}}) {
        const Ended ended = run_rebond(arguments, {.out = "/dev/full"});
        EXPECT_EQ(ended.code, 4) << arguments.front();
        expect_said(ended, {"standard output", "No space left on device"});
    }
}

TEST_F(FileRefusals, a_result_that_is_none_is_a_file_error)
{
    write_text(path_, short_drop);
    for (const char* command : {"info", "report"}) {
        for (const std::string& result : {path_, folder_.path(), folder_ / "nowhere"}) {
            const Ended ended = run_rebond({command, result});
            EXPECT_EQ(ended.code, 4) << command << " " << result;
            expect_said(ended, {"error: ", result, "cannot read"});
            expect_no_trace(ended);
        }
    }
}

}  // namespace
}  // namespace rebond
