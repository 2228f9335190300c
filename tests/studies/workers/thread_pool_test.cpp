#include "rebond/studies/workers/thread_pool.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

namespace rebond {
namespace {

NextCase count_to(std::uint64_t count, std::uint64_t& next)
{
    return [count, &next]() -> std::optional<Case> {
        if (next == count) return std::nullopt;
        return Case{.index = next++};
    };
}

CaseResult echo(const Case& given, const std::atomic<bool>&)
{
    return {.given = given, .status = "ok"};
}

TEST(ThreadPool, every_case_is_run_once_and_taken_by_the_caller)
{
    const std::atomic<bool> never{false};
    for (const std::size_t threads : {1u, 2u, 7u}) {
        ThreadPool pool(std::vector<RunCase>(threads, echo));
        std::set<std::uint64_t> taken;
        std::uint64_t next = 0;
        const auto caller = std::this_thread::get_id();
        pool.run(
            count_to(5000, next),
            [&](std::vector<CaseResult>& results) {
                EXPECT_EQ(std::this_thread::get_id(), caller);
                for (const CaseResult& result : results) EXPECT_TRUE(taken.insert(result.given.index).second);
            },
            never);
        EXPECT_EQ(taken.size(), 5000u);
    }
}

TEST(ThreadPool, a_pool_without_cases_returns)
{
    const std::atomic<bool> never{false};
    std::uint64_t next = 0;
    ThreadPool pool({echo});
    pool.run(
        count_to(0, next), [](std::vector<CaseResult>&) {}, never);
}

TEST(ThreadPool, what_the_taker_throws_ends_the_work)
{
    const std::atomic<bool> never{false};
    std::uint64_t next = 0;
    ThreadPool pool({echo, echo});
    EXPECT_THROW(pool.run(
                     count_to(1'000'000'000'000, next),
                     [](std::vector<CaseResult>& results) {
                         if (!results.empty()) throw std::runtime_error("full");
                     },
                     never),
                 std::runtime_error);
}

TEST(ThreadPool, an_interrupt_gives_up_cases_under_way_and_keeps_those_done)
{
    std::atomic<bool> interrupt{false};
    const RunCase slow_after_ten = [](const Case& given, const std::atomic<bool>& stop) {
        while (given.index >= 10 && !stop) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return CaseResult{.given = given, .is_interrupted = given.index >= 10};
    };
    ThreadPool pool({slow_after_ten, slow_after_ten});
    std::uint64_t next = 0;
    std::size_t taken = 0;
    pool.run(
        count_to(1'000'000'000'000, next),
        [&](std::vector<CaseResult>& results) {
            taken += results.size();
            if (taken == 10) interrupt = true;
        },
        interrupt);
    EXPECT_EQ(taken, 10u);
}

// The first case lasts until all others are done, which the other thread alone can do.
TEST(ThreadPool, work_is_handed_out_as_threads_get_free)
{
    const std::atomic<bool> never{false};
    std::atomic<int> others{0};
    const RunCase run = [&](const Case& given, const std::atomic<bool>&) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        if (given.index > 0) ++others;
        while (given.index == 0 && others < 100 && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return CaseResult{.given = given, .status = others == 100 || given.index > 0 ? "ok" : "waited"};
    };
    ThreadPool pool({run, run});
    std::uint64_t next = 0;
    pool.run(
        count_to(101, next),
        [](std::vector<CaseResult>& results) {
            for (const CaseResult& result : results) EXPECT_EQ(result.status, "ok");
        },
        never);
}

}  // namespace
}  // namespace rebond
