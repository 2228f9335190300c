#include "rebond/studies/papers/reproduction.hpp"

#include <fmt/format.h>

namespace rebond {
namespace {

ExhibitRows rows_of_study(const Exhibit& exhibit, const SweptStudy& swept, std::vector<std::string>& troubles)
{
    if (swept.state.failed > 0)
        for (const auto& [status, count, reason, index] : swept.store->statuses())
            if (status != "ok")
                troubles.push_back(fmt::format("{} of {} cases: {}, the first is case {}: {}", count,
                                               swept.state.done, status, index, reason));
    for (const Crossing& crossing : swept.state.crossings)
        if (!crossing.obstacle.empty())
            troubles.push_back("a crossing is not resolved: " + crossing.obstacle);
    return study_rows(exhibit, swept);
}

ExhibitRows rows_of_runs(const Exhibit& exhibit, ExhibitSource& source, std::vector<std::string>& troubles)
{
    std::vector<FinishedExhibitRun> finished;
    for (const ExhibitRun& run : exhibit.runs) {
        if (run.is_orbit) {
            OrbitAnswer answer = source.orbit(exhibit, run);
            if (answer.status != OrbitAnswerStatus::ok)
                troubles.push_back(
                    fmt::format("{}: {}: {}", run.name, name_of(answer.status), answer.reason));
            finished.push_back({run.name, std::move(answer)});
            continue;
        }
        finished.push_back({run.name, source.run(exhibit, run)});
        const Summary& summary = std::get<Summary>(finished.back().result);
        if (summary.status != run.status)
            troubles.push_back(summary.status == "ok"
                                   ? fmt::format("{}: ok, expected {}", run.name, run.status)
                                   : fmt::format("{}: stopped: {}", run.name, summary.reason.value_or("")));
    }
    return run_rows(exhibit, finished);
}

}  // namespace

ReproducedExhibit reproduce(const Exhibit& exhibit, ExhibitSource& source)
{
    ReproducedExhibit done{.exhibit = exhibit};
    const ExhibitRows rows = exhibit.study.empty()
                                 ? rows_of_runs(exhibit, source, done.troubles)
                                 : rows_of_study(exhibit, source.swept(exhibit), done.troubles);
    for (const Expectation& line : exhibit.lines)
        done.cells.push_back(cells_of(line, exhibit.columns, rows.of(line)));
    return done;
}

VerdictCount count_verdicts(const ReproducedExhibit& exhibit)
{
    VerdictCount count;
    for (const auto& line : exhibit.cells)
        for (const Cell& cell : line) {
            count.agree += cell.verdict == Verdict::agrees;
            count.inside += cell.verdict == Verdict::inside_ensemble;
            count.cannot += cell.verdict == Verdict::cannot;
            count.unexplained += cell.verdict == Verdict::unexplained;
            count.differ += cell.verdict == Verdict::differs || cell.verdict == Verdict::absent;
        }
    return count;
}

VerdictCount count_verdicts(const ReproducedPaper& paper)
{
    VerdictCount sum;
    for (const ReproducedExhibit& exhibit : paper.exhibits) {
        const VerdictCount count = count_verdicts(exhibit);
        sum.agree += count.agree;
        sum.inside += count.inside;
        sum.cannot += count.cannot;
        sum.unexplained += count.unexplained;
        sum.differ += count.differ;
    }
    return sum;
}

}  // namespace rebond
