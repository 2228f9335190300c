#include "rebond/studies/case_store.hpp"

namespace rebond {
namespace {

constexpr const char* index_column = "case_index";

// Beyond every study where a damaged store holds something else.
std::uint64_t index_in(const Value& value)
{
    const auto* index = std::get_if<std::int64_t>(&value);
    return index != nullptr ? static_cast<std::uint64_t>(*index) : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace

std::vector<std::string> columns_of(const StudyRecord& record)
{
    std::vector<std::string> names{index_column};
    names.insert(names.end(), record.keys.begin(), record.keys.end());
    names.insert(names.end(), {"status", "reason"});
    names.insert(names.end(), record.columns.begin(), record.columns.end());
    return names;
}

std::vector<std::string> CaseStore::column_names() const
{
    return columns_of(record());
}

std::vector<std::string> point_columns_of(const StudyRecord& record)
{
    if (record.point_columns.empty()) return {};
    std::vector<std::string> names{"case", "number"};
    names.insert(names.end(), record.point_columns.begin(), record.point_columns.end());
    return names;
}

bool has_direction(const StudyRecord& record)
{
    return !record.point_columns.empty() && record.point_columns.back() == "direction";
}

std::vector<std::string> CaseStore::point_column_names() const
{
    return point_columns_of(record());
}

std::vector<bool> CaseStore::stored(std::uint64_t count) const
{
    std::vector<bool> stored(count, false);
    for_each_row({.columns = {index_column}}, [&](const std::vector<Value>& row) {
        if (const std::uint64_t index = index_in(row[0]); index < count) stored[index] = true;
    });
    return stored;
}

std::vector<double> CaseStore::numbers(const std::string& column, std::uint64_t count) const
{
    std::vector<double> numbers(count, std::numeric_limits<double>::quiet_NaN());
    for_each_row({.columns = {index_column, column}, .is_ok_only = true}, [&](const std::vector<Value>& row) {
        const std::optional<double> number = number_in(row[1]);
        if (const std::uint64_t index = index_in(row[0]); number && index < count) numbers[index] = *number;
    });
    return numbers;
}

}  // namespace rebond
