#include "rebond/studies/workers/thread_pool.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

namespace rebond {
namespace {

constexpr std::size_t batch = 500;                             // results that are taken at once
constexpr std::size_t most_waiting = 4 * batch;                // results, before workers pause
constexpr auto between_looks = std::chrono::milliseconds(20);  // longest that a result waits

// What workers and the calling thread share, under one lock.
struct Desk {
    std::mutex mutex;
    std::condition_variable results_wait;
    std::condition_variable room_is_left;
    std::vector<CaseResult> results;
    std::size_t working = 0;  // threads
    std::exception_ptr failure;
    std::atomic<bool> stop{false};
};

void work(Desk& desk, const NextCase& next, const RunCase& run)
{
    std::unique_lock lock(desk.mutex);
    try {
        while (!desk.stop) {
            const std::optional<Case> given = next();
            if (!given) break;
            lock.unlock();
            CaseResult result = run(*given, desk.stop);
            lock.lock();
            if (result.is_interrupted) break;
            desk.room_is_left.wait(lock, [&] { return desk.results.size() < most_waiting || desk.stop; });
            desk.results.push_back(std::move(result));
            if (desk.results.size() >= batch) desk.results_wait.notify_one();
        }
    } catch (...) {
        if (!lock.owns_lock()) lock.lock();
        desk.failure = std::current_exception();
        desk.stop = true;
    }
    --desk.working;
    desk.results_wait.notify_one();
}

// As many as the system gives; without a first there is no work.
void start(const std::vector<RunCase>& workers, const NextCase& next, Desk& desk,
           std::vector<std::jthread>& threads)
{
    threads.reserve(workers.size());
    for (const RunCase& run : workers) {
        {
            const std::lock_guard lock(desk.mutex);
            ++desk.working;
        }
        try {
            threads.emplace_back([&desk, &next, &run] { work(desk, next, run); });
        } catch (const std::system_error&) {
            if (threads.empty()) throw;
            const std::lock_guard lock(desk.mutex);
            --desk.working;
            return;
        }
    }
}

}  // namespace

void ThreadPool::run(const NextCase& next, const TakeResults& take, const std::atomic<bool>& interrupt)
{
    Desk desk;
    std::vector<std::jthread> threads;
    start(workers_, next, desk, threads);

    std::vector<CaseResult> results;
    bool is_over = false;
    try {
        while (!is_over) {
            {
                std::unique_lock lock(desk.mutex);
                desk.results_wait.wait_for(lock, between_looks,
                                           [&] { return desk.results.size() >= batch || desk.working == 0; });
                results.swap(desk.results);
                is_over = desk.working == 0;
                if (interrupt) desk.stop = true;
            }
            desk.room_is_left.notify_all();
            take(results);
            results.clear();
        }
    } catch (...) {
        {
            const std::lock_guard lock(desk.mutex);
            desk.stop = true;
        }
        desk.room_is_left.notify_all();
        throw;  // once the threads have ended
    }
    if (desk.failure) std::rethrow_exception(desk.failure);
}

unsigned hardware_threads()
{
    return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace rebond
