#include "rebond/drawing/overlay_figure.hpp"

#include "rebond/core/error.hpp"
#include "rebond/drawing/traces.hpp"

#include <algorithm>
#include <array>

namespace rebond {
namespace {

struct Overlay {
    std::string_view name;
    std::string_view what;  // of the figure
    std::string_view how;   // of its chart
    std::string_view axis, unit;
    Trace (*trace)(const Result& result);
};

constexpr std::array overlays = {
    Overlay{"normal_force", "normal force", "Mean between samples", "force", "N",
            [](const Result& result) { return force_trace(result, 0, Force::normal); }},
    Overlay{"friction_force", "friction force", "Mean between samples", "force", "N",
            [](const Result& result) { return force_trace(result, 0, Force::friction); }},
    Overlay{"energy", "energy", "Kinetic and potential", "energy", "J",
            [](const Result& result) { return energy_trace(result, EnergyPart::total); }}};

}  // namespace

std::vector<std::string_view> overlay_names()
{
    std::vector<std::string_view> names;
    for (const Overlay& overlay : overlays) names.push_back(overlay.name);
    return names;
}

Figure overlay_figure(const std::string& subject, std::string_view overlay,
                      const std::vector<NamedResult>& runs)
{
    const auto* const chosen = std::find_if(overlays.begin(), overlays.end(),
                                            [&](const Overlay& known) { return known.name == overlay; });
    require(chosen != overlays.end(), "overlay_figure: no such overlay");
    Chart chart;
    chart.title = chosen->how;
    chart.x = {.name = "time", .unit = "s"};
    chart.y = {.name = std::string(chosen->axis), .unit = std::string(chosen->unit)};
    chart.height = 320.0;
    chart.empty_note = "no contact lasts";
    double end = 0.0;
    for (const auto& [name, result] : runs) {
        if (!result.time.empty()) end = std::max(end, result.time.back());
        Trace trace = chosen->trace(result);
        if (trace.time.empty()) continue;
        chart.series.push_back({.name = name,
                                .x = std::move(trace.time),
                                .y = std::move(trace.value),
                                .colour = series_colour(chart.series.size())});
    }
    if (end > 0.0) chart.x.range = Extent{.lo = 0.0, .hi = end};
    return {.subject = subject, .title = std::string(chosen->what), .panels = {std::move(chart)}};
}

}  // namespace rebond
