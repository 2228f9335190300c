#include "apps/cli/commands/studies/study_info.hpp"

#include "apps/cli/terminal/sweep_text.hpp"
#include "rebond/drawing/observed_figure.hpp"
#include "rebond/io/pages/study_html.hpp"
#include "rebond/io/studies/study_database.hpp"
#include "rebond/io/studies/study_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <sstream>

namespace rebond::cli {

std::optional<std::string> study_database(const std::string& name)
{
    namespace fs = std::filesystem;
    const fs::path path(name);
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return fs::exists(path / "study.db", ignored) ? std::optional((path / "study.db").string())
                                                      : std::nullopt;
    return path.extension() == ".db" ? std::optional(name) : std::nullopt;
}

int study_info(const std::string& path, bool json)
{
    const StudyDatabase database(path, StudyDatabase::Purpose::read);
    const StudyRecord& record = database.record();
    const Study study = read_study_outline(record.study, path);
    const std::uint64_t rows = database.row_count();
    const auto statuses = database.statuses();
    if (json) {
        nlohmann::ordered_json object{{"title", study.title},
                                      {"cases", record.grid_cases},
                                      {"done", rows},
                                      {"finished", record.is_finished},
                                      {"version", record.version},
                                      {"revision", record.revision},
                                      {"fingerprint", record.fingerprint},
                                      {"axes", record.keys},
                                      {"columns", record.columns},
                                      {"statuses", nlohmann::ordered_json::object()}};
        for (const auto& status : statuses) object["statuses"][status.status] = status.count;
        if (study.bisection) object["crossings"] = crossings_json(record.keys, database.crossings());
        fmt::print("{}\n", object.dump(2));
        return done;
    }
    fmt::print("{}{}\n  begun by rebond {} ({})\n\n", study.title.empty() ? "" : study.title + "\n", path,
               record.version, record.revision);
    std::istringstream axes(record.axes);
    std::string name = "axes";
    for (std::string axis; std::getline(axes, axis); name = "") fmt::print("  {:<14}{}\n", name, axis);
    const std::uint64_t in_grid = database.row_count(record.grid_cases);
    fmt::print("  {:<14}{} of {} of the grid{}{}\n", "cases", in_grid, record.grid_cases,
               rows > in_grid ? fmt::format(", {} of a bisection", rows - in_grid) : "",
               record.is_finished ? "" : ", not finished");
    for (const auto& [status, count, reason, index] : statuses)
        fmt::print("  {:<14}{}{}\n", status, count,
                   reason.empty() ? "" : fmt::format(", the first is case {}: {}", index, reason));
    if (study.bisection && record.is_finished)
        fmt::print("{}", crossings_text(*study.bisection, record.keys, database.crossings()));
    return done;
}

std::string study_page(const std::string& path)
{
    const StudyDatabase database(path, StudyDatabase::Purpose::read);
    const Study study = read_study_outline(database.record().study, path);
    return study_html(study, database, page_figure(study, database));
}

}  // namespace rebond::cli
