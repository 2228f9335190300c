#include "rebond/studies/case_runner.hpp"

#include "rebond/core/error.hpp"
#include "rebond/scene/advice/resources.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/load_clock.hpp"
#include "rebond/scene/problem_checks.hpp"
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

// Where the last run of a chain has ended.
struct Carried {
    std::optional<State> state = {};  // none before the first
    LoadClock clock = {};
};

// The case before it decides where a case of a chain starts.
void continue_from(const State& end, Problem& problem)
{
    if (end.q.size() != problem.initial.q.size())
        throw InputError(fmt::format("expected {} coordinates, as the case before it has, not {}",
                                     end.q.size(), problem.initial.q.size()));
    problem.initial.q = end.q;
    problem.initial.v = end.v;
    require_open_start(problem);
}

PointTerms terms_of(const Observation& observation, Scene& scene, const LoadClock& clock,
                    const Problem& problem)
{
    const std::optional<FirstLoad> load = first_load(scene);
    PointTerms terms{.at_impacts = observation.every == Every::impact,
                     .spacing = observation.spacing,
                     .count = observation.count,
                     .values = observation.values};
    if (load) {
        terms.load_frequency = load->frequency_hz;
        terms.load_turns = load->phase_deg / 360.0;
    }
    switch (observation.every) {
        case Every::period:
            if (!load) throw InputError("expected a load with a frequency > 0, whose periods are observed");
            terms.spacing = 1.0 / load->frequency_hz;
            terms.offset = observation.transient + 1.0 - clock.first_turns(scene);
            break;
        case Every::impact:
            terms.spacing = 1.0;
            terms.skipped = static_cast<std::uint64_t>(observation.transient);
            break;
        case Every::time:
            terms.start = observation.transient;
            terms.offset = 1.0;
            break;
    }
    for (const PointValue& value : observation.values)
        if (value.index >= problem.initial.q.size())
            throw InputError(fmt::format("expected a coordinate {} for the observed {}, and there are {}",
                                         value.index, name_of(value), problem.initial.q.size()));
    return terms;
}

class CaseRunner {
public:
    explicit CaseRunner(CaseSource source) : source_(std::move(source)) {}

    CaseResult run(const Case& given, const std::atomic<bool>& stop)
    {
        if (has_chains(source_.observation)) return run_chain(given, stop);
        Carried nothing;
        return run(given, stop, nothing);
    }

private:
    // The result of the case that was handed out, with the others of its chain in it.
    CaseResult run_chain(const Case& given, const std::atomic<bool>& stop)
    {
        const Carry carry = source_.observation->carry;
        std::vector<Case> cases = chain_at(source_.design, given.index);
        if (carry == Carry::down) std::reverse(cases.begin(), cases.end());
        Carried carried;
        std::vector<CaseResult> results;
        for (const Case& each : cases) {
            results.push_back(run(each, stop, carried));
            if (const CaseResult& last = results.back(); last.is_interrupted || last.is_undone)
                return without_points(given, last);
        }
        for (std::size_t k = cases.size(); carry == Carry::both && k-- > 0;) {
            const CaseResult down = run(cases[k], stop, carried);
            if (down.is_interrupted || down.is_undone) return without_points(given, down);
            append_down(down, results[k]);
        }
        const auto first = std::find_if(results.begin(), results.end(), [&](const CaseResult& result) {
            return result.given.index == given.index;
        });
        CaseResult result = std::move(*first);
        results.erase(first);
        result.further = std::move(results);
        return result;
    }

    // Of a chain that did not come to its end.
    static CaseResult without_points(const Case& given, const CaseResult& last)
    {
        CaseResult result{
            .given = given, .status = last.status, .reason = last.reason, .seconds = last.seconds};
        result.is_interrupted = last.is_interrupted;
        result.is_undone = last.is_undone;
        return result;
    }

    static void append_down(const CaseResult& down, CaseResult& result)
    {
        for (ObservedPoint point : down.points) {
            point.is_down = true;
            result.points.push_back(std::move(point));
        }
        result.seconds += down.seconds;
        if (result.status == "ok" && down.status != "ok") {
            result.status = down.status;
            result.reason = "on the way down: " + down.reason;
        }
    }

    CaseResult run(const Case& given, const std::atomic<bool>& stop, Carried& carried)
    {
        const auto start = std::chrono::steady_clock::now();
        CaseResult result{.given = given};
        result.summary.resize(source_.columns.size());
        try {
            run_case(given, stop, carried, result);
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

    void run_case(const Case& given, const std::atomic<bool>& stop, Carried& carried, CaseResult& result)
    {
        Scene scene = source_.scene(given.values);
        if (const std::string want = want_of_memory(scene); !want.empty()) {
            result.is_undone = true;
            return refuse(result, "failed", want);
        }
        carried.clock.set(scene);
        if (carried.state) start_at(scene, {0.0, carried.state->q, carried.state->v});
        PreparedProblem prepared = prepare_problem(scene);
        if (carried.state) continue_from(*carried.state, prepared.problem);
        std::optional<PointRecorder> observer;
        if (source_.observation)
            observer.emplace(terms_of(*source_.observation, scene, carried.clock, prepared.problem));
        const RunResult done = run_scene(
            scene, prepared, observer ? std::vector<Recorder*>{&*observer} : std::vector<Recorder*>{}, &stop);
        result.status = name_of(done.outcome.status);
        result.reason = done.outcome.reason;
        result.is_interrupted = done.outcome.status == Status::interrupted;
        result.summary = arranged(summary_row(summarise(scene, prepared.problem, done)), source_.columns);
        if (!observer) return;
        for (const MotionPoint& point : observer->points())
            result.points.push_back({result.points.size() + 1, false, point});
        if (!has_chains(source_.observation) || done.outcome.status != Status::ok) return;
        carried.state = done.findings.final;
        carried.clock.advance(scene, done.findings.final.t);
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
