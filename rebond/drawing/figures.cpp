#include "rebond/drawing/figures.hpp"

#include "rebond/drawing/shape_figure.hpp"
#include "rebond/drawing/traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

namespace rebond {

namespace {

constexpr std::size_t most_verticals = 60;  // more would hide the curve: a rug replaces them

Axis time_axis(const Result& result)
{
    const auto range = range_of(result.time);
    return {.name = "time", .unit = "s", .range = range};
}

std::string impacts_text(std::size_t count)
{
    return count == 1 ? "1 impact" : fmt::format("{} impacts", count);
}

std::string overview_title(const Result& result)
{
    if (!result.impacts.empty()) return "Whole run";
    return result.sustained.empty() ? "Whole run, no contact"
                                    : "Whole run, sustained contact without an impact";
}

// What the first episode holds: impacts of the first contact at the times given, all of them or the first, or
// none; then a contact without others sticks from `start` on. `name` is that of the contact, if there are
// others.
std::string zoom_title(const std::vector<double>& impacts, bool is_all, double start, const std::string& name)
{
    const std::string shown = "First episode, step by step: ";
    const bool has_others = !name.empty();
    if (impacts.empty() && has_others) return shown + "no impact of " + name;
    if (impacts.empty())
        return shown + "sustained contact without an impact, from " + with_unit(start, "s", 4);
    return fmt::format("{}{}{}{}, {}at {}", shown, is_all ? "" : "more than ", impacts_text(impacts.size()),
                       has_others ? " of " + name : "", impacts.size() > 1 ? "the first " : "",
                       with_unit(impacts.front(), "s", 4));
}

Series impact_rug(const Result& result)
{
    return {.name = impacts_text(impact_count(result)),
            .x = impact_times(result),
            .draw = Draw::rug,
            .colour = Colour::vermillion,
            .width = 1.0};
}

// The interval of the zoom: the first episode with a margin, as far as the close-up reaches.
Extent zoom_range(const Result& result)
{
    const auto& time = result.close_up.time;
    const Extent all{time.front(), time.back()};
    const auto episode = first_episode(result);
    if (!episode || !(episode->span() > 0.0)) return all;
    const double margin = 0.08 * episode->span();
    return {std::max(all.lo, episode->lo - margin), std::min(all.hi, episode->hi + margin)};
}

bool has_close_up(const Result& result)
{
    const CloseUp& close_up = result.close_up;
    return close_up.time.size() > 1 && close_up.gap.size() == close_up.time.size() &&
           close_up.velocity.size() == close_up.time.size() && close_up.time.back() > close_up.time.front();
}

// One close-up curve with the instants of impact, in time from the first contact.
Chart zoom_chart(const Result& result, Series curve, const Axis& y)
{
    const Extent zoom = zoom_range(result);
    const std::vector<double> impacts = impact_times(result, true);
    const auto episode = first_episode(result);
    const double origin = episode ? episode->lo : zoom.lo;
    const auto since_origin = [origin](std::vector<double> times) {
        for (double& t : times) t -= origin;
        return times;
    };

    std::vector<double> seen;
    std::copy_if(impacts.begin(), impacts.end(), std::back_inserter(seen),
                 [&](double t) { return t >= zoom.lo && t <= zoom.hi; });

    // The height follows the episode itself, not the flights before and after it.
    std::vector<double> values;
    for (std::size_t k = 0; k < curve.x.size(); ++k)
        if (curve.x[k] >= zoom.lo && curve.x[k] <= zoom.hi) values.push_back(curve.y[k]);
    std::optional<Extent> height = range_of(values);
    if (height && height->span() > 0.0)
        height = Extent{height->lo - 0.06 * height->span(), height->hi + 0.06 * height->span()};
    else
        height.reset();

    curve.x = since_origin(curve.x);
    Chart chart;
    chart.title = zoom_title(seen, has_all_impacts_until(result, zoom.hi), origin,
                             result.gap.rows() > 1 ? contact_name(result, 0) : "");
    chart.x = {.name = "time since the first contact",
               .unit = "s",
               .range = Extent{zoom.lo - origin, zoom.hi - origin}};
    chart.y = {.name = y.name, .unit = y.unit, .range = height};
    chart.series.push_back({.name = "impact",
                            .x = since_origin(seen),
                            .draw = seen.size() > most_verticals ? Draw::rug : Draw::verticals,
                            .colour = Colour::vermillion,
                            .width = 1.0});
    chart.series.push_back(std::move(curve));
    return chart;
}

// The whole run above, the first episode below.
Figure contact_figure(const Result& result, const std::string& title, std::vector<Series> whole, Series close,
                      const Axis& y)
{
    Chart overview;
    overview.title = overview_title(result);
    overview.x = time_axis(result);
    overview.y = y;
    overview.series.push_back(impact_rug(result));
    std::move(whole.begin(), whole.end(), std::back_inserter(overview.series));

    Figure figure;
    figure.subject = result.summary.title;
    figure.title = title;
    if (has_close_up(result)) {
        const Extent zoom = zoom_range(result);
        overview.bands.push_back(
            {.from = zoom.lo, .to = zoom.hi, .name = "enlarged below", .colour = Colour::orange});
        figure.panels = {std::move(overview), zoom_chart(result, std::move(close), y)};
    } else {
        figure.panels = {std::move(overview)};
    }
    return figure;
}

NamedFigure height_figure(const Result& result)
{
    std::vector<Series> gaps;
    for (const Index contact : shown_contacts(result)) {
        Trace gap = gap_trace(result, contact);
        gaps.push_back({.name = curve_name(result, contact, "gap"),
                        .x = std::move(gap.time),
                        .y = std::move(gap.value),
                        .colour = curve_colour(gaps.size())});
    }
    const Trace close = close_up_traces(result).gap;
    const Words words = words_for(result);
    const Axis y{.name = words.gap, .unit = "m"};
    return {
        "tip_height.svg",
        contact_figure(
            result, words.whose_gap, std::move(gaps),
            {.name = curve_name(result, 0, "gap"), .x = close.time, .y = close.value, .colour = Colour::blue},
            y)};
}

NamedFigure velocity_figure(const Result& result)
{
    std::vector<Series> velocities;
    const bool is_single = result.gap.rows() == 1;
    for (const Index contact : shown_contacts(result)) {
        VelocityTrace velocity = velocity_trace(result, contact);
        const std::string name = velocity.is_mean ? "mean velocity between samples" : "velocity";
        velocities.push_back({.name = curve_name(result, contact, name),
                              .x = std::move(velocity.time),
                              .y = std::move(velocity.value),
                              .colour = is_single ? Colour::green : curve_colour(velocities.size())});
    }
    const Trace close = close_up_traces(result).velocity;
    const Axis y{.name = "velocity", .unit = "m/s"};
    return {"tip_velocity.svg",
            contact_figure(result, words_for(result).whose_velocity, std::move(velocities),
                           {.name = curve_name(result, 0, "velocity"),
                            .x = close.time,
                            .y = close.value,
                            .colour = is_single ? Colour::green : Colour::blue},
                           y)};
}

// Of the contacts that last.
std::optional<NamedFigure> force_figure(const Result& result)
{
    Chart chart;
    chart.title = "Mean between samples";
    chart.x = time_axis(result);
    chart.y = {.name = "force", .unit = "N"};
    const auto add = [&](Index contact, Force force, const std::string& name, Colour colour, bool is_dashed) {
        Trace trace = force_trace(result, contact, force);
        const bool is_nothing =
            std::all_of(trace.value.begin(), trace.value.end(), [](double value) { return value == 0.0; });
        if (is_nothing) return;
        chart.series.push_back({.name = result.gap.rows() > 1
                                            ? fmt::format("{}, {}", name, contact_name(result, contact))
                                            : name,
                                .x = std::move(trace.time),
                                .y = std::move(trace.value),
                                .colour = colour,
                                .dashed = is_dashed});
    };
    std::size_t shown = 0;
    for (const Index contact : shown_contacts(result)) {
        const Colour colour = curve_colour(shown++);
        add(contact, Force::normal, "normal", colour, false);
        add(contact, Force::friction, "friction", colour, true);
    }
    if (chart.series.empty()) return std::nullopt;
    return NamedFigure{
        "contact_force.svg",
        {.subject = result.summary.title, .title = "contact forces", .panels = {std::move(chart)}}};
}

// For bodies without a shape to draw.
NamedFigure displacement_figure(const Result& result)
{
    Chart chart;
    const std::vector<Index> shown = shown_coordinates(result);
    chart.title = std::ssize(shown) < result.position.rows()
                      ? fmt::format("{} of {} coordinates", shown.size(), result.position.rows())
                      : "";
    chart.x = time_axis(result);
    chart.y = {.name = "displacement", .unit = "m"};
    if (!result.impacts.empty()) chart.series.push_back(impact_rug(result));
    for (const Index coordinate : shown) {
        Trace trace = coordinate_trace(result, coordinate);
        chart.series.push_back(
            {.name = fmt::format("coordinate {}", coordinate + 1),
             .x = std::move(trace.time),
             .y = std::move(trace.value),
             .colour = curve_colour(chart.series.size() - (result.impacts.empty() ? 0 : 1))});
    }
    return {"displacement.svg",
            {.subject = result.summary.title, .title = "displacements", .panels = {std::move(chart)}}};
}

NamedFigure energy_figure(const Result& result)
{
    Chart parts;
    parts.title = "Where the energy is";
    parts.x = time_axis(result);
    parts.y = {.name = "energy", .unit = "J"};
    parts.series.push_back(impact_rug(result));
    const auto add = [&](const std::string& name, EnergyPart part, Colour colour, bool dashed) {
        Trace trace = energy_trace(result, part);
        // A body without loads has none of that part.
        if (part == EnergyPart::gravity &&
            std::all_of(trace.value.begin(), trace.value.end(), [](double energy) { return energy == 0.0; }))
            return;
        parts.series.push_back({.name = name,
                                .x = std::move(trace.time),
                                .y = std::move(trace.value),
                                .colour = colour,
                                .dashed = dashed});
    };
    add("kinetic", EnergyPart::kinetic, Colour::blue, false);
    add("elastic", EnergyPart::elastic, Colour::orange, false);
    add(words_for(result).gravity, EnergyPart::gravity, Colour::green, false);
    add("total", EnergyPart::total, Colour::black, true);

    DeviationTrace deviation = energy_deviation(result);
    Chart drift;
    drift.title = "How far the total is from its initial value";
    drift.x = time_axis(result);
    drift.y = {.name = deviation.is_relative ? "(E − E₀) / |E₀|" : "E − E₀",
               .unit = deviation.is_relative ? "" : "J"};
    drift.height = 170.0;
    drift.series.push_back(
        {.x = std::move(deviation.time), .y = std::move(deviation.value), .colour = Colour::black});

    return {
        "energy.svg",
        {.subject = result.summary.title, .title = "energy", .panels = {std::move(parts), std::move(drift)}}};
}

}  // namespace

std::vector<NamedFigure> standard_figures(const Result& result, const Model& model)
{
    std::vector<NamedFigure> figures;
    if (!shown_contacts(result).empty()) figures = {height_figure(result), velocity_figure(result)};
    if (auto force = force_figure(result)) figures.push_back(std::move(*force));
    if (!result.energy.empty()) figures.push_back(energy_figure(result));
    if (auto shape = shape_figure(result, model)) {
        shape->subject = result.summary.title;
        figures.push_back({"shape.svg", std::move(*shape)});
    } else if (!shown_coordinates(result).empty())
        figures.push_back(displacement_figure(result));
    return figures;
}

std::vector<std::string> figure_files()
{
    return {"tip_height.svg", "tip_velocity.svg", "contact_force.svg",
            "energy.svg",     "shape.svg",        "displacement.svg"};
}

std::vector<std::string> figure_files(const Problem& problem)
{
    std::vector<std::string> files{"energy.svg"};
    if (!problem.contacts.empty())
        files.insert(files.end(), {"tip_height.svg", "tip_velocity.svg", "contact_force.svg"});
    const bool has_shape = !problem.model->outline(problem.initial.q).empty();
    files.emplace_back(has_shape ? "shape.svg" : "displacement.svg");
    return files;
}

}  // namespace rebond
