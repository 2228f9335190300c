#include "rebond/studies/memory_store.hpp"

#include "rebond/core/error.hpp"

#include <algorithm>
#include <iterator>

namespace rebond {
namespace {

std::string text_in(const Value& value)
{
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : "";
}

// As every store keeps it.
Value stored_value(const Value& value)
{
    if (const auto* flag = std::get_if<bool>(&value)) return std::int64_t{*flag ? 1 : 0};
    if (const auto* composite = std::get_if<Composite>(&value)) return composite->text;
    return value;
}

std::vector<Value> row_of(const CaseResult& result)
{
    std::vector<Value> row{static_cast<std::int64_t>(result.given.index)};
    for (const Value& value : result.given.values) row.push_back(stored_value(value));
    row.emplace_back(result.status);
    row.push_back(result.reason.empty() ? Value{} : Value{result.reason});
    for (const Value& value : result.summary) row.push_back(stored_value(value));
    return row;
}

// Where a column stands in a row; the status follows the axes.
std::size_t place_of(const std::string& column, const std::vector<std::string>& names)
{
    const auto found = std::find(names.begin(), names.end(), column);
    require(found != names.end(), "the store has no such column");
    return static_cast<std::size_t>(found - names.begin());
}

}  // namespace

void MemoryStore::add(const std::vector<CaseResult>& results)
{
    const std::size_t width = column_names().size();
    for (const CaseResult& result : results) {
        std::vector<Value> row = row_of(result);
        require(row.size() == width, "a row has a value for each column");
        const bool is_first = rows_.emplace(result.given.index, std::move(row)).second;
        require(is_first, "a case is stored once");
        if (!result.points.empty()) points_.emplace(result.given.index, result.points);
    }
}

void MemoryStore::for_each_row(const RowQuery& query, const VisitRow& visit) const
{
    const std::vector<std::string> names = column_names();
    const std::size_t status = place_of("status", names);
    std::vector<std::size_t> places;
    for (const std::string& column : query.columns) places.push_back(place_of(column, names));
    std::vector<Value> shown(places.size());
    std::size_t k = 0;
    for (const auto& [index, row] : rows_) {
        if (query.is_ok_only && text_in(row[status]) != "ok") continue;
        if (query.chosen != nullptr && k >= query.chosen->size()) return;
        if (query.chosen != nullptr && !(*query.chosen)[k++]) continue;
        for (std::size_t i = 0; i < places.size(); ++i) shown[i] = row[places[i]];
        visit(shown);
    }
}

void MemoryStore::for_each_point(const VisitRow& visit) const
{
    for (const auto& [index, points] : points_)
        for (const ObservedPoint& point : points) visit(point_row(index, point, has_direction(record_)));
}

std::uint64_t MemoryStore::row_count(std::uint64_t below) const
{
    return static_cast<std::uint64_t>(std::distance(rows_.begin(), rows_.lower_bound(below)));
}

CaseStore::Entry MemoryStore::entry(std::uint64_t index, const std::string& column) const
{
    const auto found = rows_.find(index);
    if (found == rows_.end()) return {};
    const std::vector<std::string> names = column_names();
    const bool is_ok = text_in(found->second[place_of("status", names)]) == "ok";
    return {true, is_ok ? number_in(found->second[place_of(column, names)]) : std::nullopt};
}

std::vector<CaseStore::StatusCount> MemoryStore::statuses() const
{
    std::vector<StatusCount> counts;
    for_each_row({.columns = {"case_index", "status", "reason"}}, [&](const std::vector<Value>& row) {
        const std::string status = text_in(row[1]);
        auto known = std::find_if(counts.begin(), counts.end(),
                                  [&](const StatusCount& count) { return count.status == status; });
        if (known == counts.end())
            known = counts.insert(counts.end(), {status, 0, text_in(row[2]),
                                                 static_cast<std::uint64_t>(std::get<std::int64_t>(row[0]))});
        ++known->count;
    });
    std::sort(counts.begin(), counts.end(), [](const StatusCount& a, const StatusCount& b) {
        return a.count != b.count ? a.count > b.count : a.status < b.status;
    });
    return counts;
}

void MemoryStore::finish(const std::vector<Crossing>& crossings)
{
    crossings_ = crossings;
    record_.is_finished = true;
}

}  // namespace rebond
