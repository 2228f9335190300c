#include "rebond/studies/sweep.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace rebond {
namespace {

std::uint64_t grid_cases(const Study& study)
{
    return static_cast<std::uint64_t>(case_count(study.design));
}

// Hands results to the store and keeps count.
class Bookkeeper {
public:
    Bookkeeper(CaseStore& store, WorkerPool& pool, const TellProgress& tell,
               const std::atomic<bool>& interrupt, SweepState& state)
        : store_(store), pool_(pool), tell_(tell), interrupt_(interrupt), state_(state)
    {
    }

    void run(const NextCase& next)
    {
        pool_.run(
            next, [this](std::vector<CaseResult>& results) { take(results); }, interrupt_);
    }

private:
    void take(std::vector<CaseResult>& results)
    {
        // Each chain in one piece, so that it is stored whole or not at all.
        for (std::size_t i = 0, count = results.size(); i < count; ++i) {
            std::vector<CaseResult> further = std::move(results[i].further);
            results.insert(results.end(), std::make_move_iterator(further.begin()),
                           std::make_move_iterator(further.end()));
        }
        std::erase_if(results, [this](const CaseResult& result) {
            if (result.is_undone && state_.undone++ == 0)
                state_.first_want = fmt::format("case {}: {}", result.given.index, result.reason);
            return result.is_undone;
        });
        store_.add(results);
        for (const CaseResult& result : results) {
            ++state_.done;
            ++state_.ran;
            state_.failed += result.status == "ok" ? 0 : 1;
            state_.serial_seconds += result.seconds;
        }
        tell_(state_);
    }

    CaseStore& store_;
    WorkerPool& pool_;
    const TellProgress& tell_;
    const std::atomic<bool>& interrupt_;
    SweepState& state_;
};

// A chain is handed out as its first case.
void sweep_grid(const Study& study, const CaseStore& store, bool is_scattered, Bookkeeper& bookkeeper)
{
    const std::uint64_t cases = has_chains(study.observation) ? chain_count(study.design) : grid_cases(study);
    const std::vector<bool> stored = store.stored(cases);
    std::uint64_t next = 0;
    bookkeeper.run([&]() -> std::optional<Case> {
        while (next < cases) {
            const std::uint64_t index = is_scattered ? scattered(next, cases) : next;
            ++next;
            if (!stored[index]) return case_at(study.design, index);
        }
        return std::nullopt;
    });
}

// Takes the midpoints that are stored, in all brackets; the first that is missing in each is returned.
std::vector<Case> advance(std::vector<Bracket>& brackets, const Bisection& bisection, const CaseStore& store,
                          SweepState& state)
{
    std::vector<Case> missing;
    for (Bracket& bracket : brackets) {
        while (bracket.halvings > 0) {
            const auto [is_stored, number] = store.entry(bracket.next_index, bisection.of);
            if (!is_stored) {
                missing.push_back(next_case(bracket));
                break;
            }
            const int expected = bracket.halvings - 1;
            narrow(bracket, bisection, number);
            state.cases -=
                static_cast<std::uint64_t>(expected - bracket.halvings);  // of one that ended early
        }
    }
    return missing;
}

Crossing crossing_of(const Bracket& bracket, const Bisection& bisection)
{
    Crossing crossing{next_case(bracket).values, bracket.low, bracket.high, {}};
    if (bracket.blank) {
        Value& middle = crossing.values[bracket.axis];
        crossing.obstacle = fmt::format("case {}, at {:.10g}, has no {}", *bracket.blank,
                                        number_in(middle).value(), bisection.of);
        middle = std::monostate{};
    }
    return crossing;
}

// Halves all brackets in step; false if that was interrupted.
bool sweep_brackets(const Study& study, const CaseStore& store, Bookkeeper& bookkeeper, SweepState& state)
{
    const Bisection& bisection = *study.bisection;
    const std::vector<double> numbers = store.numbers(bisection.of, grid_cases(study));
    std::vector<Bracket> brackets =
        find_brackets(study.design, bisection, [&](std::uint64_t index) -> std::optional<double> {
            return std::isnan(numbers[index]) ? std::nullopt : std::optional(numbers[index]);
        });
    for (const Bracket& bracket : brackets) state.cases += static_cast<std::uint64_t>(bracket.halvings);

    std::vector<Case> missing = advance(brackets, bisection, store, state);
    while (!missing.empty()) {
        const std::uint64_t before = state.done;
        std::size_t next = 0;
        bookkeeper.run([&]() -> std::optional<Case> {
            if (next == missing.size()) return std::nullopt;
            return missing[next++];
        });
        if (state.done - before < missing.size()) return false;
        missing = advance(brackets, bisection, store, state);
    }
    for (const Bracket& bracket : brackets) state.crossings.push_back(crossing_of(bracket, bisection));
    return true;
}

}  // namespace

SweepState sweep(const Study& study, CaseStore& store, WorkerPool& pool, bool is_scattered,
                 const TellProgress& tell, const std::atomic<bool>& interrupt)
{
    const std::uint64_t grid = grid_cases(study);
    SweepState state{.cases = grid, .done = store.row_count()};
    for (const auto& status : store.statuses())
        if (status.status != "ok") state.failed += status.count;

    Bookkeeper bookkeeper(store, pool, tell, interrupt, state);
    sweep_grid(study, store, is_scattered, bookkeeper);
    if (store.row_count(grid) < grid) return state;
    if (study.bisection && !sweep_brackets(study, store, bookkeeper, state)) return state;
    store.finish(state.crossings);
    state.is_finished = true;
    return state;
}

}  // namespace rebond
