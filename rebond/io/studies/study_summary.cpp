#include "rebond/io/studies/study_summary.hpp"

#include "rebond/io/results/summary_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace rebond {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> left_out = {"title", "wall_seconds", "status", "reason", "absent"};
constexpr std::array<std::string_view, 2> counted = {"episodes", "warnings"};
constexpr std::size_t most_coordinates = 16;  // of a body whose final state is in the row

bool is_one_of(const auto& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

void gather_first_episode(const Json& episodes, std::vector<std::pair<std::string, Value>>& row)
{
    // Without one, any tells the names.
    const Json first = episodes.empty() ? episode_json({}) : episodes.front();
    const auto put = [&](const std::string& name, const Json& value) {
        row.emplace_back("episodes.0." + name, episodes.empty() ? Value{} : scalar_in(value));
    };
    for (const auto& [key, value] : first.items()) {
        if (!value.is_array()) put(key, value);
        for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
            put(fmt::format("{}.{}", key, i), value[i]);
    }
}

void gather(const Json& object, const std::string& prefix, std::vector<std::pair<std::string, Value>>& row)
{
    for (const auto& [key, value] : object.items()) {
        if (prefix.empty() && is_one_of(left_out, key)) continue;
        if (value.is_object())
            gather(value, prefix + key + ".", row);
        else if (!value.is_array())
            row.emplace_back(prefix + key, scalar_in(value));
        else if (is_one_of(counted, key))
            row.emplace_back(prefix + key + ".count", static_cast<std::int64_t>(value.size()));
        if (key == "episodes") gather_first_episode(value, row);
        if (value.is_array() && prefix == "final." && value.size() <= most_coordinates)
            for (std::size_t i = 0; i < value.size(); ++i)
                row.emplace_back(fmt::format("{}{}.{}", prefix, key, i), scalar_in(value[i]));
    }
}

}  // namespace

Value scalar_in(const Json& json)
{
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_integer()) return json.get<std::int64_t>();
    if (json.is_number()) return json.get<double>();
    if (json.is_string()) return json.get<std::string>();
    return std::monostate{};
}

std::vector<std::pair<std::string, Value>> summary_row(const Json& summary)
{
    std::vector<std::pair<std::string, Value>> row;
    gather(summary, "", row);
    return row;
}

}  // namespace rebond
