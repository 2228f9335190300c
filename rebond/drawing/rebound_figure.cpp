#include "rebond/drawing/rebound_figure.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace rebond {
namespace {

constexpr std::size_t most_chosen = 5;

// Up to `most_chosen` of the values, first and last included.
std::vector<double> chosen(const std::vector<ReboundRow>& rows, double ReboundRow::*of)
{
    std::set<double> distinct;
    for (const ReboundRow& row : rows) distinct.insert(row.*of);
    const std::vector<double> all(distinct.begin(), distinct.end());
    if (all.size() <= most_chosen) return all;
    std::vector<double> some;
    for (std::size_t k = 0; k < most_chosen; ++k)
        some.push_back(all[(all.size() - 1) * k / (most_chosen - 1)]);
    return some;
}

// v/V over `x`, a curve for each chosen value of `by`.
Chart chart_over(const std::vector<ReboundRow>& rows, const BeamReboundLaw& law, double ReboundRow::*x,
                 double ReboundRow::*by, const std::string& name)
{
    Chart chart;
    chart.y = {.name = "rebound over approach", .unit = ""};
    chart.height = 330.0;
    for (const double value : chosen(rows, by)) {
        std::map<double, std::pair<double, double>> points;  // simulated and by the law
        for (const ReboundRow& row : rows)
            if (row.*by == value)
                points[row.*x] = {row.point.measured, rebound_ratio(law, row.point.contact)};
        const Colour colour = series_colour(chart.series.size() / 2);
        Series simulated{
            .name = fmt::format("{} {:.3g}", name, value), .draw = Draw::points, .colour = colour};
        Series lawful{.draw = Draw::line, .colour = colour};
        for (const auto& [at, ratios] : points) {
            simulated.x.push_back(at);
            simulated.y.push_back(ratios.first);
            lawful.x.push_back(at);
            lawful.y.push_back(ratios.second);
        }
        simulated.width = 4.5;
        chart.series.push_back(std::move(simulated));
        chart.series.push_back(std::move(lawful));
    }
    return chart;
}

}  // namespace

Figure rebound_figure(const std::string& subject, const std::vector<ReboundRow>& rows,
                      const BeamReboundLaw& law)
{
    Chart masses = chart_over(rows, law, &ReboundRow::relative_mass, &ReboundRow::location, "at");
    masses.title = "Over the mass, at places along the beam [m]";
    masses.x = {.name = "mass of the ball over the beam's", .unit = "", .scale = Scale::logarithmic};
    Chart places = chart_over(rows, law, &ReboundRow::location, &ReboundRow::relative_mass, "mass");
    places.title = "Over the place, for masses over the beam's";
    places.x = {.name = "place along the beam", .unit = "m"};
    return {.subject = subject,
            .title = "rebounds simulated (points) and by the law (lines)",
            .panels = {std::move(masses), std::move(places)},
            .arrangement = Arrangement::stacked};
}

}  // namespace rebond
