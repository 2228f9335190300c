#include "rebond/drawing/shape_figure.hpp"

#include "rebond/drawing/traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace rebond {
namespace {

constexpr double visible_bending = 1e-9;  // of the length; less is rounding
constexpr double thickest_tip = 0.2;      // radius over length of a body drawn with its width

struct Moment {
    std::string name;
    std::size_t sample = 0;
};

// "3.59 ms, 3.11 µs after the first contact": a sample is seldom taken at an event itself.
std::string beside(double sample, double event, const std::string& event_name)
{
    const std::string at = with_unit(sample, "s");
    if (sample == event) return at + ", " + event_name;
    return fmt::format("{}, {} {} {}", at, with_unit(std::abs(sample - event), "s"),
                       sample < event ? "before" : "after", event_name);
}

// Start, first contact, inside and at the end of the first episode, later, end: each at its nearest
// sample, and each sample once.
std::vector<Moment> moments(const Result& result)
{
    const std::size_t samples = sample_count(result);
    if (samples == 0) return {};
    const double start = result.time.front();
    const double end = result.time[samples - 1];

    std::vector<Moment> chosen;
    const auto choose = [&](double t, const auto& name) {
        const std::size_t sample = nearest_sample(result, t);
        const auto taken = [&](const Moment& moment) { return moment.sample == sample; };
        if (std::none_of(chosen.begin(), chosen.end(), taken))
            chosen.push_back({name(result.time[sample]), sample});
    };
    const auto plainly = [](const char* name) {
        return [name](double t) { return with_unit(t, "s") + ", " + name; };
    };
    choose(start, plainly("start"));
    if (const auto episode = first_episode(result)) {
        const auto [lo, hi] = *episode;
        choose(lo, [lo = lo](double t) { return beside(t, lo, "the first contact"); });
        const double middle = 0.5 * (lo + hi);
        const double inside = result.time[nearest_sample(result, middle)];
        if (inside >= lo && inside <= hi) choose(middle, plainly("within the first episode"));
        // Bodies that still touch when the run ends have not ended their episode.
        if (hi < end) {
            choose(hi, [hi = hi](double t) { return beside(t, hi, "the first episode ends"); });
            choose(0.5 * (hi + end), plainly("later"));
        }
    } else {
        choose(0.5 * (start + end), plainly("halfway"));
    }
    choose(end, plainly("end"));
    return chosen;
}

Series polyline(const std::string& name, const std::vector<Vector2>& points, Colour colour)
{
    Series series{.name = name, .colour = colour};
    for (const Vector2& point : points) {
        series.x.push_back(point.x());
        series.y.push_back(point.y());
    }
    return series;
}

// The outer edge of a bar of half-width `radius` about its axis, round at the first end.
std::vector<Vector2> edge_of(const std::vector<Vector2>& axis, double radius)
{
    const auto normal_at = [&](std::size_t i) {
        const std::size_t before = i > 0 ? i - 1 : 0;
        const std::size_t after = std::min(i + 1, axis.size() - 1);
        const Vector2 along = (axis[after] - axis[before]).normalized();
        return Vector2(-along.y(), along.x());
    };
    std::vector<Vector2> edge;
    for (std::size_t i = axis.size(); i-- > 0;) edge.emplace_back(axis[i] + radius * normal_at(i));
    const Vector2 left = normal_at(0);
    const Vector2 backward(-left.y(), left.x());
    constexpr int pieces = 24;
    for (int k = 1; k < pieces; ++k) {
        const double angle = std::numbers::pi * k / pieces;
        edge.emplace_back(axis[0] + radius * (std::cos(angle) * left + std::sin(angle) * backward));
    }
    for (std::size_t i = 0; i < axis.size(); ++i) edge.emplace_back(axis[i] - radius * normal_at(i));
    edge.push_back(edge.front());
    return edge;
}

// What the series of a chart occupy, as [x, y]; nothing where they show nothing.
struct Box {
    Extent x, y;
};
std::optional<Box> occupied(const Chart& chart)
{
    std::optional<Box> box;
    const auto join = [](Extent a, Extent b) { return Extent{std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; };
    for (const Series& series : chart.series) {
        const auto x = range_of(series.x), y = range_of(series.y);
        if (!x || !y) continue;
        box = box ? Box{join(box->x, *x), join(box->y, *y)} : Box{*x, *y};
    }
    return box;
}

Series circle(const std::string& name, const Vector2& centre, double radius, Colour colour)
{
    constexpr int pieces = 120;
    Series series{.name = name, .colour = colour};
    for (int k = 0; k <= pieces; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / pieces;
        series.x.push_back(centre.x() + radius * std::cos(angle));
        series.y.push_back(centre.y() + radius * std::sin(angle));
    }
    return series;
}

// Walls where they stand, those that move at their mean place and, dashed, where they turn back. Straight
// ones reach well beyond what is drawn, which decides what the chart shows, with some air and the walls' own
// places across it.
void add_scenery(Chart& place, const Scenery& scenery)
{
    const std::optional<Box> seen = occupied(place);
    if (!seen) return;
    const Vector2 centre(0.5 * (seen->x.lo + seen->x.hi), 0.5 * (seen->y.lo + seen->y.hi));
    const double size = std::max({seen->x.span(), seen->y.span(), 1e-300});
    Box shown = *seen;
    const auto show = [&](const Vector2& point) {
        shown.x = {std::min(shown.x.lo, point.x()), std::max(shown.x.hi, point.x())};
        shown.y = {std::min(shown.y.lo, point.y()), std::max(shown.y.hi, point.y())};
    };
    bool has_plane = false, has_turn = false;
    const auto name_once = [&](bool is_dashed) -> std::string {
        if (std::exchange(is_dashed ? has_turn : has_plane, true)) return "";
        return is_dashed ? "where it turns back" : "plane";
    };
    const auto add_line = [&](const StraightWall& wall, double away, bool is_dashed) {
        constexpr double reach = 20.0;  // of what is drawn
        const Vector2 along(-wall.normal.y(), wall.normal.x());
        const Vector2 through = wall.point + away * wall.normal;
        const Vector2 foot = through + along.dot(centre - through) * along;
        if ((foot - centre).norm() < 1.5 * size) show(foot);
        place.series.push_back(
            {.name = name_once(is_dashed),
             .x = {foot.x() - reach * size * along.x(), foot.x() + reach * size * along.x()},
             .y = {foot.y() - reach * size * along.y(), foot.y() + reach * size * along.y()},
             .colour = is_dashed ? Colour::grey : Colour::black,
             .width = is_dashed ? 1.0 : 2.2,
             .dashed = is_dashed});
    };
    for (const StraightWall& wall : scenery.straight) {
        if (wall.frequency == 0.0) {
            add_line(wall, wall.amplitude * std::cos(wall.phase), false);
            continue;
        }
        add_line(wall, 0.0, false);
        for (const double side : {-1.0, 1.0}) add_line(wall, side * wall.amplitude, true);
    }
    for (const RoundWall& wall : scenery.round) {
        place.series.push_back(
            circle(&wall == scenery.round.data() ? "circle" : "", wall.centre, wall.radius, Colour::black));
        place.series.back().width = 2.2;
        if (wall.radius > 4.0 * size) continue;  // a part of it is enough
        show(wall.centre - Vector2::Constant(wall.radius));
        show(wall.centre + Vector2::Constant(wall.radius));
    }
    if (!has_plane && scenery.round.empty()) return;
    const double air = 0.04 * std::max(shown.x.span(), shown.y.span());
    place.x.range = Extent{shown.x.lo - air, shown.x.hi + air};
    place.y.range = Extent{shown.y.lo - air, shown.y.hi + air};
}

// All discs at one moment, as circles; those that turn with a spoke.
Series discs(const std::string& name, const std::vector<Vector2>& centres, const std::vector<double>& radii,
             const std::vector<double>& turns, Colour colour)
{
    constexpr int pieces = 40;
    constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
    Series series{.name = name, .colour = colour, .width = 1.3};
    for (std::size_t i = 0; i < std::min(centres.size(), radii.size()); ++i) {
        const double turned = i < turns.size() ? turns[i] : 0.0;
        for (int k = 0; k <= pieces; ++k) {
            const double angle = turned + 2.0 * std::numbers::pi * k / pieces;
            series.x.push_back(centres[i].x() + radii[i] * std::cos(angle));
            series.y.push_back(centres[i].y() + radii[i] * std::sin(angle));
        }
        if (i < turns.size()) {
            series.x.push_back(centres[i].x());
            series.y.push_back(centres[i].y());
        }
        series.x.push_back(nowhere);
        series.y.push_back(nowhere);
    }
    return series;
}

std::optional<Figure> discs_figure(const Result& result, const Model& model)
{
    Chart place;
    place.title = "True to scale";
    place.x = {.name = "x", .unit = "m"};
    place.y = {.name = "y", .unit = "m"};
    place.magnification = 1.0;
    place.height = 520.0;
    for (const Moment& moment : moments(result)) {
        const std::vector<Vector2> centres = outline_at(result, model, moment.sample);
        if (centres.empty()) return std::nullopt;
        place.series.push_back(discs(moment.name, centres, model.radii(),
                                     model.turns(result.position.col(static_cast<Index>(moment.sample))),
                                     series_colour(place.series.size())));
    }
    if (place.series.empty()) return std::nullopt;
    add_scenery(place, model.scenery());
    return Figure{.title = "where the balls are", .panels = {std::move(place)}};
}

}  // namespace

std::optional<Figure> shape_figure(const Result& result, const Model& model)
{
    if (!model.radii().empty()) return discs_figure(result, model);
    Chart place;
    place.title = "In place, true to scale";
    place.x = {.name = "x", .unit = "m"};
    place.y = {.name = "y", .unit = "m"};
    place.magnification = 1.0;
    place.height = 340.0;
    Chart bending;
    bending.x = {.name = "distance along the chord", .unit = "m"};
    bending.y = {.name = "deflection", .unit = "m"};
    bending.empty_note = "the body stays straight";

    const std::optional<double> radius = tip_radius(result, model);
    double length = 0.0;
    double deflection = 0.0;
    for (const Moment& moment : moments(result)) {
        const std::vector<Vector2> axis = outline_at(result, model, moment.sample);
        if (axis.empty()) return std::nullopt;
        const Colour colour = series_colour(place.series.size());
        const std::vector<Vector2> bent = deflection_from_chord(axis);
        for (const Vector2& point : bent) {
            if (is_drawable(point.y())) deflection = std::max(deflection, std::abs(point.y()));
            if (is_drawable(point.x())) length = std::max(length, point.x());
        }
        const double chord = bent.empty() ? 0.0 : bent.back().x();
        const bool is_thick = radius && *radius > 0.0 && *radius <= thickest_tip * chord;
        place.series.push_back(polyline(moment.name, is_thick ? edge_of(axis, *radius) : axis, colour));
        place.series.back().width = is_thick ? 1.3 : 2.0;
        bending.series.push_back(polyline("", bent, colour));
        bending.series.back().draw = Draw::line_and_points;
    }
    if (place.series.empty()) return std::nullopt;

    add_scenery(place, shown_scenery(model, radius));

    // The largest round magnification at which the deflection takes at most a seventh of the length.
    if (deflection > visible_bending * length) {
        bending.magnification = 1.0 / round_up_125(7.0 * deflection / length);
        bending.x.range = Extent{0.0, length};
        bending.y.range = Extent{-deflection, deflection};
        bending.title = fmt::format("Seen from the chord between its ends, deflection magnified {:.4g} times",
                                    *bending.magnification);
    } else {
        bending.title = "Seen from the chord between its ends";
        bending.series.clear();
        bending.height = 80.0;
    }
    return Figure{.title = "shape of the body", .panels = {std::move(place), std::move(bending)}};
}

}  // namespace rebond
