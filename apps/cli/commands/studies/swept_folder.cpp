#include "apps/cli/commands/studies/swept_folder.hpp"

#include "rebond/core/error.hpp"
#include "rebond/drawing/observed_figure.hpp"
#include "rebond/drawing/study_figure.hpp"
#include "rebond/io/files/whole_file.hpp"
#include "rebond/io/pages/study_html.hpp"
#include "rebond/io/studies/study_csv.hpp"
#include "rebond/io/studies/study_database.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace rebond::cli {
namespace {

constexpr const char* swept_figure = "study.svg";
constexpr const char* swept_page = "study.html";
constexpr const char* swept_points = "points.csv";
constexpr const char* points_figure = "points.svg";

}  // namespace

void prepare_swept_folder(OutputFolder& folder, bool resume, bool is_forced)
{
    folder.require_replaceable({"study.csv", swept_figure, swept_page, swept_points, points_figure});
    const std::string path = folder / swept_rows;
    std::error_code ignored;
    if (resume || !std::filesystem::exists(path, ignored)) return;
    if (!is_forced && !is_blank_database(path))
        throw InputError(
            fmt::format("{}: error: there is a study already; continue it with --resume, replace it with "
                        "--force, or choose another folder",
                        path));
    for (const char* part : {"", "-wal", "-shm"}) remove_file(path + part);
}

std::vector<std::string> write_swept_tables(OutputFolder& folder, const Study& study, const CaseStore& store)
{
    std::vector<std::string> files{swept_rows, "study.csv"};
    write_study_csv(folder, store);
    if (study.observation) {
        write_points_csv(folder, store);
        folder.write(points_figure, to_svg(observed_figure(study, store)));
        files.insert(files.end(), {swept_points, points_figure});
    } else {
        for (const char* name : {swept_points, points_figure}) folder.remove(name);
    }
    if (study.plot) {
        folder.write(swept_figure, to_svg(study_figure(study, store)));
        files.emplace_back(swept_figure);
    }
    // A page of more rows takes a second or more; `report` makes it when it is wanted.
    if (store.row_count() <= most_page_rows) {
        folder.write(swept_page, study_html(study, store, page_figure(study, store)));
        files.emplace_back(swept_page);
    } else {
        folder.remove(swept_page);
    }
    return files;
}

}  // namespace rebond::cli
