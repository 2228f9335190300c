#include "apps/cli/terminal/summary_text.hpp"

#include "apps/cli/terminal/counted.hpp"
#include "rebond/analysis/summary_fields.hpp"
#include "rebond/drawing/axis_scale.hpp"
#include "rebond/scene/model_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace rebond::cli {
namespace {

constexpr std::size_t most_episodes = 8;  // shown
constexpr std::size_t most_touched = 8;   // likewise
constexpr Index most_points = 16;         // likewise

// A number with its unit, or a dash for none.
std::string shown(std::optional<double> value, std::string_view format, std::string_view unit = "")
{
    if (!value || !std::isfinite(*value)) return "–";
    const std::string number = fmt::format(fmt::runtime(format), *value);
    return unit.empty() || unit == "-" ? number : fmt::format("{} {}", number, unit);
}

std::string line(std::string_view name, const std::string& value)
{
    return fmt::format("  {:<22}{}\n", name, value);
}

// The numbers of a table that have a line of their own; where one has no value, why.
template <Described T>
std::string lines_of(const T& table, std::string_view name, const Summary& summary)
{
    std::string text;
    for_each_field(table, [&](const auto& field, const std::optional<double>& value) {
        const auto& [label, format, remark, is_always_shown] = field.line;
        if (label.empty() || (!value && !is_always_shown)) return;
        const auto reason = summary.absent.find(fmt::format("{}.{}", name, field.name));
        const bool has_reason = (!value || !std::isfinite(*value)) && reason != summary.absent.end();
        text += line(label, has_reason ? fmt::format("none ({})", reason->second)
                                       : shown(value, format, field.unit) + std::string(remark));
    });
    return text;
}

std::string energy_lines(const EnergyFindings& energy)
{
    std::string text =
        line("energy", fmt::format("{} at the start, {} at the end", shown(energy.initial, "{:.7g}", "J"),
                                   shown(energy.final, "{:.7g}", "J")));
    if (energy.work_of_loads != 0.0 || energy.lost_in_damping != 0.0)
        text += line(
            "", fmt::format("{} from loads, {} lost in damping", shown(energy.work_of_loads, "{:.4g}", "J"),
                            shown(energy.lost_in_damping, "{:.4g}", "J")));
    if (energy.lost_in_friction != 0.0)
        text += line("", fmt::format("{} lost in sliding", shown(energy.lost_in_friction, "{:.4g}", "J")));
    return text + line("", fmt::format("{} lost in impacts, {} unaccounted for",
                                       shown(energy.lost_in_impacts, "{:.4g}", "J"),
                                       shown(energy.balance_error, "{:.2g}", "J")));
}

// Where points are at the end, and how they move. Coordinates after those of all places are angles.
std::string points_text(const State& end, std::string_view point, Index count)
{
    const Index dofs = std::min(end.q.size(), end.v.size());
    const Index points = std::min(count, dofs / 2);
    if (points == 0) return "";
    const bool spins = dofs == 3 * points;
    std::string text = fmt::format("\n  {:>7}  {:>12}  {:>12}  {:>14}  {:>14}{}\n", point, "x [m]", "y [m]",
                                   "vx [m/s]", "vy [m/s]", spins ? "    spin [rad/s]" : "");
    for (Index i = 0; i < std::min(most_points, points); ++i)
        text += fmt::format("  {:>7}  {:>12.6g}  {:>12.6g}  {:>14.6g}  {:>14.6g}{}\n", i + 1, end.q(2 * i),
                            end.q(2 * i + 1), end.v(2 * i), end.v(2 * i + 1),
                            spins ? fmt::format("  {:>14.6g}", end.v(2 * points + i)) : "");
    if (points > most_points) text += fmt::format("  and {} more\n", points - most_points);
    return text;
}

std::string impacts_line(const Summary& summary)
{
    const ImpactNumbers& impacts = summary.impacts;
    if (!impacts.count) return line("impacts", summary.absent.at("impacts.count"));
    if (*impacts.count == 0) return line("impacts", "none");
    return line("impacts",
                fmt::format("{} from {} to {}{}", *impacts.count, shown(impacts.first_time, "{:.6g}", "s"),
                            shown(impacts.last_time, "{:.6g}", "s"),
                            summary.touched.size() == 1 ? ", " + summary.touched[0].name : ""));
}

// Of one alone the line of impacts says enough.
std::string touched_text(const std::vector<TouchedContact>& touched)
{
    if (touched.size() < 2) return "";
    const bool slides = std::any_of(touched.begin(), touched.end(),
                                    [](const TouchedContact& contact) { return contact.friction != 0.0; });
    std::string text = fmt::format("\n  {:<26}  {:>8}  {:>14}{}\n", "contact", "impacts", "impulse [N s]",
                                   slides ? "   friction [N s]" : "");
    for (std::size_t i = 0; i < std::min(most_touched, touched.size()); ++i)
        text +=
            fmt::format("  {:<26}  {:>8}  {:>14.6g}{}\n", touched[i].name, touched[i].impacts,
                        touched[i].impulse, slides ? fmt::format("  {:>15.6g}", touched[i].friction) : "");
    if (touched.size() > most_touched) text += fmt::format("  and {} more\n", touched.size() - most_touched);
    return text;
}

std::string episodes_text(const std::vector<Episode>& episodes)
{
    if (episodes.empty()) return "";
    const bool slides = std::any_of(episodes.begin(), episodes.end(),
                                    [](const Episode& episode) { return episode.impulse[1] != 0.0; });
    std::string text =
        fmt::format("\n  {:>7}  {:>12}  {:>12}  {:>8}  {:>14}{}  {:>12}\n", "episode", "start", "lasts",
                    "impacts", "impulse [N s]", slides ? "   friction [N s]" : "", "loss [J]");
    for (std::size_t i = 0; i < std::min(most_episodes, episodes.size()); ++i) {
        const Episode& episode = episodes[i];
        // One without a duration went on when the run ended.
        text +=
            fmt::format("  {:>7}  {:>12}  {:>12}  {:>8}  {:>14.6g}{}  {:>12.4g}\n", i + 1,
                        with_unit(episode.start, "s", 7),
                        (episode.duration ? "" : ">") + with_unit(episode.end - episode.start, "s", 7),
                        episode.impacts, episode.impulse[0],
                        slides ? fmt::format("  {:>15.6g}", episode.impulse[1]) : "", episode.energy_loss);
    }
    if (episodes.size() > most_episodes)
        text += fmt::format("  and {} more\n", episodes.size() - most_episodes);
    return text;
}

}  // namespace

