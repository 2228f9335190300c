#include "apps/cli/terminal/summary_text.hpp"

#include "apps/cli/terminal/counted.hpp"
#include "rebond/drawing/axis_scale.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace rebond::cli {
namespace {

using Json = nlohmann::ordered_json;

// A number with its unit, or a dash for null.
std::string shown(const Json& value, const char* format, std::string_view unit = "")
{
    if (!value.is_number()) return "–";
    const std::string number = fmt::format(fmt::runtime(format), value.get<double>());
    return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

// A number of the summary, or why it has none.
std::string shown_or_why(const Json& summary, const std::string& table, const std::string& name,
                         const char* format, std::string_view unit = "")
{
    const Json& value = summary[table][name];
    const auto absent = summary.find("absent");  // results of earlier versions have no reasons
    const auto reason = table + "." + name;
    if (value.is_number() || absent == summary.end() || !absent->contains(reason))
        return shown(value, format, unit);
    return fmt::format("none ({})", (*absent)[reason].get<std::string>());
}

// What a run that diverged left without a value is none.
double number_of(const Json& value)
{
    return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string line(std::string_view name, const std::string& value)
{
    return fmt::format("  {:<22}{}\n", name, value);
}

// Where the balls are at the end, and how they move.
std::string balls_text(const Json& end)
{
    constexpr std::size_t most_shown = 16;
    const auto& q = end["position"];
    const auto& v = end["velocity"];
    std::string text = fmt::format("\n  {:>7}  {:>12}  {:>12}  {:>14}  {:>14}\n", "ball", "x [m]", "y [m]",
                                   "vx [m/s]", "vy [m/s]");
    for (std::size_t i = 0; i < std::min(most_shown, q.size() / 2); ++i)
        text +=
            fmt::format("  {:>7}  {:>12.6g}  {:>12.6g}  {:>14.6g}  {:>14.6g}\n", i + 1, number_of(q[2 * i]),
                        number_of(q[2 * i + 1]), number_of(v[2 * i]), number_of(v[2 * i + 1]));
    if (q.size() / 2 > most_shown) text += fmt::format("  and {} more\n", q.size() / 2 - most_shown);
    return text;
}

}  // namespace

std::string summary_text(const Json& s, const std::string& directory, const std::vector<std::string>& written)
{
    const auto& energy = s["energy"];
    const auto& impacts = s["impacts"];
    const auto& restitution = s["restitution"];
    const std::string title = s["title"].get<std::string>();
    std::string text = title.empty() ? "" : title + "\n";
    text += line("model", fmt::format("{}, {}", s["model"].get<std::string>(),
                                      counted(s["dofs"].get<long>(), "coordinate")));
    text += line("scheme", fmt::format("{}, {} in {}", s["scheme"].get<std::string>(),
                                       counted(s["steps"].get<long>(), "step"),
                                       shown(s["wall_seconds"], "{:.3g}", "s")));
    const bool says_more = s["reason"].is_string() && s["reason"] != s["status"];
    text += line("status",
                 s["status"].get<std::string>() + (says_more ? ": " + s["reason"].get<std::string>() : ""));
    text += line("simulated", shown(s["final"]["time"], "{:g}", "s"));
    text +=
        line("energy", fmt::format("{} at the start, {} at the end", shown(energy["initial"], "{:.7g}", "J"),
                                   shown(energy["final"], "{:.7g}", "J")));
    if (energy["work_of_loads"] != 0.0 || energy["lost_in_damping"] != 0.0)
        text += line("", fmt::format("{} from loads, {} lost in damping",
                                     shown(energy["work_of_loads"], "{:.4g}", "J"),
                                     shown(energy["lost_in_damping"], "{:.4g}", "J")));
    text += line("", fmt::format("{} lost in impacts, {} unaccounted for",
                                 shown(energy["lost_in_impacts"], "{:.4g}", "J"),
                                 shown(energy["balance_error"], "{:.2g}", "J")));
    text += line("impacts", impacts["count"].get<long>() == 0
                                ? "none"
                                : fmt::format("{} from {} to {}", impacts["count"].get<long>(),
                                              shown(impacts["first_time"], "{:.6g}", "s"),
                                              shown(impacts["last_time"], "{:.6g}", "s")));
    text += line("impact speed", shown_or_why(s, "restitution", "impact_speed", "{:.6g}", "m/s"));
    text += line("apparent restitution", shown_or_why(s, "restitution", "apparent", "{:.4f}"));
    text += line("of the mass centre", shown_or_why(s, "restitution", "mass_centre", "{:.4f}"));
    if (const Json effective = restitution.value("effective", Json()); !effective.is_null())
        text += line("of the impulse", shown(effective, "{:.4f}") + ", against a rigid body's");
    if (const Json conditioning = restitution.value("conditioning", Json()); !conditioning.is_null())
        text += line("conditioning",
                     shown(conditioning, "{:.3g}") + ", its change with the logarithm of the mass");

    if (s["model"] == "balls") text += balls_text(s["final"]);

    constexpr std::size_t most_shown = 8;
    const auto& episodes = s["episodes"];
    if (!episodes.empty()) {
        const bool slides = std::any_of(episodes.begin(), episodes.end(), [](const Json& episode) {
            return number_of(episode["impulse"][1]) != 0.0;
        });
        text +=
            fmt::format("\n  {:>7}  {:>12}  {:>12}  {:>8}  {:>14}{}  {:>12}\n", "episode", "start", "lasts",
                        "impacts", "impulse [N s]", slides ? "   friction [N s]" : "", "loss [J]");
        for (std::size_t i = 0; i < std::min(most_shown, episodes.size()); ++i) {
            const auto& episode = episodes[i];
            const double start = episode["start"].get<double>();
            // One without a duration went on when the run ended.
            const char* more_than = episode.value("duration", Json(0.0)).is_null() ? ">" : "";
            text += fmt::format("  {:>7}  {:>12}  {:>12}  {:>8}  {:>14.6g}{}  {:>12.4g}\n", i + 1,
                                with_unit(start, "s", 7),
                                more_than + with_unit(episode["end"].get<double>() - start, "s", 7),
                                episode["impacts"].get<long>(), number_of(episode["impulse"][0]),
                                slides ? fmt::format("  {:>15.6g}", number_of(episode["impulse"][1])) : "",
                                number_of(episode["energy_loss"]));
        }
        if (episodes.size() > most_shown)
            text += fmt::format("  and {} more\n", episodes.size() - most_shown);
    }
    for (const auto& warning : s["warnings"])
        text += fmt::format("\nwarning: {}\n", warning.get<std::string>());
    if (!written.empty()) text += fmt::format("\nwrote {}/: {}\n", directory, fmt::join(written, ", "));
    return text;
}

}  // namespace rebond::cli
