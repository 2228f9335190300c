#include "rebond/drawing/orbits/family_figure.hpp"

#include "rebond/drawing/orbits/margin.hpp"

namespace rebond {
namespace {

void add_family(Chart& chart, const NamedAnswer& named, Colour colour)
{
    bool is_named = false, was_stable = false, goes_on = false;
    for (const Branch& branch : named.answer.branches) {
        goes_on = false;
        for (const BranchPoint& point : branch.points) {
            const bool holds = point.orbit.certificate.holds;
            const bool is_stable = point.orbit.stable.value_or(true);
            if (!holds) {
                goes_on = false;
                continue;
            }
            if (!goes_on || is_stable != was_stable) {
                if (goes_on) {  // up to where the next line begins
                    chart.series.back().x.push_back(point.orbit.period);
                    chart.series.back().y.push_back(point.orbit.energy);
                }
                chart.series.push_back({.name = is_named ? "" : named.name,
                                        .colour = colour,
                                        .width = is_stable ? 2.2 : 1.4,
                                        .dashed = !is_stable});
                is_named = true;
            }
            chart.series.back().x.push_back(point.orbit.period);
            chart.series.back().y.push_back(point.orbit.energy);
            was_stable = is_stable;
            goes_on = true;
        }
    }
}

}  // namespace

Figure family_figure(const std::string& subject, const std::vector<NamedAnswer>& orbits)
{
    Chart chart{.x = {.name = "period", .unit = "s"},
                .y = {.name = "energy", .unit = "J", .scale = Scale::logarithmic},
                .height = 360.0};
    for (std::size_t i = 0; i < orbits.size(); ++i) {
        if (!orbits[i].answer.branches.empty())
            add_family(chart, orbits[i], curve_colour(i));
        else if (orbits[i].answer.has_orbit())
            chart.series.push_back({.name = orbits[i].name,
                                    .x = {orbits[i].answer.orbit.period},
                                    .y = {orbits[i].answer.orbit.energy},
                                    .draw = Draw::points,
                                    .colour = curve_colour(i),
                                    .width = 2.4});
    }
    widen(chart);
    return {.subject = subject, .title = "families of orbits", .panels = {chart}};
}

}  // namespace rebond