std::string summary_text(const Summary& summary, Index points, const std::string& directory,
                         const std::vector<std::string>& written)
{
    std::string text = summary.title.empty() ? "" : summary.title + "\n";
    text += line("model", fmt::format("{}, {}", summary.model, counted(summary.dofs, "coordinate")));
    text += line("scheme", fmt::format("{}, {} in {}", summary.scheme, counted(summary.steps, "step"),
                                       shown(summary.wall_seconds, "{:.3g}", "s")));
    const bool says_more = summary.reason && *summary.reason != summary.status;
    text += line("status", summary.status + (says_more ? ": " + *summary.reason : ""));
    text += line("simulated", shown(summary.final.t, "{:g}", "s"));
    text += energy_lines(summary.energy);
    text += impacts_line(summary);
    text += lines_of(summary.restitution, "restitution", summary);
    if (const auto point = words_of_model(summary.model).point; !point.empty())
        text += points_text(summary.final, point, points);
    text += touched_text(summary.touched);
    text += episodes_text(summary.episodes);
    for (const std::string& warning : summary.warnings) text += fmt::format("\nwarning: {}\n", warning);
    if (!written.empty()) text += fmt::format("\nwrote {}/: {}\n", directory, fmt::join(written, ", "));
    return text;
}

}  // namespace rebond::cli
