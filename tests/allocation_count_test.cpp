#include "allocation_count.hpp"

#include "rebond/core/types.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <malloc.h>
#include <vector>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define REBOND_TEST_SANITIZED_HEAP
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define REBOND_TEST_SANITIZED_HEAP
#endif

namespace {

std::atomic<long> count{0};

}  // namespace

#ifdef REBOND_TEST_SANITIZED_HEAP

extern "C" {
int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                              void (*)(const volatile void*));
std::size_t __sanitizer_get_current_allocated_bytes();
}

namespace {

[[maybe_unused]] const int hooks = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { ++count; }, [](const volatile void*) {});

}  // namespace

std::size_t rebond::live_heap_bytes()
{
    return __sanitizer_get_current_allocated_bytes();
}

#else

// Everything else in the C library's heap stays as it is; only the way in is counted.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) noexcept
{
    ++count;
    return __libc_malloc(size);
}

std::size_t rebond::live_heap_bytes()
{
    const auto heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

#endif

long rebond::allocations()
{
    return count;
}

namespace rebond {
namespace {

TEST(AllocationCount, sees_new_and_eigen)
{
    const long before = allocations();
    const std::vector<double> block(100000, 1.0);
    EXPECT_GT(allocations(), before);
    const long between = allocations();
    const Vector vector = Vector::Constant(100000, 2.0);
    EXPECT_GT(allocations(), between);
    EXPECT_EQ(block[5] + vector(5), 3.0);
}

TEST(AllocationCount, sees_what_is_alive)
{
    const std::size_t before = live_heap_bytes();
    const std::vector<double> block(100000, 1.0);
    EXPECT_GE(live_heap_bytes(), before + 800000);
    EXPECT_EQ(block[5], 1.0);
}

}  // namespace
}  // namespace rebond
