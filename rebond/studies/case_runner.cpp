#include "rebond/studies/case_runner.hpp"

#include "rebond/core/error.hpp"
#include "rebond/scene/advice/resources.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/run_scene.hpp"
#include "rebond/studies/summary_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>

namespace rebond {
namespace {

// Columns come in the order of the summary; one that a case does not have stays empty.
std::vector<Value> arranged(SummaryRow&& row, const std::vector<std::string>& columns)
{
    std::vector<Value> values(columns.size());
    std::size_t expected = 0;
    for (auto& [name, value] : row) {
        if (expected >= columns.size() || columns[expected] != name) {
            const auto found = std::find(columns.begin(), columns.end(), name);
            if (found == columns.end()) continue;
            expected = static_cast<std::size_t>(found - columns.begin());
        }
        values[expected++] = std::move(value);
    }
    return values;
}

class CaseRunner {
public:
    explicit CaseRunner(CaseSource source) : source_(std::move(source)) {}

    CaseResult run(const Case& given, const std::atomic<bool>& stop)
    {
        const auto start = std::chrono::steady_clock::now();
        CaseResult result{.given = given};
        result.summary.resize(source_.columns.size());
        try {
            run_case(given, stop, result);
        } catch (const Unbuildable& wrong) {
            refuse(result, "invalid", source_.refusal(wrong.key, wrong.expected));
        } catch (const InputError& wrong) {
            refuse(result, "invalid", wrong.what());
        } catch (const FileError& wrong) {
            refuse(result, "invalid", wrong.what());
            result.is_undone = source_.had_every_file;
        } catch (const std::bad_alloc&) {
            refuse(result, "failed", "not enough memory for this case");
            result.is_undone = true;
        } catch (const std::exception& error) {
            refuse(result, "failed", error.what());
        }
        result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return result;
    }

private:
    void run_case(const Case& given, const std::atomic<bool>& stop, CaseResult& result)
    {
        const Scene scene = source_.scene(given.values);
        if (const std::string want = want_of_memory(scene); !want.empty()) {
            result.is_undone = true;
            return refuse(result, "failed", want);
        }
        const PreparedProblem prepared = prepare_problem(scene);
        const RunResult done = run_scene(scene, prepared, {}, &stop);
        result.status = name_of(done.outcome.status);
        result.reason = done.outcome.reason;
        result.is_interrupted = done.outcome.status == Status::interrupted;
        result.summary = arranged(summary_row(summarise(scene, prepared.problem, done)), source_.columns);
    }

    // What a large model lacks; looking is not worth the time for others.
    std::string want_of_memory(const Scene& scene) const
    {
        constexpr double large = 1e8;  // [bytes]
        const double needed = memory_needed(scene);
        if (needed < large) return "";
        const std::optional<double> free = source_.free_memory();
        if (!free || needed <= *free) return "";
        return fmt::format("a model that takes about {:.3g} GB, and {:.3g} GB are free", 1e-9 * needed,
                           1e-9 * *free);
    }

    static void refuse(CaseResult& result, std::string status, std::string reason)
    {
        result.status = std::move(status);
        result.reason = std::move(reason);
    }

    CaseSource source_;
};

}  // namespace

RunCase case_runner(CaseSource source)
{
    return [runner = std::make_shared<CaseRunner>(std::move(source))](
               const Case& given, const std::atomic<bool>& stop) { return runner->run(given, stop); };
}

}  // namespace rebond
