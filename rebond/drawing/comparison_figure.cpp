#include "rebond/drawing/comparison_figure.hpp"

namespace rebond {

Figure comparison_figure(const std::string& subject, const SchemeComparison& comparison)
{
    Chart chart{.x = {.name = "time a run takes", .unit = "s", .scale = Scale::logarithmic},
                .y = {.name = "error of position", .scale = Scale::logarithmic},
                .empty_note = "no scheme differs from the reference"};
    for (const SchemeTrial& trial : comparison.trials) {
        if (!trial.summary || !trial.off || !(trial.off->position > 0.0)) continue;
        if (chart.series.empty() || chart.series.back().name != trial.scheme)
            chart.series.push_back({.name = trial.scheme,
                                    .draw = Draw::line_and_points,
                                    .colour = series_colour(chart.series.size())});
        chart.series.back().x.push_back(trial.summary->wall_seconds);
        chart.series.back().y.push_back(trial.off->position);
    }
    return {.subject = subject, .title = "work and precision", .panels = {chart}};
}

}  // namespace rebond
