#include "apps/cli/commands/commands.hpp"
#include "apps/cli/commands/studies/study_info.hpp"
#include "apps/cli/terminal/summary_text.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/files/output_folder.hpp"
#include "rebond/io/pages/report_html.hpp"
#include "rebond/io/results/result_scene.hpp"
#include "rebond/io/results/summary_json.hpp"
#include "rebond/scene/build.hpp"
#include "rebond/scene/model_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <filesystem>
#include <system_error>

namespace rebond::cli {
namespace {

// A result is named by its file or by its folder.
std::filesystem::path result_file(const std::string& name)
{
    const std::filesystem::path path(name);
    std::error_code ignored;  // what is wrong with the path shows when it is read
    return std::filesystem::is_directory(path, ignored) ? path / "result.h5" : path;
}

std::string result_page(const std::string& path)
{
    const Result result = read_result_to_draw(path);
    return report_html(result, *build_model(read_result_scene(path).scene));
}

// How many points the body of a result consists of; 0 if its coordinates are no places, or it cannot be
// built.
Index point_count(const std::filesystem::path& path, const Summary& summary)
{
    if (words_of_model(summary.model).point.empty()) return 0;
    try {
        return std::ssize(build_model(read_result_scene(path.string()).scene)->radii());
    } catch (const std::exception&) {
        return 0;
    }
}

// "1001 × 20"
std::string extent_text(const H5Dataset& dataset)
{
    return fmt::format("{}", fmt::join(dataset.extent, " × "));
}

}  // namespace

int info(const InfoOptions& options)
{
    if (const auto study = study_database(options.result)) return study_info(*study, options.json);
    const auto path = result_file(options.result);
    const ResultInfo result = read_result_info(path);
    const std::optional<Summary> summary = read_summary(result.summary);
    if (!summary) throw FileError(fmt::format("{}: error: its summary is damaged", path.string()));
    if (options.json) {
        fmt::print("{}", result.summary);  // numbers of other versions are in it, too
        return done;
    }
    fmt::print("{}\n  written by rebond {} ({})\n\n{}", path.string(), result.version, result.revision,
               summary_text(*summary, point_count(path, *summary), "", {}));
    fmt::print("\n  {:<18}  {:>16}  {}\n", "dataset", "extent", "unit");
    for (const H5Dataset& dataset : result.datasets)
        fmt::print("  {:<18}  {:>16}  {}\n", dataset.name, extent_text(dataset), dataset.unit);
    return done;
}

int report(const ReportOptions& options)
{
    const auto study = study_database(options.result);
    const std::filesystem::path path = study ? std::filesystem::path(*study) : result_file(options.result);
    const std::filesystem::path page = options.out.empty()
                                           ? path.parent_path() / (study ? "study.html" : "report.html")
                                           : std::filesystem::path(options.out);
    const std::string into = page.has_parent_path() ? page.parent_path().string() : ".";
    std::error_code ignored;
    if (!std::filesystem::is_directory(into, ignored))
        throw FileError(fmt::format("{}: error: there is no folder {}", page.string(), into));
    OutputFolder folder(into, options.is_forced);
    const std::string name = page.filename().string();
    folder.require_replaceable({name});
    folder.write(name, study ? study_page(*study) : result_page(path.string()));
    fmt::print("{}\n", page.string());
    return done;
}

}  // namespace rebond::cli
