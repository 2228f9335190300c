#include "rebond/io/studies/study_csv.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/number_text.hpp"
#include "rebond/io/files/system_reason.hpp"
#include "rebond/io/toml/toml_text.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>

namespace rebond {
namespace {

// Quoted where a comma, a quote or a line break would be misread.
std::string field(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string field(const Value& value)
{
    if (const auto* text = std::get_if<std::string>(&value)) return field(*text);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
    if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
    return "";
}

template <typename Field>
std::string line(const std::vector<Field>& fields)
{
    std::string text;
    for (std::size_t i = 0; i < fields.size(); ++i) text += (i == 0 ? "" : ",") + field(fields[i]);
    return text + "\n";
}

// Whole or not at all.
void write_csv(OutputFolder& folder, const std::string& name, const std::vector<std::string>& columns,
               const std::function<void(const VisitRow&)>& for_each)
{
    FileInProgress progress(folder / name);
    {
        std::ofstream file(progress.temporary(), std::ios::binary | std::ios::trunc);
        file << line(columns);
        for_each([&](const std::vector<Value>& row) { file << line(row); });
        file.close();
        if (!file)
            throw FileError(fmt::format("{}: cannot write: {}", progress.path(), system_reason(errno)));
    }
    folder.commit(progress, name);
}

}  // namespace

void write_study_csv(OutputFolder& folder, const CaseStore& store)
{
    write_csv(folder, "study.csv", store.column_names(),
              [&](const VisitRow& visit) { store.for_each_row({.columns = store.column_names()}, visit); });
}

void write_points_csv(OutputFolder& folder, const CaseStore& store)
{
    write_csv(folder, "points.csv", store.point_column_names(),
              [&](const VisitRow& visit) { store.for_each_point(visit); });
}

}  // namespace rebond
