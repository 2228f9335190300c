#include "rebond/drawing/orbits/orbit_figures.hpp"

#include "rebond/drawing/orbits/branch_figure.hpp"
#include "rebond/drawing/orbits/margin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rebond {
namespace {

constexpr const char* branch_file = "branch.svg";
constexpr const char* phase_file = "orbit_phase.svg";
constexpr const char* time_file = "orbit_time.svg";
constexpr const char* multipliers_file = "multipliers.svg";

// Contacts that act in the orbit.
std::vector<Index> acting_contacts(const Orbit& orbit)
{
    std::vector<Index> contacts;
    for (const OrbitEvent& event : orbit.events)
        if (std::find(contacts.begin(), contacts.end(), event.contact) == contacts.end())
            contacts.push_back(event.contact);
    std::sort(contacts.begin(), contacts.end());
    return contacts;
}

std::vector<double> row_of(const Matrix& values, Index row)
{
    const Vector numbers = values.row(row);
    return {numbers.begin(), numbers.end()};
}

// A curve that comes back, also through the impact that ends the period.
std::vector<double> closed(std::vector<double> values)
{
    if (!values.empty()) values.push_back(values.front());
    return values;
}

// Curves of the contacts that act, over time or over one another.
template <typename X, typename Y>
void add_curves(Chart& chart, const OrbitAnswer& answer, const OrbitWords& words, X&& x, Y&& y)
{
    const std::vector<Index> contacts = acting_contacts(answer.orbit);
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        Series& series = chart.series.emplace_back();
        if (contacts.size() > 1) series.name = words.contacts[static_cast<std::size_t>(contacts[i])];
        series.x = x(contacts[i]);
        series.y = y(contacts[i]);
        series.colour = curve_colour(i);
    }
}

Figure phase_figure(const OrbitAnswer& answer, const OrbitTrace& trace, const OrbitWords& words)
{
    Chart chart{.x = {.name = "gap", .unit = "m"}, .y = {.name = "its rate", .unit = "m/s"}, .height = 360.0};
    add_curves(
        chart, answer, words, [&](Index c) { return closed(row_of(trace.gaps, c)); },
        [&](Index c) { return closed(row_of(trace.rates, c)); });
    widen(chart);
    return {.subject = words.subject,
            .title = fmt::format("orbit {} in phase space", text_of(answer.orbit.sequence)),
            .panels = {chart}};
}

Figure time_figure(const OrbitAnswer& answer, const OrbitTrace& trace, const OrbitWords& words)
{
    Series events{.name = "impacts", .draw = Draw::verticals, .colour = Colour::vermillion, .width = 0.8};
    const double start = trace.times.empty() ? 0.0 : trace.times.front();
    for (const OrbitEvent& event : answer.orbit.events) {
        double time = event.time;
        while (time < start) time += answer.orbit.period;
        if (event.kind != EventKind::release) events.x.push_back(time);
    }
    Chart gap{.x = {.name = "time", .unit = "s"}, .y = {.name = "gap", .unit = "m"}};
    Chart rate{.x = {.name = "time", .unit = "s"}, .y = {.name = "its rate", .unit = "m/s"}};
    for (Chart* chart : {&gap, &rate}) chart->series.push_back(events);
    rate.series.front().name.clear();
    const auto times = [&](Index) { return trace.times; };
    add_curves(gap, answer, words, times, [&](Index c) { return row_of(trace.gaps, c); });
    add_curves(rate, answer, words, times, [&](Index c) { return row_of(trace.rates, c); });
    widen(gap);
    widen(rate);
    return {.subject = words.subject,
            .title = fmt::format("orbit {} over one period", text_of(answer.orbit.sequence)),
            .panels = {gap, rate}};
}

Figure multipliers_figure(const OrbitAnswer& answer, const OrbitWords& words)
{
    Series circle{.name = "unit circle", .colour = Colour::grey, .width = 1.0};
    for (int k = 0; k <= 360; ++k) {
        circle.x.push_back(std::cos(k * std::numbers::pi / 180.0));
        circle.y.push_back(std::sin(k * std::numbers::pi / 180.0));
    }
    Series inside{.name = "multipliers", .draw = Draw::points, .colour = Colour::blue, .width = 2.4};
    Series outside{
        .name = "outside: unstable", .draw = Draw::points, .colour = Colour::vermillion, .width = 2.4};
    const std::vector<std::complex<double>>& multipliers = answer.orbit.multipliers;
    for (std::size_t i = 0; i < multipliers.size(); ++i) {
        Series& series = static_cast<int>(i) < answer.orbit.unstable ? outside : inside;  // the largest first
        series.x.push_back(multipliers[i].real());
        series.y.push_back(multipliers[i].imag());
    }
    Chart chart{
        .x = {.name = "real part"}, .y = {.name = "imaginary part"}, .magnification = 1.0, .height = 420.0};
    chart.series.push_back(std::move(circle));
    if (!inside.x.empty()) chart.series.push_back(std::move(inside));
    if (!outside.x.empty()) chart.series.push_back(std::move(outside));
    return {.subject = words.subject, .title = "Floquet multipliers", .panels = {chart}, .width = 620.0};
}

}  // namespace

std::vector<NamedFigure> orbit_figures(const OrbitAnswer& answer, const OrbitTrace& trace,
                                       const OrbitWords& words)
{
    std::vector<NamedFigure> figures;
    if (answer.followed) figures.push_back({branch_file, branch_figure(answer, words)});
    if (!answer.has_orbit()) return figures;
    if (!answer.orbit.events.empty()) {
        figures.push_back({phase_file, phase_figure(answer, trace, words)});
        figures.push_back({time_file, time_figure(answer, trace, words)});
    }
    if (answer.orbit.stable) figures.push_back({multipliers_file, multipliers_figure(answer, words)});
    return figures;
}

std::vector<std::string> orbit_figure_files()
{
    return {branch_file, phase_file, time_file, multipliers_file};
}

}  // namespace rebond
