#include "rebond/io/studies/study_store.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/version.hpp"
#include "rebond/io/files/machine.hpp"
#include "rebond/io/scene/varied_scene.hpp"
#include "rebond/io/studies/study_axes.hpp"
#include "rebond/io/studies/study_database.hpp"
#include "rebond/studies/case_runner.hpp"
#include "rebond/studies/memory_store.hpp"
#include "rebond/studies/workers/thread_pool.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
    if (file.study.observation) record.point_columns = point_columns(*file.study.observation);
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

}  // namespace

RunCase case_runner(const StudyFile& file)
{
    const auto varied = std::make_shared<VariedScene>(*file.base);
    return case_runner(CaseSource{.scene =
                                      [varied](const std::vector<Value>& values) {
                                          Diagnostics diagnostics("");
                                          Scene scene = varied->at(values, diagnostics);
                                          if (diagnostics.size() > 0) throw InputError(diagnostics.gist());
                                          return scene;
                                      },
                                  .refusal =
                                      [varied](std::string_view key, std::string_view expected) {
                                          Diagnostics diagnostics("");
                                          varied->report(key, expected, diagnostics);
                                          return diagnostics.gist();
                                      },
                                  .free_memory = free_memory,
                                  .columns = file.columns,
                                  .design = file.study.design,
                                  .observation = file.study.observation,
                                  .had_every_file = file.has_every_file});
}

std::unique_ptr<WorkerPool> thread_pool(const StudyFile& file, unsigned threads)
{
    std::vector<RunCase> workers;
    for (unsigned i = 0; i < (threads > 0 ? threads : hardware_threads()); ++i)
        workers.push_back(case_runner(file));
    return std::make_unique<ThreadPool>(std::move(workers));
}

bool is_by_this_program(const StudyRecord& record)
{
    return record.version == version && committed(record.revision) == committed(revision);
}

std::unique_ptr<CaseStore> open_case_store(const StudyFile& file, const std::string& path)
{
    if (path.empty()) return std::make_unique<MemoryStore>(record_of(file));
    if (!std::filesystem::exists(path) || is_blank_database(path))
        return std::make_unique<StudyDatabase>(path, record_of(file));
    auto database = std::make_unique<StudyDatabase>(path, StudyDatabase::Purpose::resume);
    require_same_study(file, *database, path);
    return database;
}

}  // namespace rebond
