#include "apps/cli/terminal/sweep_text.hpp"

#include "apps/cli/commands/value_json.hpp"
#include "apps/cli/terminal/counted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace rebond::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_shown = 12;  // crossings

std::string entry(std::string_view name, const std::string& value)
{
    return fmt::format("  {:<14}{}\n", name, value);
}

// The others' values of a crossing: "impact.restitution = 0.5".
std::string others(const Crossing& crossing, const Bisection& bisection, const std::vector<std::string>& keys)
{
    std::string text;
    for (std::size_t j = 0; j < keys.size(); ++j)
        if (keys[j] != bisection.along)
            text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", keys[j],
                                to_json(crossing.values[j]).dump());
    return text;
}

}  // namespace

std::string crossings_text(const Bisection& bisection, const std::vector<std::string>& keys,
                           const std::vector<Crossing>& crossings)
{
    std::string text =
        fmt::format("\n  {} crosses {:g} along {}\n", bisection.of, bisection.level, bisection.along);
    if (crossings.empty()) text += "    nowhere\n";
    for (std::size_t i = 0; i < std::min(crossings.size(), most_shown); ++i) {
        const auto& [values, low, high, obstacle] = crossings[i];
        const std::string rest = others(crossings[i], bisection, keys);
        text += obstacle.empty()
                    ? fmt::format("    at {:.10g} ± {:.2g}", 0.5 * (low + high), 0.5 * (high - low))
                    : fmt::format("    not resolved between {:.10g} and {:.10g}: {}", low, high, obstacle);
        text += fmt::format("{}\n", rest.empty() ? "" : "  for " + rest);
    }
    if (crossings.size() > most_shown)
        text += fmt::format("    and {} more\n", crossings.size() - most_shown);
    return text;
}

Json crossings_json(const std::vector<std::string>& keys, const std::vector<Crossing>& crossings)
{
    Json list = Json::array();
    for (const auto& [values, low, high, obstacle] : crossings) {
        Json crossing;
        for (std::size_t j = 0; j < values.size(); ++j) crossing[keys[j]] = to_json(values[j]);
        crossing["low"] = low;
        crossing["high"] = high;
        crossing["resolved"] = obstacle.empty();
        crossing["reason"] = obstacle.empty() ? Json(nullptr) : Json(obstacle);
        list.push_back(std::move(crossing));
    }
    return list;
}

std::string report_text(const StudyFile& file, const CaseStore& store, const SweepReport& report)
{
    const SweepState& state = report.state;
    std::string text = file.study.title.empty() ? "" : file.study.title + "\n";
    std::istringstream axes(store.record().axes);
    std::string name = "axes";
    for (std::string axis; std::getline(axes, axis); name = "") text += entry(name, axis);
    text += entry("cases",
                  fmt::format("{} of {}{}", state.done, state.cases,
                              state.ran < state.done
                                  ? fmt::format(", {} of them from an earlier run", state.done - state.ran)
                                  : ""));
    if (state.ran > 0)
        text +=
            entry("took", fmt::format("{:.3g} s on {}, {:.3g} s of work", report.wall_seconds,
                                      report.ranks > 1 ? fmt::format("{} computing processes", report.threads)
                                                       : counted(report.threads, "thread"),
                                      state.serial_seconds));
    for (const auto& [status, count, reason, index] : store.statuses())
        text +=
            entry(status, status == "ok" ? fmt::format("{}", count)
                                         : fmt::format("{}, the first is case {}: {}", count, index, reason));
    if (file.study.bisection && state.is_finished)
        text += crossings_text(*file.study.bisection, store.record().keys, state.crossings);
    if (!report.files.empty())
        text += fmt::format("\nwrote {}/: {}\n", report.directory, fmt::join(report.files, ", "));
    return text;
}

Json report_json(const StudyFile& file, const CaseStore& store, const SweepReport& report)
{
    const SweepState& state = report.state;
    Json json{{"title", file.study.title},
              {"status", state.is_finished  ? "ok"
                         : state.undone > 0 ? "unfinished"
                                            : "interrupted"},
              {"cases", state.cases},
              {"done", state.done},
              {"failed", state.failed},
              {"ran", state.ran},
              {"performed", state.ran},  // the name of "ran" in earlier versions
              {"undone", state.undone},
              {"reason", state.undone > 0 ? Json(state.first_want) : Json()},
              {"wall_seconds", report.wall_seconds},
              {"serial_seconds", state.serial_seconds},
              {"threads", report.threads},
              {"ranks", report.ranks},
              {"statuses", Json::array()}};
    for (const auto& [status, count, reason, index] : store.statuses())
        json["statuses"].push_back({{"status", status},
                                    {"count", count},
                                    {"first_case", index},
                                    {"first_reason", reason.empty() ? Json(nullptr) : Json(reason)}});
    if (file.study.bisection) json["crossings"] = crossings_json(store.record().keys, state.crossings);
    json["files"] = report.files;
    if (!report.directory.empty()) return json;
    const auto adding = [&](const char* key, std::vector<std::string> names) {
        json[key] = Json::array();
        return [&rows = json[key], names = std::move(names)](const std::vector<Value>& values) {
            Json row;
            for (std::size_t i = 0; i < names.size(); ++i) row[names[i]] = to_json(values[i]);
            rows.push_back(std::move(row));
        };
    };
    if (file.study.observation) store.for_each_point(adding("points", store.point_column_names()));
    store.for_each_row({.columns = store.column_names()}, adding("rows", store.column_names()));
    return json;
}

}  // namespace rebond::cli
