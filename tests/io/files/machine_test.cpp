#include "rebond/io/files/machine.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace rebond {
namespace {

TEST(Machine, has_memory_and_disk_left)
{
    ASSERT_TRUE(free_memory());
    EXPECT_GT(*free_memory(), 1e6);
    EXPECT_LT(*free_memory(), 1e15);
    const std::string folder = std::filesystem::temp_directory_path().string();
    ASSERT_TRUE(free_disk(folder));
    EXPECT_GT(*free_disk(folder), 0.0);
    // A folder that will be made is on the disk of the one it will be made in.
    EXPECT_TRUE(free_disk(folder + "/no/such/folder"));
    EXPECT_TRUE(free_disk("relative"));
}

}  // namespace
}  // namespace rebond
