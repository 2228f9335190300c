#include "rebond/io/studies/study_sweep.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/version.hpp"
#include "rebond/io/studies/study_axes.hpp"
#include "rebond/studies/workers/thread_crew.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace rebond {
namespace {

StudyRecord record_of(const StudyFile& file)
{
    StudyRecord record{.study = file.text,
                       .base = file.base_text,
                       .overrides = fmt::format("{}", fmt::join(file.overrides, "\n")),
                       .effective_base = file.effective_base,
                       .bisection = file.bisection_text,
                       .fingerprint = fmt::format("{:016x}", file.fingerprint),
                       .version = std::string(version),
                       .revision = std::string(revision),
                       .grid_cases = file.grid_cases,
                       .columns = file.columns};
    for (const ParameterAxis& axis : file.study.design.axes) {
        record.keys.push_back(axis.key);
        record.axes += described(axis) + "\n";
    }
    return record;
}

// The revision of the program, also of one that was changed since.
std::string_view committed(std::string_view revision)
{
    constexpr std::string_view mark = "-dirty";
    return revision.ends_with(mark) ? revision.substr(0, revision.size() - mark.size()) : revision;
}

// Another base, other axes or another program would give rows that do not belong together.
void require_same_study(const StudyFile& file, StudyDatabase& database, const std::string& path)
{
    const StudyRecord& theirs = database.record();
    const StudyRecord ours = record_of(file);
    if (theirs.fingerprint != ours.fingerprint || theirs.keys != ours.keys)
        throw InputError(
            fmt::format("{}: error: the database is that of another study or base scene than {}; choose "
                        "another folder",
                        path, file.path));
    if (!is_by_this_program(theirs) || theirs.columns != ours.columns)
        throw InputError(
            fmt::format("{}: error: the database was begun by rebond {} ({}) and this is {} ({}), whose "
                        "numbers may differ; choose another folder",
                        path, theirs.version, theirs.revision, ours.version, ours.revision));
    if (theirs.bisection != ours.bisection && database.row_count() > database.row_count(file.grid_cases))
        throw InputError(
            fmt::format("{}: error: the database has rows of another [bisect] than {}; choose another folder",
                        path, file.path));
    database.take_over(ours);
}

// Hands results to the database and keeps count.
class Bookkeeper {
public:
    Bookkeeper(StudyDatabase& database, Crew& crew, const TellProgress& tell,
               const std::atomic<bool>& interrupt, SweepState& state)
        : database_(database), crew_(crew), tell_(tell), interrupt_(interrupt), state_(state)
    {
    }

    void perform(const NextCase& next)
    {
        crew_.perform(
            next, [this](std::vector<CaseResult>& results) { take(results); }, interrupt_);
    }

private:
    void take(std::vector<CaseResult>& results)
    {
        std::erase_if(results, [this](const CaseResult& result) {
            if (result.is_undone && state_.undone++ == 0)
                state_.first_want = fmt::format("case {}: {}", result.performed.index, result.reason);
            return result.is_undone;
        });
        database_.add(results);
        for (const CaseResult& result : results) {
            ++state_.done;
            ++state_.performed;
            state_.failed += result.status == "ok" ? 0 : 1;
            state_.serial_seconds += result.seconds;
        }
        tell_(state_);
    }

    StudyDatabase& database_;
    Crew& crew_;
    const TellProgress& tell_;
    const std::atomic<bool>& interrupt_;
    SweepState& state_;
};

void sweep_grid(const StudyFile& file, const StudyDatabase& database, bool is_scattered,
                Bookkeeper& bookkeeper)
{
    const std::vector<bool> stored = database.stored(file.grid_cases);
    std::uint64_t next = 0;
    bookkeeper.perform([&]() -> std::optional<Case> {
        while (next < file.grid_cases) {
            const std::uint64_t index = is_scattered ? scattered(next, file.grid_cases) : next;
            ++next;
            if (!stored[index]) return case_at(file.study.design, index);
        }
        return std::nullopt;
    });
}

// Takes the midpoints that are stored, in all brackets; the first that is missing in each is returned.
std::vector<Case> advance(std::vector<Bracket>& brackets, const Bisection& bisection,
                          const StudyDatabase& database, SweepState& state)
{
    std::vector<Case> missing;
    for (Bracket& bracket : brackets) {
        while (bracket.halvings > 0) {
            const auto [is_stored, number] = database.entry(bracket.next_index, bisection.of);
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
bool sweep_brackets(const StudyFile& file, const StudyDatabase& database, Bookkeeper& bookkeeper,
                    SweepState& state)
{
    const Bisection& bisection = *file.study.bisection;
    const std::vector<double> numbers = database.numbers(bisection.of, file.grid_cases);
    std::vector<Bracket> brackets =
        find_brackets(file.study.design, bisection, [&](std::uint64_t index) -> std::optional<double> {
            return std::isnan(numbers[index]) ? std::nullopt : std::optional(numbers[index]);
        });
    for (const Bracket& bracket : brackets) state.cases += static_cast<std::uint64_t>(bracket.halvings);

    std::vector<Case> missing = advance(brackets, bisection, database, state);
    while (!missing.empty()) {
        const std::uint64_t before = state.done;
        std::size_t next = 0;
        bookkeeper.perform([&]() -> std::optional<Case> {
            if (next == missing.size()) return std::nullopt;
            return missing[next++];
        });
        if (state.done - before < missing.size()) return false;
        missing = advance(brackets, bisection, database, state);
    }
    for (const Bracket& bracket : brackets) state.crossings.push_back(crossing_of(bracket, bisection));
    return true;
}

}  // namespace

std::unique_ptr<Crew> thread_crew(const StudyFile& file, unsigned threads)
{
    std::vector<RunCase> workers;
    for (unsigned i = 0; i < (threads > 0 ? threads : hardware_threads()); ++i)
        workers.push_back(case_runner(file));
    return std::make_unique<ThreadCrew>(std::move(workers));
}

bool is_by_this_program(const StudyRecord& record)
{
    return record.version == version && committed(record.revision) == committed(revision);
}

std::unique_ptr<StudyDatabase> open_study_database(const StudyFile& file, const std::string& path)
{
    if (!path.empty() && std::filesystem::exists(path) && !is_blank_database(path)) {
        auto database = std::make_unique<StudyDatabase>(path, StudyDatabase::Purpose::resume);
        require_same_study(file, *database, path);
        return database;
    }
    return std::make_unique<StudyDatabase>(path, record_of(file));
}

SweepState sweep(const StudyFile& file, StudyDatabase& database, Crew& crew, bool is_scattered,
                 const TellProgress& tell, const std::atomic<bool>& interrupt)
{
    SweepState state{.cases = file.grid_cases, .done = database.row_count()};
    for (const auto& status : database.statuses())
        if (status.status != "ok") state.failed += status.count;

    Bookkeeper bookkeeper(database, crew, tell, interrupt, state);
    sweep_grid(file, database, is_scattered, bookkeeper);
    if (database.row_count(file.grid_cases) < file.grid_cases) return state;
    if (file.study.bisection && !sweep_brackets(file, database, bookkeeper, state)) return state;
    database.finish(state.crossings);
    state.is_finished = true;
    return state;
}

}  // namespace rebond
