#include "rebond/io/files/file_lock.hpp"

#include "rebond/core/error.hpp"
#include "scratch_directory.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace rebond {
namespace {

TEST(FileLock, keeps_others_out_and_leaves_no_file)
{
    const ScratchDirectory folder;
    {
        const FileLock first(folder / "lock");
        EXPECT_THROW(const FileLock second(folder / "lock"), FileError);
    }
    EXPECT_TRUE(folder.names().empty());
    EXPECT_NO_THROW(const FileLock third(folder / "lock"));
}

// Each opening of the file counts for itself, as that of another process would.
TEST(FileLock, has_one_holder_however_many_come_and_go)
{
    const ScratchDirectory folder;
    std::atomic<int> holders{0}, taken{0};
    std::atomic<bool> is_shared{false};
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                while (std::chrono::steady_clock::now() < end) {
                    try {
                        const FileLock lock(folder / "lock");
                        if (++holders > 1) is_shared = true;
                        ++taken;
                        std::this_thread::yield();
                        --holders;
                    } catch (const FileError&) {
                        continue;
                    }
                }
            });
    }
    EXPECT_GT(taken, 1);
    EXPECT_FALSE(is_shared);
}

}  // namespace
}  // namespace rebond
