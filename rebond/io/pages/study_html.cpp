#include "rebond/io/pages/study_html.hpp"

#include "rebond/drawing/svg_text.hpp"
#include "rebond/io/pages/filled_page.hpp"
#include "rebond/io/results/json_text.hpp"
#include "rebond/scene/key_unit.hpp"
#include "rebond/studies/summary_row.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rebond {

// The page; its definition is generated from rebond/io/pages/study.html.
extern const std::string_view study_page;

namespace {

// ---- rows

// Rows that show the whole range, whatever the sizes of the axes.
std::vector<bool> evenly_chosen(std::uint64_t rows)
{
    std::vector<bool> chosen(rows, rows <= most_page_rows);
    if (rows > most_page_rows)
        for (std::uint64_t i = 0; i < most_page_rows; ++i) chosen[scattered(i, rows)] = true;
    return chosen;
}

// A column in the making. Most repeat a few values, and keep each of them once.
class PageColumn {
public:
    void add(const std::string& json)
    {
        all_ += (count_++ == 0 ? "" : ",") + json;
        if (texts_.size() > most_different) return;
        const auto [entry, is_first] = places_.try_emplace(json, texts_.size());
        if (is_first) texts_.push_back(json);
        at_.push_back(entry->second);
    }

    // The values of all rows; or the different ones, and which of them each row has; or the one all have.
    std::string json() const
    {
        if (texts_.size() == 1) return fmt::format(R"("values":[{}])", texts_[0]);
        if (texts_.size() > most_different || 2 * texts_.size() > count_)
            return fmt::format(R"("values":[{}])", all_);
        return fmt::format(R"("values":[{}],"at":[{}])", fmt::join(texts_, ","), fmt::join(at_, ","));
    }

private:
    static constexpr std::size_t most_different = 1000;

    std::size_t count_ = 0;
    std::string all_;
    std::vector<std::string> texts_;  // the different ones, until they are too many
    std::unordered_map<std::string, std::size_t> places_;
    std::vector<std::size_t> at_;
};

struct ValueJson {
    bool is_exact = false;

    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
    std::string operator()(double number) const
    {
        return is_exact && std::isfinite(number) ? fmt::format("{}", number)
                                                 : json_number(number, value_digits);
    }
    std::string operator()(const std::string& text) const { return json_string(text); }
    std::string operator()(const Composite& composite) const { return json_string(composite.text); }
};

template <typename T>
bool lists(const ParameterAxis& axis)
{
    const auto* listed = std::get_if<ListedValues>(&axis.values);
    return listed != nullptr &&
           std::any_of(listed->values.begin(), listed->values.end(),
                       [](const Value& value) { return std::holds_alternative<T>(value); });
}

// A store knows no truth values, only 0 and 1: what the axis lists are they again.
Value as_listed(const Value& stored, bool has_flags)
{
    const auto* number = std::get_if<std::int64_t>(&stored);
    return has_flags && number != nullptr ? Value{*number != 0} : stored;
}

// The columns as JSON, and how many rows they have.
struct PageRows {
    std::string columns;
    std::uint64_t count = 0;
};

PageRows page_rows(const Study& study, const CaseStore& store)
{
    const std::vector<std::string> names = store.column_names();
    const std::size_t axes = store.record().keys.size();
    const auto axis_of = [&](std::size_t column) -> const ParameterAxis* {
        const auto& all = study.design.axes;
        const auto found = std::find_if(all.begin(), all.end(), [&](const ParameterAxis& axis) {
            return column >= 1 && column <= axes && axis.key == names[column];
        });
        return found == all.end() ? nullptr : &*found;
    };
    std::vector<bool> has_flags(names.size(), false);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const ParameterAxis* axis = axis_of(i)) has_flags[i] = lists<bool>(*axis);

    PageRows rows;
    std::vector<PageColumn> columns(names.size());
    const std::vector<bool> chosen = evenly_chosen(store.row_count());
    store.for_each_row({.columns = names, .chosen = &chosen}, [&](const std::vector<Value>& row) {
        ++rows.count;
        for (std::size_t i = 0; i < names.size(); ++i)
            columns[i].add(std::visit(ValueJson{i <= axes}, as_listed(row[i], has_flags[i])));
    });
    for (std::size_t i = 0; i < names.size(); ++i) {
        const ParameterAxis* axis = axis_of(i);
        rows.columns += fmt::format(
            R"({}{{"name":{},"unit":{},"composite":{},{}}})", i == 0 ? "" : ",\n", json_string(names[i]),
            json_string(std::string(axis ? unit_of_key(names[i]) : unit_of_number(names[i]))),
            axis != nullptr && lists<Composite>(*axis), columns[i].json());
    }
    return rows;
}

// ---- what the study was

std::string json_statuses(const CaseStore& store)
{
    std::string text;
    for (const auto& [status, count, reason, index] : store.statuses())
        text += fmt::format(R"({}{{"status":{},"count":{},"first_case":{},"first_reason":{}}})",
                            text.empty() ? "" : ",", json_string(status), count, index,
                            reason.empty() ? "null" : json_string(reason));
    return text;
}

std::string json_plot(const Study& study)
{
    if (!study.plot) return "null";
    const StudyPlot& plot = *study.plot;
    // The page draws y itself, and a scale that suits a distance or a spread may leave none of it.
    const bool is_y_itself = !plot.distance_to && plot.spread_over.empty();
    return fmt::format(R"({{"x":{},"y":{},"by":{},"x_log":{},"y_log":{}}})", json_string(plot.x),
                       json_string(plot.y), json_string(plot.by), plot.x_scale == Scale::logarithmic,
                       is_y_itself && plot.y_scale == Scale::logarithmic);
}

std::string json_data(const Study& study, const CaseStore& store)
{
    const StudyRecord& record = store.record();
    std::vector<std::string> keys;
    for (const std::string& key : record.keys) keys.push_back(json_string(key));
    std::vector<std::string> overrides;
    std::istringstream lines(record.overrides);
    for (std::string line; std::getline(lines, line);) overrides.push_back(json_string(line));
    const PageRows rows = page_rows(study, store);
    return fmt::format(
        R"({{"version":{},"revision":{},"axes":{},"keys":[{}],"base":{},"overrides":[{}],"scene":{},"study":{},"grid_cases":{},)"
        R"("done":{},"done_of_grid":{},"finished":{},"statuses":[{}],"plot":{},"row_count":{},"columns":[{}]}})",
        json_string(record.version), json_string(record.revision), json_string(record.axes),
        fmt::join(keys, ","), json_string(study.base), fmt::join(overrides, ","),
        json_string(record.effective_base.substr(0, most_scene_bytes)),
        json_string(record.study.substr(0, most_scene_bytes)), record.grid_cases, store.row_count(),
        store.row_count(record.grid_cases), record.is_finished, json_statuses(store), json_plot(study),
        rows.count, rows.columns);
}

}  // namespace

std::string study_html(const Study& study, const CaseStore& store, const std::string& figure)
{
    return filled_page(study_page, {{"title", escape_xml(study.title.empty() ? "rebond study" : study.title)},
                                    {"figure", figure},
                                    {"data", safe_in_script(json_data(study, store))}});
}

}  // namespace rebond
